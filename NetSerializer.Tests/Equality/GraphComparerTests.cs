using System.Collections;
using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using NetSerializer.Tests.Models;
using NUnit.Framework;

namespace NetSerializer.Tests.Equality;

/// <summary>The comparer of graphs must see sharing that was lost, sharing that was not there, and edges that lead elsewhere.</summary>
public sealed class GraphComparerTests
{
    private const int Depth = 100_000;

    private static IEnumerable<TestCaseData> Different()
    {
        yield return Pair("split in an array", shared => new object[] { shared, shared }, _ => new object[] { Node(), Node() });
        yield return Pair("split in a list", shared => new List<Tree> { shared, shared }, _ => new List<Tree> { Node(), Node() });
        yield return Pair("split in values", shared => new Dictionary<int, Tree> { [1] = shared, [2] = shared }, _ =>
            new Dictionary<int, Tree> { [1] = Node(), [2] = Node() });
        yield return Pair("split in a table without an order", shared => new Hashtable { [1] = shared, [2] = shared }, _ =>
            new Hashtable { [1] = Node(), [2] = Node() });
        yield return Pair("split in structs", shared => new[] { (1, shared), (2, shared) }, _ => new[] { (1, Node()), (2, Node()) });
        yield return Pair("split string", _ => Twice(Text()), _ => new[] { Text(), Text() });
        yield return Pair("split box", _ => Twice<object>(7), _ => new object[] { 7, 7 });
        yield return Pair("split array", _ => Twice(new int[1]), _ => new[] { new int[1], new int[1] });
        yield return Pair("split in an immutable list", shared => ImmutableList.Create(shared, shared), _ => ImmutableList.Create(Node(), Node()));
        yield return Pair("wrong back edge", _ => Ring(0), _ => Ring(1));
        yield return Pair("cycle of another length", _ => Cycle(2), _ => Cycle(3));
        yield return Pair("array that holds itself", _ => Itself(new object[2], deeper: false), _ => Itself(new object[2], deeper: true));
        yield return Pair("value", _ => new Tree { Value = 1 }, _ => new Tree { Value = 2 });
        yield return Pair("comparer", _ => new HashSet<string>(StringComparer.Ordinal), _ => new HashSet<string>());
        yield return Pair("dimension", _ => new int[2, 3], _ => new int[3, 2]);
    }

    [TestCaseSource(nameof(Different))]
    public void Difference_is_seen_in_both_directions(object expected, object copy) => Assert.Multiple(() =>
    {
        Assert.That(GraphComparer.FirstDifference(expected, copy), Is.Not.Null);
        Assert.That(GraphComparer.FirstDifference(copy, expected), Is.Not.Null);
        Assert.That(GraphComparer.FirstDifference(expected, expected), Is.Null, "itself");
    });

    [Test]
    public void Isomorphic_graphs_are_equal() => Assert.Multiple(() =>
    {
        Assert.That(GraphComparer.FirstDifference(Ring(2), Ring(2)), Is.Null);
        Assert.That(GraphComparer.FirstDifference(Itself(new object[2], true), Itself(new object[2], true)), Is.Null);
        Assert.That(GraphComparer.FirstDifference(new Hashtable { [1] = "a", ["b"] = 2 }, new Hashtable { ["b"] = 2, [1] = "a" }), Is.Null);
    });

    [Test]
    public void Field_that_stays_at_home_is_default_in_the_copy() =>
        Assert.That(GraphComparer.FirstDifference(new PartlySerialized(), new PartlySerialized { Cache = 1 }), Is.Not.Null);

    [Test]
    public void Strings_need_no_identity_when_they_travel_as_values() =>
        Assert.That(GraphComparer.FirstDifference(Twice(Text()), new[] { Text(), Text() }, TextIdentity.Values), Is.Null);

    [Test]
    public void Path_leads_to_the_difference() =>
        Assert.That(GraphComparer.FirstDifference(
            new Branch { Children = [new(), new() { Name = "a" }] }, new Branch { Children = [new(), new() { Name = "b" }] }),
            Does.StartWith("root.Children[1].Name"));

    [Test]
    public void Depth_costs_no_stack()
    {
        Tree left = Deep(), right = Deep();
        Assert.That(GraphComparer.FirstDifference(left, right), Is.Null);
        left.Right = left;
        Assert.That(GraphComparer.FirstDifference(left, right), Is.Not.Null);
    }

    private static TestCaseData Pair(string name, Func<Tree, object> expected, Func<Tree, object> copy) =>
        new TestCaseData(expected(Node()), copy(Node())).SetArgDisplayNames(name);

    private static Tree Node() => new() { Value = 1 };

    // All of them look alike, and only what is far behind a choice shows that it was wrong.
    [Test]
    public void Entries_without_an_order_find_their_partners([Range(1, 9)] int attempt) =>
        Assert.That(GraphComparer.FirstDifference(Rings(4, 5), Rings(5, 4)), Is.Null);

    [Test]
    public void No_choice_of_partners_makes_two_rings_of_one() => Assert.Multiple(() =>
    {
        Assert.That(GraphComparer.FirstDifference(Rings(4, 5), Rings(9)), Is.Not.Null);
        Assert.That(GraphComparer.FirstDifference(Rings(9), Rings(4, 5)), Is.Not.Null);
    });

    /// <summary>A set of boxes told apart by identity, each with the set of the next two in its ring.</summary>
    private static ImmutableHashSet<StrongBox<object?>> Rings(params int[] lengths)
    {
        var boxes = new List<StrongBox<object?>>();
        foreach (int length in lengths)
        {
            StrongBox<object?>[] ring = [.. Enumerable.Range(0, length).Select(_ => new StrongBox<object?>())];
            for (int i = 0; i < length; i++)
                ring[i].Value = ImmutableHashSet.Create(ring[(i + 1) % length], ring[(i + 2) % length]);
            boxes.AddRange(ring);
        }
        return [.. boxes];
    }

    private static string Text() => new('x', 3);

    private static T[] Twice<T>(T shared) => [shared, shared];

    private static object[] Itself(object[] array, bool deeper)
    {
        array[0] = deeper ? array : new object[] { array, array };
        array[1] = deeper ? new object[] { array, array } : array;
        return array;
    }

    /// <summary>Three nodes in a row, the last of which leads back to the node of a number.</summary>
    private static Tree Ring(int back)
    {
        Tree[] nodes = [new(), new(), new()];
        nodes[0].Left = nodes[1];
        nodes[1].Left = nodes[2];
        nodes[2].Left = nodes[back];
        return nodes[0];
    }

    private static Tree Cycle(int length)
    {
        var first = new Tree();
        Tree last = first;
        for (int i = 1; i < length; i++)
            last = last.Left = new Tree();
        last.Left = first;
        return first;
    }

    private static Tree Deep()
    {
        var root = new Tree();
        for (int i = 0; i < Depth; i++)
            root = new Tree { Left = root };
        return root;
    }
}
