using System.Collections;
using System.Collections.Specialized;
using System.Dynamic;
using System.Reflection;

namespace NetSerializer.Tests.Equality;

/// <summary>The collections that are not generic, for <see cref="OtherCollections"/>.</summary>
internal static class UntypedCollections
{
    private const BindingFlags Hidden = BindingFlags.Instance | BindingFlags.NonPublic;

    public static object[] StringComparers { get; } =
        [StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture, StringComparer.InvariantCultureIgnoreCase];

    public static Type[] SlotTypes(Type type) =>
        type == typeof(StringCollection) ? [typeof(string)]
        : type == typeof(StringDictionary) ? [typeof(string), typeof(string)]
        : type == typeof(NameValueCollection) ? [typeof(string), typeof(string[])]
        : type == typeof(ExpandoObject) ? [typeof(string), typeof(object)]
        : type.IsAssignableTo(typeof(IDictionary)) ? [typeof(object), typeof(object)]
        : [typeof(object)];

    public static object?[][] Entries(NameValueCollection names) =>
        [.. Enumerable.Range(0, names.Count).Select(i => new object?[] { names.GetKey(i), names.GetValues(i) })];

    public static OtherCollections.Compared[] Comparers(object collection) => collection switch
    {
        Hashtable table => [Compared(typeof(Hashtable).GetProperty("EqualityComparer", Hidden)!.GetValue(table) ?? EqualityComparer<object>.Default, false,
            [EqualityComparer<object>.Default, .. StringComparers])],
        OrderedDictionary table => [Compared(Field(table, "_comparer") ?? EqualityComparer<object>.Default, false,
            [EqualityComparer<object>.Default, .. StringComparers])],
        ListDictionary table => [Compared(Field(table, "comparer") ?? EqualityComparer<object>.Default, false,
            [EqualityComparer<object>.Default, .. StringComparers])],
        HybridDictionary table => [Compared(
            Field(table, "caseInsensitive") is true ? StringComparer.OrdinalIgnoreCase : EqualityComparer<object>.Default, false,
            [EqualityComparer<object>.Default, null, StringComparer.OrdinalIgnoreCase])],
        SortedList list => [Compared(OrderOf(list), true, [Comparer.Default, .. StringComparers, Comparer.DefaultInvariant])],
        NameValueCollection names => [Compared(
            typeof(NameObjectCollectionBase).GetField("_keyComparer", Hidden)!.GetValue(names)!, false, [null, .. StringComparers])],
        StringDictionary or ExpandoObject => [Compared(EqualityComparer<string>.Default, false, [EqualityComparer<string>.Default])],
        _ => [],
    };

    private static object? Field(object collection, string name) => collection.GetType().GetField(name, Hidden)!.GetValue(collection);

    /// <summary>Each list makes a default comparer of its own.</summary>
    private static object OrderOf(SortedList list)
    {
        object comparer = typeof(SortedList).GetField("comparer", Hidden)!.GetValue(list)!;
        return comparer is Comparer && !ReferenceEquals(comparer, Comparer.DefaultInvariant) ? Comparer.Default : comparer;
    }

    public static object Create(Type type, IReadOnlyList<object> comparers, IReadOnlyList<object?[]> entries)
    {
        object? comparer = comparers.Count == 0 ? null : comparers[0];
        object collection = type == typeof(Hashtable) ? new Hashtable(comparer as StringComparer)
            : type == typeof(OrderedDictionary) ? new OrderedDictionary(comparer as StringComparer)
            : type == typeof(ListDictionary) ? new ListDictionary(comparer as StringComparer)
            : type == typeof(HybridDictionary) ? new HybridDictionary(comparer is StringComparer)
            : type == typeof(SortedList) ? new SortedList(comparer as IComparer)
            : type == typeof(NameValueCollection) ? new NameValueCollection(comparer as IEqualityComparer ?? StringComparer.InvariantCultureIgnoreCase)
            : Activator.CreateInstance(type)!;
        foreach (object?[] entry in collection is Stack ? entries.Reverse() : entries)
        {
            Add(collection, entry);
        }
        return collection;
    }

    public static void Add(object collection, object?[] entry)
    {
        switch (collection)
        {
            case Queue queue:
                queue.Enqueue(entry[0]);
                break;
            case Stack stack:
                stack.Push(entry[0]);
                break;
            case IList list:
                list.Add(entry[0]);
                break;
            case IDictionary table:
                table.Add(entry[0]!, entry[1]);
                break;
            case StringDictionary texts:
                texts.Add((string)entry[0]!, (string?)entry[1]);
                break;
            case IDictionary<string, object?> members:
                members.Add((string)entry[0]!, entry[1]);
                break;
            default:
                AddName((NameValueCollection)collection, (string?)entry[0], (string?[]?)entry[1]);
                break;
        }
    }

    private static void AddName(NameValueCollection names, string? name, string?[]? values)
    {
        if (values is [null, ..])
        {
            names.Set(name, null);
        }
        else
        {
            names.Add(name, values?[0]);
        }
        foreach (string? value in values?.Skip(1) ?? [])
        {
            names.Add(name, value);
        }
    }

    private static OtherCollections.Compared Compared(object comparer, bool isOrder, object?[] numbers) =>
        new(typeof(object), comparer, isOrder) { Numbers = numbers, IsWritten = true };
}
