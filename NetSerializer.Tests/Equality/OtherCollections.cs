using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.Specialized;
using System.Dynamic;
using System.Reflection;
using Microsoft.FSharp.Collections;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Equality;

/// <summary>
/// The immutable, frozen, concurrent and untyped collections as tests see them: the form that docs/wire-format.md gives them, what of them travels,
/// and how they are made of it through their public members.
/// </summary>
internal static class OtherCollections
{
    private static readonly Dictionary<Type, (SchemaKind Kind, bool IsOrdered)> s_kinds = new()
    {
        [typeof(ImmutableList<>)] = (SchemaKind.Sequence, true),
        [typeof(ImmutableQueue<>)] = (SchemaKind.Sequence, true),
        [typeof(ImmutableStack<>)] = (SchemaKind.Sequence, true),
        [typeof(ImmutableHashSet<>)] = (SchemaKind.Set, false),
        [typeof(ImmutableSortedSet<>)] = (SchemaKind.SortedSet, true),
        [typeof(ImmutableDictionary<,>)] = (SchemaKind.ImmutableDictionary, false),
        [typeof(ImmutableSortedDictionary<,>)] = (SchemaKind.ImmutableSortedDictionary, true),
        [typeof(FrozenSet<>)] = (SchemaKind.Set, false),
        [typeof(FrozenDictionary<,>)] = (SchemaKind.Dictionary, false),
        [typeof(ConcurrentQueue<>)] = (SchemaKind.Sequence, true),
        [typeof(ConcurrentStack<>)] = (SchemaKind.Sequence, true),
        [typeof(ConcurrentBag<>)] = (SchemaKind.Sequence, true),
        [typeof(ConcurrentDictionary<,>)] = (SchemaKind.Dictionary, false),
        [typeof(ArrayList)] = (SchemaKind.Sequence, true),
        [typeof(Queue)] = (SchemaKind.Sequence, true),
        [typeof(Stack)] = (SchemaKind.Sequence, true),
        [typeof(StringCollection)] = (SchemaKind.Sequence, true),
        [typeof(Hashtable)] = (SchemaKind.Hashtable, false),
        [typeof(ListDictionary)] = (SchemaKind.Hashtable, true),
        [typeof(HybridDictionary)] = (SchemaKind.Hashtable, false),
        [typeof(OrderedDictionary)] = (SchemaKind.Hashtable, true),
        [typeof(SortedList)] = (SchemaKind.SortedList, true),
        [typeof(StringDictionary)] = (SchemaKind.Dictionary, false),
        [typeof(NameValueCollection)] = (SchemaKind.NameValues, true),
        [typeof(ExpandoObject)] = (SchemaKind.Dictionary, true),
        [typeof(FSharpList<>)] = (SchemaKind.Sequence, true),
        [typeof(FSharpSet<>)] = (SchemaKind.SortedSet, true),
        [typeof(FSharpMap<,>)] = (SchemaKind.SortedDictionary, true),
    };

    public static SchemaKind? KindOf(Type type) => Find(type) is { } found ? s_kinds[found.Definition].Kind : null;

    /// <summary>Only the form of an array, not that of a table.</summary>
    public static bool IsSequence(Type type) => KindOf(type) == SchemaKind.Sequence;

    /// <summary>The entries come in an order that is part of the value.</summary>
    public static bool IsOrdered(Type type) => s_kinds[Find(type)!.Value.Definition].IsOrdered;

    /// <summary>The type under which a value travels: frozen collections are of classes that nobody can name.</summary>
    public static Type Declared(Type type) => Find(type)?.Type ?? FrameworkValues.Declared(type);

    /// <summary>The declared types of the slots of an entry.</summary>
    public static Type[] SlotTypes(Type type) =>
        Declared(type) is { IsGenericType: true } generic ? generic.GetGenericArguments() : UntypedCollections.SlotTypes(type);

    /// <summary>The slots of each entry, in the order of enumeration.</summary>
    public static object?[][] Entries(object collection)
    {
        if (collection is NameValueCollection names)
        {
            return UntypedCollections.Entries(names);
        }
        int slots = SlotTypes(collection.GetType()).Length;
        return [.. ((IEnumerable)collection).Cast<object?>()
            .Select(entry => slots == 1 ? [entry] : new[] { Property(entry!, "Key"), Property(entry!, "Value") })];
    }

