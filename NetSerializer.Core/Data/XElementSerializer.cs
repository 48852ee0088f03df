using System.Xml.Linq;

namespace NetSerializer.Data;

/// <summary><see cref="XElement"/> as text.</summary>
/// <param name="maxDepth">The most elements within one another.</param>
internal sealed class XElementSerializer(int maxDepth) : ICustomSerializer<XElement>
{
    public int MinimumSize => 1;

    public void Write(ref WireWriter writer, XElement value) =>
        XmlText.Write(ref writer, value, maxDepth, static reader => XElement.Load(reader, LoadOptions.PreserveWhitespace));

    public XElement Read(ref WireReader reader) => XmlText.Read(ref reader, maxDepth, static reader => XElement.Load(reader, LoadOptions.PreserveWhitespace));
}
