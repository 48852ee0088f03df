using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

[Serializable]
internal sealed class Link
{
    public Link? Next;
    public int Number;
}

[Serializable]
internal sealed class Tree
{
    public Tree[]? Children;
}

[Serializable]
internal sealed class Branch
{
    public List<Branch>? Children;
}

[Serializable]
internal struct Twig
{
    public List<Twig>? Children;
}

[Serializable]
internal struct Leaf
{
    public Leaf[]? Children;
    public byte Size { get; init; }
}

[Serializable]
internal struct Bud
{
    public ImmutableArray<Bud> Immutable;
    public ArraySegment<Bud> Segment;
    public int Size;
}

[Serializable]
internal sealed class Node
{
    public Dictionary<string, Node>? Named;
}

[Serializable]
internal sealed class Open
{
    public object? Inner;
}

/// <summary>Its hash goes through all its levels, and nothing but the code of this class says so.</summary>
[Serializable]
internal sealed class DeepKey
{
    public DeepKey? Inner;
    public int Number;

    public static DeepKey Make(int levels) => new() { Number = levels, Inner = levels == 1 ? null : Make(levels - 1) };

    public override int GetHashCode() => HashCode.Combine(Number, Inner);

    public override bool Equals(object? obj) => obj is DeepKey other && Number == other.Number && Equals(Inner, other.Inner);
}

/// <summary>Values nested in themselves, in every recursive shape: refused beyond MaxDepth both ways, and never a crash when it is raised.</summary>
[TestFixture]
internal sealed class DepthTests
{
    private const int VeryDeep = 25_000, SomeDepth = 512, SetsOfSets = 512 / 4, MostOfMessage = 100_000;

    /// <summary>The types of <see cref="Nests"/>.</summary>
    internal static readonly Type[] Types =
    [
        typeof(Link), typeof(Tree), typeof(Branch), typeof(Twig), typeof(Leaf), typeof(Node), typeof(Open), typeof(object[]), typeof(object[,]),
        typeof(List<object>), typeof(Dictionary<string, object>), typeof(Dictionary<int, object>),
        typeof(Tuple<object>), typeof((int, object)), typeof(KeyValuePair<string, object>), typeof(HashSet<object>), typeof(Animal), typeof(Cat), typeof(Dog),
        typeof(Person), typeof(PlainValue<object>), typeof(object[][]), typeof(int[]), typeof(Twig?),
        typeof(Bud), typeof(ImmutableArray<object>), typeof(Memory<object>),
    ];

    private static readonly TypeModel s_model = TypeModel.Create(Types, SerializerOptions.Default);
    private static readonly TypeModel s_shallow =
        TypeModel.Create(Types, new SerializerOptions { Limits = SerializerLimits.Default with { MaxDepth = SomeDepth } });
    private static readonly SerializerLimits s_halfOfStack = SerializerLimits.Default with { MaxStackBytes = SerializerLimits.Default.MaxStackBytes / 2 };
    private static readonly TypeModel s_halfStack = TypeModel.Create(Types, new SerializerOptions { Limits = s_halfOfStack });
    private static readonly TypeModel s_smallMessages =
        TypeModel.Create(Types, new SerializerOptions { Limits = s_halfOfStack with { MaxAllocatedBytes = 64 * MostOfMessage } });
    private static readonly TypeModel s_deep = TypeModel.Create(Types, new SerializerOptions { Limits = SerializerLimits.Trusted });