    /// <summary>The comparers that travel, in the order of the wire.</summary>
    public static Compared[] Comparers(object collection)
    {
        Type declared = Declared(collection.GetType());
        if (!declared.IsGenericType)
        {
            return UntypedCollections.Comparers(collection);
        }
        Type[] types = SlotTypes(declared);
        if (IsOfFSharp(declared))
        {
            return IsSequence(declared) ? [] : [OrderOfFSharp(types[0])];
        }
        object Comparer(string name) => declared.GetProperty(name)!.GetValue(collection)!;
        return KindOf(declared) switch
        {
            SchemaKind.Sequence => [],
            SchemaKind.SortedSet => [new(types[0], Comparer("KeyComparer"), true)],
            SchemaKind.ImmutableDictionary => [new(types[0], Comparer("KeyComparer"), false), new(types[1], Comparer("ValueComparer"), false)],
            SchemaKind.ImmutableSortedDictionary => [new(types[0], Comparer("KeyComparer"), true), new(types[1], Comparer("ValueComparer"), false)],
            _ => [new(types[0], Comparer(declared.GetProperty("Comparer") == null ? "KeyComparer" : "Comparer"), false)],
        };
    }

    /// <summary>The default comparers of a type in the same order.</summary>
    public static Compared[] DefaultComparers(Type type) => IsSequence(type) ? [] : Comparers(Create(type, [], []));

    /// <summary>A collection with the entries; no comparers stand for the default ones.</summary>
    public static object Create(Type type, IReadOnlyList<object> comparers, IReadOnlyList<object?[]> entries)
    {
        if (!type.IsGenericType)
        {
            return UntypedCollections.Create(type, comparers, entries);
        }
        Type[] types = SlotTypes(type);
        object? first = comparers.Count > 0 ? comparers[0] : null, second = comparers.Count > 1 ? comparers[1] : null;
        string method = types.Length == 1 ? nameof(OtherCollectionMaker.OfElements) : nameof(OtherCollectionMaker.OfPairs);
        try
        {
            return typeof(OtherCollectionMaker).GetMethod(method, BindingFlags.Static | BindingFlags.Public)!.MakeGenericMethod(types)
                .Invoke(null, [type.GetGenericTypeDefinition(), first, second, entries])!;
        }
        catch (TargetInvocationException failed)
        {
            throw new InvalidOperationException($"{type}: {failed.InnerException}", failed);
        }
    }

    /// <summary>Same comparers, same entries, in any order where there is none.</summary>
    public static bool AreEqual(object left, object right, Func<object?, object?, bool> areEqual)
    {
        if (Declared(left.GetType()) != Declared(right.GetType())
            || !Comparers(left).Select(compared => compared.Comparer).SequenceEqual(Comparers(right).Select(compared => compared.Comparer)))
        {
            return false;
        }
        object?[][] ours = Entries(left);
        List<object?[]> theirs = [.. Entries(right)];
        bool isOrdered = IsOrdered(left.GetType());
        foreach (object?[] entry in ours)
        {
            int at = theirs.FindIndex(other => AreSame(entry, other));
            if (at < 0 || (isOrdered && at != 0))
            {
                return false;
            }
            theirs.RemoveAt(at);
        }
        return theirs.Count == 0;

        bool AreSame(object?[] entry, object?[] other)
        {
            for (int slot = 0; slot < entry.Length; slot++)
            {
                // Of thousands of entries without an order each is compared with thousands.
                if (entry[slot] is string text ? !text.Equals(other[slot] as string, StringComparison.Ordinal) : !areEqual(entry[slot], other[slot]))
                {
                    return false;
                }
            }
            return true;
        }
    }

    /// <summary>Made of its whole content.</summary>
    public static bool IsOfFSharp(Type type) => Declared(type).Assembly == typeof(FSharpList<>).Assembly;

    // That of strings is the ordinal one, always, and no other number stands for it.
    private static Compared OrderOfFSharp(Type key) =>
        key == typeof(string)
            ? new(key, StringComparer.Ordinal, true) { Numbers = [null, StringComparer.Ordinal] }
            : new(key, typeof(Comparer<>).MakeGenericType(key).GetProperty("Default")!.GetValue(null)!, true);

