using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>
/// The order of docs/object-model.md, beside that of BinaryFormatter over the same values: equal where the document says so, and otherwise different
/// in what it says and in nothing else.
/// </summary>
public class CallbackOrderTests
{
    private static readonly TypeModel s_model = TypeModel.Create(typeof(Node), typeof(NamedNode), typeof(Node[]), typeof(object[]));

    [Test]
    public void Values_without_branches_are_written_in_the_same_order([Values(1, 2, 3, 6)] int length)
    {
        Node chain = Chain(length);
        Assert.That(Journal.Of(() => s_model.Serialize(chain)), Is.EqualTo(Journal.Of(() => BinaryFormatterPeer.Write(chain))));
    }

    [Test]
    public void The_levels_of_a_class_are_called_in_the_same_order()
    {
        var value = new NamedNode("derived", new Node("inner"));
        Assert.Multiple(() =>
        {
            Assert.That(Journal.Of(() => s_model.Serialize(value)), Is.EqualTo(Journal.Of(() => BinaryFormatterPeer.Write(value))));
            Assert.That(Journal.Of(() => s_model.DeepClone(value)).Skip(6), Is.EqualTo(Journal.Of(() => BinaryFormatterPeer.Clone(value)).Skip(6)));
        });
    }

    [Test]
    public void An_object_with_one_inside_is_read_in_the_same_order([Values(1, 2)] int length)
    {
        Node chain = Chain(length);
        Assert.That(Journal.Of(() => s_model.DeepClone(chain)), Is.EqualTo(Journal.Of(() => BinaryFormatterPeer.Clone(chain))));
    }

    [Test]
    public void Deeper_values_differ_only_in_OnDeserialized_which_runs_from_the_inside_out()
    {
        Node chain = Chain(4);
        string[] ours = [.. Journal.Of(() => s_model.DeepClone(chain))], theirs = [.. Journal.Of(() => BinaryFormatterPeer.Clone(chain))];
        Assert.Multiple(() =>
        {
            Assert.That(ours.Where(line => !IsDeserialized(line)), Is.EqualTo(theirs.Where(line => !IsDeserialized(line))));
            Assert.That(ours.Where(IsDeserialized),
                Is.EqualTo((string[])["deserialized n3 All", "deserialized n2 All", "deserialized n1 All", "deserialized n0 All"]));
            Assert.That(theirs.Where(IsDeserialized),
                Is.EqualTo((string[])["deserialized n3 All", "deserialized n0 All", "deserialized n1 All", "deserialized n2 All"]),
                "BinaryFormatter: the innermost as soon as it is read, then from the outside in");
        });
    }

    [Test]
    public void Branches_are_gone_through_one_after_the_other_and_not_level_by_level()
    {
        var tree = new Node("r", new Node("a", new Node("a1"), new Node("a2")), new Node("b"));
        string[] ours = [.. Journal.Of(() => s_model.DeepClone(tree))], theirs = [.. Journal.Of(() => BinaryFormatterPeer.Clone(tree))];
        Assert.Multiple(() =>
        {
            Assert.That(ours, Is.EqualTo((string[])
            [
                .. Lines("serializing", "r a a1 a2 b"), .. Lines("serialized", "r a a1 a2 b"),
                .. Enumerable.Repeat("deserializing a node All", 5), .. Lines("deserialized", "a1 a2 a b r"),
                .. "r a a1 a2 b".Split(' ').Select(name => $"notified {name} by nobody"),
            ]));
            Assert.That(theirs.Where(line => line.StartsWith("serializing", StringComparison.Ordinal)), Is.EqualTo(Lines("serializing", "r a b a1 a2")));
            Assert.That(theirs.Where(line => line.StartsWith("notified", StringComparison.Ordinal)),
                Is.EqualTo("r a b a1 a2".Split(' ').Select(name => $"notified {name} by nobody")));
            Assert.That(ours.Order(StringComparer.Ordinal), Is.EqualTo(theirs.Order(StringComparer.Ordinal)), "the same calls, each once");
        });
    }

    [Test]
    public void Both_call_each_object_in_the_same_steps_and_all_of_one_kind_before_the_next()
    {
        var values = new object[] { new Node("x", new Node("x1")), new NamedNode("y"), new Node[] { new("z") } };
        IReadOnlyList<string> ours = Journal.Of(() => s_model.DeepClone(values)), theirs = Journal.Of(() => BinaryFormatterPeer.Clone(values));
        foreach (string name in (string[])["x", "x1", "y", "z"])
        {
            Assert.That(ours.Where(line => line.Split(' ').Contains(name)), Is.EqualTo(theirs.Where(line => line.Split(' ').Contains(name))), name);
        }
        string[] kinds = [.. ours.Select(line => line.Split(' ')[0])];
        Assert.That(kinds, Is.EqualTo(kinds.OrderBy(kind => Array.IndexOf(["serializing", "serialized", "deserializing", "deserialized", "notified"], kind))));
    }

    private static bool IsDeserialized(string line) => line.StartsWith("deserialized", StringComparison.Ordinal);

    private static string[] Lines(string kind, string names) => [.. names.Split(' ').Select(name => $"{kind} {name} All")];

    private static Node Chain(int length)
    {
        Node? chain = null;
        for (int i = length - 1; i >= 0; i--)
        {
            chain = new Node($"n{i}", chain);
        }
        return chain!;
    }
}
