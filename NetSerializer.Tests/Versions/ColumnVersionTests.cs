using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Schema.Reading;
using NetSerializer.Tests.Model;
using NUnit.Framework;

namespace NetSerializer.Tests.Versions;

/// <summary>Sequences of structs that go by columns, read by programs whose struct has other members. Both ways of reading agree.</summary>
[TestFixture]
internal sealed class ColumnVersionTests
{
    private static readonly (string Name, Type Type)[] s_members =
        [("A", typeof(int)), ("B", typeof(DateTime)), ("C", typeof(bool)), ("D", typeof(DateOnly)), ("E", typeof(ConsoleColor)), ("F", typeof(short))];

    private static IEnumerable<TestCaseData> Pairs()
    {
        yield return Pair("as it was", s_members);
        yield return Pair("a number less", s_members[1..]);
        yield return Pair("a date and a bool less", [.. s_members[..1], .. s_members[4..]]);
        yield return Pair("a number more", [.. s_members, ("G", typeof(long))]);
        yield return Pair("another order", [.. s_members.Reverse()]);
        yield return Pair("a wider number", [("A", typeof(long)), .. s_members[1..]]);
        yield return Pair("wider numbers", [("A", typeof(decimal)), .. s_members[1..5], ("F", typeof(float))]);
        yield return Pair("an enum that is its number", [.. s_members[..4], ("E", typeof(int)), s_members[5]]);
        yield return Pair("a number that may be null", [("A", typeof(int?)), .. s_members[1..]]);
        yield return Pair("a text more", [.. s_members, ("G", typeof(string))]);
        yield return Pair("bits alone", [s_members[2]]);
    }

    [TestCaseSource(nameof(Pairs))]
    public void Structs_have_other_members((string Name, Type Type)[] members)
    {
        (TypeModel old, Type part) = Model(s_members);
        (TypeModel @new, Type later) = Model(members);
        foreach ((TypeModel writer, Type written, TypeModel reader, Type read) in ((TypeModel, Type, TypeModel, Type)[])
            [(old, part, @new, later), (@new, later, old, part)])
        {
            foreach (int count in (int[])[0, 3, 17, 130])
            {
                Array parts = Parts(written, count);
                object message = MessageOf(writer, parts);
                if (reader == old && members.Any(member =>
                    s_members.Any(known => known.Name == member.Name && known.Type != member.Type && !known.Type.IsEnum)))
                {
                    // A wider number, or one that may be null, is no int.
                    Assert.That(() => VersionPairs.Read(writer, message, reader), Throws.TypeOf<SchemaMismatchException>());
                    continue;
                }
                // The decoder makes an enum of a number.
                AssertRead(writer, message, parts, reader, reader == @new || !members.Contains(("E", typeof(int))));
            }
        }
    }

    [Test]
    public void Structs_in_structs_have_other_members()
    {
        static (TypeModel, Type) Model(Type number)
        {
            var types = new DynamicTypes();
            Type inner = types.MakeStruct("Inner", ("N", number), ("When", typeof(DateTime))),
                part = types.MakeStruct("Part", ("A", typeof(int)), ("Inner", inner), ("B", typeof(short)));
            return (TypeModel.Create(MessageOf(types, part), part), part);
        }
        (TypeModel old, Type written) = Model(typeof(int));
        (TypeModel @new, _) = Model(typeof(long));
        Array parts = Parts(written, 40);
        AssertRead(old, MessageOf(old, parts), parts, @new, isCompiled: true);
    }

    /// <summary>A struct is copied whole where numbers of other lengths would take little off it, so one member decides about the form of all.</summary>
    [Test]
    public void Structs_have_another_form()
    {
        static (TypeModel, Type) Model(params (string, Type)[] members)
        {
            var types = new DynamicTypes();
            Type part = types.MakeStruct("Part", members);
            return (TypeModel.Create(MessageOf(types, part), part), part);
        }
        (string, Type)[] whole = [("Id", typeof(int)), ("X", typeof(float)), ("Y", typeof(float)), ("Z", typeof(float))];
        (TypeModel columns, Type few) = Model(whole[..3]);
        (TypeModel raw, Type all) = Model(whole);
        Assert.That(columns.Describe() + raw.Describe(), Does.Contain("columns Dynamic.Part").And.Contain("raw Dynamic.Part"));
        Array ofFew = Parts(few, 40), ofAll = Parts(all, 40);
        AssertRead(columns, MessageOf(columns, ofFew), ofFew, raw, isCompiled: true);
        AssertRead(raw, MessageOf(raw, ofAll), ofAll, columns, isCompiled: false);
    }

    /// <summary>Columns are read past the code of the user, so such a struct is read one by one.</summary>
    [Test]
    public void Callbacks_run_though_the_data_have_columns()
    {
        Type part = new DynamicTypes().MakeStruct("Part", ("A", typeof(int)), ("B", typeof(DateTime)));
        TypeModel old = TypeModel.Create(part.MakeArrayType()), @new = TypeModel.Create(typeof(Called[]));
        // As if the struct had none in the version of the writer.
        WireSchema schema = WireSchema.Parse(@new.Describe().Replace(" struct ", " columns ", StringComparison.Ordinal));
        Assert.That(old.Describe(), Does.Contain(" columns "));
        Assert.That(WriterPlans.TryCompile(new ResolvedModel(@new.Core, schema, ResolveOptions.Default)), Is.Null);
        Called[] read = @new.ReaderFor(schema).Deserialize<Called[]>(old.Serialize<object>(Parts(part, 20)))!;
        Assert.That(read.Select(each => (each.A, each.Calls)), Is.EqualTo(Enumerable.Range(0, 20).Select(i => (i * 100, 1))));
    }

