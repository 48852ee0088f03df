using System.Globalization;
using System.Xml;
using System.Xml.Linq;
using NetSerializer.Data;
using NetSerializer.Values;
using XmlText = NetSerializer.Data.XmlText;

namespace NetSerializer.Nrbf.Tables;

/// <summary>The XML in which <see cref="System.Data.DataSet"/> and <see cref="System.Data.DataTable"/> wrote themselves.</summary>
internal static class TableXml
{
    public const string Xsd = "http://www.w3.org/2001/XMLSchema", Instance = "http://www.w3.org/2001/XMLSchema-instance",
        MsData = "urn:schemas-microsoft-com:xml-msdata", MsProp = "urn:schemas-microsoft-com:xml-msprop",
        DiffGram = "urn:schemas-microsoft-com:xml-diffgram-v1", Declarations = "http://www.w3.org/2000/xmlns/",
        Space = "http://www.w3.org/XML/1998/namespace";

    /// <summary>
    /// A reader without document types or entities from elsewhere, for a text of bounded depth and width. It is the one that System.Data uses, since it
    /// leaves line ends and control characters as they are.
    /// </summary>
    /// <param name="text">The text.</param>
    /// <param name="isTree">A tree is made of it.</param>
    /// <param name="charge">Takes memory from the budget.</param>
    public static XmlReader Open(string text, bool isTree, Action<long> charge)
    {
        XmlExtent extent = XmlShapeCheck.Measure(text);
        // The same text may be read for many tables, so it counts each time.
        charge(text.Length + XmlText.SizeOf(text, extent, XmlText.MaxDepth, isTree));
        if (extent.Attributes > XmlShapeCheck.MaxAttributes || extent.Depth > XmlText.MaxDepth)
        {
            throw Payload.Malformed($"XML with more than {XmlShapeCheck.MaxAttributes} attributes of an element or {XmlText.MaxDepth} levels.");
        }
        return new XmlTextReader(new StringReader(text)) { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null };
    }

    /// <summary>An attribute without a namespace, of the schema itself.</summary>
    public static string? Own(this XElement element, string name) => (string?)element.Attribute(name);

    /// <summary>An attribute that System.Data has added to a schema.</summary>
    public static string? Setting(this XElement element, string name) => (string?)element.Attribute(XName.Get(name, MsData));

    /// <summary>The extended properties of a part of a schema.</summary>
    public static KeyValuePair<string, string>[] Properties(this XElement element) =>
        [.. element.Attributes().Where(attribute => attribute.Name.NamespaceName == MsProp)
            .Select(attribute => new KeyValuePair<string, string>(Decode(attribute.Name.LocalName), attribute.Value))];

    /// <summary>A name without the escapes that XML needs.</summary>
    public static string Decode(string name) => XmlConvert.DecodeName(name);

    public static CultureInfo Culture(string name) =>
        CultureNames.OfThisMachine.Find(name) ?? throw Payload.Mismatch($"The culture {CanonicalNames.Display(name)} is unknown to this machine.");

    public static bool IsTrue(string text) => text == "1" || (text != "0" && bool.Parse(text));

    public static int Number(string text) => int.Parse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);

    public static MalformedDataException Unknown(string part) =>
        Payload.Malformed($"A table or set has {CanonicalNames.Display(part)}, which {nameof(System.Data.DataSet)} does not write there.");

    public static MalformedDataException Computed(string column) =>
        Payload.Mismatch($"The column {CanonicalNames.Display(column)} is computed, and expressions are code: remove it in the old program, and write the file "
            + "again.");
}
