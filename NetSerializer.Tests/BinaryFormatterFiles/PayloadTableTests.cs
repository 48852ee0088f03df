using System.Collections;
using System.Data;
using System.Runtime.Serialization;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.BinaryFormatterFiles;

/// <summary>Tables and sets in payloads: the same as BinaryFormatter reads, of both of its formats and of earlier versions.</summary>
public sealed class PayloadTableTests
{
    private static readonly TypeModel s_model = TypeModel.Create([typeof(DataTable), typeof(DataSet), typeof(Archive), typeof(ArrayList)],
        new SerializerOptions { References = ReferenceHandling.Preserve });

    private const string Old = ", mscorlib, Version=2.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

    private static IEnumerable<TestCaseData> Samples() =>
        from sample in TableSamples.All.Select((value, index) => (value, index))
        from format in (SerializationFormat[])[SerializationFormat.Xml, SerializationFormat.Binary]
        select new TestCaseData(sample.value, format).SetArgDisplayNames($"{sample.index} {sample.value}", format.ToString());

    [TestCaseSource(nameof(Samples))]
    public void Tables_are_those_that_BinaryFormatter_reads(object value, SerializationFormat format)
    {
        byte[]? payload = TryWrite(value, format);
        if (payload == null)
        {
            return;
        }
        object theirs = BinaryFormatterPeer.Read(payload)!;
        AssertSame(theirs, BinaryFormatterReader.Read(s_model, payload));
        Assert.That(BinaryFormatterReader.Convert(s_model, payload), Is.EqualTo(s_model.Serialize(theirs)));
    }

    [Test]
    public void Members_and_elements_may_be_tables([Values] SerializationFormat format)
    {
        DataTable shared = DataSamples.Orders().Tables[0].Copy();
        shared.RemotingFormat = format;
        byte[] payload = BinaryFormatterPeer.Write(
            new Archive { Table = shared, Any = shared, Set = DataSamples.Orders(), Tables = [shared, new DataTable("other")] });
        Archive read = BinaryFormatterReader.Read<Archive>(s_model, payload)!;
        Assert.That(read.Any, Is.SameAs(read.Table).And.SameAs(read.Tables![0]));
        AssertSame(BinaryFormatterPeer.Read(payload)!, read);
    }

    [Test]
    public void A_key_that_DataSet_forgets_is_kept()
    {
        var set = new DataSet("s") { Namespace = "urn:s" };
        DataTable table = set.Tables.Add("t", "urn:t");
        table.PrimaryKey = [table.Columns.Add("id", typeof(int))];
        AssertSame(set, BinaryFormatterReader.Read(s_model, Write(set, SerializationFormat.Xml)));
    }

    [Test]
    public void Two_tables_of_one_name_are_refused_in_XML_and_read_otherwise()
    {
        var set = new DataSet("s");
        set.Tables.Add("t", "urn:a");
        set.Tables.Add("t", "urn:b");
        Assert.That(() => BinaryFormatterReader.Read(s_model, Write(set, SerializationFormat.Xml)),
            Throws.TypeOf<MalformedDataException>().With.Message.Contains("Two tables of the name t"));
        AssertSame(set, BinaryFormatterReader.Read(s_model, Write(set, SerializationFormat.Binary)));
    }

    [Test]
    public void A_namespace_that_DataSet_forgets_is_kept()
    {
        var table = new DataTable("t", "urn:t");
        table.Columns.Add(new DataColumn("c", typeof(int)) { Namespace = "urn:other" });
        table.Rows.Add(5);
        AssertSame(table, BinaryFormatterReader.Read(s_model, Write(table, SerializationFormat.Xml)));
    }

    [Test]
    public void Names_of_types_are_those_of_every_version([Values("", Old, ", Elsewhere", ", System.Private.CoreLib, Version=10.0.0.0")] string assembly)
    {
        var table = new DataTable("t");
        table.Columns.Add("id", typeof(Guid));
        table.Columns.Add("any", typeof(object));
        table.Rows.Add(Guid.NewGuid(), Guid.NewGuid());
        string of = typeof(Guid).Assembly.FullName!;
        OldEntries entries = OldEntries.Changed(table, (_, value) => value is string text ? text.Replace(", " + of, assembly) : value);
        AssertSame(table, BinaryFormatterReader.Read(s_model, BinaryFormatterPeer.Write(entries)));
    }

    [Test]
    public void The_first_version_is_read()
    {
        DataSet set = DataSamples.Orders();
        set.Tables[0].Columns.Add("any", typeof(object));
        set.Tables[0].Rows[1]["any"] = "text";
        byte[] payload = BinaryFormatterPeer.Write(OldEntries.Changed(set, (_, value) => (value as string)?.Replace(" msdata:targetNamespace=\"urn:shop\"", "")
            .Replace(" xsi:type=\"xs:string\"", ""), "DataSet.RemotingVersion"));
        AssertSame(BinaryFormatterPeer.Read(payload)!, BinaryFormatterReader.Read(s_model, payload));
    }

