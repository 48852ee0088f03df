using System.Buffers;
using System.ComponentModel;
using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Model;
using NUnit.Framework;

namespace NetSerializer.Tests.Versions;

/// <summary>Each rule of docs/versioning.md, with two versions of a type that have one name.</summary>
[TestFixture]
internal sealed class ReaderTests
{
    [Test]
    public void An_equal_schema_gives_the_model_itself()
    {
        TypeModel model = TypeModel.Create(typeof(Kept));
        ModelReader reader = model.ReaderFor(WireSchema.Parse(model.Schema.ToBytes()));
        byte[] bytes = model.Serialize(new Kept { Number = 5 });
        Assert.That(reader.Deserialize<Kept>(bytes)!.Number, Is.EqualTo(5));
        Assert.That((reader.Model, reader.Schema.Text), Is.EqualTo((model, model.Describe())));
    }

    [TestCase(typeof(int), 7, typeof(long), 7L)]
    [TestCase(typeof(int), -7, typeof(double), -7.0)]
    [TestCase(typeof(byte), (byte)7, typeof(int?), 7)]
    [TestCase(typeof(float), 0.5f, typeof(double), 0.5)]
    [TestCase(typeof(DayOfWeek), DayOfWeek.Friday, typeof(int), 5)]
    [TestCase(typeof(int), 5, typeof(DayOfWeek), DayOfWeek.Friday)]
    [TestCase(typeof(int), 7, typeof(object), 7)]
    [TestCase(typeof(string), "text", typeof(object), "text")]
    [TestCase(typeof(int[]), new[] { 1, 2 }, typeof(List<long>), new[] { 1L, 2L })]
    [TestCase(typeof(short[]), new short[] { 1, 2 }, typeof(decimal[]), new[] { 1.0, 2.0 })]
    [TestCase(typeof(object), "text", typeof(string), "text")]
    public void A_member_of_another_type(Type old, object value, Type @new, object expected)
    {
        (TypeModel writer, TypeModel reader) = (Model(("Value", old)), Model(("Value", @new)));
        object copy = Read(writer, Make(writer, ("Value", value)), reader);
        object? read = Get(copy, "Value");
        Assert.That(read, Is.EqualTo(expected));
        Assert.That(read is System.Collections.IEnumerable and not string ? @new : read!.GetType(), Is.EqualTo(
            @new == typeof(object) ? value.GetType() : Nullable.GetUnderlyingType(@new) ?? @new));
    }

    [Test]
    public void Added_members_are_zero_and_removed_ones_dropped()
    {
        TypeModel old = Model(("A", typeof(int)), ("Gone", typeof(List<string>)), ("Z", typeof(string))),
            @new = Model(("A", typeof(int)), ("More", typeof(string)), ("Z", typeof(string)));
        object copy = Read(old, Make(old, ("A", 5), ("Gone", new List<string> { "x" }), ("Z", "z")), @new);
        Assert.That((Get(copy, "A"), Get(copy, "More"), Get(copy, "Z")), Is.EqualTo((5, (object?)null, "z")));
        SchemaMismatchException strict = Assert.Throws<SchemaMismatchException>(
            () => @new.ReaderFor(old.Schema, new ResolveOptions { MissingMembers = MissingMembers.Error }))!;
        Assert.That(strict.Problems.Single().Path, Is.EqualTo("Dynamic.Message.More"));
    }

    [Test]
    public void Moved_members_arrive()
    {
        var types = new DynamicTypes();
        TypeModel old = Model(("A", typeof(int)), ("B", typeof(string))),
            @new = TypeModel.Create(types.Make("Message", types.Make("Base", ("A", typeof(int))), ("B", typeof(string))));
        object copy = Read(old, Make(old, ("A", 5), ("B", "b")), @new);
        Assert.That((Get(copy, "A"), Get(copy, "B")), Is.EqualTo((5, "b")));
    }

    [Test]
    public void Narrow_numbers_are_checked_where_that_is_allowed()
    {
        TypeModel old = Model(("Value", typeof(long))), @new = Model(("Value", typeof(short)));
        SchemaMismatchException refused = Assert.Throws<SchemaMismatchException>(() => @new.ReaderFor(old.Schema))!;
        Assert.That((refused.Code, refused.Problems.Single().Path), Is.EqualTo((ErrorCode.SchemaMismatch, "Dynamic.Message.Value")));
        var options = new ResolveOptions { Narrowing = Narrowing.Checked };
        Assert.That(Get(Read(old, Make(old, ("Value", 5L)), @new, options), "Value"), Is.EqualTo((short)5));
        Assert.That(Malformed.AssertRejected("70000", () => Read(old, Make(old, ("Value", 70_000L)), @new, options)).Code,
            Is.EqualTo(ErrorCode.ValueOutOfRange));
    }

