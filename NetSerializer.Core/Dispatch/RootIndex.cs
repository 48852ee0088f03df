namespace NetSerializer.Dispatch;

/// <summary>Numbers the types that are ever roots in this process.</summary>
internal static class RootIndex
{
    private static int s_next;

    /// <summary>The next number, from 0 on.</summary>
    public static int Next() => Interlocked.Increment(ref s_next) - 1;
}
