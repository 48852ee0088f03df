namespace NetSerializer.Tests.Oracle.Values;

/// <summary>Bytes that were those of a value until something happened to one of them.</summary>
internal static class Damage
{
    /// <summary>
    /// A copy with one byte replaced, a bit of it flipped, one inserted or removed, or a varint made longer; heads are hit more often than tails.
    /// </summary>
    public static byte[] Of(byte[] bytes, Random random)
    {
        if (bytes.Length == 0)
            return [(byte)random.Next(256)];
        int at = random.Next(1 + random.Next(bytes.Length));
        byte[] changed = [.. bytes];
        switch (random.Next(7))
        {
            case 0:
                return [.. bytes[..at], (byte)random.Next(256), .. bytes[at..]];
            case 1:
                return [.. bytes[..at], .. bytes[(at + 1)..]];
            case 2:
                return [.. bytes[..at], (byte)(bytes[at] | 0x80), (byte)(random.Next(2) << 7), .. bytes[(at + 1)..]];
            case 3 or 4:
                changed[at] ^= (byte)(1 << random.Next(8));
                return changed;
            default:
                changed[at] = (byte)random.Next(256);
                return changed;
        }
    }
}
