using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Dynamic;
using System.Runtime.CompilerServices;
using NetSerializer.Scanning;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

/// <summary>
/// The collections of assemblies that most programs never load: their entries are made when a type of the namespace is asked for, because naming
/// their types loads the assemblies.
/// </summary>
internal static class LaterCollections
{
    private const string Sequence = "sequence";

    private static readonly Type[] s_objects = [typeof(object), typeof(object)];

    private static readonly CollectionEntry s_arrayList = new(typeof(ArrayList), Sequence, typeof(ArrayListFill))
    { SlotTypes = s_objects, Walk = Walk.Index, IsMoved = true };
    private static readonly CollectionEntry s_hashtable = new(typeof(Hashtable), "hashtable", typeof(HashtableFill))
    {
        SlotTypes = s_objects,
        Roles = CollectionCatalogue.Pair,
        Walk = Walk.Snapshot,
        HasHead = true,
        IsMoved = true,
        KeyMethods = ["GetHash", "KeyEquals"]
    };

    /// <summary>The entry of a type or of a generic definition, or null.</summary>
    public static CollectionEntry? Find(Type definition) => definition.Namespace switch
    {
        "System.Collections.Immutable" => Immutable.Find(definition),
        "System.Collections.Frozen" => Frozen.Find(definition),
        "System.Collections.Concurrent" => Concurrent.Find(definition),
        "System.Collections" when definition == typeof(ArrayList) => s_arrayList,
        "System.Collections" when definition == typeof(Hashtable) => s_hashtable,
        "System.Collections" when definition.IsAbstract => Bases.Find(definition),
        "System.Collections" when definition.Assembly != typeof(object).Assembly => Untyped.Find(definition),
        "System.Collections.Specialized" => Specialized.Find(definition),
        "System.Dynamic" => Dynamic.Find(definition),
        "System.Collections.ObjectModel" => ObjectModel.Find(definition),
        "System.ComponentModel" => Components.Find(definition),
        _ => null,
    };

    private static class ObjectModel
    {
        private static readonly Dictionary<Type, CollectionEntry> s_entries = CollectionCatalogue.Index(
        [
            CollectionCatalogue.OwnerOfList(typeof(ObservableCollection<>), typeof(ObservableCollectionMaker<>)),
            CollectionCatalogue.OwnerOfList(typeof(ReadOnlyObservableCollection<>), typeof(ReadOnlyObservableCollectionMaker<>)) with
                { Cover = typeof(ReadOnlyObservableCollectionCover<>) },
            new CollectionEntry(typeof(KeyedCollection<,>), "keyed", typeof(KeyedCollectionFill<,>))
            {
                Roles = [SlotRole.Key, SlotRole.Element], Unwritten = 1, Comparer = ComparerUse.Equality, Walk = Walk.Index, IsBaseOnly = true,
            },
        ]);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static CollectionEntry? Find(Type definition) => s_entries.GetValueOrDefault(definition);
    }

    private static class Components
    {
        private static readonly CollectionEntry s_bindingList = CollectionCatalogue.OwnerOfList(typeof(BindingList<>), typeof(BindingListMaker<>)) with
        { IsAroundAny = true };

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static CollectionEntry? Find(Type definition) => definition == s_bindingList.Definition ? s_bindingList : null;
    }

    private static class Immutable
    {
        private static readonly Dictionary<Type, CollectionEntry> s_entries = CollectionCatalogue.Index(
        [
            new CollectionEntry(typeof(ImmutableList<>), Sequence, typeof(ImmutableListFill<>)) { IsMadeLast = true },
            new CollectionEntry(typeof(ImmutableQueue<>), Sequence, typeof(ImmutableQueueFill<>)) { IsMadeLast = true, Walk = Walk.Snapshot },
            new CollectionEntry(typeof(ImmutableStack<>), Sequence, typeof(ImmutableStackFill<>)) { IsMadeLast = true, Walk = Walk.Snapshot },
            new CollectionEntry(typeof(ImmutableHashSet<>), "set", typeof(ImmutableHashSetFill<>))
                { IsMadeLast = true, Comparer = ComparerUse.Equality, ComparerName = "KeyComparer" },
            new CollectionEntry(typeof(ImmutableSortedSet<>), "sortedset", typeof(ImmutableSortedSetFill<>))
                { IsMadeLast = true, Comparer = ComparerUse.Order, ComparerName = "KeyComparer" },
            new CollectionEntry(typeof(ImmutableDictionary<,>), "immutabledictionary", typeof(ImmutableDictionaryFill<,>))
                { IsMadeLast = true, Roles = CollectionCatalogue.Pair, HasHead = true },
            new CollectionEntry(typeof(ImmutableSortedDictionary<,>), "immutablesorteddictionary", typeof(ImmutableSortedDictionaryFill<,>))
                { IsMadeLast = true, Roles = CollectionCatalogue.Pair, HasHead = true },
        ]);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static CollectionEntry? Find(Type definition) => s_entries.GetValueOrDefault(definition);
    }

    private static class Frozen
    {
        private static readonly Dictionary<Type, CollectionEntry> s_entries = CollectionCatalogue.Index(
        [
            new CollectionEntry(typeof(FrozenSet<>), "set", typeof(FrozenSetFill<>)) { IsMadeLast = true, Comparer = ComparerUse.Equality, IsFinal = true },
            new CollectionEntry(typeof(FrozenDictionary<,>), "dictionary", typeof(FrozenDictionaryFill<,>))
                { IsMadeLast = true, Roles = CollectionCatalogue.Pair, Comparer = ComparerUse.Equality, IsFinal = true },
        ]);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static CollectionEntry? Find(Type definition) => s_entries.GetValueOrDefault(definition);
    }

