namespace NetSerializer.Tests.Oracle.Values;

/// <summary>Bytes that were those of a value until something happened to one of them.</summary>
internal static class Damage
{
    /// <summary>A copy with one byte replaced, a bit of it flipped, one inserted or one removed; heads are hit more often than tails.</summary>
    public static byte[] Of(byte[] bytes, Random random)
    {
        if (bytes.Length == 0)
            return [(byte)random.Next(256)];
        int at = random.Next(1 + random.Next(bytes.Length));
        byte[] changed = [.. bytes];
        switch (random.Next(6))
        {
            case 0:
                return [.. bytes[..at], (byte)random.Next(256), .. bytes[at..]];
            case 1:
                return [.. bytes[..at], .. bytes[(at + 1)..]];
            case 2 or 3:
                changed[at] ^= (byte)(1 << random.Next(8));
                return changed;
            default:
                changed[at] = (byte)random.Next(256);
                return changed;
        }
    }
}
