using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Dynamic;
using NetSerializer.Errors;
using NetSerializer.Scanning;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

/// <summary>The lines of <see cref="CollectionCatalogue"/>, in methods: calling one loads the assemblies of the types that it names.</summary>
internal static class CollectionEntries
{
    private const string Sequence = "sequence";

    private static readonly SlotRole[] s_pair = [SlotRole.Key, SlotRole.Value];
    private static readonly Type[] s_objects = [typeof(object), typeof(object)];

    /// <summary>The collections of the assembly that every program loads.</summary>
    public static CollectionEntry[] Core() =>
    [
        new(typeof(List<>), Sequence, typeof(ListFill<>)) { IsBaseOnly = true },
        new(typeof(Dictionary<,>), "dictionary", typeof(DictionaryFill<,>)) { Roles = s_pair, Comparer = ComparerUse.Equality },
        new(typeof(HashSet<>), "set", typeof(SetFill<>)) { Comparer = ComparerUse.Equality },
        new(typeof(Queue<>), Sequence, typeof(QueueFill<>)),
        new(typeof(ReadOnlyDictionary<,>), "dictionary", typeof(ReadOnlyDictionaryFill<,>))
            { Wrapper = typeof(ReadOnlyDictionaryWrapper<,>), Roles = s_pair, Comparer = ComparerUse.Equality },
        OwnerOfList(typeof(ReadOnlyCollection<>), typeof(ReadOnlyCollectionMaker<>)) with { Wrapper = typeof(ReadOnlyCollectionWrapper<>) },
        OwnerOfList(typeof(Collection<>), typeof(CollectionMaker<>)),
        new(typeof(ArrayList), Sequence, typeof(ArrayListFill)) { SlotTypes = s_objects, Walk = Walk.Index, IsMoved = true },
        new(typeof(Hashtable), "hashtable", typeof(HashtableFill))
        {
            SlotTypes = s_objects, Roles = s_pair, Walk = Walk.Snapshot, HasHead = true, IsMoved = true, KeyMethods = ["GetHash", "KeyEquals"],
        },
    ];

    public static CollectionEntry[] Generic() =>
    [
        new(typeof(Stack<>), Sequence, typeof(StackFill<>)),
        new(typeof(LinkedList<>), Sequence, typeof(LinkedListFill<>)),
        new(typeof(SortedSet<>), "sortedset", typeof(SortedSetFill<>)) { Comparer = ComparerUse.Order },
        new(typeof(SortedDictionary<,>), "sorteddictionary", typeof(SortedDictionaryFill<,>)) { Roles = s_pair, Comparer = ComparerUse.Order },
        new(typeof(SortedList<,>), "sorteddictionary", typeof(SortedListFill<,>))
            { Roles = s_pair, Comparer = ComparerUse.Order, Walk = Walk.IndexedPairs },
        new(typeof(PriorityQueue<,>), "priorityqueue", typeof(PriorityQueueFill<,>))
        {
            Roles = [SlotRole.Element, SlotRole.Priority], Comparer = ComparerUse.Order, ComparedArgument = 1, Enumerated = "UnorderedItems",
        },
        new(typeof(OrderedDictionary<,>), "dictionary", typeof(OrderedDictionaryFill<,>)) { Roles = s_pair, Comparer = ComparerUse.Equality },
    ];

    public static CollectionEntry[] ObjectModel() =>
    [
        new(typeof(ReadOnlySet<>), "set", typeof(ReadOnlySetFill<>)) { Wrapper = typeof(ReadOnlySetWrapper<>), Comparer = ComparerUse.Equality },
        OwnerOfList(typeof(ObservableCollection<>), typeof(ObservableCollectionMaker<>)),
        OwnerOfList(typeof(ReadOnlyObservableCollection<>), typeof(ReadOnlyObservableCollectionMaker<>)) with
            { Wrapper = typeof(ReadOnlyObservableCollectionWrapper<>) },
        new(typeof(KeyedCollection<,>), "keyed", typeof(KeyedCollectionFill<,>))
        {
            Roles = [SlotRole.Key, SlotRole.Element], Unwritten = 1, Comparer = ComparerUse.Equality, Walk = Walk.Index, IsBaseOnly = true,
        },
    ];

