using System.Data;
using System.Xml;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>DataTable and DataSet beside BinaryFormatter, and what of them is refused.</summary>
public class DataTests
{
    private static readonly TypeModel s_model = TypeModel.Create(typeof(DataTable), typeof(DataSet), typeof(MemberOf<DataTable>), typeof(MemberOf<object>));

    private static IEnumerable<TestCaseData> Tables() =>
        from table in (DataTable[])[Comparable(DataSamples.People()), Comparable(DataSamples.EveryType()), new DataTable("empty")]
        select new TestCaseData(
            table).SetArgDisplayNames(table.TableName);

    [TestCaseSource(nameof(Tables))]
    public void A_table_becomes_what_BinaryFormatter_makes_of_it(DataTable table)
    {
        DataTable copy = s_model.DeepClone(table), peer = BinaryFormatterPeer.Clone(table);
        Assert.Multiple(() =>
        {
            // Not as text: BinaryFormatter's copy has left its set in the schema, too.
            Assert.That(FrameworkValues.AreEqual(copy, peer));
            Assert.That(TextOf(copy), Is.EqualTo(TextOf(table)));
            Assert.That(copy.Rows.Cast<DataRow>().Select(row => row.RowState), Is.EqualTo(table.Rows.Cast<DataRow>().Select(row => row.RowState)));
            Assert.That(copy.PrimaryKey.Select(column => column.ColumnName), Is.EqualTo(peer.PrimaryKey.Select(column => column.ColumnName)));
        });
    }

    [Test]
    public void A_set_becomes_what_BinaryFormatter_makes_of_it()
    {
        DataSet set = DataSamples.Orders(), copy = s_model.DeepClone(set), peer = BinaryFormatterPeer.Clone(set);
        Assert.Multiple(() =>
        {
            Assert.That(TextOf(copy), Is.EqualTo(TextOf(peer)));
            Assert.That(copy.Relations["of customer"]!.ChildKeyConstraint,
                Is.SameAs(copy.Tables["orders"]!.Constraints.OfType<ForeignKeyConstraint>().Single()));
            Assert.That(copy.Relations["by region"]!.ChildKeyConstraint, Is.Null);
            foreach (DataSet one in (DataSet[])[copy, peer])
            {
                Assert.That(one.Relations["of customer"]!.ChildKeyConstraint!.ExtendedProperties["of"], Is.EqualTo("a foreign key"));
                Assert.That(one.Relations["of customer"]!.ParentKeyConstraint!.ExtendedProperties["of"], Is.EqualTo("its key"));
            }
        });
    }

    // Found by the fuzzer: the framework adds the key that is missing, and so would write other bytes.
    [Test]
    public void A_foreign_key_without_a_key_is_refused()
    {
        const string Bytes =
            "4008000000001000000000000000000000046A610100000212000000000000000000000000000204000010000000000000000007000000010000000C"
            + "000000000000001900000001000000011600000000000000000000310002010000020800010A00000000000200010A00000000000C00000000000010"
            + "0000000000000000000000030C0000000000000009000000010000001000000000000000000007000000010000000C00000000006E10000000000000"
            + "000019000000010000000003100000010A00000000000000010A0000000000020000010A000000000004000000011600000000000000000000720101"
            + "010001000000000000";
        TypeModel model = TypeModel.Create([typeof(DataSet)], new SerializerOptions { References = ReferenceHandling.Preserve });
        Assert.That(() => model.Deserialize<object>(Convert.FromHexString(Bytes)),
            Throws.TypeOf<MalformedDataException>().With.Property(nameof(MalformedDataException.Code)).EqualTo(ErrorCode.CustomValueRejected)
            .And.Message.Contains("foreign key"));
    }

    [Test]
    public void A_copy_works_on_like_the_original()
    {
        DataTable copy = s_model.DeepClone(DataSamples.People());
        Assert.Multiple(() =>
        {
            Assert.That(() => copy.Rows.Add(1, "same", null, null), Throws.TypeOf<ConstraintException>(), "the primary key");
            Assert.That(() => copy.Rows.Add(9, new string('x', 21), null, null), Throws.TypeOf<ArgumentException>(), "the length");
            Assert.That(() => copy.Rows[0]["born"] = DateTime.UtcNow, Throws.TypeOf<ReadOnlyException>());
            Assert.That(copy.Rows.Find(5)!["name"], Is.EqualTo("added"));
        });
        copy.RejectChanges();
        Assert.That(copy.Rows.Cast<DataRow>().Select(row => row["name"]), Is.EqualTo(new[] { "same", "changed", "deleted", "touched" }));
    }

    [Test]
    public void A_column_that_has_counted_to_its_end_comes_back()
    {
        var table = new DataTable("t") { Columns = { { "number", typeof(int) }, { "text", typeof(string) } } };
        table.Columns[0].AutoIncrement = true;
        table.Rows.Add(int.MaxValue, "last");
        table.Rows.Add(5, "behind it");
        table.AcceptChanges();
        table.Rows.Add(DBNull.Value, null);
        DataTable copy = s_model.DeepClone(table);
        Assert.That(copy.Rows.Cast<DataRow>().Select(row => row[0]), Is.EqualTo(new object[] { int.MaxValue, 5, DBNull.Value }));
        Assert.That(copy.Rows.Cast<DataRow>().Select(row => row.RowState),
            Is.EqualTo(new[] { DataRowState.Unchanged, DataRowState.Unchanged, DataRowState.Added }));
        Assert.That(() => copy.NewRow(), Throws.TypeOf<OverflowException>(), "there is no next number");
    }

