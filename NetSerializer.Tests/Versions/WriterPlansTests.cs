using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Schema.Reading;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Model;
using NUnit.Framework;
using static NetSerializer.Tests.Versions.VersionPairs;

namespace NetSerializer.Tests.Versions;

/// <summary>Which differences of two schemas are read by code that is made for them; all others take the decoder. Both give the same values.</summary>
[TestFixture]
internal sealed class WriterPlansTests
{
    private static readonly (string, Type)[] s_members = [("A", typeof(int)), ("B", typeof(string)), ("C", typeof(List<string>)), ("D", typeof(double?))];

    private static readonly (string Name, object? Value)[] s_samples =
    [
        ("A", 7), ("A", new[] { 1, 2 }), ("B", "text"), ("C", new List<string> { "x", "y" }), ("D", 0.5), ("D", 0.5f), ("E", new HashSet<Guid> { Guid.Empty }),
    ];

    private static IEnumerable<TestCaseData> Compiled()
    {
        yield return Pair("a member more", s_members, [.. s_members, ("E", typeof(Guid))]);
        yield return Pair("a member less", s_members, s_members[1..]);
        yield return Pair("members of every form less", s_members, [("B", typeof(string))]);
        yield return Pair("another order", s_members, [.. s_members.Reverse()]);
        yield return Pair("a wider number", s_members, [("A", typeof(long)), .. s_members[1..]]);
        yield return Pair("a number that is a double", s_members, [("A", typeof(double)), .. s_members[1..]]);
        yield return Pair("a number that may be null", s_members, [("A", typeof(int?)), .. s_members[1..]]);
        yield return Pair("a wider number that may be null", s_members, [("A", typeof(long?)), .. s_members[1..]]);
        yield return Pair("wider numbers that may be null", [("A", typeof(int?)), ("D", typeof(float?))], [("A", typeof(long?)), ("D", typeof(double?))]);
        yield return Pair("a text that is anything", s_members, [s_members[0], ("B", typeof(object)), .. s_members[2..]]);
    }

    private static IEnumerable<TestCaseData> Decoded()
    {
        yield return Pair("another collection", s_members, [.. s_members[..2], ("C", typeof(Queue<string>)), s_members[3]]);
        yield return Pair("wider elements", [("A", typeof(int[]))], [("A", typeof(List<long>))]);
        yield return Pair("a collection that the reader lacks", [.. s_members, ("E", typeof(HashSet<Guid>))], s_members);
    }

    [TestCaseSource(nameof(Compiled))]
    public void Code_is_made(TypeModel old, TypeModel @new) => Check(old, @new, isCompiled: true);

    [TestCaseSource(nameof(Decoded))]
    public void The_decoder_reads(TypeModel old, TypeModel @new) => Check(old, @new, isCompiled: false);

    /// <summary>A level of recursive data has the locals of its method on the stack, and a schema may come from anybody.</summary>
    [TestCase(100, true)]
    [TestCase(300, false)]
    public void Large_members_that_are_gone_take_the_decoder(int numbers, bool isCompiled)
    {
        TypeModel Model(bool hasLarge)
        {
            var types = new DynamicTypes();
            Type large = types.MakeStruct("Large", [.. Enumerable.Range(0, numbers).Select(i => ($"N{i}", typeof(long)))]);
            return TypeModel.Create(types.MakeRecursive("Node", hasLarge ? [("Value", typeof(int)), ("Gone", large)] : [("Value", typeof(int))]), large);
        }
        TypeModel old = Model(hasLarge: true), @new = Model(hasLarge: false);
        Type node = old.TypeIds.First(pair => pair.Value == 32).Key;
        object? chain = null;
        for (int i = 0; i < 1_000; i++)
        {
            object next = Activator.CreateInstance(node)!;
            node.GetField("Next")!.SetValue(next, chain);
            chain = next;
        }
        Assert.That(WriterPlans.TryCompile(new ResolvedModel(@new.Core, old.Schema, ResolveOptions.Default)) != null, Is.EqualTo(isCompiled));
        Assert.That(Read(old, chain!, @new), Is.Not.Null);
    }

    [Test]
    public void Very_many_members_take_the_decoder()
    {
        (string, Type)[] members = [.. Enumerable.Range(0, 1_001).Select(i => ($"M{i}", typeof(int)))];
        Assert.That(WriterPlans.TryCompile(new ResolvedModel(ModelOf(members[..1]).Core, ModelOf(members).Schema, ResolveOptions.Default)), Is.Null);
        Assert.That(WriterPlans.TryCompile(new ResolvedModel(ModelOf(members[..1]).Core, ModelOf(members[1..]).Schema, ResolveOptions.Default)), Is.Not.Null);
    }

    /// <summary>The model knows its types, so that a resolution takes little more than they did.</summary>
    [Test]
    public void The_types_of_the_reader_are_not_looked_at_again()
    {
        int asked = 0;
        TypeModel model = TypeModel.Create([typeof(Unmarked)], new SerializerOptions { TypeFilter = _ => ++asked > 0 });
        WireSchema schema = WithMemberGone(model, nameof(Unmarked.Value));
        int before = asked;
        Assert.That(WriterPlans.TryCompile(new ResolvedModel(model.Core, schema, ResolveOptions.Default)), Is.Not.Null);
        Assert.That(asked, Is.EqualTo(before).And.GreaterThan(0));
    }

