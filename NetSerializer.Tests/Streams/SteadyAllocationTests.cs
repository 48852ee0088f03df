using System.Buffers;
using System.Collections;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Globalization;
using System.Net.NetworkInformation;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using NetSerializer.Tests.Conformance;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>Once warm, writing to a buffer of the caller's allocates nothing, and reading allocates the result alone.</summary>
[TestFixture]
internal sealed class SteadyAllocationTests
{
    private static readonly Type[] s_collections =
    [
        typeof(Queue<string>), typeof(Queue<int>), typeof(Stack<Cat>), typeof(LinkedList<long>), typeof(LinkedList<string>), typeof(SortedList<int, string>),
        typeof(PriorityQueue<string, int>), typeof(OrderedDictionary<int, string>),
        typeof(Collection<string>), typeof(ReadOnlyCollection<double>),
    ];

    private static readonly TypeModel s_model =
        TypeModel.Create([typeof(Message), typeof(Animal), typeof(Dog), typeof(Cat), typeof(object[]), typeof(Point[]), typeof(Dictionary<int, string>),
            typeof(MemberOf<Shade?>), typeof(string[,]), typeof(int[,]), typeof(double[,,]), typeof(ImmutableArray<int>), typeof(ImmutableArray<string>),
            typeof(ArraySegment<Cat>), typeof(Memory<long>), typeof(ReadOnlyMemory<char>), typeof(BitArray), .. s_collections,
            typeof(StringBuilder), typeof(BigInteger)]);

    private static IEnumerable<object> Values()
    {
        yield return Message.Filled(500);
        yield return Message.Filled(100_000);
        yield return new Message { Replies = [Message.Filled(1), null!, Message.Filled(2)] };
        yield return new Dog("here") { Name = "Rex", Friend = new Cat { Age = 3 } };
        yield return new object[] { 1, "two", 3.0, Guid.Empty, new Cat() };
        yield return new Point[] { new() { X = 1 }, new() { Y = 2 } };
        yield return new Dictionary<int, string> { [1] = "one", [2] = "two" };
        yield return new MemberOf<Shade?> { Value = Shade.Dark };
        yield return new string('\u0416', 40_000);
        yield return Enumerable.Range(0, 50_000).ToArray();
        yield return Enumerable.Repeat(true, 1_000).ToList();
        yield return ImmutableArray.CreateRange(Enumerable.Range(0, 1_000));
        yield return ImmutableArray.Create<string?>("a", null);
        yield return new ArraySegment<Cat>([new(), new(), new()], 1, 2);
        yield return new Memory<long>([1, 2, 3], 1, 2);
        yield return "text".AsMemory(1);
        yield return new BitArray(1_001, true);
        yield return new int[2, 2];
        yield return new double[2, 3, 4];
        yield return new[,] { { "a", null }, { null, "b" } };
    }

    // Written alone: what a copy of these has allocated cannot be told from its size, since they refer to themselves or to more than their content.
    private static IEnumerable<object> Collections()
    {
        yield return new Queue<string?>(["a", null]);
        yield return new Queue<int>(Enumerable.Range(0, 1_000));
        yield return new Stack<Cat>([new(), new()]);
        yield return new LinkedList<long>([1, 2, 3]);
        yield return new LinkedList<string>(["a", "b"]);
        yield return new SortedList<int, string> { [2] = "two", [1] = "one" };
        yield return new PriorityQueue<string, int>([("a", 2), ("b", 1)]);
        yield return new OrderedDictionary<int, string> { [2] = "two", [1] = "one" };
        yield return new Collection<string> { "a", "b" };
        yield return new ReadOnlyCollection<double>([1, 2]);
    }

    [TestCaseSource(nameof(Values))]
    [TestCaseSource(nameof(Collections))]
    public void WritingToASpanAllocatesNothing(object value)
    {
        byte[] buffer = new byte[1 << 20];
        Assert.That(Measure(() => s_model.TrySerialize(buffer, value, out _)), Is.Zero);
    }

    [TestCaseSource(nameof(Values))]
    [TestCaseSource(nameof(Collections))]
    public void WritingToABufferWriterAllocatesNothing(object value)
    {
        var writer = new ArrayBufferWriter<byte>(1 << 20);
        Assert.That(
            Measure(() =>
            {
                writer.ResetWrittenCount();
                s_model.Serialize<object>(writer, value);
            }),
            Is.Zero);
    }