    [Test]
    public void Names_that_comparisons_ignore_are_kept()
    {
        DataTable copy = s_model.DeepClone(new DataTable("\0\0", "\0"));
        Assert.That((copy.TableName, copy.Namespace), Is.EqualTo(("\0\0", "\0")));
    }

    [Test]
    public void They_stand_in_members_of_their_type_and_of_object()
    {
        DataTable table = DataSamples.People();
        Assert.That(FrameworkValues.AreEqual(s_model.DeepClone(new MemberOf<DataTable> { Value = table }).Value!, table));
        Assert.That(FrameworkValues.AreEqual(s_model.DeepClone(new MemberOf<object> { Value = table }).Value!, table));
    }

    [Test]
    public void A_table_of_a_set_travels_alone()
    {
        DataSet set = DataSamples.Orders();
        DataTable copy = s_model.DeepClone(set.Tables["orders"]!);
        Assert.That((copy.DataSet, copy.Rows.Count, copy.Constraints.Count), Is.EqualTo(((DataSet?)null, 3, 0)));
    }

    private static IEnumerable<TestCaseData> Refused()
    {
        yield return Case("computed", new DataTable { Columns = { { "a", typeof(int) }, { "b", typeof(int), "a + 1" } } }, "computed");
        yield return Case("type of a column", new DataTable { Columns = { { "a", typeof(Version) } } }, "The column a");
        DataTable cell = new() { Columns = { { "a", typeof(object) } } };
        cell.Rows.Add(new Version(1, 2));
        yield return Case("type of a cell", cell, "the column a");
        yield return Case("property", new DataTable { ExtendedProperties = { ["n"] = 1 } }, "extended property");
        DataTable constraint = DataSamples.People();
        constraint.Constraints["names"]!.ExtendedProperties["n"] = 1;
        yield return Case("property of a constraint", constraint, "extended property");
        yield return Case("loose table", DataSamples.Loose().Tables[0], "write the set");
        DataSet keyless = DataSamples.Orders();
        keyless.EnforceConstraints = false;
        keyless.Tables["customers"]!.Constraints.Clear();
        yield return Case("foreign key without a key", keyless, "add a UniqueConstraint");
        var many = new DataSet();
        for (int i = 0; i < 1025; i++)
        {
            many.Tables.Add();
        }
        yield return Case("many tables", many, "1025");
    }

    [TestCaseSource(nameof(Refused))]
    public void What_would_not_come_back_is_refused_by_the_writer(object value, string text) =>
        Assert.That(() => s_model.Serialize(value), Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains(text));

    [TestCase(typeof(TypedSet))]
    [TestCase(typeof(TypedTable))]
    public void Derived_classes_are_refused_at_Create_with_the_cure(Type type)
    {
        TypeModelProblem problem = Assert.Throws<TypeModelException>(() => TypeModel.Create(typeof(MemberOf<>).MakeGenericType(type))).Problems.Single();
        Assert.That((problem.Code, problem.Path.Contains("Value", StringComparison.Ordinal)), Is.EqualTo((ErrorCode.TypeNotSupported, true)));
        Assert.That(problem.Message, Does.Contain(type.BaseType!.Name).And.Contain("Merge").And.Contain("Surrogate"));
    }

    [Test]
    public void A_surrogate_brings_derived_classes_along()
    {
        CustomSerializer surrogate = CustomSerializer.Surrogate<TypedSet, DataSet>(
            typed =>
            {
                var plain = new DataSet();
                plain.Merge(typed);
                return plain;
            },
            plain =>
            {
                var typed = new TypedSet();
                typed.Merge(plain);
                return typed;
            });
        TypeModel model = TypeModel.Create([typeof(MemberOf<TypedSet>)], new SerializerOptions { Serializers = [surrogate] });
        var set = new TypedSet();
        set.People.Rows.Add(1, "x");
        set.AcceptChanges();
        set.People.Rows[0]["name"] = "y";
        TypedSet copy = model.DeepClone(new MemberOf<TypedSet> { Value = set }).Value!;
        Assert.That((copy.People.Rows[0]["name"], copy.People.Rows[0]["name", DataRowVersion.Original], copy.People.Rows[0].RowState),
            Is.EqualTo(("y", "x", DataRowState.Modified)));
    }

    private static TestCaseData Case(string name, object value, string text) => new TestCaseData(value, text).SetArgDisplayNames(name);

    // BinaryFormatter's XML does not know all of these kinds.
    private static DataTable Comparable(DataTable table)
    {
        // Two are written in the order of their hashes, which are others in every table.
        table.ExtendedProperties.Remove("b");
        foreach (string column in new[] { nameof(Half), nameof(DateOnly), nameof(TimeOnly), nameof(Uri), "Char[]", "object", "any" })
        {
            if (table.Columns.Contains(column))
            {
                table.Columns.Remove(column);
            }
        }
        return table;
    }

    private static string TextOf(DataTable table)
    {
        var set = new DataSet();
        set.Tables.Add(table.Copy());
        return TextOf(set);
    }

    private static string TextOf(DataSet set)
    {
        var text = new StringWriter();
        set.WriteXmlSchema(text);
        using (XmlWriter writer = XmlWriter.Create(text))
        {
            set.WriteXml(writer, XmlWriteMode.DiffGram);
        }
        return text.ToString();
    }

    [Serializable]
    internal sealed class TypedSet : DataSet
    {
        public TypedSet() => Tables.Add(new DataTable("people") { Columns = { { "id", typeof(int) }, { "name", typeof(string) } } });

        public DataTable People => Tables["people"]!;
    }

    [Serializable]
    internal sealed class TypedTable : DataTable;
}
