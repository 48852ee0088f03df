using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

/// <summary>
/// The groups of seven bits of a varint, spread over the bytes of a word and gathered from them by three steps of shifts. Varints of mixed lengths need
/// no branch for the length so.
/// </summary>
internal static class SevenBitGroups
{
    /// <summary>56 bits over eight bytes, whose highest bits are 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Spread(ulong value)
    {
        value = (value & 0x0FFFFFFF) | (value << 4 & 0x0FFFFFFF00000000);
        value = (value & 0x00003FFF00003FFF) | (value << 2 & 0x3FFF00003FFF0000);
        return (value & 0x007F007F007F007F) | (value << 1 & 0x7F007F007F007F00);
    }

    /// <summary>The inverse of <see cref="Spread"/>; the highest bits of the bytes do not matter.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Gather(ulong bytes)
    {
        bytes = (bytes & 0x007F007F007F007F) | (bytes & 0x7F007F007F007F00) >> 1;
        bytes = (bytes & 0x00003FFF00003FFF) | (bytes & 0x3FFF00003FFF0000) >> 2;
        return (bytes & 0x0FFFFFFF) | (bytes & 0x0FFFFFFF00000000) >> 4;
    }
}
