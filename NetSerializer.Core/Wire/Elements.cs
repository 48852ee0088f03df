using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Wire;

/// <summary>What generated code asks of the elements of a sequence, which it goes through by references to them.</summary>
internal static class Elements
{
    /// <summary>Fewer elements are not looked at for their order.</summary>
    private const int LeastMany = 32;

    /// <summary>Enough for <see cref="WireWriter.AreAscending"/> to be worth while.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreMany<T>(Span<T> elements) => elements.Length >= LeastMany;

    /// <inheritdoc cref="AreMany{T}(Span{T})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreMany<T>(ReadOnlySpan<T> elements) => elements.Length >= LeastMany;

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

    /// <summary>Where the objects are now, or were: a collection may move them at any time.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref nint AddressesOf<T>(ReadOnlySpan<T> elements)
        where T : class? => ref Unsafe.As<T, nint>(ref MemoryMarshal.GetReference(elements));

    /// <inheritdoc cref="AddressesOf{T}(ReadOnlySpan{T})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref nint AddressesOf<T>(Span<T> elements)
        where T : class? => ref AddressesOf((ReadOnlySpan<T>)elements);
}