    [Test]
    public void Null_is_the_default_where_that_is_allowed()
    {
        TypeModel old = Model(("Value", typeof(int?))), @new = Model(("Value", typeof(int)));
        Assert.That(() => @new.ReaderFor(old.Schema), Throws.InstanceOf<SchemaMismatchException>());
        var options = new ResolveOptions { Nulls = NullsOfWriter.Default };
        Assert.That(Get(Read(old, Make(old, ("Value", null)), @new, options), "Value"), Is.EqualTo(0));
        Assert.That(Get(Read(old, Make(old, ("Value", 5)), @new, options), "Value"), Is.EqualTo(5));
    }

    [Test]
    public void Every_problem_is_told_at_once()
    {
        TypeModel old = Model(("A", typeof(string)), ("B", typeof(int)), ("C", typeof(Dictionary<int, int>))),
            @new = Model(("A", typeof(int)), ("B", typeof(string)), ("C", typeof(int[])));
        SchemaMismatchException failure = Assert.Throws<SchemaMismatchException>(() => @new.ReaderFor(old.Schema))!;
        Assert.That(failure.Problems.Select(problem => problem.Path),
            Is.SupersetOf((string[])["Dynamic.Message.A", "Dynamic.Message.B", "Dynamic.Message.C"]));
        Assert.That(failure.Problems.All(problem => problem.Cure.Length > 0));
    }

    [Test]
    public void Former_names_are_found()
    {
        var types = new DynamicTypes("Old");
        // The classes of the earlier version, under the names that the present ones say.
        TypeModel old = TypeModel.Create([types.Make("Client", ("Surname", typeof(string)), ("<Size>k__BackingField", typeof(int)))]);
        TypeModel @new = TypeModel.Create(typeof(Customer));
        var copy = (Customer)Read(old, Make(old, ("Surname", "Euler"), ("<Size>k__BackingField", 5)), @new);
        Assert.That((copy.LastName, copy.Height), Is.EqualTo(("Euler", 5)));
    }

    [Test]
    public void Added_members_have_their_defaults()
    {
        var types = new DynamicTypes("Old");
        TypeModel old = TypeModel.Create(types.Make("Greeting", ("Text", typeof(string)))), @new = TypeModel.Create(typeof(Greeting));
        var copy = (Greeting)Read(old, Make(old, ("Text", "hi")), @new);
        Assert.That((copy.Text, copy.Count, copy.Language), Is.EqualTo(("hi", 3, "en")));
        Assert.That(copy.Tags, Is.EqualTo((string[])["new"]));
    }

    [Test]
    public void Dropped_objects_arrive_where_kept_members_refer_to_them()
    {
        (string, Type)[] both = [("A", typeof(List<string>)), ("B", typeof(List<string>))];
        var options = new SerializerOptions { References = ReferenceHandling.Preserve };
        TypeModel old = TypeModel.Create([new DynamicTypes("Old").Make("Message", both)], options),
            @new = TypeModel.Create([new DynamicTypes("New").Make("Message", both[1..])], options);
        List<string> shared = ["x"];
        object copy = Read(old, Make(old, ("A", shared), ("B", shared)), @new);
        Assert.That(Get(copy, "B"), Is.EqualTo(shared));
    }

    [Test]
    public void Unknown_types_fail_where_they_occur_or_are_null()
    {
        TypeModel old = WithParts(true), @new = WithParts(false);
        Type special = old.TypeIds.Keys.Single(type => type.Name == "Special"), plain = old.TypeIds.Keys.Single(type => type.Name == "Part");
        ModelReader reader = @new.ReaderFor(old.Schema), lenient = @new.ReaderFor(old.Schema, new ResolveOptions { UnknownTypes = UnknownTypes.Null });
        byte[] known = old.Serialize(Make(old, ("Part", Activator.CreateInstance(plain)))),
            unknown = old.Serialize(Make(old, ("Part", Activator.CreateInstance(special))));
        Assert.That(Get(reader.Deserialize(known)!, "Part"), Is.Not.Null);
        Malformed.AssertRejected("unknown", () => reader.Deserialize(unknown));
        Assert.That(Get(lenient.Deserialize(unknown)!, "Part"), Is.Null);

        static TypeModel WithParts(bool special)
        {
            var types = new DynamicTypes();
            Type part = types.Make("Part", ("X", typeof(int))), message = types.Make("Message", ("Part", part));
            return special ? TypeModel.Create(message, types.Make("Special", part)) : TypeModel.Create(message);
        }
    }

