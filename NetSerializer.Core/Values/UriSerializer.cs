namespace NetSerializer.Values;

/// <summary><see cref="Uri"/>: whether it is absolute, and the text that it was made of.</summary>
internal sealed class UriSerializer : ICustomSerializer<Uri>
{
    // Memory of parsing beside the text: the object, the parts that it finds, and for each character up to a percent-encoded UTF-8 sequence of nine.
    private const int Overhead = 1024, ForEachChar = 2 * 2 * 9;

    public int MinimumSize => 2;

    public void Write(ref WireWriter writer, Uri value)
    {
        if (Parse(value.OriginalString, value.IsAbsoluteUri) == null)
        {
            writer.Refuse($"The text of a Uri does not make that Uri again: {value.OriginalString}");
        }
        writer.WriteBoolean(value.IsAbsoluteUri);
        writer.WriteString(value.OriginalString);
    }

    public Uri Read(ref WireReader reader)
    {
        bool isAbsolute = reader.ReadBoolean();
        string text = reader.ReadNonNullString();
        reader.Charge(Overhead + ((long)ForEachChar * text.Length));
        Uri? uri = Parse(text, isAbsolute);
        if (uri == null)
        {
            reader.Reject("No URI of its kind.");
        }
        return uri!;
    }

    private static Uri? Parse(string text, bool isAbsolute) =>
        Uri.TryCreate(text, isAbsolute ? UriKind.Absolute : UriKind.Relative, out Uri? uri) && uri.OriginalString == text && uri.IsAbsoluteUri == isAbsolute
            ? uri : null;
}
