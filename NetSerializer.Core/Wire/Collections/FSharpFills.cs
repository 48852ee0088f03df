using System.Numerics;
using System.Runtime.CompilerServices;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Wire.Collections;

/// <summary>Makes an F# list, whose elements come head first. FSharp.Core is no part of the library, so its members are found by their names.</summary>
internal struct FSharpListFill<TList, T> : ISequenceFill<FSharpListFill<TList, T>, TList, T> where TList : class, IEnumerable<T>
{
    private const int ObjectHeader = 16;

    private static readonly Func<T, TList, TList> s_cons = typeof(TList).GetMethod("Cons")!.CreateDelegate<Func<T, TList, TList>>();
    private static readonly TList s_empty = (TList)typeof(TList).GetProperty("Empty")!.GetValue(null)!;

    private ElementArray<T> _elements;

    public readonly TList Collection
    {
        get
        {
            TList list = s_empty;
            T[] elements = _elements.Elements;
            for (int i = elements.Length - 1; i >= 0; i--)
            {
                list = s_cons(elements[i], list);
            }
            return list;
        }
    }

    // Header, the element and the tail.
    private static int NodeSize => ObjectHeader + Unsafe.SizeOf<(nint, T)>();

    public static FSharpListFill<TList, T> Start(scoped ref WireReader r, scoped ref byte p, int count, TList? target) =>
        new() { _elements = ElementArray<T>.Start(ref r, ref p, count) };

    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        r.Charge(ref p, NodeSize);
        _elements.Add(ref r, ref p, element);
    }

    /// <summary>The elements, head first.</summary>
    public static T[] Snapshot(TList collection) => [.. collection];
}

/// <summary>
/// Makes an F# set. A set stays as it is when an element is added: a new one has nodes of its own on the way down to the element. All of them are
/// charged, although most are garbage at once.
/// </summary>
internal struct FSharpSetFill<TSet, T> where TSet : class, ICollection<T>
{
    private const int ObjectHeader = 16;

    private static readonly TSet s_empty = (TSet)Activator.CreateInstance(typeof(TSet), [Array.Empty<T>()])!;
    private static readonly Func<TSet, T, TSet> s_add = typeof(TSet).GetMethod("Add")!.CreateDelegate<Func<TSet, T, TSet>>();

    private KeyOrder<T> _order;
    private int _count;

    private FSharpSetFill(KeyOrder<T> order) => (_order, Collection) = (order, s_empty);

    public TSet Collection { get; private set; }

    // Header, left, right, the element and the height.
    private static int NodeSize => ObjectHeader + Unsafe.SizeOf<(nint, nint, T, long)>();

    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, TSet collection) => ref FSharpOrder<TSet, T>.Write(ref w, ref p);

    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, int count, out KeyOrder<T> order) =>
        ref FSharpOrder<TSet, T>.Read(ref r, ref p, out order);

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static FSharpSetFill<TSet, T> Start(scoped ref WireReader r, scoped ref byte p, int count, TSet? target, KeyOrder<T> order) => new(order);

    /// <summary>Adds an element, which must be new. The cursor stands behind it.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, T element)
    {
        r.Charge(ref p, FSharpTree.Step(_count++, NodeSize));
        bool isNew = _order.Follows(ref r, ref p, item, element);
        try
        {
            isNew = isNew || !Collection.Contains(element);
            Collection = isNew ? s_add(Collection, element) : Collection;
        }
        catch (Exception refused) when (UserCode.IsToBeWrapped(refused))
        {
            KeyOrder<T>.FailComparison(ref r, ref p, item, refused);
        }
        if (!isNew)
        {
            KeyOrder<T>.FailDuplicate(ref r, ref p, item);
        }
    }

    /// <summary>The elements in ascending order.</summary>
    public static T[] Snapshot(TSet collection) => [.. collection];
}

/// <summary>Makes an F# map, in the way of <see cref="FSharpSetFill{TSet, T}"/>. A key may be null: None is.</summary>
internal struct FSharpMapFill<TMap, TKey, TValue> where TMap : class, IDictionary<TKey, TValue>
{
    private const int ObjectHeader = 16;

