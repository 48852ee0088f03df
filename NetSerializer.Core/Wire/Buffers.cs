using System.Buffers;

namespace NetSerializer.Wire;

/// <summary>
/// Where buffers of bytes come from and go back to: the shared pool. Tests put a pool that counts under a thread; everybody else pays 2.3 ns for
/// that, beside the 6.4 of taking a buffer and giving it back, and only where one is taken: never for values that fit the first buffer on the stack,
/// once for a session, once or so for a longer value or one that comes from a stream.
/// </summary>
internal static class Buffers
{
    /// <summary>The pool of this thread instead of the shared one; null for the shared one. For tests.</summary>
    [field: ThreadStatic]
    public static ArrayPool<byte>? OfThread { get; set; }

    /// <summary>A buffer of at least <paramref name="minimumLength"/> bytes, with anything in it.</summary>
    public static byte[] Rent(int minimumLength) => OfThread is { } own ? own.Rent(minimumLength) : ArrayPool<byte>.Shared.Rent(minimumLength);

    /// <summary>Gives a buffer back, exactly once.</summary>
    public static void Return(byte[] buffer)
    {
        if (OfThread is { } own)
        {
            own.Return(buffer);
            return;
        }
        ArrayPool<byte>.Shared.Return(buffer);
    }
}
