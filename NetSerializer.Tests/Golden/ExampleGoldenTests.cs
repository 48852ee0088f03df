using System.Collections.ObjectModel;
using System.Text;
using NUnit.Framework;

namespace NetSerializer.Tests.Golden;

/// <summary>The examples of docs/wire-format.md: one golden file for each section.</summary>
[TestFixture]
internal sealed class ExampleGoldenTests
{
    private static readonly SerializerOptions s_fixed = new() { Integers = IntegerEncoding.Fixed }, s_graphs = new()
    { References = ReferenceHandling.Preserve };

    [Test]
    public void VarIntsAndScalars() => new Listing("example-scalars")
        .Add("int32 0", 0).Add("int32 -1", -1).Add("int32 64", 64).Add("int32, the largest", int.MaxValue).Add("uint16 300", (ushort)300)
            .Add("int64, the smallest", long.MinValue).Add("char", 'A')
        .Add("bool", true).Add("double", 1.5).Add("decimal 123.230", 123.230m).Add("decimal, the smallest", decimal.MinValue)
            .Add("datetime in UTC", new DateTime(2026, 7, 28, 12, 0, 0, DateTimeKind.Utc))
        .Add("datetimeoffset", new DateTimeOffset(2026, 7, 28, 12, 0, 0, TimeSpan.FromHours(2))).Add("dateonly", new DateOnly(2026, 7, 28))
            .Add("guid", new Guid("00112233-4455-6677-8899-aabbccddeeff"))
        .Add("nullable int32", (int?)5).Add("nullable int32 without a value", (int?)null).Assert();

    [Test]
    public void Strings() => new Listing("example-strings")
        .Add("null", (string?)null).Add("empty", "").Add("narrow", "Hello").Add("narrow, Latin-1", "na\u00EFve").Add("wide", "\u4F60\u597D")
            .Add("wide, a lone surrogate", "\uD83D")
        .Add("wide, in blocks", string.Concat(Enumerable.Repeat("\u0416\u0434", 20)) + "!").Assert();

    [Test]
    public void IntegerArrays() => new Listing("example-integer-arrays")
        .Add("empty", Array.Empty<int>()).Add("one byte each", new[] { 1, -2, 3 }).Add("two bytes each", new[] { 1, 1000 })
            .Add("a list of uint64", new List<ulong> { 1, ulong.MaxValue })
        .Add("chars", "Hi".ToCharArray()).Add("a block", Enumerable.Range(0, 40).ToArray())
            .Add("a block with an exception", Enumerable.Range(0, 40).Select(i => i == 7 ? 100_000 : i).ToArray())
            .Add("a block with too many exceptions", Enumerable.Range(0, 40).Select(i => i % 4 == 0 ? i : i - 100_000).ToArray())
        .Add("two blocks", Enumerable.Range(0, 130).Select(i => (short)(i - 65)).ToArray()).Assert();

    [Test]
    public void OtherSequences() => new Listing("example-sequences", typeof(string[][]), typeof(bool[]), typeof(Vector[]), typeof(Amount[]), typeof(object[]))
        .Add("bools", new[] { true, false, true, true, false, false, false, false, true }).Add("bytes", new byte[] { 1, 2, 255 })
            .Add("decimals", new[] { 1.5m, -2m }).Add("doubles", new List<double> { 0.5 })
        .Add("strings", new[] { "a", null, "" }).Add("an array of arrays", new string[]?[] { ["x"], null, [] })
            .Add("raw structs", new Vector[] { new() { X = 1, Y = 2, Z = 3 } })
        .Add("structs", new Amount[] { new() { Count = 2, Price = 9.90m } }).Add("objects", new object?[] { 1, "two", null, 3.5 }).Assert();

    [Test]
    public void Grids() => new Listing("example-grids", typeof(int[,]), typeof(double[,,]), typeof(string[,]), typeof(bool[,]))
        .Add("2 by 3", new[,] { { 1, 2, 3 }, { 4, 5, 600 } }).Add("lower bounds", (int[,])Array.CreateInstance(typeof(int), [1, 2], [-5, 7]))
            .Add("1 by 1 by 2", new[, ,] { { { 0.5, 1.5 } } })
        .Add("strings", new[,] { { "a", null } }).Add("bools", new[,] { { true, false }, { true, true } }).Add("empty", new int[0, 4]).Assert();