    /// <summary>The options of the writer decide which forms its types have.</summary>
    [Test]
    public void Code_is_made_for_other_options([Values] bool rejects, [Values] bool frames, [Values] IntegerEncoding integers)
    {
        var options = new SerializerOptions { Serializers = [CustomSerializer.For(new LabelSerializer())] };
        SerializerOptions others = options with
        {
            NonFiniteFloats = rejects ? NonFiniteFloats.Reject : NonFiniteFloats.Accept, FrameCustomForms = frames, Integers = integers,
        };
        TypeModel old = TypeModel.Create([typeof(Board)], others), @new = TypeModel.Create([typeof(Board)], options);
        var board = new Board { Label = new Label { Text = "one" }, Spots = [new Spot { X = 1, Y = 2 }], Numbers = [1, 2, 3] };
        var read = (Board)Read(old, board, @new);
        Assert.That((read.Label!.Text, read.Spots![0], string.Join(' ', read.Numbers!)), Is.EqualTo(("one", board.Spots[0], "1 2 3")));
        Assert.That(WriterPlans.TryCompile(new ResolvedModel(@new.Core, old.Schema, ResolveOptions.Default)), Is.Not.Null);
    }

    [Test]
    public void Callbacks_have_the_context_of_the_reader([Values] bool isCompiled)
    {
        TypeModel model = TypeModel.Create([typeof(Kept)]).WithContext("mine");
        ResolveOptions options = isCompiled ? ResolveOptions.Default : new() { UnknownTypes = UnknownTypes.Null };
        WireSchema schema = WithMemberGone(model, nameof(Kept.A));
        Assert.That(WriterPlans.TryCompile(new ResolvedModel(model.Core, schema, options)) != null, Is.EqualTo(isCompiled));
        // The member that is gone comes last.
        byte[] bytes = [.. model.Serialize(new Kept { A = 7 }), 10];
        Kept read = model.ReaderFor(schema, options).Deserialize<Kept>(bytes)!;
        Assert.That((read.A, read.Context), Is.EqualTo((7, (object)"mine")));
    }

    [Test]
    public void A_failure_has_the_path_of_the_reader()
    {
        TypeModel old = ModelOf(s_members), @new = ModelOf(s_members[1..]);
        byte[] bytes = old.Serialize(Make(old, ("C", new List<string> { "one", "two" })));
        ModelReader reader = @new.ReaderFor(old.Schema);
        MalformedDataException failure = Malformed.AssertRejected("cut", () => reader.Deserialize(bytes.AsSpan(0, bytes.Length - 1)));
        Assert.That(failure.Path, Does.Contain("C[1]"));
    }

    /// <summary>A schema may come from anybody. Its bytes can never be a type that only the reader has.</summary>
    [Test]
    public void A_type_that_the_data_lack_is_refused_in_them()
    {
        TypeModel old = ModelOf(s_members), @new = TypeModel.Create([new DynamicTypes("New").Make("Message", s_members[1..]), typeof(List<Guid?>)]);
        ModelReader reader = @new.ReaderFor(old.Schema);
        byte[] bytes = old.Serialize(Make(old));
        Assert.That(Malformed.AssertRejected("another type", () => reader.Deserialize<List<Guid?>>(bytes)).Code, Is.EqualTo(ErrorCode.TypeIdNotAdmitted));
        Assert.That(reader.Deserialize<List<Guid?>>([0]), Is.Null);
        Assert.That(() => reader.Deserialize<WriterPlansTests>(bytes), Throws.InstanceOf<ValueNotSerializableException>());
    }

    [Serializable]
    private sealed class Kept
    {
        [NonSerialized]
        private object? _context;

        public int A = 0;

        public object? Context => _context;

        [OnDeserialized]
        private void End(StreamingContext context) => _context = context.Context;
    }

    [Serializable]
    private sealed class Board
    {
        public Label? Label;
        public Spot[]? Spots;
        public int[]? Numbers;
    }

    [Serializable]
    private record struct Spot
    {
        public float X, Y;
    }

    private sealed class Label
    {
        public string Text = "";
    }

    private sealed class LabelSerializer : ICustomSerializer<Label>
    {
        public void Write(ref WireWriter writer, Label value) => writer.WriteString(value.Text);

        public Label Read(ref WireReader reader) => new() { Text = reader.ReadNonNullString() };
    }

    private sealed class Unmarked
    {
        public int Value = 0;
    }

    // The schema of data that have a member like another one besides.
    private static WireSchema WithMemberGone(TypeModel model, string like)
    {
        string text = model.Describe(), member = text.Split('\n').Single(line => line.Contains($" {like} ", StringComparison.Ordinal));
        return WireSchema.Parse(text.Replace(member, $"{member}\n{member.Replace($" {like} ", " Gone ", StringComparison.Ordinal)}"));
    }

    private static TestCaseData Pair(string name, (string, Type)[] old, (string, Type)[] @new) =>
        new TestCaseData(ModelOf(old), ModelOf(@new)).SetArgDisplayNames(name);

    private static void Check(TypeModel old, TypeModel @new, bool isCompiled)
    {
        Type type = old.TypeIds.First(pair => pair.Value == 32).Key;
        object value = Make(old, [.. s_samples.Where(sample => type.GetField(sample.Name)?.FieldType.IsInstanceOfType(sample.Value) == true)]);
        Assert.That(WriterPlans.TryCompile(new ResolvedModel(@new.Core, old.Schema, ResolveOptions.Default)) != null, Is.EqualTo(isCompiled));
        foreach (object each in (object[])[value, Make(old)])
        {
            object read = Read(old, each, @new);
            foreach (FieldInfo field in read.GetType().GetFields())
            {
                object? was = type.GetField(field.Name)?.GetValue(each);
                Assert.That(field.GetValue(read), was == null ? Is.Null.Or.EqualTo(Guid.Empty) : Is.EqualTo(was), field.Name);
            }
        }
    }
}
