using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace NetSerializer.Data;

/// <summary>XML trees as text that makes the same tree again: no indentation, no declaration, line ends as character references, no document types.</summary>
internal static class XmlText
{
    // The memory of two parsers and a writer before they see anything, and the most that objects of the tree take for each character. Parsers use their
    // memory for attributes and levels again for the next element, but it is many times the text. Measured: 850 bytes for an attribute, 1,030 for a
    // namespace with its use, and 360 for a level.
    private const int Overhead = 48 << 10, ForEachChar = 56, ForEachAttribute = 960, ForEachLevel = 384;

    /// <summary>The most elements within one another. Time grows with the square of such a text, so no larger limit on depth raises it.</summary>
    public const int MaxDepth = 512;

    private static readonly XmlWriterSettings s_writing = new()
    {
        OmitXmlDeclaration = true,
        NewLineHandling = NewLineHandling.Entitize,
        ConformanceLevel = ConformanceLevel.Document,
    };

    /// <summary>The memory that parsers take to read a text, and a tree of it if there is one.</summary>
    public static long SizeOf(string text, XmlExtent extent, int maxDepth, bool isTree) =>
        Overhead + (isTree ? (long)ForEachChar * text.Length : 0) + ((long)ForEachAttribute * extent.Attributes)
            + ((long)ForEachLevel * Math.Min(extent.Depth, maxDepth));

    public static void Write(ref WireWriter writer, XNode node, int maxDepth, Func<XmlReader, XNode> load)
    {
        string text = "";
        bool isKept = false;
        XmlShape shape = XmlShape.Fits;
        try
        {
            var characters = new StringWriter(new StringBuilder(), null);
            Write(characters, node);
            text = characters.ToString();
            shape = FindShape(text, XmlShapeCheck.Measure(text), maxDepth);
            isKept = shape == XmlShape.Fits && Parse(text, load) != null;
        }
        catch (Exception failure) when (failure is XmlException or ArgumentException or InvalidOperationException)
        {
        }
        if (shape == XmlShape.TooDeep)
        {
            writer.RefuseDepth(maxDepth);
        }
        if (!isKept)
        {
            writer.Refuse(Complaint(shape) ?? "XML without a root element, with a document type, or with characters that no XML text keeps.");
        }
        writer.WriteString(text);
    }

    public static T Read<T>(ref WireReader reader, int maxDepth, Func<XmlReader, T> load) where T : XNode
    {
        string text = reader.ReadNonNullString();
        XmlExtent extent = XmlShapeCheck.Measure(text);
        reader.Charge(SizeOf(text, extent, maxDepth, isTree: true));
        T? node = null;
        XmlShape shape = XmlShape.Fits;
        try
        {
            shape = FindShape(text, extent, maxDepth);
            node = shape == XmlShape.Fits ? Parse(text, load) : null;
        }
        catch (Exception failure) when (failure is XmlException or ArgumentException or InvalidOperationException)
        {
        }
        if (shape == XmlShape.TooDeep)
        {
            reader.RejectDepth(maxDepth);
        }
        if (node == null)
        {
            reader.Reject(Complaint(shape) ?? "No XML, or another text than that of its tree.");
        }
        return node!;
    }

    // Null where the tree has another text: two texts of one tree are not two values.
    private static T? Parse<T>(string text, Func<XmlReader, T> load) where T : XNode
    {
        using XmlReader reader = Open(text);
        T node = load(reader);
        var comparison = new Comparison(text);
        Write(comparison, node);
        return reader.EOF && comparison.IsEqual ? node : null;
    }

    private static XmlShape FindShape(string text, XmlExtent extent, int maxDepth)
    {
        if (extent.Attributes > XmlShapeCheck.MaxAttributes)
        {
            return XmlShape.TooManyAttributes;
        }
        if (XmlShapeCheck.Fits(text, maxDepth))
        {
            return XmlShape.Fits;
        }
        using XmlReader reader = Open(text);
        return XmlShapeCheck.Find(reader, maxDepth);
    }

    private static string? Complaint(XmlShape shape) => shape switch
    {
        XmlShape.TooManyNamespaces => $"XML with more than {XmlShapeCheck.MaxNamespaces} declarations of namespaces in force at one element, the ones of the "
            + "elements around it included.",
        XmlShape.TooManyAttributes => $"XML with more than {XmlShapeCheck.MaxAttributes} attributes of one element.",
        _ => null,
    };

    private static XmlReader Open(string text) =>
        XmlReader.Create(new StringReader(text), new XmlReaderSettings
        { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null, MaxCharactersInDocument = Math.Max(1, text.Length) });

    private static void Write(TextWriter destination, XNode node)
    {
        using var writer = XmlWriter.Create(destination, s_writing);
        node.WriteTo(writer);
    }

    /// <summary>Compares the text written with another one, and keeps nothing.</summary>
    private sealed class Comparison(string text) : TextWriter(null)
    {
        private int _at;
        private bool _differs;

        public bool IsEqual => !_differs && _at == text.Length;

        public override Encoding Encoding => Encoding.Unicode;

        public override void Write(char value) => Write([value]);

        public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

        public override void Write(ReadOnlySpan<char> buffer)
        {
            _differs |= !text.AsSpan(Math.Min(_at, text.Length)).StartsWith(buffer);
            _at += buffer.Length;
        }
    }
}
