using System.Reflection;
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
        [("A", 7), ("A", new[] { 1, 2 }), ("B", "text"), ("C", new List<string> { "x", "y" }), ("D", 0.5), ("E", new HashSet<Guid> { Guid.Empty })];

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

    private static TestCaseData Pair(string name, (string, Type)[] old, (string, Type)[] @new) =>
        new TestCaseData(ModelOf(old), ModelOf(@new)).SetArgDisplayNames(name);

    private static void Check(TypeModel old, TypeModel @new, bool isCompiled)
    {
        Type type = old.TypeIds.First(pair => pair.Value == 32).Key;
        object value = Make(old, [.. s_samples.Where(sample => type.GetField(sample.Name)?.FieldType.IsInstanceOfType(sample.Value) == true)]);
        Assert.That(WriterPlans.TryCompile(@new.Core, old.Schema, ResolveOptions.Default) != null, Is.EqualTo(isCompiled));
        object read = Read(old, value, @new);
        foreach (FieldInfo field in read.GetType().GetFields())
        {
            object? was = value.GetType().GetField(field.Name)?.GetValue(value);
            Assert.That(field.GetValue(read), was == null ? Is.Null.Or.EqualTo(Guid.Empty) : Is.EqualTo(was), field.Name);
        }
    }
}
