using System.Collections;
using System.Data;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.BinaryFormatterFiles;

/// <summary>
/// Tables of strangers: their XML gives a value of the model or a <see cref="MalformedDataException"/>, loads no type, reaches nothing outside, and takes
/// memory and time within the limits.
/// </summary>
public sealed class PayloadTableSafetyTests
{
    private const int ShortRound = 1200;

    private const string Xsd = "http://www.w3.org/2001/XMLSchema";

    private const string MsData = "urn:schemas-microsoft-com:xml-msdata";

    private const string EmptySchema = "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:msdata=\"" + MsData + "\">"
        + "<xs:element name=\"set\" msdata:IsDataSet=\"true\"><xs:complexType><xs:choice /></xs:complexType></xs:element></xs:schema>";

    private const string EmptyRows = "<diffgr:diffgram xmlns:msdata=\"" + MsData + "\" xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\"><set />"
        + "</diffgr:diffgram>";

    private static readonly TypeModel s_small = TypeModel.Create([typeof(DataTable), typeof(DataSet), typeof(ArrayList)], new SerializerOptions
    { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Default with { MaxAllocatedBytes = 32 << 20 } });

    private static readonly (string Schema, string Rows) s_texts = TextsOf(TableSamples.People()), s_set = TextsOf(DataSamples.Orders());

    [TestCase("System.Diagnostics.Process, System.Diagnostics.Process")]
    [TestCase("System.Collections.Generic.List`1[[System.Int32]]")]
    [TestCase("System.Int32[]")]
    [TestCase("System.Half")]
    [TestCase("")]
    [TestCase("[")]
    public void A_type_that_is_in_no_list_is_refused(string name)
    {
        AssertRefused(s_texts.Schema.Replace("type=\"xs:dateTime\"", $"msdata:DataType=\"{name}\" type=\"xs:anyType\""), s_texts.Rows);
        AssertRefused(s_texts.Schema, s_texts.Rows.Replace("xsi:type=\"xs:decimal\"", $"msdata:InstanceType=\"{name}\""));
    }

    [Test]
    public void No_assembly_is_looked_for()
    {
        List<string> asked = [];
        Assembly? Ask(object? sender, ResolveEventArgs arguments)
        {
            asked.Add(arguments.Name);
            return null;
        }
        AppDomain.CurrentDomain.AssemblyResolve += Ask;
        try
        {
            Read(s_texts.Schema.Replace("type=\"xs:int\"", "msdata:DataType=\"System.Int32, Stranger\" type=\"xs:int\""),
                s_texts.Rows.Replace("xsi:type=\"xs:decimal\"", "msdata:InstanceType=\"System.Decimal, Stranger\""));
        }
        finally
        {
            AppDomain.CurrentDomain.AssemblyResolve -= Ask;
        }
        Assert.That(asked, Has.None.Contains("Stranger"));
    }

    [TestCase("<!DOCTYPE a [<!ENTITY b \"c\">]>")]
    [TestCase("<!DOCTYPE a SYSTEM \"file:///etc/hostname\">")]
    public void Document_types_are_refused(string type)
    {
        AssertRefused(s_texts.Schema.Replace("<xs:schema", type + "<xs:schema"), s_texts.Rows);
        AssertRefused(s_texts.Schema, type + s_texts.Rows);
    }

    [TestCase("<xs:import namespace=\"urn:x\" schemaLocation=\"file:///etc/hostname\" />")]
    [TestCase("<xs:include schemaLocation=\"http://localhost/\" />")]
    [TestCase("<xs:redefine schemaLocation=\"http://localhost/\" />")]
    [TestCase("<xs:complexType name=\"t\" />")]
    [TestCase("<xs:group name=\"t\" />")]
    [TestCase("<xs:element name=\"set\" msdata:IsDataSet=\"true\" />")]
    [TestCase("<xs:element name=\"t\" />")]
    public void Other_parts_of_schemas_are_refused(string part) =>
        AssertRefused(s_texts.Schema.Replace("</xs:schema>", part + "</xs:schema>"), s_texts.Rows);

    [TestCase("Expression=\"1\"")]
    [TestCase("Site=\"x\"")]
    [TestCase("AutoIncrementStep=\"0\"")]
    [TestCase("DateTimeMode=\"9\"")]
    [TestCase("Locale=\"en-u-va-abc\"")]
    public void Other_settings_are_refused(string setting) =>
        AssertRefused(s_texts.Schema.Replace("msdata:AutoIncrement=\"true\"", $"msdata:AutoIncrement=\"true\" msdata:{setting}")
            .Replace("msdata:AutoIncrementStep=\"-1\"", ""), s_texts.Rows);

    [Test]
    public void A_setting_that_takes_memory_does_nothing() =>
        Assert.That(
            Read(s_texts.Schema.Replace("<xs:element name=\"people\"", "<xs:element msdata:MinimumCapacity=\"2000000000\" name=\"people\""), s_texts.Rows)
                .MinimumCapacity,
            Is.LessThan(1000));

