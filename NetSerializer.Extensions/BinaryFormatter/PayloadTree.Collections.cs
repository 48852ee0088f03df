using System.Formats.Nrbf;
using NetSerializer.Trees;

namespace NetSerializer.Nrbf;

// The content of collections, from the fields and entries that the classes of the framework have. Names with m_ are older than names with _.
internal sealed partial class PayloadTree
{
    private const int MostLayers = 64;

    // A list of the framework's own, which is no type of a model.
    private const string DataOfExceptions = "System.Collections.ListDictionaryInternal";

    /// <param name="content">The record of a sequence or an array.</param>
    /// <param name="type">The collection that the record is, or is derived from.</param>
    private Array SequenceItems(object? content, Type? type)
    {
        // Collections around collections.
        for (int layer = 0; layer < MostLayers; layer++)
        {
            if (content is ArrayRecord array)
            {
                return Items(array);
            }
            if (content is not ClassRecord members)
            {
                break;
            }
            Type? collection = layer == 0 ? type : null;
            switch (collection == null ? CanonicalNames.Definition(members.TypeName) : NameOf(collection))
            {
                case "System.Collections.Generic.List`1" or "System.Collections.ArrayList":
                    return Parts(Slice(Raw(members, "_items"), 0, Number(members, "_size")));
                case "System.Collections.Generic.Queue`1" or "System.Collections.Queue":
                    return Parts(Ring(Raw(members, "_array"), Number(members, "_head"), Number(members, "_size")));
                case "System.Collections.Generic.Stack`1" or "System.Collections.Stack":
                    Array items = Slice(Raw(members, "_array"), 0, Number(members, "_size"));
                    Array.Reverse(items);
                    return Parts(items);
                case "System.Collections.Generic.LinkedList`1":
                    return Find(members, "Data") is ArrayRecord data ? Items(data) : Array.Empty<object?>();
                case "System.Collections.BitArray":
                    return Bits(members);
                case "System.ArraySegment`1":
                    return Find(members, "_array") == null ? Array.Empty<object?>()
                        : Parts(Slice(Raw(members, "_array"), Number(members, "_offset"), Number(members, "_count")));
                case "System.Collections.Specialized.StringCollection":
                    content = Find(members, "data");
                    break;
                default:
                    content = Find(members, "items") ?? Find(members, "list");
                    break;
            }
        }
        throw Payload.Malformed($"The content of a {(type == null ? "collection" : CanonicalNames.Display(NameOf(type)))} is missing.");
    }

    private static string NameOf(Type collection) => (collection.IsGenericType ? collection.GetGenericTypeDefinition() : collection).FullName!;

    private void FillTable(WireTable table, ClassRecord record)
    {
        string name = table.Type is { } type ? NameOf(type) : DataOfExceptions;
        bool isOrder = name.Contains("Sorted", StringComparison.Ordinal);
        object? comparer = Find(record, "Comparer") ?? Find(record, "comparer") ?? Find(record, "KeyComparer") ?? Find(record, "_comparer")
            ?? Find(record, "HashProvider");
        List<object?> parts = [];
        switch (name)
        {
            case "System.Collections.Generic.HashSet`1":
                Add(parts, Find(record, "Elements"));
                break;
            case "System.Collections.Generic.SortedSet`1":
                Add(parts, Find(record, "Items"));
                break;
            case "System.Collections.Generic.SortedDictionary`2":
                ClassRecord set = Inner(record, "_set");
                comparer = Find(set, "Comparer") is ClassRecord pairs ? Find(pairs, "keyComparer") : null;
                AddPairs(parts, Find(set, "Items"));
                break;
            case "System.Collections.Generic.SortedList`2" or "System.Collections.SortedList":
                int size = Number(record, "_size");
                AddColumns(parts, Slice(Raw(record, "keys"), 0, size), Slice(Raw(record, "values"), 0, size));
                break;
            case "System.Collections.Hashtable":
                AddColumns(parts, Raw(record, "Keys"), Raw(record, "Values"));
                break;
            case "System.Collections.Specialized.ListDictionary" or DataOfExceptions:
                AddChain(parts, record);
                break;
            case "System.Collections.Specialized.HybridDictionary":
                comparer = AddHybrid(parts, record);
                break;
            case "System.Collections.Specialized.OrderedDictionary":
                AddPairs(parts, Find(record, "ArrayList"));
                break;
            case "System.Collections.Specialized.StringDictionary":
                ClassRecord contents = Inner(record, "contents");
                comparer = null;
                AddColumns(parts, Raw(contents, "Keys"), Raw(contents, "Values"));
                break;
            case "System.Collections.DictionaryBase":
                ClassRecord hashtable = Inner(record, "hashtable");
                comparer = Find(hashtable, "KeyComparer") ?? Find(hashtable, "Comparer");
                AddColumns(parts, Raw(hashtable, "Keys"), Raw(hashtable, "Values"));
                break;
            case "System.Collections.Specialized.NameValueCollection":
                AddNamedValues(parts, record);
                break;
            case "System.Collections.Concurrent.ConcurrentDictionary`2":
                AddPairs(parts, Find(record, "m_serializationArray"));
                break;
            case "System.Collections.ObjectModel.KeyedCollection`2":
                foreach (object? item in SequenceItems(Find(record, "items"), null))
                {
                    parts.Add(item);
                }
                break;
            default:
                AddPairs(parts, Find(record, "KeyValuePairs"));
                break;
        }
        table.Comparers = [OldComparers.NumberOf(comparer, isOrder), 0];
        table.Parts = parts;
    }

