using System.Buffers;

namespace NetSerializer.Wire;

/// <summary>
/// Where buffers of bytes come from and go back to: the shared pool. Tests put a pool that counts under a thread. Values that fit the first buffer on
/// the stack take none; a session takes one, and so does a longer value.
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