    public static CollectionEntry[] Untyped() =>
    [
        new(typeof(Queue), Sequence, typeof(ObjectQueueFill)) { SlotTypes = s_objects, Walk = Walk.Snapshot, IsMoved = true },
        new(typeof(Stack), Sequence, typeof(ObjectStackFill)) { SlotTypes = s_objects, Walk = Walk.Snapshot, IsMoved = true },
        new(typeof(SortedList), "sortedlist", typeof(ObjectSortedListFill))
            { SlotTypes = s_objects, Roles = s_pair, Walk = Walk.Snapshot, HasHead = true, IsMoved = true },
        new(typeof(CollectionBase), Sequence, typeof(ArrayListFill))
            { SlotTypes = s_objects, Walk = Walk.Index, Inner = typeof(ArrayList), InnerName = "InnerList", IsBaseOnly = true, IsMoved = true },
        new(typeof(ReadOnlyCollectionBase), Sequence, typeof(ArrayListFill))
            { SlotTypes = s_objects, Walk = Walk.Index, Inner = typeof(ArrayList), InnerName = "InnerList", IsBaseOnly = true, IsMoved = true },
        new(typeof(DictionaryBase), "hashtable", typeof(HashtableFill))
        {
            SlotTypes = s_objects, Roles = s_pair, Walk = Walk.Snapshot, HasHead = true, Inner = typeof(Hashtable),
            InnerName = "InnerHashtable", IsBaseOnly = true, IsMoved = true,
        },
    ];

    public static CollectionEntry[] Specialized() =>
    [
        new(typeof(StringCollection), Sequence, typeof(StringCollectionFill))
            { SlotTypes = [typeof(string)], Walk = Walk.Index, IsMoved = true },
        new(typeof(NameObjectCollectionBase), "namevalues", typeof(NameValueFill))
        {
            Refusal = "holds names with objects in a way that only it can fill. Hold a Dictionary<string, object>, or give the class "
                + $"{Cures.Serializer}.",
            IsBaseOnly = true,
        },
        new(typeof(StringDictionary), "dictionary", typeof(StringDictionaryFill))
            { SlotTypes = [typeof(string), typeof(string)], Roles = s_pair, Walk = Walk.Snapshot, HasHead = true, IsMoved = true },
        UntypedPairs(typeof(ListDictionary), typeof(ListDictionaryFill)),
        UntypedPairs(typeof(HybridDictionary), typeof(HybridDictionaryFill)),
        UntypedPairs(typeof(OrderedDictionary), typeof(ObjectOrderedDictionaryFill)),
        new(typeof(NameValueCollection), "namevalues", typeof(NameValueFill))
            { SlotTypes = [typeof(string), typeof(string[])], Roles = s_pair, Walk = Walk.Snapshot, HasHead = true, IsMoved = true },
    ];

    public static CollectionEntry[] Immutable() =>
    [
        new(typeof(ImmutableList<>), Sequence, typeof(ImmutableListFill<>)) { NeedsContentFirst = true },
        new(typeof(ImmutableQueue<>), Sequence, typeof(ImmutableQueueFill<>)) { NeedsContentFirst = true, Walk = Walk.Snapshot },
        new(typeof(ImmutableStack<>), Sequence, typeof(ImmutableStackFill<>)) { NeedsContentFirst = true, Walk = Walk.Snapshot },
        new(typeof(ImmutableHashSet<>), "set", typeof(ImmutableHashSetFill<>))
            { NeedsContentFirst = true, Comparer = ComparerUse.Equality, ComparerName = "KeyComparer" },
        new(typeof(ImmutableSortedSet<>), "sortedset", typeof(ImmutableSortedSetFill<>))
            { NeedsContentFirst = true, Comparer = ComparerUse.Order, ComparerName = "KeyComparer" },
        new(typeof(ImmutableDictionary<,>), "immutabledictionary", typeof(ImmutableDictionaryFill<,>))
            { NeedsContentFirst = true, Roles = s_pair, HasHead = true },
        new(typeof(ImmutableSortedDictionary<,>), "immutablesorteddictionary", typeof(ImmutableSortedDictionaryFill<,>))
            { NeedsContentFirst = true, Roles = s_pair, HasHead = true },
    ];