    [Test]
    public void Every_surface_reads()
    {
        TypeModel old = Model(("Value", typeof(int))), @new = Model(("Value", typeof(long)));
        ModelReader reader = @new.ReaderFor(old.Schema);
        object value = Make(old, ("Value", 7));
        byte[] bytes = old.Serialize(value);
        Assert.That(Get(reader.Deserialize(bytes)!, "Value"), Is.EqualTo(7L));
        Assert.That(Get(reader.Deserialize<object>([.. bytes, 1, 2], out int consumed)!, "Value"), Is.EqualTo(7L));
        Assert.That(consumed, Is.EqualTo(bytes.Length));
        Assert.That(Get(reader.Deserialize<object>(new ReadOnlySequence<byte>(bytes))!, "Value"), Is.EqualTo(7L));
        using var stream = new MemoryStream();
        old.Serialize(stream, value);
        old.Serialize(stream, value);
        stream.Position = 0;
        Assert.That((Get(reader.Deserialize(stream)!, "Value"), Get(reader.Deserialize(stream)!, "Value")), Is.EqualTo((7L, 7L)));
        Assert.That(() => reader.Deserialize(stream), Throws.InstanceOf<EndOfStreamException>());
        Assert.That(Malformed.AssertRejected("more", () => reader.Deserialize([.. bytes, 0])).Code, Is.EqualTo(ErrorCode.TrailingBytes));
    }

    [Test]
    public void Every_prefix_and_every_changed_byte_is_refused_or_another_value()
    {
        (string, Type)[] members = [("A", typeof(int)), ("B", typeof(List<string>)), ("C", typeof(Dictionary<string, object>)), ("D", typeof(Uri)),
            ("E", typeof(int[,])), ("F", typeof((int, string)?)), ("G", typeof(Exception))];
        foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
        {
            var options = new SerializerOptions { References = references };
            TypeModel old = TypeModel.Create([new DynamicTypes("Old").Make("Message", members), typeof(Exception)], options),
                @new = TypeModel.Create([new DynamicTypes("New").Make("Message", [.. members[1..], ("More", typeof(int))]), typeof(Exception)],
                    new SerializerOptions { References = references, Limits = FuzzTargetLimits });
            ModelReader reader = @new.ReaderFor(old.Schema);
            byte[] bytes = old.Serialize(Make(old, ("A", 5), ("B", new List<string> { "x", "x" }), ("C", new Dictionary<string, object> { ["k"] = 5 }),
                ("D", new Uri("a/b", UriKind.Relative)), ("E", new int[2, 1]), ("F", (1, "one")), ("G", new Exception("bad", new Exception("worse")))));
            Assert.That(reader.Deserialize(bytes), Is.Not.Null);
            for (int cut = 0; cut < bytes.Length; cut++)
            {
                Malformed.AssertRejected($"{cut} bytes", () => reader.Deserialize(bytes.AsSpan(0, cut)));
            }
            for (int at = 0; at < bytes.Length; at++)
            {
                for (int change = 1; change < 256; change++)
                {
                    byte[] changed = [.. bytes];
                    changed[at] ^= (byte)change;
                    try
                    {
                        reader.Deserialize(changed);
                    }
                    catch (MalformedDataException)
                    {
                    }
                }
            }
        }
    }

    private static SerializerLimits FuzzTargetLimits => new() { MaxAllocatedBytes = 1 << 20, MaxDepth = 64 };

    private static TypeModel Model(params (string, Type)[] members) => TypeModel.Create(new DynamicTypes().Make("Message", members));

    private static object Make(TypeModel model, params (string Name, object? Value)[] members)
    {
        Type type = model.TypeIds.First(pair => pair.Value == 32).Key;
        object made = Activator.CreateInstance(type)!;
        foreach ((string name, object? value) in members)
        {
            type.GetField(name)!.SetValue(made, value);
        }
        return made;
    }

    private static object? Get(object from, string name) => from.GetType().GetField(name)!.GetValue(from);

    private static object Read(TypeModel writer, object value, TypeModel reader, ResolveOptions? options = null) =>
        reader.ReaderFor(WireSchema.Parse(writer.Schema.ToBytes()), options).Deserialize(writer.Serialize(value))!;

    [Serializable]
    private sealed class Kept
    {
        public int Number;
    }

    [Serializable, FormerlyNamed("Dynamic.Client")]
    private sealed class Customer
    {
        [FormerlyNamed("Surname")]
        public string? LastName = null;

        [FormerlyNamed("Size")]
        public int Height { get; set; }
    }

    [Serializable, FormerlyNamed("Dynamic.Greeting")]
    private sealed class Greeting
    {
        public string? Text = null;
        [DefaultValue(3)]
        public int Count = 0;
        public List<string>? Tags;

        [DefaultValue("en")]
        public string? Language { get; set; }

        [OnDeserializing]
        private void Begin(StreamingContext context) => Tags = ["new"];
    }
}
