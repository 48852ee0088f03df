namespace NetSerializer.Tests.Oracle;

/// <summary>The header of a session as section 9 of docs/wire-format.md says it.</summary>
/// <param name="Version">1, or 2 with a schema.</param>
/// <param name="Fingerprint">That of the writer.</param>
/// <param name="Schema">Its schema in the form of section 10a; null in version 1.</param>
/// <param name="Length">The bytes of the header.</param>
internal sealed record HeaderForm(int Version, byte[] Fingerprint, byte[]? Schema, int Length)
{
    private const int FingerprintLength = 32;

    /// <exception cref="FormatException">No header begins here.</exception>
    public static HeaderForm Read(ReadOnlySpan<byte> bytes)
    {
        if (!bytes.StartsWith("NSER"u8))
            throw new FormatException("No mark");
        int version = bytes["NSER".Length], at = "NSER".Length + 1;
        byte[] fingerprint = bytes.Slice(at, FingerprintLength).ToArray();
        at += FingerprintLength;
        if (version == 1)
            return new HeaderForm(version, fingerprint, null, at);
        if (version != 2)
            throw new FormatException($"Version {version}");
        int length = 0;
        for (int shift = 0; ; shift += 7)
        {
            byte group = bytes[at++];
            length |= (group & 0x7F) << shift;
            if (group < 0x80)
                break;
        }

        return new HeaderForm(version, fingerprint, bytes.Slice(at, length).ToArray(), at + length);
    }
}