    /// <summary>A member by its name, of a derived class behind the name of the base.</summary>
    private static object? Find(ClassRecord record, string name)
    {
        if (record.HasMember(name))
        {
            return record.GetRawValue(name);
        }
        string ending = "+" + name;
        return record.MemberNames.FirstOrDefault(member => member.EndsWith(ending, StringComparison.Ordinal)) is { } found ? record.GetRawValue(found) : null;
    }

    public static int Number(ClassRecord record, string name) =>
        Find(record, name) is int number ? number : throw Payload.Malformed($"A {CanonicalNames.Display(record.TypeName)} lacks its {name}.");

    private static ClassRecord Inner(ClassRecord record, string name) =>
        Find(record, name) as ClassRecord ?? throw Payload.Malformed($"A {CanonicalNames.Display(record.TypeName)} lacks its {name}.");

    public Array Raw(ClassRecord record, string name) =>
        Find(record, name) is ArrayRecord array ? RawItems(array) : throw Payload.Malformed($"A {CanonicalNames.Display(record.TypeName)} lacks its {name}.");

    public static Array Slice(Array items, int start, int count)
    {
        if (start < 0 || count < 0 || count > items.Length - start)
        {
            throw Payload.Malformed($"A collection of {count} elements from {start} on in an array of {items.Length}.");
        }
        Array slice = Array.CreateInstance(items.GetType().GetElementType()!, count);
        Array.Copy(items, start, slice, 0, count);
        return slice;
    }

    private static Array Ring(Array items, int head, int count)
    {
        int first = Math.Min(count, items.Length - head);
        Array ring = Array.CreateInstance(items.GetType().GetElementType()!, Slice(items, 0, Math.Max(count, 0)).Length);
        Array.Copy(Slice(items, head, first), ring, first);
        Array.Copy(Slice(items, 0, count - first), 0, ring, first, count - first);
        return ring;
    }

    public bool[] Bits(ClassRecord record)
    {
        int length = Number(record, "m_length");
        if (Raw(record, "m_array") is not int[] words || length < 0 || length > 32L * words.Length)
        {
            throw Payload.Malformed("A bit array with more bits than it holds.");
        }
        Charge(length);
        bool[] bits = new bool[length];
        for (int i = 0; i < length; i++)
        {
            bits[i] = (words[i / 32] >> i % 32 & 1) != 0;
        }
        return bits;
    }

    private void Add(List<object?> parts, object? array)
    {
        // An empty collection has none.
        foreach (object? item in array is ArrayRecord record ? Items(record) : Array.Empty<object?>())
        {
            parts.Add(item);
        }
    }

    private void AddPairs(List<object?> parts, object? array)
    {
        foreach (object? item in array is ArrayRecord record ? RawItems(record) : Array.Empty<object?>())
        {
            ClassRecord pair = item as ClassRecord ?? throw Payload.Malformed("An entry of a table is no pair.");
            string key = pair.HasMember("key") ? "key" : pair.HasMember("_key") ? "_key" : "m_key";
            parts.Add(Value(pair.GetRawValue(key)));
            parts.Add(Value(pair.GetRawValue(key[..^3] + "value")));
        }
    }

    private void AddColumns(List<object?> parts, Array keys, Array values)
    {
        if (keys.Length != values.Length)
        {
            throw Payload.Malformed($"A table with {keys.Length} keys and {values.Length} values.");
        }
        for (int i = 0; i < keys.Length; i++)
        {
            parts.Add(Value(keys.GetValue(i)));
            parts.Add(Value(values.GetValue(i)));
        }
    }

    // A list of nodes, each with the next one.
    private void AddChain(List<object?> parts, ClassRecord list)
    {
        int count = Number(list, "count");
        var node = Find(list, "head") as ClassRecord;
        for (int i = 0; i < count; i++, node = Find(node, "next") as ClassRecord)
        {
            if (node == null)
            {
                throw Payload.Malformed($"A list of {count} entries ends behind {i}.");
            }
            Charge(NodeSize);
            parts.Add(Value(Find(node, "key")));
            parts.Add(Value(Find(node, "value")));
        }
    }

    // Its comparer, for which the flag stands.
    private object? AddHybrid(List<object?> parts, ClassRecord record)
    {
        if (Find(record, "hashtable") is ClassRecord hashtable)
        {
            AddColumns(parts, Raw(hashtable, "Keys"), Raw(hashtable, "Values"));
        }
        else if (Find(record, "list") is ClassRecord list)
        {
            AddChain(parts, list);
        }
        return Find(record, "caseInsensitive") is true ? StringComparer.OrdinalIgnoreCase : null;
    }

    private void AddNamedValues(List<object?> parts, ClassRecord record)
    {
        Array keys = Raw(record, "Keys"), values = Raw(record, "Values");
        for (int i = 0; i < Math.Min(keys.Length, values.Length); i++)
        {
            parts.Add(keys.GetValue(i));
            parts.Add(values.GetValue(i) is ClassRecord list
                ? SequenceItems(list, null).Cast<object?>().Select(text => text as string).ToArray() : null);
        }
    }
}
