using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// All members of the framework that are not public and are used all the same, each because nothing public has its function. A test resolves every
/// one of them.
/// </summary>
internal static class FrameworkAccessors
{
    private const UnsafeAccessorKind Method = UnsafeAccessorKind.Method, Field = UnsafeAccessorKind.Field;

    /// <summary>The comparer of a hash table: only classes derived from it may see the property.</summary>
    [UnsafeAccessor(Method, Name = "get_EqualityComparer")]
    public static extern IEqualityComparer? ComparerOf(Hashtable table);

    /// <summary>The comparer of a sorted list, which has no property for it.</summary>
    [UnsafeAccessor(Field, Name = "comparer")]
    public static extern ref IComparer ComparerOf(SortedList list);

    /// <summary>The comparer of a list of pairs, which has no property for it.</summary>
    [UnsafeAccessor(Field, Name = "comparer")]
    public static extern ref IComparer? ComparerOf(ListDictionary list);

    /// <summary>Whether texts as keys know no case, for which there is no property.</summary>
    [UnsafeAccessor(Field, Name = "caseInsensitive")]
    public static extern ref bool IgnoresCase(HybridDictionary dictionary);

    /// <summary>The comparer of the names, whose property is for derived classes, and obsolete.</summary>
    [UnsafeAccessor(Field, Name = "_keyComparer")]
    public static extern ref IEqualityComparer ComparerOf(NameObjectCollectionBase collection);

    /// <summary>The culture of a comparer, which has no property for it.</summary>
    [UnsafeAccessor(Field, Name = "_compareInfo")]
    public static extern ref CompareInfo CultureOf(Comparer comparer);
}

/// <inheritdoc cref="FrameworkAccessors"/>
internal static class FrameworkAccessors<T>
{
    private const UnsafeAccessorKind Method = UnsafeAccessorKind.Method;
    private const string Constructor = ".ctor";

    // Run the constructor of a framework collection on an object of a derived class that was made without one: no constructor of the user's runs while a
    // value is read, but the base needs its own. Reflection would run it too, with an array of arguments and boxes.

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(List<T> target, int capacity);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(Queue<T> target, int capacity);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(Queue<T> target, IEnumerable<T> elements);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(Stack<T> target, int capacity);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(Stack<T> target, IEnumerable<T> elements);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(LinkedList<T> target);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(HashSet<T> target, int capacity, IEqualityComparer<T>? comparer);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(SortedSet<T> target, IComparer<T>? comparer);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(ReadOnlySet<T> target, ISet<T> set);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(ReadOnlyCollection<T> target, IList<T> list);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(Collection<T> target, IList<T> list);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(BindingList<T> target, IList<T> list);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(ObservableCollection<T> target);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(ReadOnlyObservableCollection<T> target, ObservableCollection<T> list);

    // Under a collection lies another one, which it shows to derived classes only. Its elements are put there, past members that may be overridden.

    [UnsafeAccessor(Method, Name = "get_Items")]
    public static extern IList<T>? Inside(Collection<T> collection);

    [UnsafeAccessor(Method, Name = "get_Items")]
    public static extern IList<T>? Inside(ReadOnlyCollection<T> collection);

    [UnsafeAccessor(Method, Name = "get_Set")]
    public static extern ISet<T>? Inside(ReadOnlySet<T> set);
}

/// <inheritdoc cref="FrameworkAccessors"/>
internal static class FrameworkAccessors<TKey, TValue> where TKey : notnull
{
    private const UnsafeAccessorKind Method = UnsafeAccessorKind.Method;
    private const string Constructor = ".ctor";

    // As the constructors of FrameworkAccessors<T>.

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(Dictionary<TKey, TValue> target, int capacity, IEqualityComparer<TKey>? comparer);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(OrderedDictionary<TKey, TValue> target, int capacity, IEqualityComparer<TKey>? comparer);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(SortedDictionary<TKey, TValue> target, IComparer<TKey>? comparer);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(SortedList<TKey, TValue> target, IComparer<TKey>? comparer);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(ReadOnlyDictionary<TKey, TValue> target, IDictionary<TKey, TValue> table);

    [UnsafeAccessor(Method, Name = Constructor)]
    public static extern void Construct(KeyedCollection<TKey, TValue> target, IEqualityComparer<TKey>? comparer, int dictionaryCreationThreshold);

    /// <summary>The table that the collection shows. Only derived classes may see it.</summary>
    [UnsafeAccessor(Method, Name = "get_Dictionary")]
    public static extern IDictionary<TKey, TValue>? Inside(ReadOnlyDictionary<TKey, TValue> table);

    /// <summary>The index of the collection: it has to be made large enough, and its buckets are counted.</summary>
    [UnsafeAccessor(Method, Name = "get_Dictionary")]
    public static extern IDictionary<TKey, TValue>? IndexOf(KeyedCollection<TKey, TValue> collection);

    /// <summary>The key of an item, which is the user's code: it runs with the reader's care around it.</summary>
    [UnsafeAccessor(Method, Name = "GetKeyForItem")]
    public static extern TKey? KeyOf(KeyedCollection<TKey, TValue> collection, TValue item);
}

/// <summary>As <see cref="FrameworkAccessors{TKey, TValue}"/> for a queue, whose elements may be null.</summary>
internal static class PriorityQueueAccessors<TElement, TPriority>
{
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    public static extern void Construct(PriorityQueue<TElement, TPriority> target, int initialCapacity, IComparer<TPriority>? comparer);
}