    private static object? Property(object entry, string name) => entry.GetType().GetProperty(name)!.GetValue(entry);

    private static (Type Type, Type Definition)? Find(Type type)
    {
        for (Type? level = type; level != null; level = level.BaseType)
        {
            Type definition = level.IsGenericType ? level.GetGenericTypeDefinition() : level;
            if (s_kinds.ContainsKey(definition) && (level == type || level.IsAbstract))
            {
                return (level, definition);
            }
        }
        return null;
    }

    /// <summary>A comparer that travels.</summary>
    /// <param name="Type">What it compares.</param>
    /// <param name="Comparer">The comparer.</param>
    /// <param name="IsOrder">It puts in order, instead of telling apart.</param>
    public sealed record Compared(Type Type, object Comparer, bool IsOrder)
    {
        /// <summary>
        /// The comparers that a byte stands for, each under its number; null stands for none. Of a single one there is no byte, and others are
        /// refused.
        /// </summary>
        public object?[] Numbers { get; init; } =
        [
            (IsOrder ? typeof(Comparer<>) : typeof(EqualityComparer<>)).MakeGenericType(Type).GetProperty("Default")!.GetValue(null),
            .. Type == typeof(string) ? UntypedCollections.StringComparers : [],
        ];

        /// <summary>The number, or -1 for one that is refused.</summary>
        public int Number => Array.FindIndex(Numbers, known => known != null && known.Equals(Comparer));

        public bool IsWritten { get; init; } = Type == typeof(string);
    }
}

/// <summary>Makes collections of elements whose types are known to the compiler.</summary>
internal static class OtherCollectionMaker
{
    public static object OfElements<T>(Type definition, object? comparer, object? unused, IReadOnlyList<object?[]> entries)
    {
        T[] elements = [.. entries.Select(entry => (T)entry[0]!)];
        return definition.Name switch
        {
            "ImmutableList`1" => ImmutableList.CreateRange(elements),
            "ImmutableQueue`1" => ImmutableQueue.CreateRange(elements),
            "ImmutableStack`1" => ImmutableStack.CreateRange(elements.Reverse()),
            "ImmutableHashSet`1" => ImmutableHashSet.CreateRange((IEqualityComparer<T>?)comparer, elements),
            "FrozenSet`1" => elements.ToFrozenSet((IEqualityComparer<T>?)comparer),
            "ConcurrentQueue`1" => new ConcurrentQueue<T>(elements),
            "ConcurrentStack`1" => new ConcurrentStack<T>(elements.Reverse()),
            "ConcurrentBag`1" => new ConcurrentBag<T>(elements.Reverse()),
            "FSharpList`1" => ListModule.OfSeq(elements),
            "FSharpSet`1" => new FSharpSet<T>(elements),
            "ImmutableSortedSet`1" => ImmutableSortedSet.CreateRange((IComparer<T>?)comparer, elements),
            _ => throw new ArgumentException(definition.Name),
        };
    }

    public static object OfPairs<TKey, TValue>(Type definition, object? comparer, object? values, IReadOnlyList<object?[]> entries) where TKey : notnull
    {
        KeyValuePair<TKey, TValue>[] pairs = [.. entries.Select(entry => KeyValuePair.Create((TKey)entry[0]!, (TValue)entry[1]!))];
        return definition.Name switch
        {
            "ImmutableDictionary`2" => ImmutableDictionary.CreateRange((IEqualityComparer<TKey>?)comparer, (IEqualityComparer<TValue>?)values, pairs),
            "FrozenDictionary`2" => pairs.ToFrozenDictionary((IEqualityComparer<TKey>?)comparer),
            "ConcurrentDictionary`2" => new ConcurrentDictionary<TKey, TValue>(pairs, (IEqualityComparer<TKey>?)comparer),
            "FSharpMap`2" => new FSharpMap<TKey, TValue>(pairs.Select(pair => Tuple.Create(pair.Key, pair.Value))),
            "ImmutableSortedDictionary`2" => ImmutableSortedDictionary.CreateRange((IComparer<TKey>?)comparer, (IEqualityComparer<TValue>?)values, pairs),
            _ => throw new ArgumentException(definition.Name),
        };
    }
}
