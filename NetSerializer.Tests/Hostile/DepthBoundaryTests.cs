using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using NetSerializer.Tests.Graphs;
using NetSerializer.Tests.Model;
using NUnit.Framework;
using NUnit.Framework.Constraints;
using static NetSerializer.Tests.Graphs.NestingShapes;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// For every recursive shape, in trees and in graphs: the largest depth that is written is the largest that is read, at every limit, whatever stands
/// at the last level.
/// </summary>
[TestFixture]
internal sealed class DepthBoundaryTests
{
    private static readonly (string Name, Func<object?, object> Wrap)[] s_nests =
    [
        .. DepthTests.Nests,
        ("collections that are null", inner => new Kin { Parent = (Kin?)inner }),
        ("collections that are null in a list", inner => new Kin { List = [null, (Kin?)inner, null] }),
        ("collections that are null in an array", inner => new Kin { Array = [null, (Kin?)inner, null] }),
        ("collections that are null in a dictionary", inner => new Kin { Named = new() { ["k"] = (Kin?)inner } }),
        ("nulls in arrays of arrays", inner => new object?[]?[] { null, [inner], null }),
        ("nulls in lists of lists", inner => new List<List<object?>?> { null, new() { inner }, null }),
        ("object data", inner => new Carrier { Inner = inner }),
        ("boxed object data", inner => new BoxedCarrier { Inner = inner }),
        ("boxed structs", inner => new Box { Inner = inner }),
        ("exceptions", inner => new Fault { Inner = inner }),
        ("immutable lists", inner => ImmutableList.Create(inner)),
        ("linked lists", inner => new LinkedList<object?>([inner])),
        ("derived lists", inner => new Row { inner }),
        ("untyped tables", inner => new Hashtable { ["k"] = inner }),
        ("nullable structs", inner => new Held { Value = new Holding { Inner = (Held?)inner } }),
        ("custom serializers", inner => new Wrapped(inner)),
        ("surrogates", inner => new Sent(inner)),
    ];

    private static readonly int[] s_limits = [1, 2, 3, 4, 5, 21, 22, 130];

    private static readonly Dictionary<(ReferenceHandling References, int MaxDepth), TypeModel> s_models = [];

    /// <summary>The fixture lives as long as the run, and a model for each limit with it.</summary>
    [OneTimeTearDown]
    public void ReleaseModels() => s_models.Clear();

    private static IEnumerable<TestCaseData> Cases() =>
        from nest in s_nests.Index()
        from references in Enum.GetValues<ReferenceHandling>()
        from ending in references == ReferenceHandling.Preserve ? new[] { "nothing", "a number" } : ["nothing"]
        // The limits take turns: each shape meets all of them, each in one of the modes.
        let limits = s_limits.Where((_, i) => Conformance.Checks.Thoroughness.IsFull || (nest.Index + i + (int)references) % 2 == 0).ToArray()
        select new TestCaseData(nest.Item.Wrap, references, ending == "a number", limits).SetArgDisplayNames(nest.Item.Name, $"{references}", ending);

    [TestCaseSource(nameof(Cases))]
    public void WhatIsWrittenIsRead(Func<object?, object> wrap, ReferenceHandling references, bool endsInNumber, int[] limits)
    {
        TypeModel unlimited = ModelOf(references, 1_000_000);
        foreach (int limit in limits)
        {
            TypeModel model = ModelOf(references, limit);
            // The largest depth that is written, by halving.
            int deepest = 0, refused = limit + 1;
            while (refused - deepest > 1)
            {
                int depth = (deepest + refused) / 2;
                (deepest, refused) = TryWrite(model, Nest(wrap, depth, endsInNumber), out _) ? (depth, refused) : (deepest, depth);
            }
            for (int depth = Math.Max(1, deepest - 1); depth <= refused; depth++)
            {
                object value = Nest(wrap, depth, endsInNumber);
                byte[] bytes = unlimited.Serialize(value);
                Assert.That(TryWrite(model, value, out byte[]? written), Is.EqualTo(depth < refused));
                Conformance.Checks.SurfaceCheck.AssertBytes($"{depth} levels", written ?? bytes, bytes);
                AssertRead(model, value, bytes, depth < refused, $"MaxDepth = {limit}, {depth} levels");
            }
        }
    }

