namespace NetSerializer.Values;

/// <summary>A count and that many bytes.</summary>
internal static class CountedBytes
{
    // A stream does not tell how much is left: memory grows with the bytes that have come.
    private const int FirstStep = 4096;

    public static void Write(ref WireWriter writer, scoped ReadOnlySpan<byte> bytes)
    {
        writer.WriteCount(bytes.Length);
        writer.WriteBytes(bytes);
    }

    public static byte[] Read(ref WireReader reader)
    {
        int count = reader.ReadCount(minimumSize: 1);
        byte[] bytes = [];
        for (int done = 0; done < count; done = bytes.Length)
        {
            int length = (int)Math.Min(count, Math.Max(FirstStep, 2L * done));
            reader.Charge(WireReader.ArraySize(length, sizeof(byte)));
            Array.Resize(ref bytes, length);
            reader.ReadBytes(bytes.AsSpan(done));
        }
        return bytes;
    }
}
