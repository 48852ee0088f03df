using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// Runs the constructor of a framework collection on an object of a derived class that was made without one: no constructor of the user's runs while
/// a value is read, but the base needs its own.
/// </summary>
internal static class BaseConstructors<T>
{
    private const UnsafeAccessorKind Kind = UnsafeAccessorKind.Method;
    private const string Constructor = ".ctor";

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(List<T> target, int capacity);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(Queue<T> target, int capacity);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(Queue<T> target, IEnumerable<T> elements);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(Stack<T> target, int capacity);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(Stack<T> target, IEnumerable<T> elements);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(LinkedList<T> target);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(HashSet<T> target, int capacity, IEqualityComparer<T>? comparer);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(SortedSet<T> target, IComparer<T>? comparer);
}

/// <summary>As <see cref="BaseConstructors{T}"/> for collections of two type parameters.</summary>
internal static class BaseTableConstructors<TKey, TValue> where TKey : notnull
{
    private const UnsafeAccessorKind Kind = UnsafeAccessorKind.Method;
    private const string Constructor = ".ctor";

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(SortedDictionary<TKey, TValue> target, IComparer<TKey>? comparer);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(SortedList<TKey, TValue> target, IComparer<TKey>? comparer);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(Dictionary<TKey, TValue> target, int capacity, IEqualityComparer<TKey>? comparer);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(OrderedDictionary<TKey, TValue> target, int capacity, IEqualityComparer<TKey>? comparer);
}

/// <inheritdoc cref="BaseConstructors{T}"/>
internal static class BaseQueueConstructors<TElement, TPriority>
{
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    public static extern void Run(PriorityQueue<TElement, TPriority> target, int initialCapacity, IComparer<TPriority>? comparer);
}
