using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Wire;

/// <summary>References by which generated code goes through the elements of a sequence.</summary>
internal static class Elements
{
    /// <summary>Where the elements begin.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref T Start<T>(Span<T> elements) => ref MemoryMarshal.GetReference(elements);

    /// <inheritdoc cref="Start{T}(Span{T})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref T Start<T>(ReadOnlySpan<T> elements) => ref MemoryMarshal.GetReference(elements);

    /// <summary>Where they end, behind the last one: for comparisons only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref T End<T>(Span<T> elements) => ref Unsafe.Add(ref Start(elements), elements.Length);

    /// <inheritdoc cref="End{T}(Span{T})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref T End<T>(ReadOnlySpan<T> elements) => ref Unsafe.Add(ref Start(elements), elements.Length);
}