    private static class Concurrent
    {
        private static readonly Dictionary<Type, CollectionEntry> s_entries = CollectionCatalogue.Index(
        [
            new CollectionEntry(typeof(ConcurrentQueue<>), Sequence, typeof(ConcurrentQueueFill<>)) { Walk = Walk.Snapshot, IsMoved = true },
            new CollectionEntry(typeof(ConcurrentStack<>), Sequence, typeof(ConcurrentStackFill<>)) { Walk = Walk.Snapshot, IsMoved = true },
            new CollectionEntry(typeof(ConcurrentBag<>), Sequence, typeof(ConcurrentBagFill<>)) { Walk = Walk.Snapshot, IsMoved = true },
            new CollectionEntry(typeof(BlockingCollection<>), Sequence, typeof(ConcurrentQueueFill<>))
            {
                Refusal = "makes threads wait for one another, which does not travel. Hold the ConcurrentQueue that it is made of, or an array of its "
                    + "content, and mark the member [NonSerialized].",
                IsFinal = true,
            },
            new CollectionEntry(typeof(ConcurrentDictionary<,>), "dictionary", typeof(ConcurrentDictionaryFill<,>))
                { Roles = CollectionCatalogue.Pair, Walk = Walk.Snapshot, HasHead = true, IsMoved = true },
        ]);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static CollectionEntry? Find(Type definition) => s_entries.GetValueOrDefault(definition);
    }

    private static class Untyped
    {
        private static readonly Dictionary<Type, CollectionEntry> s_entries = CollectionCatalogue.Index(
        [
            new CollectionEntry(typeof(Queue), Sequence, typeof(ObjectQueueFill)) { SlotTypes = s_objects, Walk = Walk.Snapshot, IsMoved = true },
            new CollectionEntry(typeof(Stack), Sequence, typeof(ObjectStackFill)) { SlotTypes = s_objects, Walk = Walk.Snapshot, IsMoved = true },
            new CollectionEntry(typeof(SortedList), "sortedlist", typeof(ObjectSortedListFill))
                { SlotTypes = s_objects, Roles = CollectionCatalogue.Pair, Walk = Walk.Snapshot, HasHead = true, IsMoved = true },
        ]);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static CollectionEntry? Find(Type definition) => s_entries.GetValueOrDefault(definition);
    }

    private static class Bases
    {
        private static readonly Dictionary<Type, CollectionEntry> s_entries = CollectionCatalogue.Index(
        [
            new CollectionEntry(typeof(CollectionBase), Sequence, typeof(ArrayListFill))
                { SlotTypes = s_objects, Walk = Walk.Index, Inner = typeof(ArrayList), InnerName = "InnerList", IsBaseOnly = true, IsMoved = true },
            new CollectionEntry(typeof(ReadOnlyCollectionBase), Sequence, typeof(ArrayListFill))
                { SlotTypes = s_objects, Walk = Walk.Index, Inner = typeof(ArrayList), InnerName = "InnerList", IsBaseOnly = true, IsMoved = true },
            new CollectionEntry(typeof(DictionaryBase), "hashtable", typeof(HashtableFill))
            {
                SlotTypes = s_objects, Roles = CollectionCatalogue.Pair, Walk = Walk.Snapshot, HasHead = true, Inner = typeof(Hashtable),
                InnerName = "InnerHashtable", IsBaseOnly = true, IsMoved = true,
            },
        ]);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static CollectionEntry? Find(Type definition) => s_entries.GetValueOrDefault(definition);
    }

    private static class Specialized
    {
        private static readonly Dictionary<Type, CollectionEntry> s_entries = CollectionCatalogue.Index(
        [
            new CollectionEntry(typeof(StringCollection), Sequence, typeof(StringCollectionFill))
                { SlotTypes = [typeof(string)], Walk = Walk.Index, IsMoved = true },
            new CollectionEntry(typeof(NameObjectCollectionBase), "namevalues", typeof(NameValueFill))
            {
                Refusal = "holds names with objects in a way that only it can fill. Hold a Dictionary<string, object>, or give the class a custom serializer.",
                IsBaseOnly = true,
            },
            new CollectionEntry(typeof(StringDictionary), "dictionary", typeof(StringDictionaryFill))
                { SlotTypes = [typeof(string), typeof(string)], Roles = CollectionCatalogue.Pair, Walk = Walk.Snapshot, HasHead = true, IsMoved = true },
            new CollectionEntry(typeof(NameValueCollection), "namevalues", typeof(NameValueFill))
                { SlotTypes = [typeof(string), typeof(string[])], Roles = CollectionCatalogue.Pair, Walk = Walk.Snapshot, HasHead = true, IsMoved = true },
        ]);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static CollectionEntry? Find(Type definition) => s_entries.GetValueOrDefault(definition);
    }

    private static class Dynamic
    {
        private static readonly CollectionEntry s_entry = new(typeof(ExpandoObject), "dictionary", typeof(ExpandoFill))
        {
            SlotTypes = [typeof(string), typeof(object)],
            Roles = CollectionCatalogue.Pair,
            Walk = Walk.Snapshot,
            HasHead = true,
            IsFinal = true,
        };

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static CollectionEntry? Find(Type definition) => definition == s_entry.Definition ? s_entry : null;
    }
}
