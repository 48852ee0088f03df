using NetSerializer.Tests.Golden;
using NUnit.Framework;

namespace NetSerializer.Tests.Versions;

/// <summary>
/// Schemas and values of November 2026, which every later version must read. Nothing writes the files anew: they are of types that are gone, and the
/// classes here are their successors.
/// </summary>
[TestFixture]
internal sealed class KeptDataTests
{
    private static readonly string s_folder = Path.Combine(GoldenFile.RepositoryRoot, "NetSerializer.Tests", "Versions", "Kept");

    [TestCase("2026-11-trees")]
    [TestCase("2026-11-graphs")]
    public void A_kept_schema_is_the_same_in_its_text_and_its_bytes(string name)
    {
        (string text, byte[] bytes, _) = Load(name);
        WireSchema schema = WireSchema.Parse(bytes);
        Assert.That(schema.ToString(), Is.EqualTo(text));
        Assert.That(WireSchema.Parse(text).ToBytes(), Is.EqualTo(bytes));
    }

    [TestCase("2026-11-trees", ReferenceHandling.None)]
    [TestCase("2026-11-trees", ReferenceHandling.Preserve)]
    [TestCase("2026-11-graphs", ReferenceHandling.Preserve)]
    public void Kept_values_are_read(string name, ReferenceHandling references)
    {
        (_, byte[] bytes, byte[][] values) = Load(name);
        TypeModel model = TypeModel.Create([typeof(Order), typeof(Exception), typeof(Line[])], new SerializerOptions { References = references });
        ModelReader reader = model.ReaderFor(WireSchema.Parse(bytes));
        var order = (Order)reader.Deserialize(values[0])!;
        Assert.That((order.FullName, order.Number, order.Level, order.Perhaps, order.Pair, order.When),
            Is.EqualTo(("first", 7L, Level.High, (long?)5, (1, "one"), new DateTime(2026, 11, 29, 0, 0, 0, DateTimeKind.Utc))));
        Assert.That(order.Lines, Is.EqualTo((List<Line>)[new Line { Count = 3, Price = 9.90m }, default]));
        Assert.That(order.Counts, Is.EqualTo(new Dictionary<string, int> { ["first"] = 1, ["b"] = -2 }));
        Assert.That(order.Grid, Is.EqualTo(new[,] { { 1, 2 }, { 3, 4 } }));
        Assert.That((order.Failure!.Message, order.Site!.ToString()), Is.EqualTo(("bad", "https://example.org/a")));
        Assert.That(order.Numbers, Is.EqualTo(Enumerable.Range(0, 40)));
        Assert.That((((Person)order.Tag!).FullName, order.Owner!.FullName, order.Added), Is.EqualTo(("Ada", "Ada", 0)));
        Assert.That(ReferenceEquals(order.Tag, order.Owner), Is.EqualTo(name == "2026-11-graphs"));
        var empty = (Order)reader.Deserialize(values[1])!;
        Assert.That((empty.FullName, empty.Number, empty.Lines, empty.Tag), Is.EqualTo(((string?)null, 0L, (List<Line>?)null, (object?)null)));
        Assert.That(reader.Deserialize(values[2]), Is.EqualTo(Level.Low));
        Assert.That(reader.Deserialize<Line[]>(values[3]), Is.EqualTo(order.Lines));
    }

    // The text of a schema, a line with its bytes, and lines with values.
    private static (string Text, byte[] Schema, byte[][] Values) Load(string name)
    {
        string[] parts = File.ReadAllText(Path.Combine(s_folder, name + ".txt")).Split("\n\n");
        string[][] lines = [.. parts[1].Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split(' '))];
        return (parts[0] + "\n", Convert.FromHexString(lines[0][1]), [.. lines[1..].Select(line => Convert.FromHexString(line[1]))]);
    }

    [FormerlyNamed("Dynamic.Level")]
    private enum Level : short
    {
        None,
        Low,
        High,
    }

    [Serializable, FormerlyNamed("Dynamic.Line")]
    private struct Line
    {
        public decimal Price;
        public int Count;
    }

    [Serializable, FormerlyNamed("Dynamic.Being")]
    private class Person
    {
        [FormerlyNamed("Name")]
        public string? FullName = null;
    }

    [Serializable, FormerlyNamed("Dynamic.Order")]
    private sealed class Order : Person
    {
        public int Added = 0;
        public Person? Owner = null;
        public List<int>? Numbers = null;
        public Uri? Site = null;
        public Exception? Failure = null;
        public int[,]? Grid = null;
        public DateTime When = default;
        public (int, string) Pair = default;
        public Dictionary<string, int>? Counts = null;
        public object? Tag = null;
        public long? Perhaps = null;
        public Level Level = default;
        public List<Line>? Lines = null;
        public long Number = 0;
    }
}
