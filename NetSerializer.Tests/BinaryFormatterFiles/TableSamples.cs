using System.Data;
using System.Globalization;
using System.Numerics;
using System.Runtime.Serialization;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.BinaryFormatterFiles;

/// <summary>Tables and sets that BinaryFormatter writes and reads, with all that they write of themselves.</summary>
internal static class TableSamples
{
    public static IEnumerable<ISerializable> All =>
    [
        new DataTable(), new DataTable("rows only") { Rows = { Array.Empty<object>() } }, People(), EveryType(), Times(), Defaults(), Texts(), Counted(),
        new DataSet(), DataSamples.Orders(), DataSamples.Loose(), Tree(), Namespaces(), NestedWithoutKey(), CompositeKeys(), FromSchema(),
        TableOfSet(),
    ];

    /// <summary>A set with a class of its own, as designers make them.</summary>
    [Serializable]
    public sealed class Shop : DataSet
    {
        public Shop()
        {
            Tables.Add("goods").Columns.Add("name");
        }

        public override SchemaSerializationMode SchemaSerializationMode { get; set; } = SchemaSerializationMode.IncludeSchema;
    }

    public static DataTable People()
    {
        DataTable table = DataSamples.People();
        // XML has no objects in attributes, which hidden columns are there.
        table.Columns["any"]!.ColumnMapping = MappingType.Element;
        table.Columns["any"]!.Namespace = "";
        return table;
    }

