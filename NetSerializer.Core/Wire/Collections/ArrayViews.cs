using System.Collections.Immutable;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// A struct that shows an array, or the live part of one: how to get at its elements and how to make it of a fresh array. Implemented by empty
/// structs, so that each is compiled for its form.
/// </summary>
internal interface IArrayView<TView, T>
{
    /// <summary>The view shows no array, which is not the same as an empty one: the null of the wire.</summary>
    static abstract bool IsNull(TView view);

    /// <summary>The elements that travel. Read-only: the array may be one of a derived element type, which a <see cref="Span{T}"/> would refuse.</summary>
    static abstract ReadOnlySpan<T> Elements(TView view);

    static abstract TView Of(T[] array);

    /// <summary>The view for the null of the wire, just read; fails where there is none.</summary>
    static abstract TView Null(scoped ref WireReader r, scoped ref byte p);
}

internal readonly struct ImmutableArrayView<T> : IArrayView<ImmutableArray<T>, T>
{
    public static bool IsNull(ImmutableArray<T> view) => view.IsDefault;

    public static ReadOnlySpan<T> Elements(ImmutableArray<T> view) => view.AsSpan();

    public static ImmutableArray<T> Of(T[] array) => System.Runtime.InteropServices.ImmutableCollectionsMarshal.AsImmutableArray(array);

    public static ImmutableArray<T> Null(scoped ref WireReader r, scoped ref byte p) => default;
}

internal readonly struct ArraySegmentView<T> : IArrayView<ArraySegment<T>, T>
{
    public static bool IsNull(ArraySegment<T> view) => view.Array == null;

    public static ReadOnlySpan<T> Elements(ArraySegment<T> view) => new(view.Array, view.Offset, view.Count);

    public static ArraySegment<T> Of(T[] array) => new(array);

    public static ArraySegment<T> Null(scoped ref WireReader r, scoped ref byte p) => default;
}

internal readonly struct MemoryView<T> : IArrayView<Memory<T>, T>
{
    public static bool IsNull(Memory<T> view) => false;

    public static ReadOnlySpan<T> Elements(Memory<T> view) => view.Span;

    public static Memory<T> Of(T[] array) => array;

    public static Memory<T> Null(scoped ref WireReader r, scoped ref byte p) => ReadOnlyMemoryView<T>.Refuse(ref r, ref p);
}

internal readonly struct ReadOnlyMemoryView<T> : IArrayView<ReadOnlyMemory<T>, T>
{
    public static bool IsNull(ReadOnlyMemory<T> view) => false;

    public static ReadOnlySpan<T> Elements(ReadOnlyMemory<T> view) => view.Span;

    public static ReadOnlyMemory<T> Of(T[] array) => array;

    public static ReadOnlyMemory<T> Null(scoped ref WireReader r, scoped ref byte p) => Refuse(ref r, ref p);

    /// <summary>A memory has no null: one of nothing is empty.</summary>
    internal static Memory<T> Refuse(scoped ref WireReader r, scoped ref byte p)
    {
        r.FailNullBody(ref p);
        return default;
    }
}