    [TestCaseSource(nameof(Values))]
    public void WritingToAStreamAllocatesNothingBelowAChunkAndOneSinkAbove(object value)
    {
        using var stream = new MemoryStream(1 << 20);
        bool isShort = s_model.Serialize<object>(value).Length <= 1_000;
        Assert.That(
            Measure(() =>
            {
                stream.Position = 0;
                s_model.Serialize<object>(stream, value);
            }),
            Is.LessThanOrEqualTo(isShort ? 0 : 64));
    }

    [TestCaseSource(nameof(Values))]
    public void WritingToASessionAllocatesNothing(object value)
    {
        using var stream = new MemoryStream(1 << 20);
        using ValueWriter writer = s_model.OpenWriter(stream);
        Assert.That(
            Measure(() =>
            {
                stream.Position = 0;
                writer.Write(value);
                writer.Flush();
            }),
            Is.Zero);
    }

    [TestCaseSource(nameof(Values))]
    public void AnArrayOfItsOwnIsAllThatSerializeAllocates(object value)
    {
        int length = s_model.Serialize(value).Length;
        long expected = (16 + length + 8 + 7) & ~7L;
        Assert.That(Measure(() => s_model.Serialize(value)), Is.EqualTo(expected));
    }

    [TestCaseSource(nameof(Values))]
    public void ReadingAllocatesTheResultAlone(object value)
    {
        byte[] bytes = s_model.Serialize(value);
        long fromMemory = Measure(() => s_model.Deserialize<object>((ReadOnlySpan<byte>)bytes));
        Assert.That(fromMemory, Is.LessThanOrEqualTo(ObjectSizes.Of(value)));

        using var framed = new MemoryStream();
        s_model.Serialize<object>(framed, value);
        long fromStream = Measure(() =>
        {
            framed.Position = 0;
            s_model.Deserialize<object>(framed);
        });
        Assert.That(fromStream, Is.LessThanOrEqualTo((2 * fromMemory) + (32 << 10)), "a stream of several chunks may grow arrays in steps");

        System.Buffers.ReadOnlySequence<byte> sequence = Conformance.Checks.Segments.Split(bytes, [bytes.Length / 3, bytes.Length / 2]);
        Assert.That(Measure(() => s_model.Deserialize<object>(in sequence)), Is.EqualTo(fromMemory), "parted memory");
    }

    /// <summary>Neither a text of the builder nor an array of the number.</summary>
    [Test]
    public void Writing_what_the_framework_gives_as_copies_allocates_nothing()
    {
        object[] values =
        [
            new StringBuilder("narrow").Append('b', 1_000), Pieces('\u0416', 40), Pieces('n', 100_000), Pieces('\u0416', 100_000), -BigInteger.One,
            BigInteger.Pow(7, 3_000),
        ];
        var buffer = new ArrayBufferWriter<byte>(1 << 20);
        foreach (object value in values)
        {
            long allocated = Measure(() =>
            {
                buffer.ResetWrittenCount();
                s_model.Serialize(buffer, value);
            });
            Assert.That(allocated, Is.Zero, value.GetType().Name);
        }
    }

    private static IEnumerable<TestCaseData> Allocating()
    {
        yield return new(CultureInfo.GetCultureInfo("de-DE"), "`CultureInfo`");
        yield return new(new UTF8Encoding(false, true), "encodings that a program made");
        yield return new(new NameValueCollection { { "a", "b" } }, "`NameValueCollection`");
        yield return new(new Uri("http://host/path"), "`Uri`");
        yield return new(PhysicalAddress.Parse("010203"), "`PhysicalAddress`");
        yield return new(new Hashtable { [1] = 2 }, "`Hashtable`");
    }

    [TestCaseSource(nameof(Allocating))]
    public void What_allocates_is_named_in_the_README(object value, string name)
    {
        TypeModel model = TypeModel.Create(
            typeof(CultureInfo), typeof(Encoding), typeof(NameValueCollection), typeof(Uri), typeof(PhysicalAddress), typeof(Hashtable));
        byte[] buffer = new byte[1 << 10];
        Assert.That(Measure(() => model.TrySerialize(buffer, value, out _)), Is.Positive);
        Assert.That(Structure.Repository.Read("README.md").Split("**No garbage of its own.**")[1].Split("\n\n")[0], Does.Contain(name));
    }

    // A builder of many pieces.
    private static StringBuilder Pieces(char unit, int length)
    {
        var builder = new StringBuilder();
        while (builder.Length < length)
        {
            builder.Append(unit, Math.Min(length - builder.Length, 7));
        }
        return builder;
    }

    // Twice to compile and to fill pools, then the least of three, for the runtime itself allocates now and then.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Measure(Action action)
    {
        action();
        action();
        long least = long.MaxValue;
        for (int i = 0; i < 3; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            action();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return least;
    }
}
