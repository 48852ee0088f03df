using System.Runtime.Serialization;
using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Protocols;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>The order of docs/object-model.md, "Graphs", over shared objects and cycles, beside that of BinaryFormatter over the same graphs.</summary>
public sealed class EventOrderTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(Node), typeof(Part), typeof(Holder), typeof(object[]), typeof(Dictionary<PlainKey, int>), typeof(Dictionary<CallingKey, int>)],
        new SerializerOptions { References = ReferenceHandling.Preserve });

    [Test]
    public void A_shared_object_hears_once_where_it_comes_first()
    {
        var shared = new Node("s");
        var root = new Node("r", new Node("a", shared), new Node("b", shared));
        Calls ours = Ours(root), theirs = Theirs(root);
        Assert.Multiple(() =>
        {
            Assert.That(ours.Of("serializing"), Is.EqualTo("r a s b"));
            Assert.That(ours.Of("serialized"), Is.EqualTo("r a s b"));
            Assert.That(ours.Of("deserialized"), Is.EqualTo("s a b r"));
            Assert.That(ours.Of("notified"), Is.EqualTo("r a s b"));
            Assert.That(theirs.Of("serializing"), Is.EqualTo("r a b s"), "BinaryFormatter: level by level");
            Assert.That(theirs.Of("deserialized"), Is.EqualTo("s r a b"), "BinaryFormatter: what holds no others first, then from the outside in");
            Assert.That(theirs.Of("notified"), Is.EqualTo("r a b s"));
            Assert.That(ours.Sorted, Is.EqualTo(theirs.Sorted), "the same calls, each once");
        });
    }

    [TestCase(1, "n0")]
    [TestCase(2, "n1 n0")]
    [TestCase(4, "n3 n0 n1 n2", Description = "BinaryFormatter: the last one, whose other is there already, then from the outside in")]
    public void In_a_ring_the_object_that_comes_first_is_the_outermost(int length, string theirInward)
    {
        Node[] ring = [.. Enumerable.Range(0, length).Select(i => new Node($"n{i}"))];
        for (int i = 0; i < length; i++)
        {
            ring[i].First = ring[(i + 1) % length];
        }
        string outward = string.Join(' ', ring.Select(node => node.Name)), inward = string.Join(' ', ring.Select(node => node.Name).Reverse());
        Calls ours = Ours(ring[0]), theirs = Theirs(ring[0]);
        Assert.Multiple(() =>
        {
            Assert.That((ours.Of("serializing"), ours.Of("serialized"), ours.Of("notified")), Is.EqualTo((outward, outward, outward)));
            Assert.That((theirs.Of("serializing"), theirs.Of("serialized"), theirs.Of("notified")), Is.EqualTo((outward, outward, outward)));
            Assert.That(ours.Of("deserialized"), Is.EqualTo(inward));
            Assert.That(theirs.Of("deserialized"), Is.EqualTo(theirInward));
        });
    }

    [Test]
    public void What_a_shared_object_is_in_is_constructed_after_it()
    {
        var shared = new Part("s");
        var root = new Part("r", new Part("a", shared), new Part("b", shared));
        Calls ours = Ours(root), theirs = Theirs(root);
        Assert.Multiple(() =>
        {
            Assert.That(ours.Of("asked"), Is.EqualTo("r a s b"));
            Assert.That(theirs.Of("asked"), Is.EqualTo("r a b s s"), "BinaryFormatter: asks once for each that holds it");
            Assert.That(ours.Of("constructed"), Is.EqualTo("s a b r"));
            Assert.That(theirs.Of("constructed"), Is.EqualTo("s a b r"));
            Assert.That(ours.Lines("constructed"), Is.EquivalentTo(theirs.Lines("constructed")), "with the same entries");
        });
    }

    [Test]
    public void A_shared_object_is_constructed_before_whatever_holds_it_directly_or_not()
    {
        var shared = new Part("s");
        var root = new object[] { new Part("a", new Holder { Inner = shared }), new Part("b", shared), new Holder
            { Inner = new Part("c", new Holder { Inner = shared }) } };
        Calls ours = Ours(root), theirs = Theirs(root);
        Assert.Multiple(() =>
        {
            Assert.That(ours.Of("constructed"), Is.EqualTo("s a b c"));
            Assert.That(theirs.Of("constructed"), Is.EqualTo("a s c b"), "BinaryFormatter: not with another object in between");
        });
    }

    [Test]
    public void Of_objects_that_contain_each_other_the_one_that_comes_first_is_constructed_last()
    {
        var root = new Part("r");
        root.First = new Part("a", root, new Part("b"));
        string[] expected = ["constructed b All with nothing and nothing", "constructed a All with nothing and b", "constructed r All with a and nothing"];
        Assert.Multiple(() =>
        {
            Assert.That(Ours(root).Lines("constructed"), Is.EqualTo(expected));
            Assert.That(Theirs(root).Lines("constructed"), Is.EqualTo(expected));
        });
    }

    [Test]
    public void A_cycle_through_another_object_is_closed_by_the_time_of_the_constructor()
    {
        var holder = new Holder();
        var part = new Part("p", holder);
        holder.Inner = part;
        foreach (object root in (object[])[part, holder])
        {
            foreach (Func<object, object> clone in (Func<object, object>[])[value => s_model.DeepClone(value), BinaryFormatterPeer.Clone])
            {
                object copy = null!;
                Assert.That(Journal.Of(() => copy = clone(root)).Count(line => line.StartsWith("constructed p", StringComparison.Ordinal)), Is.EqualTo(1));
                Part read = copy as Part ?? (Part)((Holder)copy).Inner!;
                Assert.That(((Holder)read.First!).Inner, Is.SameAs(read));
            }
        }
    }

    [Test]
    public void Tables_whose_keys_lead_back_are_filled_between_the_constructors_and_the_callbacks_or_behind_both()
    {
        var plain = new Dictionary<PlainKey, int>();
        plain[new PlainKey { Name = "plain", Table = plain }] = 1;
        var calling = new Dictionary<CallingKey, int>();
        calling[new CallingKey { Name = "calling", Table = calling }] = 2;
        var root = new object[] { plain, calling, new Part("p"), new Node("n") };
        Assert.Multiple(() =>
        {
            Assert.That(Events(Journal.Of(() => s_model.DeepClone(root))), Is.EqualTo((string[])
            [
                "constructed p", "hash plain", "deserialized calling", "deserialized p", "deserialized n", "hash calling", "notified p", "notified n",
            ]));
            Assert.That(Events(Journal.Of(() => BinaryFormatterPeer.Clone(root))), Is.EqualTo((string[])
            [
                "deserialized ", "deserialized n", "deserialized calling", "constructed p", "hash plain", "hash calling", "notified p", "notified n",
            ]), "BinaryFormatter: p before its constructor; tables are filled by their own OnDeserialization");
        });
    }

    [Test]
    public void No_constructor_or_callback_runs_for_a_graph_whose_bytes_are_bad()
    {
        var root = new Part("r");
        root.First = new object[] { new Part("a", root), new Node("n"), root };
        byte[] bytes = s_model.Serialize<object>(root);
        for (int cut = 0; cut < bytes.Length; cut++)
        {
            byte[] prefix = bytes[..cut];
            IReadOnlyList<string> lines = Journal.Of(() => Assert.That(() => s_model.Deserialize<object>(prefix), Throws.TypeOf<MalformedDataException>()));
            Assert.That(lines.Where(line => !line.StartsWith("deserializing", StringComparison.Ordinal)), Is.Empty, $"cut at {cut}");
        }
    }

    private static string[] Events(IReadOnlyList<string> lines) =>
        [.. lines.Select(line => string.Join(' ', line.Split(' ').Take(2))).SkipWhile(line => !line.StartsWith("deserializing", StringComparison.Ordinal))
            .Where(line => !line.StartsWith("deserializing", StringComparison.Ordinal))];

    private static Calls Ours(object root) => new(Journal.Of(() => s_model.DeepClone(root)));

    private static Calls Theirs(object root) => new(Journal.Of(() => BinaryFormatterPeer.Clone(root)));

    private sealed class Calls(IReadOnlyList<string> lines)
    {
        public IEnumerable<string> Sorted => lines.Order(StringComparer.Ordinal);

        public string Of(string step) => string.Join(' ', Lines(step).Select(line => line.Split(' ')[1]));

        public string[] Lines(string step) => [.. lines.Where(line => line.StartsWith(step + " ", StringComparison.Ordinal))];
    }

    [Serializable]
    private sealed class Holder
    {
        public object? Inner { get; set; }
    }

    [Serializable]
    private sealed class PlainKey
    {
        public string? Name { get; set; }

        public Dictionary<PlainKey, int>? Table { get; set; }

        public override bool Equals(object? other) => other is PlainKey key && key.Name == Name;

        public override int GetHashCode()
        {
            Journal.Add($"hash {Name}");
            return Name!.Length;
        }
    }

    [Serializable]
    private sealed class CallingKey
    {
        public string? Name { get; set; }

        public Dictionary<CallingKey, int>? Table { get; set; }

        public override bool Equals(object? other) => other is CallingKey key && key.Name == Name;

        public override int GetHashCode()
        {
            Journal.Add($"hash {Name}");
            return Name!.Length;
        }

        [OnDeserialized]
        private void Deserialized(StreamingContext context) => Journal.Add($"deserialized {Name}");
    }
}
