using System.Xml.Linq;

namespace NetSerializer.Values;

/// <summary><see cref="XElement"/> as text.</summary>
internal sealed class XElementSerializer : ICustomSerializer<XElement>
{
    public int MinimumSize => 1;

    public void Write(ref WireWriter writer, XElement value) =>
        XmlText.Write(ref writer, value, static reader => XElement.Load(reader, LoadOptions.PreserveWhitespace));

    public XElement Read(ref WireReader reader) => XmlText.Read(ref reader, static reader => XElement.Load(reader, LoadOptions.PreserveWhitespace));
}
