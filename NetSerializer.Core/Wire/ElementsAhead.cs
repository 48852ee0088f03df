using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace NetSerializer.Wire;

/// <summary>
/// Sends for the objects that come next in a list, so that they are in the caches when they are written. A processor does that by itself where they lie
/// one behind the other, but not where they are scattered over the heap, as those of a list that was sorted, or of a cache that has lived for a while.
/// </summary>
internal static unsafe class ElementsAhead
{
    /// <summary>So many elements are written between two looks ahead, and the next look is at those that come so many behind them.</summary>
    private const int Window = 8, Distance = 16;

    /// <summary>Shorter lists are not looked at.</summary>
    private const int LeastLength = 128;

    /// <summary>Of these elements no more than one may lie near the one before it.</summary>
    private const int Samples = 4, Near = 1 << 12;

    /// <summary>The processor can be asked to fetch what nobody waits for yet; where it cannot, no elements count as scattered.</summary>
    public static bool IsSupported => Sse.IsSupported;

    /// <summary>The elements mostly do not lie where the ones before them lie.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreScattered<T>(ReadOnlySpan<T> elements)
        where T : class? => elements.Length >= LeastLength && IsSupported && AreScattered(ref AddressesOf(elements), elements.Length);

    /// <inheritdoc cref="AreScattered{T}(ReadOnlySpan{T})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreScattered<T>(Span<T> elements)
        where T : class? => AreScattered((ReadOnlySpan<T>)elements);

    /// <summary>The elements from <paramref name="start"/> on that are to be written next, with <paramref name="start"/> behind them.</summary>
    public static ReadOnlySpan<T> Next<T>(ReadOnlySpan<T> elements, ref int start)
        where T : class?
    {
        int first = start;
        start = Fetch(ref AddressesOf(elements), first, elements.Length);
        return elements[first..start];
    }

    /// <inheritdoc cref="Next{T}(ReadOnlySpan{T}, ref int)"/>
    public static Span<T> Next<T>(Span<T> elements, ref int start)
        where T : class?
    {
        int first = start;
        start = Fetch(ref AddressesOf<T>(elements), first, elements.Length);
        return elements[first..start];
    }

    // Where the objects are now, or were: a collection may move them at any time.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref nint AddressesOf<T>(ReadOnlySpan<T> elements)
        where T : class? => ref Unsafe.As<T, nint>(ref MemoryMarshal.GetReference(elements));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool AreScattered(ref nint addresses, int length)
    {
        nint step = length / Samples;
        int near = 0;
        for (int sample = 0; sample < Samples; sample++)
        {
            near += (nuint)(Unsafe.Add(ref addresses, 1) - addresses + Near) <= 2 * Near ? 1 : 0;
            addresses = ref Unsafe.Add(ref addresses, step);
        }
        return near <= 1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Fetch(ref nint addresses, int start, int length)
    {
        int end = Math.Min(start + Distance + Window, length);
        for (int at = start == 0 ? 1 : start + Distance; IsSupported && at < end; at++)
        {
            Sse.Prefetch0((void*)Unsafe.Add(ref addresses, at));
        }
        return Math.Min(start + Window, length);
    }
}
