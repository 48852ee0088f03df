using System.ComponentModel;
using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Model;
using NUnit.Framework;
using static NetSerializer.Tests.Versions.VersionPairs;

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
    [TestCase(typeof(int[]), new[] { 1, 2 }, typeof(System.Collections.Immutable.ImmutableList<object>), new object[] { 1, 2 })]
    [TestCase(typeof(int?), 7, typeof(long?), 7L)]
    [TestCase(typeof(char), 'x', typeof(int), 120)]
    [TestCase(typeof(uint), 7u, typeof(double), 7.0)]
    [TestCase(typeof(ulong), 7ul, typeof(decimal), 7.0)]
    public void A_member_of_another_type(Type old, object value, Type @new, object expected)
    {
        (TypeModel writer, TypeModel reader) = (ModelOf(("Value", old)), ModelOf(("Value", @new)));
        object copy = Read(writer, Make(writer, ("Value", value)), reader);
        object? read = Get(copy, "Value");
        Assert.That(read, Is.EqualTo(expected));
        Assert.That(read is System.Collections.IEnumerable and not string ? @new : read!.GetType(), Is.EqualTo(
            @new == typeof(object) ? value.GetType() : Nullable.GetUnderlyingType(@new) ?? @new));
    }

    [Test]
    public void Added_members_are_zero_and_removed_ones_dropped()
    {
        TypeModel old = ModelOf(("A", typeof(int)), ("Gone", typeof(List<string>)), ("Z", typeof(string))),
            @new = ModelOf(("A", typeof(int)), ("More", typeof(string)), ("Z", typeof(string)));
        object copy = Read(old, Make(old, ("A", 5), ("Gone", new List<string> { "x" }), ("Z", "z")), @new);
        Assert.That((Get(copy, "A"), Get(copy, "More"), Get(copy, "Z")), Is.EqualTo((5, (object?)null, "z")));
        SchemaMismatchException strict = Assert.Throws<SchemaMismatchException>(
            () => @new.ReaderFor(old.Schema, new ResolveOptions { MissingMembers = MissingMembers.Error }))!;
        Assert.That(strict.Problems.Single().Path, Is.EqualTo("Dynamic.Message.More"));
    }

    [Test]
    public void Only_optional_fields_may_be_missing_in_the_strict_mode()
    {
        TypeModel old = TypeModel.Create(new DynamicTypes("Old").Make("Ticket", ("Seat", typeof(int)))), @new = TypeModel.Create(typeof(Ticket));
        SchemaMismatchException strict = Assert.Throws<SchemaMismatchException>(
            () => @new.ReaderFor(old.Schema, new ResolveOptions { MissingMembers = MissingMembers.Error }))!;
        Assert.That(strict.Problems.Select(problem => problem.Path), Is.EqualTo((string[])[$"{typeof(Ticket).FullName}.Row"]));
        Assert.That(strict.Problems[0].Cure, Is.EqualTo("Mark it with [OptionalField]."));
        Assert.That(((Ticket)Read(old, Make(old, ("Seat", 5)), @new)).Seat, Is.EqualTo(5));
    }

    [Test]
    public void A_set_becomes_a_sequence_and_a_table_another_one()
    {
        TypeModel old = ModelOf(("Set", typeof(HashSet<string>)), ("Sorted", typeof(SortedDictionary<string, int>))),
            @new = ModelOf(("Set", typeof(List<string>)), ("Sorted", typeof(Dictionary<string, long>)));
        object copy = Read(old, Make(old, ("Set", new HashSet<string> { "b", "a" }),
            ("Sorted", new SortedDictionary<string, int>(StringComparer.Ordinal) { ["x"] = 5 })), @new);
        Assert.That(Get(copy, "Set"), Is.EqualTo((string[])["b", "a"]));
        Assert.That(Get(copy, "Sorted"), Is.EqualTo(new Dictionary<string, long> { ["x"] = 5 }));
        Assert.That(() => old.ReaderFor(@new.Schema), Throws.InstanceOf<SchemaMismatchException>());
    }

    [Test]
    public void A_class_becomes_a_struct_and_a_struct_a_class()
    {
        TypeModel isClass = With(types => types.Make("Part", ("X", typeof(int)))), isStruct = With(types => types.MakeStruct("Part", ("X", typeof(int))));
        var nulls = new ResolveOptions { Nulls = NullsOfWriter.Default };
        object ofStruct = Read(isStruct, Make(isStruct, ("Part", MakePart(isStruct, 5))), isClass),
            ofClass = Read(isClass, Make(isClass, ("Part", MakePart(isClass, 6))), isStruct, nulls), ofNull = Read(isClass, Make(isClass), isStruct, nulls);
        Assert.That((Get(Get(ofStruct, "Part")!, "X"), Get(Get(ofClass, "Part")!, "X"), Get(Get(ofNull, "Part")!, "X")), Is.EqualTo((5, 6, 0)));
        Assert.That(() => isStruct.ReaderFor(isClass.Schema), Throws.InstanceOf<SchemaMismatchException>());

        static TypeModel With(Func<DynamicTypes, Type> part)
        {
            var types = new DynamicTypes();
            return TypeModel.Create(types.Make("Message", ("Part", part(types))));
        }

        static object MakePart(TypeModel model, int x)
        {
            Type type = model.TypeIds.Keys.Single(type => type.Name == "Part");
            object part = Activator.CreateInstance(type)!;
            type.GetField("X")!.SetValue(part, x);
            return part;
        }
    }

    [Test]
    public void A_function_converts_values_that_no_rule_does()
    {
        (string, Type)[] before = [("Age", typeof(string)), ("Ages", typeof(int[])), ("Limit", typeof(int?)), ("Point", typeof(ValueTuple<int, int>))],
            after = [("Age", typeof(int)), ("Ages", typeof(List<string>)), ("Limit", typeof(string)), ("Point", typeof(string))];
        TypeModel old = ModelOf(before), @new = TypeModel.Create([new DynamicTypes().Make("Message", after), typeof((int, int))]);
        var options = new ResolveOptions
        {
            Nulls = NullsOfWriter.Default,
            Conversions =
            [
                SchemaConversion.For<string, int>(text => int.Parse(text, System.Globalization.CultureInfo.InvariantCulture)),
                SchemaConversion.For<int, string>(number => $"#{number}"),
                SchemaConversion.For<(int X, int Y), string>(point => $"{point.X}|{point.Y}"),
            ],
        };
        object copy = Read(old, Make(old, ("Age", "42"), ("Ages", new[] { 1, 2 }), ("Limit", 7), ("Point", (3, 4))), @new, options);
        Assert.That((Get(copy, "Age"), Get(copy, "Limit"), Get(copy, "Point")), Is.EqualTo((42, "#7", "3|4")));
        Assert.That(Get(copy, "Ages"), Is.EqualTo((string[])["#1", "#2"]));
        Assert.That(Malformed.AssertRejected("no number", () => Read(old, Make(old, ("Age", "x")), @new, options)).Code, Is.EqualTo(ErrorCode.UserCodeFailed));
        Assert.That(Get(Read(old, Make(old), @new, options), "Limit"), Is.Null);
    }

    /// <summary>An object that is converted in two places is one object.</summary>
    [Test]
    public void A_shared_object_is_converted_once()
    {
        var options = new SerializerOptions { References = ReferenceHandling.Preserve };
        DynamicTypes before = new("Old"), after = new("New");
        Type part = before.Make("Part", ("X", typeof(int))), read = after.Make("Part", ("X", typeof(int)));
        TypeModel old = TypeModel.Create([before.Make("Message", ("A", part), ("B", part))], options),
            @new = TypeModel.Create([after.Make("Message", ("A", typeof(List<int>)), ("B", typeof(List<int>))), read], options);
        object shared = Activator.CreateInstance(part)!;
        part.GetField("X")!.SetValue(shared, 5);
        object from = Make(old, ("A", shared), ("B", shared));
        MethodInfo make = typeof(ReaderTests).GetMethod(nameof(ToList), BindingFlags.NonPublic | BindingFlags.Static)!.MakeGenericMethod(read);
        var resolve = new ResolveOptions { Conversions = [(SchemaConversion)make.Invoke(null, null)!] };
        object copy = Read(old, from, @new, resolve);
        Assert.That(Get(copy, "A"), Is.EqualTo((int[])[5]));
        Assert.That(Get(copy, "B"), Is.SameAs(Get(copy, "A")));
    }

    private static SchemaConversion ToList<T>() where T : notnull =>
        SchemaConversion.For<T, List<int>>(part => [(int)typeof(T).GetField("X")!.GetValue(part)!]);

    [Test]
    public void An_enum_is_one_where_anything_can_stand()
    {
        TypeModel old = ModelOf(("Days", typeof(DayOfWeek[]))), @new = ModelOf(("Day", typeof(DayOfWeek)), ("Days", typeof(object[])));
        object copy = Read(old, Make(old, ("Days", new[] { DayOfWeek.Friday })), @new);
        Assert.That(Get(copy, "Days"), Is.EqualTo((object[])[DayOfWeek.Friday]));
        SchemaMismatchException without = Assert.Throws<SchemaMismatchException>(() => ModelOf(("Days", typeof(object[]))).ReaderFor(old.Schema))!;
        Assert.That(without.Problems.Single().Path, Is.EqualTo("Dynamic.Message.Days"));
    }

    [Test]
    public void Moved_members_arrive()
    {
        var types = new DynamicTypes();
        TypeModel old = ModelOf(("A", typeof(int)), ("B", typeof(string))),
            @new = TypeModel.Create(types.Make("Message", types.Make("Base", ("A", typeof(int))), ("B", typeof(string))));
        object copy = Read(old, Make(old, ("A", 5), ("B", "b")), @new);
        Assert.That((Get(copy, "A"), Get(copy, "B")), Is.EqualTo((5, "b")));
    }

    [Test]
    public void Narrow_numbers_are_checked_where_that_is_allowed()
    {
        TypeModel old = ModelOf(("Value", typeof(long))), @new = ModelOf(("Value", typeof(short)));
        SchemaMismatchException refused = Assert.Throws<SchemaMismatchException>(() => @new.ReaderFor(old.Schema))!;
        Assert.That((refused.Code, refused.Problems.Single().Path), Is.EqualTo((ErrorCode.SchemaMismatch, "Dynamic.Message.Value")));
        var options = new ResolveOptions { Narrowing = Narrowing.Checked };
        Assert.That(Get(Read(old, Make(old, ("Value", 5L)), @new, options), "Value"), Is.EqualTo((short)5));
        Assert.That(Malformed.AssertRejected("70000", () => Read(old, Make(old, ("Value", 70_000L)), @new, options)).Code,
            Is.EqualTo(ErrorCode.ValueOutOfRange));
    }

    [Test]
    public void A_function_that_throws_is_a_failure_of_the_data()
    {
        TypeModel old = ModelOf(("Value", typeof(int))), @new = ModelOf(("Value", typeof(string)));
        var options = new ResolveOptions { Conversions = [SchemaConversion.For<int, string>(_ => throw new FormatException("no name"))] };
        MalformedDataException failure = Malformed.AssertRejected("a function", () => Read(old, Make(old, ("Value", 5)), @new, options));
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.UserCodeFailed));
        Assert.That(failure.InnerException, Is.InstanceOf<FormatException>());
        Assert.That(failure.Reason, Does.Contain("SchemaConversion from System.Int32 to System.String"));
    }

    [Test]
    public void Nullable_elements_in_bulk_become_others()
    {
        int?[] numbers = [.. Enumerable.Range(0, 300).Select(i => i % 3 == 0 ? (int?)null : i)];
        TypeModel old = ModelOf(("Value", typeof(int?[])));
        object value = Make(old, ("Value", numbers));
        Assert.That(Get(Read(old, value, ModelOf(("Value", typeof(List<int?>)))), "Value"), Is.EqualTo(numbers));
        Assert.That(Get(Read(old, value, ModelOf(("Value", typeof(long?[])))), "Value"), Is.EqualTo(numbers.Select(number => (long?)number)));
        Assert.That(Get(Read(old, value, ModelOf(("Value", typeof(object[])))), "Value"), Is.EqualTo(numbers));
        Assert.That(() => ModelOf(("Value", typeof(int[]))).ReaderFor(old.Schema), Throws.InstanceOf<SchemaMismatchException>());
        var options = new ResolveOptions { Nulls = NullsOfWriter.Default };
        Assert.That(Get(Read(old, value, ModelOf(("Value", typeof(int[]))), options), "Value"), Is.EqualTo(numbers.Select(number => number ?? 0)));
        DayOfWeek?[] days = [DayOfWeek.Monday, null, DayOfWeek.Friday];
        TypeModel oldDays = ModelOf(("Value", typeof(DayOfWeek?[])));
        Assert.That(Get(Read(oldDays, Make(oldDays, ("Value", days)), ModelOf(("Value", typeof(int?[])))), "Value"), Is.EqualTo(new int?[] { 1, null, 5 }));
        Assert.That(Get(Read(oldDays, Make(oldDays, ("Value", days)), TypeModel.Create(
            new DynamicTypes().Make("Message", ("Value", typeof(object[]))), typeof(DayOfWeek))), "Value"), Is.EqualTo(days));
    }

    [Test]
    public void Null_is_the_default_where_that_is_allowed()
    {
        TypeModel old = ModelOf(("Value", typeof(int?))), @new = ModelOf(("Value", typeof(int)));
        Assert.That(() => @new.ReaderFor(old.Schema), Throws.InstanceOf<SchemaMismatchException>());
        var options = new ResolveOptions { Nulls = NullsOfWriter.Default };
        Assert.That(Get(Read(old, Make(old, ("Value", null)), @new, options), "Value"), Is.EqualTo(0));
        Assert.That(Get(Read(old, Make(old, ("Value", 5)), @new, options), "Value"), Is.EqualTo(5));
    }

    [Test]
    public void Every_problem_is_told_at_once()
    {
        TypeModel old = ModelOf(("A", typeof(string)), ("B", typeof(int)), ("C", typeof(Dictionary<int, int>))),
            @new = ModelOf(("A", typeof(int)), ("B", typeof(string)), ("C", typeof(int[])));
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

    /// <summary>The names of a type stand in those of collections of it, and enums have names as well.</summary>
    [Test]
    public void Former_names_of_types_are_found_in_every_place()
    {
        var types = new DynamicTypes("Old");
        Type client = types.Make("Client", ("Surname", typeof(string))), level = types.MakeEnum("Grade", typeof(int));
        Type clients = typeof(List<>).MakeGenericType(client);
        TypeModel old = TypeModel.Create(types.Make("Club", ("All", clients), ("Any", typeof(object)), ("Level", level), ("One", client)), clients);
        TypeModel @new = TypeModel.Create(typeof(Club), typeof(List<Customer>));
        object one = Activator.CreateInstance(client)!;
        client.GetField("Surname")!.SetValue(one, "Euler");
        var all = (System.Collections.IList)Activator.CreateInstance(clients)!;
        all.Add(one);
        var copy = (Club)Read(old, Make(old, ("All", all), ("Any", all), ("Level", Enum.ToObject(level, 2)), ("One", one)), @new);
        Assert.That((copy.All![0].LastName, copy.One!.LastName, copy.Level), Is.EqualTo(("Euler", "Euler", Level.High)));
        Assert.That(((List<Customer>)copy.Any!)[0].LastName, Is.EqualTo("Euler"));
        SchemaMismatchException twice = Assert.Throws<SchemaMismatchException>(() => TypeModel.Create(typeof(Club), typeof(Namesake)).ReaderFor(old.Schema))!;
        Assert.That(twice.Message, Does.Contain("as well. Let one of them have it."));
    }

    [Test]
    public void A_kept_schema_is_compatible_with_former_names()
    {
        string file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, TypeModel.Create(new DynamicTypes("Old").Make("Client", ("Surname", typeof(string)))).Describe());
            TypeModel renamed = TypeModel.Create(typeof(Customer));
            SchemaAssert.Compatible(renamed, file);
            File.WriteAllText(file, TypeModel.Create(new DynamicTypes("Old").Make("Client", ("Surname", typeof(int)))).Describe());
            SchemaMismatchException failure = Assert.Throws<SchemaMismatchException>(() => SchemaAssert.Compatible(renamed, file))!;
            Assert.That(failure.Message, Does.Contain("Dynamic.Client.Surname"));
        }
        finally
        {
            File.Delete(file);
        }
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

    /// <summary>Such a class has no line of its own in a schema.</summary>
    [Test]
    public void A_former_name_of_an_abstract_class_counts_in_the_names_of_collections()
    {
        var types = new DynamicTypes();
        Type beast = types.Make("Beast"), lynx = types.Make("Lynx", beast, ("Lives", typeof(int))), list = typeof(List<>).MakeGenericType(beast);
        TypeModel old = TypeModel.Create(types.Make("Cage", ("Content", typeof(object))), list, lynx),
            @new = TypeModel.Create(typeof(Room), typeof(List<Animal>), typeof(Cat));
        var beasts = (System.Collections.IList)Activator.CreateInstance(list)!;
        object one = Activator.CreateInstance(lynx)!;
        lynx.GetField("Lives")!.SetValue(one, 9);
        beasts.Add(one);
        var read = (Room)Read(old, Make(old, ("Content", beasts)), @new);
        Assert.That(((List<Animal>)read.Content!).Cast<Cat>().Select(cat => cat.Lives), Is.EqualTo(new[] { 9 }));
    }

    [Serializable, FormerlyNamed("Dynamic.Cage")]
    private sealed class Room
    {
        public object? Content = null;
    }

    [Serializable, FormerlyNamed("Dynamic.Beast")]
    private abstract class Animal
    {
    }

    [Serializable, FormerlyNamed("Dynamic.Lynx")]
    private sealed class Cat : Animal
    {
        public int Lives = 0;
    }

    [Serializable, FormerlyNamed("Dynamic.Ticket")]
    private sealed class Ticket
    {
        public int Row = 0;
        public int Seat = 0;
        [OptionalField]
        public string? Note = null;
    }

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

    [Serializable, FormerlyNamed("Dynamic.Club")]
    private sealed class Club
    {
        public List<Customer>? All = null;
        public object? Any = null;
        public Level Level = Level.Low;
        public Customer? One = null;
    }

    [FormerlyNamed("Dynamic.Grade")]
    private enum Level
    {
        Low,
        Middle,
        High,
    }

    [Serializable, FormerlyNamed("Dynamic.Client")]
    private sealed class Namesake
    {
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
