using System.Runtime.Serialization;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>When ISerializable objects are asked and made, beside BinaryFormatter.</summary>
public class ObjectDataOrderTests
{
    private static readonly TypeModel s_model =
        TypeModel.Create(typeof(Part), typeof(Node), typeof(Holder), typeof(Part[]), typeof(object[]), typeof(Dictionary<Part, Part>));

    [Serializable]
    private sealed class Holder(object inner)
    {
        public object Inner = inner;
    }

    [Test]
    public void Objects_in_one_another_are_asked_in_the_same_order([Values(1, 2, 4)] int length)
    {
        Part chain = Chain(length);
        Assert.That(Journal.Of(() => s_model.Serialize(chain)), Is.EqualTo(Journal.Of(() => BinaryFormatterPeer.Write(chain))));
    }

    [Test]
    public void Constructors_run_from_the_inside_out_as_BinaryFormatters_do([Values(1, 2, 4)] int length)
    {
        Part chain = Chain(length);
        string[] ours = Constructed(Journal.Of(() => s_model.DeepClone(chain))), theirs = Constructed(Journal.Of(() => BinaryFormatterPeer.Clone(chain)));
        Assert.That(ours, Is.EqualTo(theirs));
        Assert.That(ours, Has.Length.EqualTo(length));
    }

    [Test]
    public void Objects_in_two_entries_are_both_whole_when_the_constructor_sees_them()
    {
        var tree = new Part("r", new Part("a", new Part("a1"), new Part("a2")), new Part("b", new Part("b1")));
        string[] ours = Constructed(Journal.Of(() => s_model.DeepClone(tree))), theirs = Constructed(Journal.Of(() => BinaryFormatterPeer.Clone(tree)));
        Assert.Multiple(() =>
        {
            Assert.That(ours.Order(StringComparer.Ordinal), Is.EqualTo(theirs.Order(StringComparer.Ordinal)), "the same constructors with the same entries");
            Assert.That(ours.Select(line => line.Split(' ')[1]), Is.EqualTo("a1 a2 a b1 b r".Split(' ')));
            Assert.That(theirs.Select(line => line.Split(' ')[1]), Is.EqualTo("a1 a2 b1 a b r".Split(' ')), "BinaryFormatter: level by level");
        });
    }

    [Test]
    public void Other_objects_in_between_do_not_disturb_the_order_as_they_do_BinaryFormatters()
    {
        var nested = new Part("outer", new Holder(new Part("middle", new Holder(new Part("inner")))));
        string[] ours = Constructed(Journal.Of(() => s_model.DeepClone(nested))), theirs = Constructed(Journal.Of(() => BinaryFormatterPeer.Clone(nested)));
        Assert.That(ours.Select(line => line.Split(' ')[1]), Is.EqualTo((string[])["inner", "middle", "outer"]));
        Assert.That(theirs.Select(line => line.Split(' ')[1]), Is.EqualTo((string[])["outer", "middle", "inner"]));
    }

    [Test]
    public void Constructors_come_before_all_callbacks_and_callbacks_in_their_own_order()
    {
        var values = new object[] { new Part("x", new Part("x1")), new Node("n"), new Part("y") };
        Assert.That(Journal.Of(() => s_model.DeepClone(values)), Is.EqualTo((string[])
        [
            "serializing x", "asked x All", "serializing x1", "asked x1 All", "serializing n All", "serializing y", "asked y All", "serialized x",
            "serialized x1", "serialized n All", "serialized y",
            "deserializing a part", "deserializing a part", "deserializing a node All", "deserializing a part",
            "constructed x1 All with nothing and nothing", "constructed x All with x1 and nothing", "constructed y All with nothing and nothing",
            "deserialized x1", "deserialized x", "deserialized n All", "deserialized y",
            "notified x", "notified x1", "notified n by nobody", "notified y",
        ]));
    }

    [Test]
    public void BinaryFormatter_calls_OnDeserialized_before_the_constructor_of_an_object_without_others_in_it_and_we_do_not()
    {
        IReadOnlyList<string> theirs = Journal.Of(() => BinaryFormatterPeer.Clone(new Part("outer", new Part("inner")))),
            ours = Journal.Of(() => s_model.DeepClone(new Part("outer", new Part("inner"))));
        Assert.That(theirs, Does.Contain("deserialized "), "without a name: not constructed");
        Assert.That(ours, Does.Not.Contain("deserialized "));
    }

    [Test]
    public void Late_tables_are_filled_behind_the_callbacks_of_their_keys_and_before_those_of_their_holders()
    {
        var table = new Dictionary<Part, Part> { [new Part("key")] = new Part("value") };
        IReadOnlyList<string> lines = [.. Journal.Of(() => s_model.DeepClone(table))
            .SkipWhile(line => !line.StartsWith("constructed", StringComparison.Ordinal))];
        Assert.That(lines, Is.EqualTo((string[])
        [
            "constructed key All with nothing and nothing", "constructed value All with nothing and nothing", "deserialized key", "deserialized value",
            "notified key", "notified value",
        ]));
    }

    [Test]
    public void Keys_are_asked_for_their_hash_when_their_callbacks_have_run([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create([typeof(Dictionary<Label, int>), typeof(HashSet<Label>)], new SerializerOptions { References = references });
        Dictionary<Label, int> table = model.DeepClone(new Dictionary<Label, int> { [new Label("a")] = 1, [new Label("b")] = 2 });
        HashSet<Label> set = model.DeepClone(new HashSet<Label> { new("a"), new("b") });
        Assert.That((table[new Label("a")], table[new Label("b")], table.Count), Is.EqualTo((1, 2, 2)));
        Assert.That(set, Is.EquivalentTo(new[] { new Label("b"), new Label("a") }));
        Assert.That(set, Does.Contain(new Label("a")));
    }

    [Test]
    public void No_constructor_runs_for_bytes_that_are_bad()
    {
        byte[] bytes = s_model.Serialize(new object[] { Chain(3), new Part("y") });
        for (int cut = 0; cut < bytes.Length; cut++)
        {
            byte[] prefix = bytes[..cut];
            IReadOnlyList<string> lines = Journal.Of(() => Assert.That(() => s_model.Deserialize(prefix), Throws.TypeOf<MalformedDataException>()));
            Assert.That(lines.Where(line => line != "deserializing a part"), Is.Empty, $"cut at {cut}");
        }
    }

    private static string[] Constructed(IReadOnlyList<string> lines) => [.. lines.Where(line => line.StartsWith("constructed", StringComparison.Ordinal))];

    private static Part Chain(int length)
    {
        Part? chain = null;
        for (int i = length - 1; i >= 0; i--)
        {
            chain = new Part($"p{i}", chain);
        }
        return chain!;
    }

    /// <summary>A key whose hash is made of what its constructor and its callback have left.</summary>
    [Serializable]
    private sealed class Label : ISerializable, IEquatable<Label>
    {
        private readonly string _text;
        private int _hash;

        public Label(string text)
        {
            _text = text;
            Deserialized(default);
        }

        private Label(SerializationInfo info, StreamingContext context) => _text = info.GetString("text")!;

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("text", _text);

        public bool Equals(Label? other) => other?._text == _text;

        public override bool Equals(object? other) => Equals(other as Label);

        public override int GetHashCode() => _hash;

        [OnDeserialized]
        private void Deserialized(StreamingContext context) => _hash = _text.Length + _text[0];
    }
}
