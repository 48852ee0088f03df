using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace NetSerializer.Wire.Bulk;

/// <summary>
/// Sends for the memory of a long new array in front of the place where it is being filled: stores reach the caches in order, so decoding would wait for
/// each line of it. Arrays of 10,000 and 43,000 shorts or ints are read in 0.7 to 0.9 of the time, of a million in 0.6 to 0.9, of up to 100,000 in the
/// main job in 0.7; of 1,000 in 1.0 to 1.05. Plain copies gain nothing, nor does memory that was cleared just before. Where a collection moves the array
/// meanwhile, other lines come, which costs time only.
/// </summary>
internal static unsafe class MemoryAhead
{
    /// <summary>How far in front of what is stored now, in bytes. With 1 or 4 KiB the time is the same.</summary>
    private const int Distance = 2 << 10;

    private const int LineLength = 64;

    /// <summary>
    /// The next <paramref name="length"/> bytes will be stored at <paramref name="destination"/>, which goes on for <paramref name="room"/> bytes: sends
    /// for as many of those that come a little later.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Fetch(ref byte destination, int length, long room)
    {
        if (Sse.IsSupported && room >= Distance + length)
        {
            byte* lines = (byte*)Unsafe.AsPointer(ref destination) + Distance;
            for (nint at = 0; at < length; at += LineLength)
            {
                Sse.Prefetch0(lines + at);
            }
        }
    }
}