    /// <summary>How a value takes the next one in.</summary>
    internal static readonly (string Name, Func<object?, object> Wrap)[] Nests =
    [
        ("a chain of classes", inner => new Link { Next = (Link?)inner, Number = 1 }),
        ("arrays of classes", inner => new Tree { Children = inner == null ? [] : [(Tree)inner] }),
        ("lists of classes", inner => new Branch { Children = inner == null ? [] : [(Branch)inner] }),
        ("lists of structs", inner => new Twig { Children = inner == null ? [] : [(Twig)inner] }),
        ("arrays of structs", inner => new Leaf { Children = inner == null ? [] : [(Leaf)inner] }),
        ("immutable arrays of structs", inner => new Bud { Immutable = inner == null ? default : [(Bud)inner] }),
        ("segments of structs", inner => new Bud { Segment = inner == null ? default : new ArraySegment<Bud>([default, (Bud)inner], 1, 1), Size = 1 }),
        ("boxed immutable arrays", inner => ImmutableArray.Create(inner)),
        ("boxed memory", inner => new Memory<object?>([inner])),
        ("dictionary values", inner => new Node { Named = inner == null ? [] : new Dictionary<string, Node> { ["n"] = (Node)inner } }),
        ("object members", inner => new Open { Inner = inner }),
        ("object arrays", inner => new object?[] { inner }),
        ("object grids", inner => new object?[,] { { inner } }),
        ("jagged object arrays", inner => new object?[][] { [inner] }),
        ("object lists", inner => new List<object?> { inner }),
        ("string dictionaries", inner => new Dictionary<string, object?> { ["k"] = inner }),
        ("dictionaries of objects", inner => new Dictionary<int, object?> { [1] = inner }),
        ("tuples", inner => Tuple.Create(inner)),
        ("boxed value tuples", inner => (1, inner)),
        ("boxed pairs", inner => new KeyValuePair<string, object?>("k", inner)),
        ("base classes", inner => new Cat { Friend = (Animal?)inner }),
        ("records", inner => new Person("p", 1, (Person?)inner)),
        ("values behind an interface", inner => new PlainValue<object> { Value = inner }),
        ("several shapes in turn", inner =>
            inner switch { object[] => new List<object?> { inner }, List<object?> => new Open { Inner = inner }, Open => Tuple.Create((object?)inner), _ =>
                new object?[] { inner } }),
    ];

    // An element of a set is a key.
    private static readonly Func<object?, object> s_sets = inner => new HashSet<object?> { inner };

    private static IEnumerable<TestCaseData> Shapes() => Nests.Select(shape => new TestCaseData(shape.Wrap).SetArgDisplayNames(shape.Name));

    [TestCaseSource(nameof(Shapes))]
    public void ReaderAndWriterStopAtTheSameDepth(Func<object?, object> wrap)
    {
        // Both refuse from some depth on: the first one that the writer refuses is found by halving, and what lies around it is tried both ways.
        int deepest = 0, refused = 1024;
        while (refused - deepest > 1)
        {
            int depth = (deepest + refused) / 2;
            (deepest, refused) = TryWrite(s_shallow, Nest(wrap, depth), out _) ? (depth, refused) : (deepest, depth);
        }
        for (int depth = deepest - 2; depth <= refused + 2; depth++)
        {
            object value = Nest(wrap, depth);
            byte[] bytes = s_deep.Serialize<object>(value);
            Assert.That(TryWrite(s_shallow, value, out byte[]? written), Is.EqualTo(depth <= deepest), $"written at depth {depth}");
            Assert.That(TryRead(s_shallow, bytes), Is.EqualTo(depth <= deepest), $"read at depth {depth}");
            SurfaceCheck.AssertBytes($"at depth {depth}", written ?? bytes, bytes);
        }
        // Shapes with a collection between their objects spend two or three levels each.
        Assert.That(deepest, Is.InRange(SomeDepth / 4, SomeDepth), "MaxDepth = 512");
    }