    /// <summary>A block of a column lies on the stack, and a schema may come from anybody.</summary>
    [TestCase(8, true)]
    [TestCase(9, false)]
    public void Large_columns_take_the_decoder(int numbers, bool isCompiled)
    {
        var types = new DynamicTypes();
        Type large = types.MakeStruct("Large", [.. Enumerable.Range(0, numbers).Select(i => ($"N{i}", typeof(double)))]),
            part = types.MakeStruct("Part", ("A", typeof(int)));
        TypeModel model = TypeModel.Create(MessageOf(types, part), part, large);
        const string Member = "  member Dynamic.Part A int32\n";
        Assert.That(model.Describe(), Does.Contain(Member));
        WireSchema schema = WireSchema.Parse(model.Describe().Replace(Member, $"{Member}  member Dynamic.Part Gone Dynamic.Large\n", StringComparison.Ordinal));
        Assert.That(WriterPlans.TryCompile(new ResolvedModel(model.Core, schema, ResolveOptions.Default)) != null, Is.EqualTo(isCompiled));
    }

    [Serializable]
    private struct Called(int a, DateTime b)
    {
        public int A = a;
        public DateTime B = b;

        [NonSerialized]
        public int Calls;

        [OnDeserialized]
        private void End(StreamingContext context) => Calls++;
    }

    private static void AssertRead(TypeModel writer, object message, Array parts, TypeModel reader, bool isCompiled)
    {
        object result = VersionPairs.Read(writer, message, reader);
        AssertSame(parts, (Array)VersionPairs.Get(result, "Parts")!);
        AssertSame(parts, (Array)((dynamic)VersionPairs.Get(result, "List")!).ToArray());
        Assert.That(WriterPlans.TryCompile(new ResolvedModel(reader.Core, writer.Schema, ResolveOptions.Default)) != null, Is.EqualTo(isCompiled), "code");
    }

    private static TestCaseData Pair(string name, (string, Type)[] members) => new TestCaseData((object)members).SetArgDisplayNames(name);

    private static (TypeModel Model, Type Part) Model((string, Type)[] members)
    {
        var types = new DynamicTypes();
        // Its integers are whole, and so are those of its columns.
        Type spot = types.MakeStruct(
            "Spot", ("X", typeof(double)), ("Y", typeof(double)), ("Floor", typeof(short)), ("Wing", typeof(short)), ("Z", typeof(float)));
        Type part = types.MakeStruct("Part", members.Length == 1 ? members : [.. members, ("Spot", spot)]);
        TypeModel model = TypeModel.Create(MessageOf(types, part), part, spot, typeof(ConsoleColor));
        Assert.That(model.Describe(), Does.Contain("raw Dynamic.Spot"));
        return (model, part);
    }

    private static Type MessageOf(DynamicTypes types, Type part) =>
        types.Make("Message", ("Parts", part.MakeArrayType()), ("List", typeof(List<>).MakeGenericType(part)));

    private static object MessageOf(TypeModel model, Array parts) => VersionPairs.Make(
        model, ("Parts", parts), ("List", Activator.CreateInstance(typeof(List<>).MakeGenericType(parts.GetType().GetElementType()!), parts)));

    private static Array Parts(Type type, int count)
    {
        Array parts = Array.CreateInstance(type, count);
        for (int i = 0; i < count; i++)
        {
            object part = Activator.CreateInstance(type)!;
            foreach (FieldInfo field in type.GetFields())
            {
                field.SetValue(part, ValueOf(field.FieldType, i));
            }
            parts.SetValue(part, i);
        }
        return parts;
    }

    private static object? ValueOf(Type type, int i) => (Nullable.GetUnderlyingType(type) ?? type) switch
    {
        var date when date == typeof(DateTime) => new DateTime(2026, 1, 1).AddHours(i),
        var day when day == typeof(DateOnly) => DateOnly.FromDayNumber(i),
        var text when text == typeof(string) => $"{i}",
        { IsEnum: true } => (ConsoleColor)(i % 16),
        var bit when bit == typeof(bool) => i % 2 == 0,
        { IsPrimitive: false } spot when spot != typeof(decimal) => Spot(spot, i),
        var number => Convert.ChangeType(i * 100, number, null),
    };

    private static object Spot(Type type, int i)
    {
        object spot = Activator.CreateInstance(type)!;
        foreach (FieldInfo field in type.GetFields())
        {
            field.SetValue(spot, ValueOf(field.FieldType, i));
        }
        return spot;
    }

    private static object? Comparable(object? value) =>
        value?.GetType().Name is "Spot" or "Inner" ? string.Join(' ', value.GetType().GetFields().Select(field => field.GetValue(value)))
        : value is ConsoleColor color ? (int)color : value;

    // The members of one name; the others are what they were before.
    private static void AssertSame(Array expected, Array actual)
    {
        Assert.That(actual, Has.Length.EqualTo(expected.Length));
        for (int i = 0; i < expected.Length; i++)
        {
            foreach (FieldInfo field in actual.GetType().GetElementType()!.GetFields())
            {
                FieldInfo? old = expected.GetType().GetElementType()!.GetField(field.Name);
                object? value = Comparable(field.GetValue(actual.GetValue(i))),
                    before = Comparable(old != null ? old.GetValue(expected.GetValue(i))
                        : field.FieldType.IsValueType ? Activator.CreateInstance(field.FieldType) : null);
                Assert.That(value is null ? null : Convert.ChangeType(value, before!.GetType(), null), Is.EqualTo(before), $"{field.Name} of {i}");
            }
        }
    }
}