    [Test]
    public void Tables() => new Listing(
        "example-tables", typeof(Dictionary<string, int>), typeof(Dictionary<int, string>), typeof(HashSet<string>), typeof(HashSet<long>))
        .Add("string keys", new Dictionary<string, int> { ["one"] = 1, ["two"] = 2 })
            .Add("string keys, case ignored", new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["One"] = 1 })
        .Add("int keys", new Dictionary<int, string?> { [7] = "seven", [8] = null }).Add("a set with null", new HashSet<string?> { "a", null })
            .Add("a set of int64", new HashSet<long> { 5, -5 })
        .Add("string keys, any values", new Dictionary<string, object?> { ["n"] = 1, ["s"] = "x", ["none"] = null }).Assert();

    [Test]
    public void Collections() => new Listing(
            "example-collections", typeof(Queue<int>), typeof(Stack<string>), typeof(SortedSet<string>), typeof(SortedList<int, string>),
            typeof(PriorityQueue<string, int>), typeof(Crew), typeof(Fleet))
        .Add("a queue: the front first", new Queue<int>([1, 2, 3])).Add("a stack: the top first", new Stack<string>(["bottom", "top"]))
            .Add("a sorted set, ordinal", new SortedSet<string>(StringComparer.Ordinal) { "b", "B" })
        .Add("a sorted list", new SortedList<int, string?> { [2] = "two", [1] = null })
            .Add("a priority queue", new PriorityQueue<string, int>([("late", 9), ("soon", 1)]))
        .Add("a class derived from a list", new Crew { "Ann", "Ben" }).Add("the same with its own field", new Crew { Ship = "Argo" })
            .Add("a keyed collection", new Fleet { new Ship { Name = "Argo", Oars = 50 } }).Assert();

    [Test]
    public void Classes() => new Listing("example-classes", typeof(Customer))
        .Add("a customer", new Customer
        {
            Name = "Ada",
            Age = 36,
            Credit = 10.50m,
            IsActive = true,
            Home = new Address("Bern", 3000),
            Contact = new Being
            { Name = "Bob", Age = 40 },
            Tag = 42,
            Orders = [new Order { Day = new DateOnly(2026, 7, 28), Level = Level.High, Discount = 5, Lines = [new Amount { Count = 1, Price = 2m }] }, null!],
        })
        .Add("all members null or zero", new Customer()).Add("a base class as root", new Being { Name = "Eve" }).Add("null", (Customer?)null).Assert();

    [Test]
    public void Structs() => new Listing("example-structs", typeof(Vector), typeof(Pixel), typeof(Reading))
        .Add("raw: floats", new Vector { X = 1, Y = 2, Z = -1 })
            .Add("not raw: int16 is a varint", new Pixel { X = 300, Y = -1, Red = 255, Green = 64, Blue = 32, Alpha = 128 })
            .Add("not raw: padding", new Reading { Channel = 1, Value = 0.5 }).Assert();

    [Test]
    public void Interfaces() => new Listing("example-interfaces", typeof(Drawing), typeof(Circle), typeof(Square))
        .Add("a class, a struct, null", new Drawing { First = new Circle { Radius = 1 }, Second = new Square { Side = 2 }, Third = null }).Assert();

    [Test]
    public void Tuples() => new Listing(
        "example-tuples", typeof((int, string)), typeof(Tuple<int, string>), typeof(KeyValuePair<string, int>),
        typeof((int, int, int, int, int, int, int, int, int)))
        .Add("a value tuple", (1, "one")).Add("a tuple", Tuple.Create(1, "one")).Add("a pair", KeyValuePair.Create("one", 1))
            .Add("nine items", (1, 2, 3, 4, 5, 6, 7, 8, 9)).Assert();

    [Test]
    public void Roots() => new Listing("example-roots", typeof(Ship))
        .AddTagged("int32", 5).AddDirect("int32, direct", 5).AddTagged("nullable int32", (int?)5).AddTagged("nullable int32 without a value", (int?)null)
            .AddDirect("nullable int32, direct", (int?)5)
        .Add("int32 as object", (object)5).Add("string", "x").Add("null", (object?)null).Add("a bare object", new object())
            .Add("an int32 array as object", (object)new[] { 1 }).Add("a list of strings", new List<string> { "x" })
        .AddTagged("a class", new Ship { Name = "Argo", Oars = 50 }).AddDirect("a class, direct", new Ship { Name = "Argo", Oars = 50 })
            .AddDirect("no object, direct", (Ship?)null).Assert();

    [Test]
    public void FixedIntegers() => new Listing("example-fixed", s_fixed, typeof(Pixel), typeof(Pixel[]), typeof(Order))
        .Add("int32", 1).Add("int64", -1L).Add("decimal stays as it is", 1.5m)
            .Add("raw now", new Pixel { X = 300, Y = -1, Red = 255, Green = 64, Blue = 32, Alpha = 128 }).Add("int32 array", new[] { 1, 2 })
            .Add("raw structs", new Pixel[] { new() { X = 1 } })
        .Add("an order", new Order { Day = new DateOnly(2026, 7, 28), Level = Level.Low, Discount = 7 }).Assert();

    [Test]
    public void References() => new Listing("example-references", s_graphs, typeof(Knot), typeof(Knot[]), typeof(object[]))
        .Add("a ring of two", Ring()).Add("an object that is everything to itself", Self()).Add("one string in three places", OneString())
            .Add("two strings of the same text", new Knot { Name = "again", Tag = new string("again") })
        .Add("a box in two places", OneBox()).Add("an array in itself", InItself()).Assert();

    [Test]
    public void Covers() => new Listing(
        "example-covers", s_graphs, typeof(ReadOnlyCollection<int>), typeof(ReadOnlyObservableCollection<string>), typeof(Excerpt), typeof(object[]))
        .Add("a list and its cover", AndItsCover([1, 2])).Add("a cover and its collection", new ReadOnlyObservableCollection<string>(["a"]))
            .Add("a class derived from a cover", new Excerpt(["a"]) { Page = 3 }).Assert();

    private static object[] AndItsCover(List<int> list) => [list, list.AsReadOnly()];

    [Test]
    public void NeverShared() => new Listing(
            "example-unshared", s_graphs with { NeverShared = type => type == typeof(Amount) || type == typeof(Order) || type == typeof(byte[]) },
            typeof(Order), typeof(Order[]), typeof(Knot), typeof(object[]))
        .Add("an order in two places", Twice(new Order()))
            .Add("objects with and without numbers", new object[] { new Amount { Count = 1 }, "a", new byte[] { 7 }, new Knot(), new Amount[1] }).Assert();

    private static Order[] Twice(Order order) => [order, order];

    [Test]
    public void Texts() => new Listing("example-texts", new SerializerOptions { Strings = StringHandling.Table }, typeof(Knot), typeof(string[]))
        .Add("texts are written once", new[] { "red", "green", new string("red"), null, "", "green" })
            .Add("behind a type id too", new Knot { Name = "red", Tag = new string("red") }).Assert();

    private static Knot Ring()
    {
        var first = new Knot { Name = "a" };
        first.Next = new Knot { Name = "b", Next = first };
        return first;
    }

    private static Knot Self()
    {
        var knot = new Knot();
        (knot.Next, knot.Tag, knot.Others) = (knot, knot, [knot, null]);
        return knot;
    }

    private static Knot OneString()
    {
        string name = new("name");
        return new Knot { Name = name, Tag = name, Next = new Knot { Name = name } };
    }

    private static object[] OneBox()
    {
        object box = 5;
        return [box, box];
    }

    private static object[] InItself()
    {
        object[] array = new object[2];
        (array[0], array[1]) = (array, "x");
        return array;
    }

    [Test]
    public void Streams()
    {
        TypeModel model = TypeModel.Create(typeof(Address));
        var text = new StringBuilder(model.Describe());
        Append(text, "a value in one chunk", Tests.Streams.Frames.Of(model.Serialize(new Address("Bern", 3000))));
        byte[] value = model.Serialize("Hello");
        Append(text, "a string in two chunks",
            [.. Tests.Streams.Frames.Chunk(value.AsSpan(0, 3), isLast: false), .. Tests.Streams.Frames.Chunk(value.AsSpan(3), isLast: true)]);
        Append(text, "a string aborted, then null", [.. Tests.Streams.Frames.Chunk(value.AsSpan(0, 3), isLast: false),
            .. Tests.Streams.Frames.Aborted, .. Tests.Streams.Frames.Of([0])]);
        Append(text, "a session: two strings", [.. value, .. value]);
        using var header = new MemoryStream();
        model.WriteHeader(header);
        Append(text, "the header of a stream", header.ToArray());
        using var session = new MemoryStream();
        using (ValueWriter writer = model.OpenWriter(session, new SessionOptions { Header = SessionHeader.Schema, LeaveOpen = true }))
        {
            writer.Write("Hello");
        }
        Append(text, "a session with its schema: a string", session.ToArray());
        GoldenFile.AssertEqual("example-streams", text.ToString());

        using var written = new MemoryStream();
        model.Serialize(written, new Address("Bern", 3000));
        Assert.That(written.ToArray(), Is.EqualTo(Tests.Streams.Frames.Of(model.Serialize(new Address("Bern", 3000)))));
    }

    private static void Append(StringBuilder text, string name, byte[] bytes)
    {
        text.Append($"\n{name}: {bytes.Length} {(bytes.Length == 1 ? "byte" : "bytes")}\n");
        for (int start = 0; start < bytes.Length; start += 16)
        {
            text.Append($"  {start:X4}  {string.Join(' ', bytes.Skip(start).Take(16).Select(b => $"{b:X2}"))}\n");
        }
    }

    /// <summary>Values under one model, each at the root of a call with its static type: value types direct, others with their id.</summary>
    private sealed class Listing(string name, SerializerOptions options, params Type[] types)
    {
        private readonly TypeModel _model = TypeModel.Create(types, options);
        private readonly StringBuilder _text = new();

        public Listing(string name, params Type[] types)
            : this(name, SerializerOptions.Default, types)
        {
        }

        public Listing Add<T>(string title, T value)
        {
            return typeof(T).IsValueType ? AddDirect(title, value) : AddTagged(title, value);
        }

        public Listing AddTagged<T>(string title, T value)
        {
            _text.Append('\n').Append(WireListing.OfValue(_model, title, value));
            return this;
        }

        public Listing AddDirect<T>(string title, T value)
        {
            _text.Append('\n').Append(WireListing.OfDirect(_model, title, value));
            return this;
        }

        public void Assert() => GoldenFile.AssertEqual(name, _model.Describe() + _text);
    }
}