    public static CollectionEntry[] Frozen() =>
    [
        new(typeof(FrozenSet<>), "set", typeof(FrozenSetFill<>)) { NeedsContentFirst = true, Comparer = ComparerUse.Equality, IsFinal = true },
        new(typeof(FrozenDictionary<,>), "dictionary", typeof(FrozenDictionaryFill<,>))
            { NeedsContentFirst = true, Roles = s_pair, Comparer = ComparerUse.Equality, IsFinal = true },
    ];

    public static CollectionEntry[] Concurrent() =>
    [
        new(typeof(ConcurrentQueue<>), Sequence, typeof(ConcurrentQueueFill<>)) { Walk = Walk.Snapshot, IsMoved = true },
        new(typeof(ConcurrentStack<>), Sequence, typeof(ConcurrentStackFill<>)) { Walk = Walk.Snapshot, IsMoved = true },
        new(typeof(ConcurrentBag<>), Sequence, typeof(ConcurrentBagFill<>)) { Walk = Walk.Snapshot, IsMoved = true },
        new(typeof(BlockingCollection<>), Sequence, typeof(ConcurrentQueueFill<>))
        {
            Refusal = "makes threads wait for one another, which does not travel. Hold the ConcurrentQueue that it is made of, or an array of its "
                + $"content, and mark the member [NonSerialized]; or give it {Cures.Serializer}.",
            IsFinal = true,
        },
        new(typeof(ConcurrentDictionary<,>), "dictionary", typeof(ConcurrentDictionaryFill<,>))
            { Roles = s_pair, Walk = Walk.Snapshot, HasHead = true, IsMoved = true },
    ];

    public static CollectionEntry[] Components() => [OwnerOfList(typeof(BindingList<>), typeof(BindingListMaker<>))];

    public static CollectionEntry[] Dynamic() =>
    [
        new(typeof(ExpandoObject), "dictionary", typeof(ExpandoFill))
            { SlotTypes = [typeof(string), typeof(object)], Roles = s_pair, Walk = Walk.Snapshot, HasHead = true, IsFinal = true },
    ];

    /// <summary>The entry of a collection of F#. Each program has its own FSharp.Core, so they are in no table.</summary>
    public static CollectionEntry FSharp(Type definition) => definition.Name switch
    {
        "FSharpList`1" => OfFSharp(definition, Sequence, typeof(FSharpListFill<,>)),
        "FSharpSet`1" => OfFSharp(definition, "sortedset", typeof(FSharpSetFill<,>)) with { HasHead = true },
        _ => OfFSharp(definition, "sorteddictionary", typeof(FSharpMapFill<,,>)) with { Roles = s_pair, HasHead = true },
    };

    private static CollectionEntry OfFSharp(Type definition, string keyword, Type fill) =>
        new(definition, keyword, fill) { NamesCollection = true, NeedsContentFirst = true, Walk = Walk.Snapshot, IsFinal = true };

    private static CollectionEntry UntypedPairs(Type definition, Type fill) =>
        new(definition, "hashtable", fill) { SlotTypes = s_objects, Roles = s_pair, Walk = Walk.Snapshot, HasHead = true, IsMoved = true };

    // A collection around a list.
    private static CollectionEntry OwnerOfList(Type definition, Type maker) =>
        new(definition, Sequence, typeof(ListOwnerFill<,,>)) { Walk = Walk.Index, Maker = maker };
}