    private static readonly TMap s_empty = (TMap)Activator.CreateInstance(typeof(TMap), [Array.Empty<Tuple<TKey, TValue>>()])!;
    private static readonly Func<TMap, TKey, TValue, TMap> s_add = typeof(TMap).GetMethod("Add")!.CreateDelegate<Func<TMap, TKey, TValue, TMap>>();

    private KeyOrder<TKey> _order;
    private int _count;

    private FSharpMapFill(KeyOrder<TKey> order) => (_order, Collection) = (order, s_empty);

    public TMap Collection { get; private set; }

    // Header, left, right, the pair and the height.
    private static int NodeSize => ObjectHeader + Unsafe.SizeOf<(nint, nint, TKey, TValue, long)>();

    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, TMap collection) => ref FSharpOrder<TMap, TKey>.Write(ref w, ref p);

    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, int count, out KeyOrder<TKey> order) =>
        ref FSharpOrder<TMap, TKey>.Read(ref r, ref p, out order);

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static FSharpMapFill<TMap, TKey, TValue> Start(scoped ref WireReader r, scoped ref byte p, int count, TMap? target, KeyOrder<TKey> order) =>
        new(order);

    /// <summary>Adds a pair, whose key must be new. The cursor stands behind the value.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, TKey key, TValue value)
    {
        r.Charge(ref p, FSharpTree.Step(_count++, NodeSize));
        bool isNew = _order.Follows(ref r, ref p, item, key);
        try
        {
            isNew = isNew || !Collection.ContainsKey(key);
            Collection = isNew ? s_add(Collection, key, value) : Collection;
        }
        catch (Exception refused) when (UserCode.IsToBeWrapped(refused))
        {
            KeyOrder<TKey>.FailComparison(ref r, ref p, item, refused);
        }
        if (!isNew)
        {
            KeyOrder<TKey>.FailDuplicate(ref r, ref p, item);
        }
    }

    /// <summary>The pairs in ascending order of their keys.</summary>
    public static KeyValuePair<TKey, TValue>[] Snapshot(TMap collection) => [.. collection];
}

/// <summary>The trees of F# sets and maps.</summary>
internal static class FSharpTree
{
    private const int ObjectSize = 40;

    /// <summary>
    /// The bytes that one more element takes at most: the set or map, the node of the element, and a new node for each one on the way to it, the last
    /// of which may be turned. The tree is no deeper than one and a half times the logarithm.
    /// </summary>
    public static long Step(int count, int nodeSize) => ObjectSize + (long)nodeSize * (2 + 2 * BitOperations.Log2((uint)count + 1));
}

/// <summary>The order of F#, which its sets and maps have always. That of strings is the ordinal one.</summary>
internal static class FSharpOrder<TTable, TKey>
{
    private static readonly object?[] s_ofTexts = [null, StringComparer.Ordinal];

    private static readonly IComparer<TKey> s_order = (IComparer<TKey>)(typeof(TKey) == typeof(string)
        ? StringComparer.Ordinal
        : typeof(TTable).Assembly.GetType("Microsoft.FSharp.Core.LanguagePrimitives")!.GetMethod("FastGenericComparer")!.MakeGenericMethod(typeof(TKey))
            .Invoke(null, null)!);

    public static ref byte Write(scoped ref WireWriter w, ref byte p)
    {
        if (typeof(TKey) == typeof(string))
        {
            return ref Comparers.WriteNumber(ref w, ref p, s_ofTexts, StringComparer.Ordinal, typeof(string));
        }
        return ref p;
    }

    public static ref byte Read(scoped ref WireReader r, ref byte p, out KeyOrder<TKey> order)
    {
        if (typeof(TKey) == typeof(string))
        {
            p = ref Comparers.ReadNumber(ref r, ref p, s_ofTexts, 1, out _);
        }
        order = new KeyOrder<TKey>(s_order);
        return ref p;
    }
}
