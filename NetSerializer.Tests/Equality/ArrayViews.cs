using System.Collections;
using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.InteropServices;

namespace NetSerializer.Tests.Equality;

/// <summary>The structs that show an array or a part of one, and bit arrays: what of them travels, and how they are made of it.</summary>
internal static class ArrayViews
{
    private static readonly Type[] s_definitions = [typeof(ImmutableArray<>), typeof(ArraySegment<>), typeof(Memory<>), typeof(ReadOnlyMemory<>)];

    public static bool Contains(Type type) => type == typeof(BitArray) || (type.IsGenericType && s_definitions.Contains(type.GetGenericTypeDefinition()));

    public static Type ElementOf(Type view) => view == typeof(BitArray) ? typeof(bool) : view.GetGenericArguments()[0];

    /// <summary>Only a memory has no null: one of nothing is empty.</summary>
    public static bool HasNull(Type view) =>
        !view.IsGenericType || (view.GetGenericTypeDefinition() != typeof(Memory<>) && view.GetGenericTypeDefinition() != typeof(ReadOnlyMemory<>));

    /// <summary>The live elements; null of a view of no array.</summary>
    public static Array? Elements(object view) => view is BitArray bits ? BitsOf(bits) : (Array?)Call(nameof(ElementsOf), view.GetType(), view);

    /// <summary>A view of a whole array, or of none.</summary>
    public static object? Create(Type type, Array? array) =>
        type == typeof(BitArray) ? (array is bool[] bits ? new BitArray(bits) : null) : Call(nameof(ViewOf), type, type, array);

    private static bool[] BitsOf(BitArray bits)
    {
        bool[] elements = new bool[bits.Length];
        bits.CopyTo(elements, 0);
        return elements;
    }

    private static object? Call(string method, Type view, params object?[] arguments) =>
        typeof(ArrayViews).GetMethod(method, BindingFlags.Static | BindingFlags.NonPublic)!.MakeGenericMethod(ElementOf(view)).Invoke(null, arguments);

    private static T[]? ElementsOf<T>(object view) => view switch
    {
        ImmutableArray<T> array => array.IsDefault ? null : [.. array],
        ArraySegment<T> segment => segment.Array == null ? null : [.. segment],
        Memory<T> memory => memory.ToArray(),
        _ => ((ReadOnlyMemory<T>)view).ToArray(),
    };

    // Views of nothing are equal when they are of one array, as those that programs have are.
    private static object ViewOf<T>(Type type, T[]? array) =>
        ViewOfThis<T>(type, array is { Length: > 0 } ? array : array is null && HasNull(type) ? null : []);

    private static object ViewOfThis<T>(Type type, T[]? array) =>
        type == typeof(ImmutableArray<T>) ? ImmutableCollectionsMarshal.AsImmutableArray(array)
        : type == typeof(ArraySegment<T>) ? array == null ? default : new ArraySegment<T>(array)
        : type == typeof(Memory<T>) ? new Memory<T>(array)
        : (object)new ReadOnlyMemory<T>(array);
}
