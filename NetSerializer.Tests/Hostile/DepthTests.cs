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

/// <summary>Values nested in themselves, in every recursive shape: refused beyond MaxDepth both ways, and never a crash when it is raised.</summary>
[TestFixture]
internal sealed class DepthTests
{
    private const int VeryDeep = 25_000;

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
        ("sets of objects", inner => new HashSet<object?> { inner is null or HashSet<object?> ? inner : null }),
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

    private static IEnumerable<TestCaseData> Shapes() => Nests.Select(shape => new TestCaseData(shape.Wrap).SetArgDisplayNames(shape.Name));

    [TestCaseSource(nameof(Shapes))]
    public void ReaderAndWriterStopAtTheSameDepth(Func<object?, object> wrap)
    {
        // Both refuse from some depth on: the first one that the writer refuses is found by halving, and what lies around it is tried both ways.
        int deepest = 0, refused = 1024;
        while (refused - deepest > 1)
        {
            int depth = (deepest + refused) / 2;
            (deepest, refused) = TryWrite(Nest(wrap, depth), out _) ? (depth, refused) : (deepest, depth);
        }
        for (int depth = deepest - 2; depth <= refused + 2; depth++)
        {
            object value = Nest(wrap, depth);
            byte[] bytes = s_deep.Serialize<object>(value);
            Assert.That(TryWrite(value, out byte[]? written), Is.EqualTo(depth <= deepest), $"written at depth {depth}");
            Assert.That(TryRead(bytes), Is.EqualTo(depth <= deepest), $"read at depth {depth}");
            SurfaceCheck.AssertBytes($"at depth {depth}", written ?? bytes, bytes);
        }
        // Shapes with a collection between their objects spend two or three levels each.
        Assert.That(deepest, Is.InRange(512 / 4, 512), "MaxDepth = 512");
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

    [TestCaseSource(nameof(Shapes))]
    public void TheDefaultDepthFitsASmallStack(Func<object?, object> wrap)
    {
        object value = Nest(wrap, 512 / 4);
        byte[]? bytes = null;
        Exception? failure = null;
        var thread = new Thread(
            () =>
            {
                try
                {
                    bytes = s_model.Serialize<object>(s_model.Deserialize<object>((ReadOnlySpan<byte>)s_model.Serialize<object>(value))!);
                }
                catch (Exception exception)
                {
                    failure = exception;
                }
            },
            maxStackSize: 256 << 10);
        thread.Start();
        thread.Join();
        Assert.That(failure, Is.Null);
        Assert.That(bytes, Is.EqualTo(s_model.Serialize<object>(value)));
    }

    [Test]
    public void AChainOf512FitsASmallStack()
    {
        Link chain = (Link)Nest(Nests[0].Wrap, 512);
        int length = 0;
        var thread = new Thread(() => length = Length(s_model.Deserialize<Link>(s_model.Serialize(chain))), maxStackSize: 256 << 10);
        thread.Start();
        thread.Join();
        Assert.That(length, Is.EqualTo(512));
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
    private static bool TryWrite(object value, out byte[]? bytes)
    {
        try
        {
            bytes = s_model.Serialize<object>(value);
            return true;
        }
        catch (ValueNotSerializableException refused)
        {
            Assert.That(refused.Code, Is.EqualTo(ErrorCode.ValueTooDeep));
            bytes = null;
            return false;
        }
    }

    private static bool TryRead(byte[] bytes)
    {
        try
        {
            s_model.Deserialize<object>((ReadOnlySpan<byte>)bytes);
            return true;
        }
        catch (MalformedDataException malformed)
        {
            Assert.That(malformed.Code, Is.EqualTo(ErrorCode.DataTooDeep));
            return false;
        }
    }
}
