using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Oracle.Schema;
using NUnit.Framework;

namespace NetSerializer.Tests.Oracle;

/// <summary>
/// Collections and exceptions with IObjectReference, and collections that implement ISerializable: engine and oracle have the same schema and the
/// same bytes for them.
/// </summary>
public class CollectionProtocolOracleTests
{
    private static readonly object[] s_values =
    [
        new TokenList { "a", null, "a" }, new TokenTable { [1] = "a", [-300] = "a" }, new TokenFailure("outer", new TokenFailure("inner", null) { Number = 1 }),
        new SetList("evening") { 1, -1, 300 },
        new MemberOf<TokenList> { Value = ["x"] }, new MemberOf<SetList> { Value = new SetList(null) { 5 } }, new MemberOf<TokenFailure>
            { Value = new TokenFailure("x", null) },
    ];

    private static IEnumerable<TestCaseData> Cases() =>
        from value in s_values
        from references in Enum.GetValues<ReferenceHandling>()
        select new TestCaseData(value, references)
            .SetArgDisplayNames(SchemaNames.Of(value.GetType()), $"{references}");

    [TestCaseSource(nameof(Cases))]
    public void The_oracle_writes_and_reads_the_same_bytes(object value, ReferenceHandling references)
    {
        TypeModel engine = TypeModel.Create(s_values.Select(one => one.GetType()), new SerializerOptions { References = references });
        (ushort, Type)[] ids = [.. engine.TypeIds.Select(pair => (pair.Value, pair.Key))];
        var oracle = new OracleModel(engine.Describe(), ids);
        byte[] bytes = engine.Serialize(value);
        object? copy = new SlowReader(oracle).Read(typeof(object), bytes, out int consumed);
        Assert.Multiple(() =>
        {
            Assert.That(new SlowWriter(oracle).Write(typeof(object), value), Is.EqualTo(bytes));
            Assert.That(consumed, Is.EqualTo(bytes.Length));
            Assert.That(engine.Serialize(copy!), Is.EqualTo(bytes));
            Assert.That(TypeKinds.Of(typeof(SetList), false, false), Is.EqualTo(SchemaKind.Serializable));
        });
    }
}
