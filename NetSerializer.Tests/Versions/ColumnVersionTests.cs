using System.Reflection;
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
                object list = Activator.CreateInstance(typeof(List<>).MakeGenericType(written), parts)!;
                object message = VersionPairs.Make(writer, ("Parts", parts), ("List", list));
                if (reader == old && members.Any(member => member.Name == "A" && member.Type != typeof(int)))
                {
                    // A wider number, or one that may be null, is no int.
                    Assert.That(() => VersionPairs.Read(writer, message, reader), Throws.TypeOf<SchemaMismatchException>());
                    continue;
                }
                object result = VersionPairs.Read(writer, message, reader);
                AssertSame(parts, (Array)VersionPairs.Get(result, "Parts")!);
                AssertSame(parts, (Array)((dynamic)VersionPairs.Get(result, "List")!).ToArray());
            }
        }
    }

    private static TestCaseData Pair(string name, (string, Type)[] members) => new TestCaseData((object)members).SetArgDisplayNames(name);

    private static (TypeModel Model, Type Part) Model((string, Type)[] members)
    {
        var types = new DynamicTypes();
        // Its integers are whole, and so are those of its columns.
        Type spot = types.MakeStruct(
            "Spot", ("X", typeof(double)), ("Y", typeof(double)), ("Floor", typeof(short)), ("Wing", typeof(short)), ("Z", typeof(float)));
        Type part = types.MakeStruct("Part", members.Length == 1 ? members : [.. members, ("Spot", spot)]);
        Type message = types.Make("Message", ("Parts", part.MakeArrayType()), ("List", typeof(List<>).MakeGenericType(part)));
        TypeModel model = TypeModel.Create(message, part, spot);
        Assert.That(model.Describe(), Does.Contain("raw Dynamic.Spot"));
        return (model, part);
    }

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
        { IsPrimitive: false } spot => Spot(spot, i),
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
        value?.GetType().Name == "Spot" ? string.Join(' ', value.GetType().GetFields().Select(field => field.GetValue(value))) : value;

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
