using System.Xml;

namespace NetSerializer.Data;

/// <summary>How deep and how wide the elements of an XML text are.</summary>
internal enum XmlShape
{
    Fits,
    TooDeep,
    TooManyNamespaces,
    TooManyAttributes,
}

/// <summary>The most attributes of an element, counted to one too many, declarations included; and the most elements within one another.</summary>
internal readonly record struct XmlExtent(int Attributes, int Depth);

/// <summary>
/// Looks at a text before a tree is made of it. Adding an element to a tree takes .NET longer for each element around it. Writing one takes longer for
/// each namespace in force, and reading a buffer for each attribute in it. Without bounds, time grows with the square of the length.
/// </summary>
internal static class XmlShapeCheck
{
    /// <summary>Declarations in force at one element: its own and the declarations of the elements around it. docs/wire-format.md, section 5h.</summary>
    public const int MaxNamespaces = 256;

    /// <summary>Attributes of one element, declarations included.</summary>
    public const int MaxAttributes = 10_000;

    // "<a></a>" and " xmlns=\"\"": fewer characters hold no level, no declaration.
    private const int CharsOfLevel = 7, CharsOfNamespace = 9;

    private const string Declarations = "http://www.w3.org/2000/xmlns/";

    /// <summary>Whether the text is so short that it needs no look.</summary>
    public static bool Fits(string text, int maxDepth) => text.Length <= Math.Min((long)CharsOfLevel * maxDepth, CharsOfNamespace * MaxNamespaces);

    /// <summary>
    /// Measures the text. Callers measure before they read, since a reader comes back only when it has all attributes of an element. The measures hold
    /// for the text up to its first fault, where a reader ends. The rest may only add to them.
    /// </summary>
    public static XmlExtent Measure(ReadOnlySpan<char> text)
    {
        int attributes = 0, level = 0, depth = 0;
        for (int at = text.IndexOf('<'); at >= 0; at = text.IndexOf('<'))
        {
            text = text[at..];
            string? end = text.StartsWith("<!--") ? "-->" : text.StartsWith("<![CDATA[") ? "]]>" : text.StartsWith("<?") ? "?>" : null;
            if (end == null)
            {
                bool isEnd = text.StartsWith("</");
                attributes = Math.Max(attributes, CountValues(ref text));
                if (attributes > MaxAttributes)
                {
                    break;
                }
                depth = Math.Max(depth, isEnd ? 0 : ++level);
                int close = text.IndexOf('>');
                level -= isEnd || (close > 0 && text[close - 1] == '/') ? 1 : 0;
            }
            text = Behind(text, end ?? ">");
        }
        return new XmlExtent(attributes, depth);
    }

    // Goes to the end of a tag, or behind one value too many.
    private static int CountValues(ref ReadOnlySpan<char> tag)
    {
        int count = 0;
        for (int at = tag.IndexOfAny('"', '\'', '>'); at >= 0 && tag[at] != '>' && count <= MaxAttributes; at = tag.IndexOfAny('"', '\'', '>'))
        {
            string quote = tag[at] == '"' ? "\"" : "'";
            tag = Behind(tag[(at + 1)..], quote);
            count++;
        }
        return count;
    }

    private static ReadOnlySpan<char> Behind(ReadOnlySpan<char> text, string mark)
    {
        int at = text.IndexOf(mark);
        return at < 0 ? [] : text[(at + mark.Length)..];
    }

    /// <exception cref="XmlException">It is no XML.</exception>
    public static XmlShape Find(XmlReader reader, int maxDepth)
    {
        // For each level around the current element.
        List<int> inForce = [];
        while (reader.Read())
        {
            if (reader.NodeType != XmlNodeType.Element)
            {
                continue;
            }
            int depth = reader.Depth;
            if (depth >= maxDepth)
            {
                return XmlShape.TooDeep;
            }
            inForce.RemoveRange(depth, inForce.Count - depth);
            int count = CountDeclarations(reader) + (depth == 0 ? 0 : inForce[depth - 1]);
            if (count > MaxNamespaces)
            {
                return XmlShape.TooManyNamespaces;
            }
            inForce.Add(count);
        }
        return XmlShape.Fits;
    }

    private static int CountDeclarations(XmlReader reader)
    {
        int count = 0;
        for (bool isAttribute = reader.MoveToFirstAttribute(); isAttribute; isAttribute = reader.MoveToNextAttribute())
        {
            count += reader.NamespaceURI == Declarations ? 1 : 0;
        }
        return count;
    }
}