    [Test]
    public void The_binary_format_of_NET_Framework_has_types()
    {
        DataTable table = TableSamples.People();
        table.RemotingFormat = SerializationFormat.Binary;
        const string name = "DataType_AssemblyQualifiedName";
        var entries = new OldEntries(typeof(DataTable), [.. OldEntries.Of(table).Select(entry => entry.Name.EndsWith(name, StringComparison.Ordinal)
            ? (entry.Name.Replace(name, "DataType"), new Old.HeldType(((string)entry.Value!).Split(',')[0]))
            : entry.Name.EndsWith("SimpleType", StringComparison.Ordinal) ? (entry.Name, null) : entry)]);
        AssertSame(table, BinaryFormatterReader.Read(s_model, BinaryFormatterPeer.Write(entries)));
    }

    [Test]
    public void A_set_of_a_class_of_its_own_becomes_a_set([Values] SerializationFormat format)
    {
        var shop = new TableSamples.Shop { RemotingFormat = format };
        shop.Tables[0].Rows.Add("bread");
        var options = new BinaryFormatterOptions { Names = new Dictionary<string, Type> { [typeof(TableSamples.Shop).FullName!] = typeof(DataSet) } };
        var read = (DataSet)BinaryFormatterReader.Read(s_model, BinaryFormatterPeer.Write(shop), options)!;
        Assert.That(read.Tables["goods"]!.Rows[0]["name"], Is.EqualTo("bread"));
        shop.SchemaSerializationMode = SchemaSerializationMode.ExcludeSchema;
        Assert.That(() => BinaryFormatterReader.Read(s_model, BinaryFormatterPeer.Write(shop), options),
            Throws.TypeOf<MalformedDataException>().With.Message.Contains(nameof(SchemaSerializationMode.IncludeSchema)));
    }

    [Test]
    public void A_column_that_is_computed_is_refused_by_name([Values] SerializationFormat format)
    {
        var table = new DataTable("t");
        table.Columns.Add("a", typeof(int));
        table.Columns.Add("total", typeof(int), "a * 2");
        Assert.That(() => BinaryFormatterReader.Read(s_model, Write(table, format)),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.ForeignDataMismatch)
                .And.Message.Contains("total").And.Message.Contains("remove it"));
    }

    [Test]
    public void A_column_of_another_type_is_refused_by_name([Values] SerializationFormat format)
    {
        var table = new DataTable("t");
        table.Columns.Add("a", typeof(System.Data.SqlTypes.SqlInt32));
        Assert.That(() => BinaryFormatterReader.Read(s_model, Write(table, format)),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.ForeignDataMismatch).And.Message.Contains("SqlInt32"));
    }

    [Test]
    public void A_model_without_tables_names_the_type() =>
        Assert.That(() => BinaryFormatterReader.Read(TypeModel.Create(typeof(ArrayList)), Write(new DataTable(), SerializationFormat.Xml)),
            Throws.TypeOf<MalformedDataException>().With.Message.Contains("System.Data.DataTable is not in the model"));

    // .NET itself cannot write the binary format of a text with a maximum length: of tables alone the part is left out that its reader does not need.
    private static byte[]? TryWrite(object value, SerializationFormat format)
    {
        try
        {
            return Write(value, format);
        }
        catch (SerializationException) when (value is DataTable table)
        {
            return BinaryFormatterPeer.Write(
                OldEntries.Changed(table, (name, part) => name.EndsWith("SimpleType", StringComparison.Ordinal) ? null : part));
        }
        catch (SerializationException)
        {
            return null;
        }
    }

    private static byte[] Write(object value, SerializationFormat format)
    {
        if (value is DataTable { DataSet: null } table)
        {
            table.RemotingFormat = format;
        }
        else
        {
            ((value as DataTable)?.DataSet ?? (DataSet)value).RemotingFormat = format;
        }
        return BinaryFormatterPeer.Write(value);
    }

    private static void AssertSame(object expected, object? actual)
    {
        Assert.That(actual is DataTable or DataSet ? PartsOf(actual) : null, Is.EqualTo(expected is DataTable or DataSet ? PartsOf(expected) : null));
        Assert.That(DeepComparer.FirstDifference(expected, actual), Is.Null);
    }

    private static object?[] PartsOf(object value) => value is DataTable table ? DataParts.Of(table) : DataParts.Of((DataSet)value);

    [Serializable]
    public sealed class Archive
    {
        public DataTable? Table;
        public object? Any;
        public DataSet? Set;
        public DataTable[]? Tables;
    }
}
