using System.Xml.Linq;

namespace NetSerializer.Data;

/// <summary><see cref="XDocument"/>: the three parts of its declaration, if it has one, and the rest as text.</summary>
/// <param name="maxDepth">The most elements within one another.</param>
internal sealed class XDocumentSerializer(int maxDepth) : ICustomSerializer<XDocument>
{
    private const int DeclarationSize = 40;

    public int MinimumSize => 2;

    public void Write(ref WireWriter writer, XDocument value)
    {
        writer.WriteBoolean(value.Declaration != null);
        if (value.Declaration is { } declaration)
        {
            writer.WriteString(declaration.Version);
            writer.WriteString(declaration.Encoding);
            writer.WriteString(declaration.Standalone);
        }
        XmlText.Write(ref writer, value, maxDepth, static reader => XDocument.Load(reader, LoadOptions.PreserveWhitespace));
    }

    public XDocument Read(ref WireReader reader)
    {
        XDeclaration? declaration = null;
        if (reader.ReadBoolean())
        {
            reader.Charge(DeclarationSize);
            declaration = new XDeclaration(reader.ReadString(), reader.ReadString(), reader.ReadString());
        }
        XDocument document = XmlText.Read(ref reader, maxDepth, static reader => XDocument.Load(reader, LoadOptions.PreserveWhitespace));
        document.Declaration = declaration;
        return document;
    }
}