    [TestCase("rowOrder=\"4\"", "rowOrder=\"2000000000\"")]
    [TestCase("rowOrder=\"4\"", "rowOrder=\"3\"")]
    [TestCase("rowOrder=\"4\"", "rowOrder=\"-1\"")]
    [TestCase("rowOrder=\"4\"", "rowOrder=\"x\"")]
    [TestCase("diffgr:hasChanges=\"modified\"", "")]
    [TestCase("diffgr:hasChanges=\"inserted\"", "diffgr:hasChanges=\"modified\"")]
    [TestCase("diffgr:hasChanges=\"inserted\"", "diffgr:hasChanges=\"removed\"")]
    [TestCase("diffgr:id=\"people1\"", "diffgr:id=\"people2\"")]
    [TestCase("<id>1</id>", "<id>1</id><id>1</id>")]
    [TestCase("<id>1</id>", "<id>1<id>1</id></id>")]
    [TestCase("<id>1</id>", "1")]
    [TestCase("<id>1</id>", "<id>99999999999</id>")]
    [TestCase("<id>1</id>", "<id>1</id><other>1</other>")]
    [TestCase("<id>1</id>", "<id other=\"1\">&other;</id>")]
    public void Rows_that_contradict_themselves_are_refused(string part, string other)
    {
        Assert.That(s_texts.Rows, Does.Contain(part));
        AssertRefused(s_texts.Schema, new Regex(Regex.Escape(part)).Replace(s_texts.Rows, other, 1));
    }

    [Test]
    public void Every_cut_of_a_text_is_refused()
    {
        foreach ((string schema, string rows) in ((string, string)[])[s_texts, s_set])
        {
            for (int length = 0; length < schema.Length; length += 7)
            {
                AssertRefused(schema[..length], rows);
            }
            for (int length = 0; length < rows.Length; length += 7)
            {
                AssertRefused(schema, rows[..length]);
            }
        }
    }

    [Test]
    public void Changed_texts_are_refused_or_another_table()
    {
        var random = new Random(1);
        for (int i = 0; i < ShortRound; i++)
        {
            bool isSet = random.Next(2) == 0;
            (string schema, string rows) = isSet ? s_set : s_texts;
            XElement[] roots = [XElement.Parse(schema), XElement.Parse(rows)];
            // They cannot be written by themselves.
            roots[1].Descendants().Attributes().Where(attribute => attribute.Name.LocalName == "xmlns" && attribute.Name.NamespaceName == Xsd).Remove();
            for (int change = random.Next(3); change >= 0; change--)
            {
                Change(roots[random.Next(2)], random);
            }
            try
            {
                BinaryFormatterReader.Read(s_small, Payload(isSet ? typeof(DataSet) : typeof(DataTable), roots[0].ToString(), roots[1].ToString()));
            }
            catch (Exception failure) when (failure is MalformedDataException or XmlException)
            {
                // The verdict, or a tree that has no text.
            }
        }
    }

    [Test]
    public void Entries_of_the_binary_format_are_all_needed()
    {
        DataSet set = DataSamples.Orders();
        set.RemotingFormat = SerializationFormat.Binary;
        List<string> names = [];
        OldEntries.Changed(set, (name, value) =>
        {
            names.Add(name);
            return value;
        });
        // The number of records follows from the states of the rows.
        foreach (string name in names.Where(name => name is not ("DataSet.RemotingVersion" or "DataSet.Prefix")
            && !name.EndsWith("Records.Count", StringComparison.Ordinal)))
        {
            Assert.That(() => BinaryFormatterReader.Read(s_small, BinaryFormatterPeer.Write(OldEntries.Changed(set, (_, value) => value, name))),
                Throws.TypeOf<MalformedDataException>(), name);
            object? Other(string entry, object? value) =>
                entry != name ? value : value switch { int number => int.MaxValue - number, ArrayList => new ArrayList { 5 }, _ => 5 };
            Assert.That(() => BinaryFormatterReader.Read(s_small, BinaryFormatterPeer.Write(OldEntries.Changed(set, Other))),
                Throws.TypeOf<MalformedDataException>(), name);
        }
    }

    [Test]
    public void Deep_texts_are_refused()
    {
        const int depth = 100_000;
        string deep = string.Concat(Enumerable.Repeat("<xs:element name=\"a\"><xs:complexType><xs:sequence>", depth));
        AssertRefused(s_set.Schema.Replace("<xs:sequence>", "<xs:sequence>" + deep), s_set.Rows);
        AssertRefused(s_set.Schema, s_set.Rows.Replace("<customers ", string.Concat(Enumerable.Repeat("<customers>", depth)) + "<customers "));
    }

