using System.Runtime.CompilerServices;
using NetSerializer.Tests.Models;
using NUnit.Framework;

namespace NetSerializer.Tests.Equality;

/// <summary>The comparer must see every difference that a serializer could make.</summary>
public sealed class DeepComparerTests
{
    private static IEnumerable<TestCaseData> Different()
    {
        yield return Pair("runtime type", 1, 1L);
        yield return Pair("null", "a", null);
        yield return Pair("sign of zero", 0.0, -0.0);
        yield return Pair("payload of NaN", BitConverter.UInt64BitsToDouble(0x7FF8000000000001), double.NaN);
        yield return Pair("scale of a decimal", 1.0m, 1.00m);
        yield return Pair("sign of a decimal zero", 0m, new decimal(0, 0, 0, true, 0));
        yield return Pair("kind of a date", new DateTime(5, DateTimeKind.Utc), new DateTime(5, DateTimeKind.Local));
        yield return Pair("daylight-saving bit", Moment(2), Moment(3));
        yield return Pair("offset", new DateTimeOffset(36000000000, TimeSpan.FromHours(1)), new DateTimeOffset(0, TimeSpan.Zero));
        yield return Pair("lone surrogate", "\uD800", "\uFFFD");
        yield return Pair("enum type", Marks.Bold, IntColour.None + 1);
        yield return Pair("element", new[] { 1, 2 }, new[] { 1, 3 });
        yield return Pair("length", new[] { 1 }, new[] { 1, 0 });
        yield return Pair("dimensions", new int[2, 3], new int[3, 2]);
        yield return Pair("lower bound", Array.CreateInstance(typeof(int), [1], [1]), Array.CreateInstance(typeof(int), [1], [2]));
        yield return Pair("list element", new List<object?> { null }, new List<object?> { 0 });
        yield return Pair("value", new Dictionary<int, int> { [1] = 1 }, new Dictionary<int, int> { [1] = 2 });
        yield return Pair("order", new Dictionary<int, int> { [1] = 1, [2] = 2 }, new Dictionary<int, int> { [2] = 2, [1] = 1 });
        yield return Pair("comparer", new Dictionary<string, int>(), new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase));
        yield return Pair("comparer of a set", new HashSet<string>(StringComparer.Ordinal), new HashSet<string>());
        yield return Pair("set element", new HashSet<int> { 1 }, new HashSet<int> { 2 });
        yield return Pair("shadowed field", new ShadowMiddle(1, "a", 2), new ShadowMiddle(3, "a", 2));
        yield return Pair("deep field", new Tree { Left = new Tree { Value = 1 } }, new Tree { Left = new Tree { Value = 2 } });
        yield return Pair("field that stays at home", new PartlySerialized(), new PartlySerialized { Cache = 1 });
        yield return Pair("struct field", new Padded { Small = 1 }, new Padded { Small = 2 });
        yield return Pair("key that is not found", Lost(1), Lost(2));
    }

    [TestCaseSource(nameof(Different))]
    public void Difference_is_seen(object? expected, object? copy) =>
        Assert.That(DeepComparer.FirstDifference(expected, copy), Is.Not.Null);

    [Test]
    public void Path_leads_to_the_difference() =>
        Assert.That(
            DeepComparer.FirstDifference(
                new Branch { Children = [new Branch(), new Branch { Name = "a" }] },
                new Branch { Children = [new Branch(), new Branch { Name = "b" }] }),
            Does.StartWith("root.Children[1].Name"));

    [Test]
    public void Copies_of_equal_content_are_equal() => Assert.Multiple(() =>
    {
        Assert.That(DeepComparer.FirstDifference(new PartlySerialized { Cache = 1, Kept = 2 }, new PartlySerialized { Kept = 2 }), Is.Null);
        Assert.That(DeepComparer.FirstDifference(new Tree { Left = new Tree() }, new Tree { Left = new Tree() }), Is.Null);
        Assert.That(DeepComparer.FirstDifference(Cycle(), Cycle()), Is.Null);
    });

    private static TestCaseData Pair(string name, object? expected, object? copy) =>
        new TestCaseData(expected, copy).SetArgDisplayNames(name);

    private static DateTime Moment(ulong kind) => Unsafe.BitCast<ulong, DateTime>((kind << 62) | 600000000000000000);

    /// <summary>A table whose only key was changed after it went in, and is found no longer.</summary>
    private static Dictionary<Cell, int> Lost(int number)
    {
        var key = new Cell { Number = 1 };
        var table = new Dictionary<Cell, int> { [key] = 1 };
        key.Number = number;
        // The pair differs by the lookup alone: both list a key of number 2.
        return number == 2 ? table : new Dictionary<Cell, int> { [new Cell { Number = 2 }] = 1 };
    }

    private static Tree Cycle()
    {
        var tree = new Tree();
        tree.Left = tree;
        return tree;
    }

    private sealed class Cell
    {
        public int Number;

        public override bool Equals(object? other) => other is Cell cell && cell.Number == Number;

        public override int GetHashCode() => Number;
    }
}
