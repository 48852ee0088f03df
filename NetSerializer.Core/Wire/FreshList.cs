using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

/// <summary>
/// Lists whose elements are written behind their making, so that their array need not be cleared first, which the framework's own constructor does (lists
/// of 10,000, 43,000 and 1,000,000 ints are read in 0.7 of the time). For that the array is put into a field, which is the framework's own business: it is
/// tried out once, and where it is not there the constructor has to do.
/// </summary>
internal static class FreshList
{
    /// <summary>The field is there, and is what it is taken for here.</summary>
    public static bool IsKnown { get; } = TriedOut.Holds(MeansTheSame);

    /// <summary>An empty list with room for <paramref name="capacity"/> elements, which may be anything.</summary>
    public static List<T> Allocate<T>(int capacity)
        where T : unmanaged
    {
        if (!IsKnown || FreshArray.IsShort<T>(capacity))
        {
            return new List<T>(capacity);
        }
        var list = new List<T>();
        Fields<T>.Items(list) = FreshArray.Allocate<T>(capacity);
        return list;
    }

    private static bool MeansTheSame()
    {
        var list = new List<int>();
        int[] items = [1, 2, 3];
        Fields<int>.Items(list) = items;
        bool isEmpty = list.Count == 0 && list.Capacity == items.Length;
        list.Add(4);
        return isEmpty && list.Count == 1 && list[0] == 4 && items[0] == 4;
    }

    private static class Fields<T>
    {
        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_items")]
        public static extern ref T[] Items(List<T> list);
    }
}