    private static void AssertRead(TypeModel model, object value, byte[] bytes, bool isRead, string place)
    {
        IResolveConstraint expected() => isRead ? Throws.Nothing : Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.DataTooDeep);
        Assert.That(() => model.Deserialize<object>(bytes), expected(), place);
        Assert.That(() => model.Deserialize<object>(new MemoryStream(Streams.Frames.Of(bytes))), expected(), place);
        Assert.That(() => model.Deserialize<object>(Segments.Cut(bytes, 1)), expected(), place);
        Assert.That(() => model.OpenReader(new MemoryStream(bytes)).Read<object>(), expected(), place);
        IResolveConstraint written() =>
            isRead ? Throws.Nothing : Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueTooDeep);
        Assert.That(() => model.DeepClone(value), written(), place);
        Assert.That(() => model.Serialize(Stream.Null, value), written(), place);
    }

    private static bool TryWrite(TypeModel model, object value, out byte[]? bytes)
    {
        try
        {
            bytes = model.Serialize(value);
            return true;
        }
        catch (ValueNotSerializableException refused)
        {
            Assert.That(refused.Code, Is.EqualTo(ErrorCode.ValueTooDeep));
            bytes = null;
            return false;
        }
    }

    private static object Nest(Func<object?, object> wrap, int depth, bool endsInNumber)
    {
        object? shared = endsInNumber ? wrap(null) : null, value = shared;
        for (int i = 0; i < depth; i++)
        {
            value = wrap(value);
        }
        return endsInNumber ? new[] { shared, value } : value!;
    }

    private static TypeModel ModelOf(ReferenceHandling references, int maxDepth)
    {
        if (!s_models.TryGetValue((references, maxDepth), out TypeModel? model))
        {
            s_models.Add((references, maxDepth), model = TypeModel.Create(
                [
                    .. DepthTests.Types, typeof(Kin), typeof(Carrier), typeof(BoxedCarrier), typeof(Box), typeof(Fault), typeof(ImmutableList<object>),
                    typeof(LinkedList<object>), typeof(Row), typeof(Hashtable), typeof(Held), typeof(Wrapped),
                    typeof(Sent), typeof(List<List<object>>),
                ],
                new SerializerOptions
                {
                    References = references,
                    Limits = SerializerLimits.Trusted with { MaxDepth = maxDepth },
                    Serializers = NestingShapes.Serializers,
                }));
        }
        return model;
    }

    [Serializable]
    private sealed class Kin
    {
        public List<Kin?>? List;
        public Kin?[]? Array;
        public Kin?[,]? Grid { get; set; }
        public Dictionary<string, Kin?>? Named;
        public HashSet<Kin>? Set { get; set; }
        public SortedDictionary<int, Kin>? Sorted { get; set; }
        public ImmutableList<Kin>? Immutable { get; set; }
        public Collection<Kin>? Owned { get; set; }
        public ConcurrentQueue<Kin>? Queue { get; set; }
        public Kin? Parent;
    }

    [Serializable]
    private sealed class Carrier : ISerializable
    {
        public object? Inner;

        public Carrier()
        {
        }

        private Carrier(SerializationInfo info, StreamingContext context) => Inner = info.GetValue("inner", typeof(object));

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("inner", Inner);
    }

    [Serializable]
    private struct BoxedCarrier : ISerializable
    {
        public object? Inner;

        private BoxedCarrier(SerializationInfo info, StreamingContext context) => Inner = info.GetValue("inner", typeof(object));

        public readonly void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("inner", Inner);
    }

    [Serializable]
    private struct Box
    {
        public object? Inner;
    }

    [Serializable]
    private sealed class Fault : Exception
    {
        public object? Inner;
    }

    [Serializable]
    private sealed class Row : List<object?>;
}