    [Test]
    public void Tables_that_hold_one_another_without_end_are_refused()
    {
        string Table(int i) =>
            $"<xs:element name=\"t{i}\"><xs:complexType><xs:sequence><xs:element ref=\"t{i + 1}\" /></xs:sequence></xs:complexType></xs:element>";
        string many = string.Concat(Enumerable.Range(0, 50_000).Select(Table));
        AssertRefused(EmptySchema.Replace("</xs:schema>", many + "</xs:schema>"), EmptyRows, typeof(DataSet));
        AssertRefused(EmptySchema.Replace("</xs:schema>", Table(0).Replace("t1", "set") + "</xs:schema>"), EmptyRows, typeof(DataSet));
        Assert.That(Read(EmptySchema.Replace("</xs:schema>", Table(0).Replace("t1", "t0") + "</xs:schema>"), EmptyRows).TableName, Is.EqualTo("t0"));
    }

    [Test]
    public void Columns_and_rows_count_against_the_budget()
    {
        string Columns(int count) => EmptySchema.Replace("</xs:schema>", "<xs:element name=\"t\"><xs:complexType>"
            + string.Concat(Enumerable.Range(0, count).Select(i => $"<xs:attribute name=\"c{i}\" />")) + "</xs:complexType></xs:element></xs:schema>");
        string Rows(int count) => EmptyRows.Replace("<set />",
            "<set>" + string.Concat(Enumerable.Range(0, count).Select(i => $"<t diffgr:id=\"{i}\" msdata:rowOrder=\"{i}\"/>")) + "</set>");
        Assert.That(Read(Columns(100), Rows(100)).Rows, Has.Count.EqualTo(100));
        AssertTooLarge(Columns(100_000), EmptyRows);
        AssertTooLarge(Columns(2000), Rows(2000));
        // One text for many tables.
        var entries = new object[2000];
        string schema = Columns(10), rows = Rows(100);
        for (int i = 0; i < entries.Length; i++)
        {
            entries[i] = new OldEntries(typeof(DataTable), ("XmlSchema", schema), ("XmlDiffGram", rows));
        }
        Assert.That(() => BinaryFormatterReader.Read(s_small, BinaryFormatterPeer.Write(new ArrayList(entries))),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.AllocationTooLarge));
    }

    private static (string Schema, string Rows) TextsOf(System.Runtime.Serialization.ISerializable value)
    {
        (string schema, string rows) = ("", "");
        OldEntries.Changed(value, (name, text) =>
        {
            (schema, rows) = name == "XmlSchema" ? ((string)text!, rows) : name == "XmlDiffGram" ? (schema, (string)text!) : (schema, rows);
            return text;
        });
        return (schema[schema.IndexOf("<xs:", StringComparison.Ordinal)..], rows);
    }

    private static byte[] Payload(Type type, string schema, string rows) =>
        BinaryFormatterPeer.Write(new OldEntries(type, ("XmlSchema", schema), ("XmlDiffGram", rows)));

    private static DataTable Read(string schema, string rows) => (DataTable)BinaryFormatterReader.Read(s_small, Payload(typeof(DataTable), schema, rows))!;

    private static void AssertRefused(string schema, string rows, Type? type = null)
    {
        type ??= schema == s_set.Schema || rows == s_set.Rows ? typeof(DataSet) : typeof(DataTable);
        Assert.That(() => BinaryFormatterReader.Read(s_small, Payload(type, schema, rows)), Throws.TypeOf<MalformedDataException>());
    }

    private static void AssertTooLarge(string schema, string rows)
    {
        byte[] payload = Payload(typeof(DataTable), schema, rows);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.That(() => BinaryFormatterReader.Read(s_small, payload),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.AllocationTooLarge));
        // The payload itself, and what the budget allows.
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan((10 * payload.Length) + s_small.Options.Limits.MaxAllocatedBytes));
    }

    private static void Change(XElement root, Random random)
    {
        XElement[] all = [.. root.DescendantsAndSelf()];
        XElement one = all[random.Next(all.Length)], other = all[random.Next(all.Length)];
        XAttribute[] attributes = [.. one.Attributes()], others = [.. other.Attributes().Where(attribute => !attribute.IsNamespaceDeclaration)];
        switch (random.Next(6))
        {
            case 0 when one != root:
                one.Remove();
                break;
            case 1:
                one.Add(new XElement(other));
                break;
            case 2 when attributes.Length > 0:
                attributes[random.Next(attributes.Length)].Remove();
                break;
            case 3 when others.Length > 0:
                XAttribute added = others[random.Next(others.Length)];
                one.SetAttributeValue(added.Name, added.Value);
                break;
            case 4 when attributes.Length > 0 && others.Length > 0 && attributes[random.Next(attributes.Length)] is { IsNamespaceDeclaration: false } changed:
                changed.Value = random.Next(3) switch { 0 => "", 1 => "-1", _ => others[random.Next(others.Length)].Value };
                break;
            case 5 when !one.HasElements:
                one.Value = random.Next(3) switch { 0 => "", 1 => "\n", _ => other.Value };
                break;
        }
    }
}
