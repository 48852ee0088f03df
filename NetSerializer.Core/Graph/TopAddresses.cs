using System.Numerics;
using System.Runtime.CompilerServices;

namespace NetSerializer.Graph;

/// <summary>The highest address of the objects of each kind. A kind is all types whose handles have one hash; few types have one each.</summary>
[InlineArray(Count)]
internal struct TopAddresses
{
    private const int Bits = 4;

    /// <summary>How many kinds there are.</summary>
    public const int Count = 1 << Bits;

    // So many factors are tried. Where there are more types than kinds, the first one is as good as any other.
    private const int Attempts = 256;

    private nuint _first;

    /// <summary>The kind of a type by its handle: Fibonacci hashing, see <see cref="AddressSet"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint KindOf(nuint handle, uint factor) => (nint)((uint)handle * factor >> 32 - Bits);

    /// <summary>A factor for which as many of the types as can be have a kind of their own, or nearly so.</summary>
    public static uint FactorFor(ReadOnlySpan<nint> handles)
    {
        uint factor = 0x9E3779B1, best = factor;
        int least = int.MaxValue, attempts = handles.Length <= Count ? Attempts : 1;
        for (int attempt = 0; attempt < attempts && least > 0; attempt++)
        {
            uint kinds = 0;
            foreach (nint handle in handles)
            {
                kinds |= 1u << (int)KindOf((nuint)handle, factor);
            }
            int shared = handles.Length - BitOperations.PopCount(kinds);
            if (shared < least)
            {
                (best, least) = (factor, shared);
            }
            factor = factor * 1664525 + 1013904223 | 1;
        }
        return best;
    }
}