    [TestCaseSource(nameof(Shapes))]
    public void VeryDeepDataIsRefusedNotFatal(Func<object?, object> wrap)
    {
        object value = Nest(wrap, VeryDeep);
        Assert.That(() => s_model.Serialize<object>(value),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueTooDeep));
        byte[] bytes = s_deep.Serialize<object>(value);
        Assert.That(Malformed.AssertRejected("very deep", () => s_model.Deserialize<object>((ReadOnlySpan<byte>)bytes)).Code,
            Is.EqualTo(ErrorCode.DataTooDeep));
        Assert.That(Malformed.AssertRejected("very deep stream", () => s_model.Deserialize<object>(new MemoryStream(Streams.Frames.Of(bytes)))).Code,
            Is.EqualTo(ErrorCode.DataTooDeep));
    }

    [TestCaseSource(nameof(Shapes))]
    public void VeryDeepDataTravelWhenTheLimitIsRaised(Func<object?, object> wrap)
    {
        byte[] bytes = s_deep.Serialize<object>(Nest(wrap, VeryDeep));
        object copy = s_deep.Deserialize<object>((ReadOnlySpan<byte>)bytes)!;
        SurfaceCheck.AssertBytes("written again", s_deep.Serialize<object>(copy), bytes);
    }

    /// <summary>The default depth takes less than half of the default stacks, in every shape and however small the stack of the caller is.</summary>
    [TestCaseSource(nameof(Shapes))]
    public void TheDefaultDepthTravelsFromASmallStack(Func<object?, object> wrap)
    {
        object value = Nest(wrap, SerializerLimits.Default.MaxDepth / 4);
        byte[]? bytes = null;
        OnSmallStack(() => bytes = s_halfStack.Serialize<object>(
            s_halfStack.Deserialize<object>((ReadOnlySpan<byte>)s_halfStack.Serialize<object>(value))!));
        Assert.That(bytes, Is.EqualTo(s_deep.Serialize<object>(value)));
    }

    [Test]
    public void AChainOfTheDefaultDepthTravelsFromASmallStack()
    {
        Link chain = (Link)Nest(Nests[0].Wrap, SerializerLimits.Default.MaxDepth);
        int length = 0;
        OnSmallStack(() => length = Length(s_model.Deserialize<Link>(s_model.Serialize(chain))));
        Assert.That(length, Is.EqualTo(SerializerLimits.Default.MaxDepth));
    }

    [Test]
    public void NoMoreStackIsTakenThanTheLimitAllows([Values] ReferenceHandling references, [Values(0, (1 << 20) - 1)] int most)
    {
        TypeModel model = TypeModel.Create(
            Types, new SerializerOptions { References = references, Limits = SerializerLimits.Default with { MaxStackBytes = most } });
        TypeModel free = TypeModel.Create(Types, new SerializerOptions { References = references });
        object chain = Nest(Nests[0].Wrap, 5_000);
        byte[] bytes = free.Serialize(chain);
        OnSmallStack(() =>
        {
            Assert.That(() => model.Serialize(chain), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueTooDeep)
                .And.Message.Contains($"MaxStackBytes = {most}"));
            Assert.That(() => model.Deserialize<object>(bytes), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.DataTooDeep)
                .And.Message.Contains($"MaxStackBytes = {most}"));
        });
    }

    /// <summary>Code of users that serializes once more while a value is under way takes its larger stacks from the same limit.</summary>
    [Test]
    public void LargerStacksOfOneCallAreCountedTogether()
    {
        List<bool> runs = [];
        void Nested(int deeper)
        {
            if (deeper > 0)
            {
                runs.Add(NetSerializer.Wire.Recursion.TryRunOnLargerStack(100 << 20, () => Nested(deeper - 1)));
            }
        }
        Nested(3);
        Nested(1);
        Assert.That(runs, Is.EqualTo(new[] { false, true, true, true }), "64 MiB, the 36 that are left, none; and 64 MiB again");
    }

    /// <summary>
    /// A message of 100 KB that only nests costs stack for the levels that the limit allows, and objects for its bytes. It ends before so many levels where
    /// they take more bytes.
    /// </summary>
    [TestCaseSource(nameof(Shapes))]
    public void AMessageThatOnlyNestsIsCheap(Func<object?, object> wrap)
    {
        byte[] bytes = s_deep.Serialize(Nest(wrap, VeryDeep));
        byte[] message = bytes[..Math.Min(MostOfMessage, bytes.Length - 1)];
        bool isTooDeep = (long)VeryDeep * message.Length / bytes.Length > SerializerLimits.Default.MaxDepth;
        ErrorCode[] codes = isTooDeep ? [ErrorCode.DataTooDeep] : [ErrorCode.DataTooDeep, ErrorCode.Truncated, ErrorCode.LengthExceedsInput];
        OnSmallStack(() => Assert.That(
            Malformed.AssertRejected("100 KB", () => s_smallMessages.Deserialize<object>((ReadOnlySpan<byte>)message)).Code,
            Is.AnyOf([.. codes.Cast<object>()])));
    }

    /// <summary>The hash and the order of a key go through all its levels on the stack of the call.</summary>
    [Test]
    public void AKeyHasFewerLevels([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create(Types, new SerializerOptions { References = references, Limits = SerializerLimits.Trusted });
        Assert.That(model.Deserialize<object>(model.Serialize(Nest(s_sets, SetsOfSets))), Is.Not.Null);
        Assert.That(() => model.Serialize(Nest(s_sets, 2 * SetsOfSets)),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueTooDeep).And.Message.Contains("128"));
        if (references == ReferenceHandling.None)
        {
            // A set in a set is the same bytes each time.
            byte[] inner = s_deep.Serialize(Nest(s_sets, 1)), outer = s_deep.Serialize(Nest(s_sets, 2));
            byte[] level = outer[..(outer.Length - inner.Length)];
            byte[] bytes = [.. Enumerable.Repeat(level, 10_000).SelectMany(bytes => bytes), .. inner];
            Assert.That(Malformed.AssertRejected("sets of sets", () => model.Deserialize<object>((ReadOnlySpan<byte>)bytes)).Code,
                Is.EqualTo(ErrorCode.DataTooDeep));
        }
    }

    /// <summary>Where little of a stack is left, a key whose hash goes through all its levels is still asked for it.</summary>
    [Test]
    public void TheDeepestKeyIsAskedAtAnyDepth([Values] ReferenceHandling references, [Range(0, 960, 120)] int chain)
    {
        TypeModel model = TypeModel.Create(
            [typeof(DeepKey), typeof(Dictionary<DeepKey, object>), typeof(Open)], new SerializerOptions { References = references });
        object? value = new Dictionary<DeepKey, object> { [DeepKey.Make(SerializerLimits.MaxKeyDepth)] = "found" };
        for (int i = 0; i < chain; i++)
        {
            value = new Open { Inner = value };
        }
        OnSmallStack(() => value = model.Deserialize<object>(model.Serialize(value)));
        for (int i = 0; i < chain; i++)
        {
            value = ((Open)value!).Inner;
        }
        Assert.That(((Dictionary<DeepKey, object>)value!)[DeepKey.Make(SerializerLimits.MaxKeyDepth)], Is.EqualTo("found"));
    }

    private static void OnSmallStack(Action body)
    {
        System.Runtime.ExceptionServices.ExceptionDispatchInfo? failure = null;
        var thread = new Thread(
            () =>
            {
                try
                {
                    body();
                }
                catch (Exception exception)
                {
                    failure = System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(exception);
                }
            },
            maxStackSize: 256 << 10);
        thread.Start();
        thread.Join();
        failure?.Throw();
    }

    [Test]
    public void ACycleIsRefusedNotFatal()
    {
        var link = new Link();
        link.Next = link;
        Assert.That(() => s_model.Serialize(link), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.Cycle));
        object[] array = new object[1];
        array[0] = array;
        Assert.That(() => s_model.Serialize<object>(array), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.Cycle));
    }

    [Test]
    public void TypesThatCannotNestSpendNoDepth()
    {
        TypeModel shallow = TypeModel.Create(
            [typeof(Holder), typeof(List<List<int[]>>)], new SerializerOptions { Limits = new SerializerLimits { MaxDepth = 1 } });
        var lists = new List<List<int[]>> { new() { new[] { 1 } } };
        SurfaceCheck.AssertSame("lists of lists of arrays", lists, shallow.Deserialize<List<List<int[]>>>(shallow.Serialize(lists)));
    }

    private static object Nest(Func<object?, object> wrap, int depth)
    {
        object? value = null;
        for (int i = 0; i < depth; i++)
        {
            value = wrap(value);
        }
        return value!;
    }

    private static int Length(Link? link)
    {
        int length = 0;
        for (; link != null; link = link.Next)
        {
            length++;
        }
        return length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryWrite(TypeModel model, object value, out byte[]? bytes)
    {
        try
        {
            bytes = model.Serialize<object>(value);
            return true;
        }
        catch (ValueNotSerializableException refused)
        {
            Assert.That(refused.Code, Is.EqualTo(ErrorCode.ValueTooDeep));
            bytes = null;
            return false;
        }
    }

    private static bool TryRead(TypeModel model, byte[] bytes)
    {
        try
        {
            model.Deserialize<object>((ReadOnlySpan<byte>)bytes);
            return true;
        }
        catch (MalformedDataException malformed)
        {
            Assert.That(malformed.Code, Is.EqualTo(ErrorCode.DataTooDeep));
            return false;
        }
    }
}