    private static DataTable EveryType()
    {
        object[] values =
        [
            true, (byte)1, (sbyte)-1, 'x', (short)-300, (ushort)300, -70000, 70000u, -5_000_000_000, 5_000_000_000ul, 1.5f, double.NegativeInfinity, 1.50m,
            new DateTime(2020, 1, 1), new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.FromHours(2)), TimeSpan.FromSeconds(-3),
            new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), "text", new byte[] { 1, 2 }, new[] { 'a', '\u4F60' }, new Uri("urn:x"), BigInteger.Pow(-10, 21),
        ];
        var table = new DataTable("types");
        for (int i = 0; i < values.Length; i++)
        {
            table.Columns.Add("c" + i, values[i].GetType());
        }
        table.Columns.Add("any", typeof(object));
        foreach (object any in (object[])[7, "text", "", 'c', 1.5m, new byte[] { 3 }, Guid.Empty, TimeSpan.FromDays(1), true, 2.5, new Uri("urn:y"),
            new DateTime(2020, 1, 1, 2, 3, 4, DateTimeKind.Utc), 5ul, (sbyte)-5])
        {
            table.Rows.Add([.. values, any]);
        }
        table.Rows.Add([.. values.Select(_ => DBNull.Value), DBNull.Value]);
        return table;
    }

    private static DataTable Times()
    {
        var table = new DataTable("times & more") { ExtendedProperties = { ["a b"] = "<c>" } };
        foreach (DataSetDateTime mode in Enum.GetValues<DataSetDateTime>())
        {
            table.Columns.Add(new DataColumn($"{mode}", typeof(DateTime)) { DateTimeMode = mode });
        }
        table.Columns.Add("a column", typeof(string));
        table.Columns.Add(new DataColumn("attribute's", typeof(string), null, MappingType.Attribute));
        table.Columns.Add(new DataColumn("hid den", typeof(int), null, MappingType.Hidden) { AllowDBNull = false });
        table.Columns.Add(new DataColumn("needed", typeof(int), null, MappingType.Attribute) { AllowDBNull = false, DefaultValue = 4 });
        table.Columns.Add(new DataColumn("wide", typeof(string), null, MappingType.Attribute) { Namespace = "urn:wide" });
        table.Columns.Add("last", typeof(int));
        var time = new DateTime(2020, 7, 2, 3, 4, 5);
        foreach (string text in (string[])["", " ", "a\r\nb", "\n", "\u0001", "\u00E9<&>]]>\"", "  x ", "\U0001F600"])
        {
            table.Rows.Add(time, time.AddTicks(1234567), time.AddDays(200), time, text, text, 5, 6, text, 7);
        }
        table.Rows.Add(null, null, null, null, null, null, 7, 8, null, null);
        return table;
    }

    private static DataTable Defaults()
    {
        var table = new DataTable("defaults") { Locale = CultureInfo.InvariantCulture };
        foreach (object value in (object[])[true, 'x', 5, 2.5m, "text", "", new DateTime(2020, 1, 2), TimeSpan.FromHours(1), 1.5f])
        {
            foreach (MappingType mapping in (MappingType[])[MappingType.Element, MappingType.Attribute, MappingType.Hidden])
            {
                table.Columns.Add(new DataColumn("c" + table.Columns.Count, value.GetType(), null, mapping) { DefaultValue = value });
            }
        }
        table.Rows.Add();
        table.Rows.Add([.. table.Columns.Cast<DataColumn>().Select(_ => DBNull.Value)]);
        return table;
    }

    private static DataTable Texts()
    {
        var table = new DataTable("texts");
        table.Columns.Add(new DataColumn("a", typeof(int), null, MappingType.Attribute));
        table.Columns.Add(new DataColumn("the text", typeof(string), null, MappingType.SimpleContent) { DefaultValue = "d", Caption = "t" });
        table.Columns.Add(new DataColumn("b", typeof(string), null, MappingType.Hidden));
        table.Rows.Add(1, "one", "x");
        table.Rows.Add(2, " ", null);
        table.Rows.Add(null, DBNull.Value, "");
        return table;
    }

    private static DataTable Counted()
    {
        var table = new DataTable("counted") { MinimumCapacity = 100, CaseSensitive = true };
        table.Columns.Add(new DataColumn("id", typeof(long)) { AutoIncrement = true, AutoIncrementSeed = 5, AutoIncrementStep = 5, Unique = true });
        table.Columns.Add(new DataColumn("text", typeof(string)) { MaxLength = 3, ReadOnly = true });
        table.DisplayExpression = "id";
        for (int i = 0; i < 12; i++)
        {
            table.Rows.Add(null, "abc");
        }
        return table;
    }

    private static DataSet Tree()
    {
        var set = new DataSet("tree");
        DataTable nodes = set.Tables.Add("node"), leaves = set.Tables.Add("leaf");
        nodes.Columns.Add("id", typeof(int));
        nodes.Columns.Add("parent", typeof(int));
        nodes.PrimaryKey = [nodes.Columns[0]];
        leaves.Columns.Add("of", typeof(int));
        leaves.Columns.Add("text");
        set.Relations.Add(new DataRelation("within", nodes.Columns[0], nodes.Columns[1]) { Nested = true });
        set.Relations.Add(new DataRelation("leaves", nodes.Columns[0], leaves.Columns[0]) { Nested = true });
        for (int i = 0; i < 6; i++)
        {
            nodes.Rows.Add(i, i == 0 ? null : i / 2);
            leaves.Rows.Add(i, $"leaf {i}");
        }
        set.AcceptChanges();
        nodes.Rows[5].Delete();
        leaves.Rows[2]["text"] = "other";
        leaves.Rows[2].SetColumnError(1, "why");
        leaves.Rows[1].RowError = "so";
        return set;
    }

    private static DataSet Namespaces()
    {
        var set = new DataSet("spaces") { Namespace = "urn:a" };
        DataTable one = set.Tables.Add("t", "urn:b"), two = set.Tables.Add("u", "urn:c"), plain = set.Tables.Add("plain", "");
        foreach (DataTable table in (DataTable[])[one, two, plain])
        {
            table.Columns.Add("id", typeof(int));
            table.Columns.Add(new DataColumn("attribute", typeof(int), null, MappingType.Attribute));
            table.Rows.Add(1, 2);
        }
        two.CaseSensitive = true;
        two.Locale = CultureInfo.GetCultureInfo("fi");
        set.Relations.Add("rows", one.Columns[0], plain.Columns[0], createConstraints: false);
        return set;
    }

    private static DataSet NestedWithoutKey()
    {
        var set = new DataSet("loose nest");
        DataTable parent = set.Tables.Add("parent"), child = set.Tables.Add("child");
        parent.Columns.Add("id", typeof(int));
        child.Columns.Add("of", typeof(int));
        var relation = new DataRelation("nest", parent.Columns[0], child.Columns[0], createConstraints: false) { ExtendedProperties = { ["k"] = "v" } };
        set.Relations.Add(relation);
        relation.Nested = true;
        parent.Rows.Add(1);
        child.Rows.Add(1);
        child.Rows.Add(1);
        return set;
    }

    private static DataSet CompositeKeys()
    {
        var set = new DataSet("keys") { Locale = CultureInfo.GetCultureInfo("fr-CA") };
        DataTable parent = set.Tables.Add("parent"), child = set.Tables.Add("child");
        foreach (DataTable table in (DataTable[])[parent, child])
        {
            table.Columns.Add("a a", typeof(int));
            table.Columns.Add(new DataColumn("b", typeof(string), null, MappingType.Attribute));
        }
        parent.Constraints.Add(new UniqueConstraint("both", [parent.Columns[0], parent.Columns[1]], isPrimaryKey: true));
        child.Constraints.Add(new UniqueConstraint("both", [child.Columns[1]]));
        set.Relations.Add("related", [parent.Columns[0], parent.Columns[1]], [child.Columns[0], child.Columns[1]]);
        DataTable alone = set.Tables.Add("alone");
        alone.Columns.Add("x", typeof(int));
        alone.Columns.Add("y");
        alone.Constraints.Add(new ForeignKeyConstraint("no relation", [parent.Columns[0], parent.Columns[1]], [alone.Columns[0], alone.Columns[1]])
        { UpdateRule = Rule.None, DeleteRule = Rule.SetDefault });
        parent.Rows.Add(1, "x");
        child.Rows.Add(1, "x");
        return set;
    }

    // Columns with types of a schema, named and not.
    private static DataSet FromSchema()
    {
        var set = new DataSet();
        set.ReadXmlSchema(new StringReader(
            """
            <xs:schema id="set" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">
              <xs:simpleType name="code"><xs:restriction base="xs:string"><xs:maxLength value="5" /></xs:restriction></xs:simpleType>
              <xs:simpleType name="brief"><xs:restriction base="code"><xs:maxLength value="2" /></xs:restriction></xs:simpleType>
              <xs:element name="set" msdata:IsDataSet="true"><xs:complexType><xs:choice maxOccurs="unbounded"><xs:element name="t"><xs:complexType>
                <xs:sequence>
                  <xs:element name="code" type="code" />
                  <xs:element name="brief" type="brief" minOccurs="0" />
                  <xs:element name="day" type="xs:date" minOccurs="0" />
                  <xs:element name="number" type="xs:integer" minOccurs="0" />
                  <xs:element name="token" type="xs:NMTOKEN" minOccurs="0" />
                </xs:sequence>
              </xs:complexType></xs:element></xs:choice></xs:complexType></xs:element>
            </xs:schema>
            """));
        set.Tables[0].Rows.Add("abc", "de", new DateTime(2020, 1, 2), 5L, "t");
        return set;
    }

    private static DataTable TableOfSet() => DataSamples.Orders().Tables["orders"]!;
}
