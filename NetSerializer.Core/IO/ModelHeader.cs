using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// The header in front of values: a mark, the format's version and the fingerprint of a model, and in version 2 the length and the bytes of its schema
/// (docs/wire-format.md, section 9).
/// </summary>
internal static class ModelHeader
{
    /// <summary>The mark and the version.</summary>
    public static ReadOnlySpan<byte> Mark => [0x4E, 0x53, 0x45, 0x52, 1];

    /// <summary>The mark and the version of a header with a schema.</summary>
    public static ReadOnlySpan<byte> MarkWithSchema => [0x4E, 0x53, 0x45, 0x52, 2];

    /// <summary>The bytes of a header with a schema.</summary>
    public static byte[] WithSchema(ReadOnlySpan<byte> fingerprint, ReadOnlySpan<byte> schema)
    {
        Span<byte> length = stackalloc byte[VarInt.Max32];
        VarInt.Write32(ref length[0], (uint)schema.Length);
        return [.. MarkWithSchema, .. fingerprint, .. length[..VarInt.Length((uint)schema.Length)], .. schema];
    }

    /// <summary>Refuses a header of another format or model.</summary>
    /// <param name="header">Its bytes; fewer where the input ends.</param>
    /// <param name="ours">The fingerprint of the model.</param>
    /// <param name="difference">Says how the model with a fingerprint differs from this one.</param>
    public static void Check(ReadOnlySpan<byte> header, ReadOnlySpan<byte> ours, Func<byte[], string> difference)
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
                ErrorCode.HeaderMismatch, $"The input was written with other types or options. {difference(fingerprint.ToArray())}", Mark.Length);
        }
    }
}
