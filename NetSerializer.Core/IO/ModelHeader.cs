using System.Security.Cryptography;
using System.Text;

namespace NetSerializer.IO;

/// <summary>The header in front of values: a mark, the format's version and the fingerprint of a model (docs/wire-format.md, section 9).</summary>
internal static class ModelHeader
{
    /// <summary>The mark and the version.</summary>
    public static ReadOnlySpan<byte> Mark => [0x4E, 0x53, 0x45, 0x52, 1];

    /// <summary>Refuses a header of another format or model.</summary>
    /// <param name="header">Its bytes; fewer where the input ends.</param>
    /// <param name="ours">The fingerprint of the model.</param>
    /// <param name="theirs">The text of <see cref="TypeModel.Describe"/> on the other side, or null.</param>
    /// <param name="describe">Gives the text of the model.</param>
    public static void Check(ReadOnlySpan<byte> header, ReadOnlySpan<byte> ours, string? theirs, Func<string> describe)
    {
        if (header.Length < TypeModel.HeaderLength)
        {
            throw new MalformedDataException(ErrorCode.Truncated, "The input ends inside its header.", header.Length);
        }
        if (!header.StartsWith(Mark))
        {
            throw new MalformedDataException(ErrorCode.HeaderMismatch, "The input does not begin with a NetSerializer header of version 1.", 0);
        }
        ReadOnlySpan<byte> fingerprint = header[Mark.Length..];
        if (!fingerprint.SequenceEqual(ours))
        {
            throw new MalformedDataException(
                ErrorCode.HeaderMismatch, $"The input was written with other types or options. {Difference(fingerprint, theirs, describe)}", Mark.Length);
        }
    }

    private static string Difference(ReadOnlySpan<byte> fingerprint, string? theirs, Func<string> describe)
    {
        if (theirs == null)
        {
            return "Give ReadHeader the text of TypeModel.Describe of the writer, and it names the first difference.";
        }
        // A text that came through a file or a terminal may have other ends of lines.
        theirs = theirs.Replace("\r\n", "\n", StringComparison.Ordinal);
        if (!SHA256.HashData(Encoding.UTF8.GetBytes(theirs)).AsSpan().SequenceEqual(fingerprint))
        {
            return "The text that was given is not that of the writer: its hash is another.";
        }
        string[] there = theirs.Split('\n'), here = describe().Split('\n');
        int line = there.Zip(here).TakeWhile(pair => pair.First == pair.Second).Count();
        return $"The first difference is in line {line + 1} of the texts of Describe: there {LineOf(there)}, here {LineOf(here)}.";

        string LineOf(string[] lines) => line < lines.Length && lines[line].Length > 0 ? $"'{lines[line].Trim()}'" : "nothing";
    }
}
