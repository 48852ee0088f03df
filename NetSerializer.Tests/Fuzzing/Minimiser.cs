namespace NetSerializer.Tests.Fuzzing;

/// <summary>Makes a failing input smaller and plainer as long as it fails in the same way.</summary>
internal static class Minimiser
{
    private const int MostTries = 4000;

    public static byte[] Minimise(byte[] bytes, Func<byte[], bool> failsAlike)
    {
        int tries = 0;
        for (bool better = true; better && tries < MostTries;)
        {
            better = false;
            for (int length = Math.Max(1, bytes.Length / 2); length > 0; length /= 2)
            {
                for (int at = bytes.Length - length; at >= 0 && tries < MostTries; at -= length)
                {
                    better |= Try([.. bytes[..at], .. bytes[(at + length)..]]);
                    at = Math.Min(at, bytes.Length);
                }
            }
            for (int at = 0; at < bytes.Length && tries < MostTries; at++)
            {
                if (bytes[at] != 0)
                {
                    better |= Try([.. bytes[..at], 0, .. bytes[(at + 1)..]]);
                }
            }
        }
        return bytes;

        bool Try(byte[] smaller)
        {
            tries++;
            if (!failsAlike(smaller))
            {
                return false;
            }
            bytes = smaller;
            return true;
        }
    }
}
