using System.Collections;
using System.Reflection;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 5: sorted sets and dictionaries, and priority queues.</summary>
internal static class SortedTables
{
    public static void WriteSet(OracleOutput output, SortedSetShape shape, IEnumerable? value)
    {
        object?[]? elements = value is null ? null : [.. value.Cast<object?>()];
        if (!WriteHead(output, shape.Element.Declared, value, elements?.Length))
            return;
        foreach (object? element in elements!)
            Slots.Write(output, shape.Element, element);
    }

    public static void WriteDictionary(OracleOutput output, SortedDictionaryShape shape, IDictionary? value)
    {
        if (!WriteHead(output, shape.Key.Declared, value, value?.Count))
            return;
        foreach (DictionaryEntry entry in value!)
        {
            Slots.Write(output, shape.Key, entry.Key);
            Slots.Write(output, shape.Value, entry.Value);
        }
    }

    public static void WriteQueue(OracleOutput output, PriorityQueueShape shape, object? value)
    {
        (object? Element, object? Priority)[]? pairs = value is null ? null : PairsOf(value);
        if (!WriteHead(output, shape.Priority.Declared, value, pairs?.Length))
            return;
        foreach ((object? element, object? priority) in pairs!)
        {
            Slots.Write(output, shape.Element, element);
            Slots.Write(output, shape.Priority, priority);
        }
    }

    public static object? ReadSet(OracleInput input, SortedSetShape shape)
    {
        if (ReadHead(input, shape.Type, shape.Element.Declared, SmallestSize.Of(input.Model, shape.Element)) is not var (count, set, order))
            return null;
        input.Numbers.Made(set);
        var fill = new TableFill(input, shape, shape.Element);
        MethodInfo add = shape.Type.GetMethod("Add")!;
        for (int i = 0; i < count; i++)
        {
            int start = input.Position;
            input.CountElement();
            object? element = fill.ReadKey(shape.Element);
            if (!fill.IsLate)
                order.Follows(input, start, element);
            fill.Add(start, offset =>
            {
                if (!(bool)Invoke(input, add, set, [element], offset)!)
                    throw input.Reject(RejectionCode.KeyDuplicate, offset, $"the element {element} again");
            });
        }

        fill.Done();
        return set;
    }

    public static object? ReadDictionary(OracleInput input, SortedDictionaryShape shape)
    {
        if (ReadHead(input, shape.Type, shape.Key.Declared, SmallestSize.Of(input.Model, shape.Key) + SmallestSize.Of(input.Model, shape.Value)) is not var (
            count, instance, order))
            return null;
        var table = (IDictionary)instance;
        input.Numbers.Made(table);
        var fill = new TableFill(input, shape, shape.Key);
        // A sorted list looks at the keys that are out of order when it has them all.
        bool isList = shape.Type.GetGenericTypeDefinition() == typeof(SortedList<,>);
        var waiting = new List<(object Key, object? Value)>();
        for (int i = 0; i < count; i++)
        {
            int start = input.Position;
            object? key = fill.ReadKey(shape.Key);
            object? value = Slots.Read(input, shape.Value);
            if (fill.IsLate)
            {
                fill.Add(start, offset => Add(input, table, key, value, offset));
                continue;
            }

            if (key is null)
                throw input.Reject(RejectionCode.KeyNull, start, "a null key");
            if (waiting.Count > 0 || (!order.Follows(input, start, key) && isList))
                waiting.Add((key, value));
            else
                Add(input, table, key, value, start);
        }

        fill.Done();
        foreach ((object key, object? value) in waiting)
        {
            Add(input, table, key, value, input.Position);
        }

        return table;
    }

    private static void Add(OracleInput input, IDictionary table, object? key, object? value, int offset)
    {
        if (key is null)
            throw input.Reject(RejectionCode.KeyNull, offset, "a null key");
        MethodInfo contains = typeof(IDictionary).GetMethod(nameof(IDictionary.Contains))!;
        if ((bool)Invoke(input, contains, table, [key], offset)!)
            throw input.Reject(RejectionCode.KeyDuplicate, offset, $"the key {key} again");
        Invoke(input, typeof(IDictionary).GetMethod(nameof(IDictionary.Add))!, table, [key, value], offset);
    }

    /// <summary>A call that asks keys for their order, which they may not have.</summary>
    private static object? Invoke(OracleInput input, MethodInfo method, object target, object?[] arguments, int offset)
    {
        try
        {
            return method.Invoke(target, arguments);
        }
        catch (TargetInvocationException refused) when (refused.InnerException is InvalidOperationException or ArgumentException)
        {
            throw input.Reject(RejectionCode.KeyNotComparable, offset, refused.InnerException.Message);
        }
    }

    public static object? ReadQueue(OracleInput input, PriorityQueueShape shape)
    {
        if (ReadHead(input, shape.Type, shape.Priority.Declared,
            SmallestSize.Of(input.Model, shape.Element) + SmallestSize.Of(input.Model, shape.Priority)) is not var (count, queue, _))
            return null;
        input.Numbers.Made(queue);
        var fill = new TableFill(input, shape, shape.Priority);
        MethodInfo enqueue = shape.Type.GetMethod("Enqueue")!;
        for (int i = 0; i < count; i++)
        {
            input.CountElement();
            int start = input.Position;
            object? element = Slots.Read(input, shape.Element), priority = fill.ReadKey(shape.Priority);
            fill.Add(start, offset => Invoke(input, enqueue, queue, [element, priority], offset));
        }

        fill.Done();
        return queue;
    }

    /// <summary>The pairs of a priority queue in the order of its heap.</summary>
    public static (object? Element, object? Priority)[] PairsOf(object queue)
    {
        var items = (IEnumerable)queue.GetType().GetProperty("UnorderedItems")!.GetValue(queue)!;
        return [.. items.Cast<System.Runtime.CompilerServices.ITuple>().Select(pair => (pair[0], pair[1]))];
    }

    private static bool WriteHead(OracleOutput output, Type key, object? table, int? count)
    {
        Varints.Write(output, table is null ? 0 : (ulong)count!.Value + 1);
        if (table is null)
            return false;
        object comparer = table.GetType().GetProperty("Comparer")!.GetValue(table)!;
        bool isDefault = comparer.Equals(DefaultOrder(key));
        int number = isDefault ? 0 : Array.FindIndex(Tables.StringComparers, known => known.Equals(comparer));
        if (number < 0)
            throw new OracleRefusal($"the comparer {comparer}");
        if (key == typeof(string))
            output.Byte(number);
        return true;
    }

    private static (int Count, object Table, Order Order)? ReadHead(OracleInput input, Type type, Type key, int smallestEntry)
    {
        int start = input.Position;
        ulong head = Varints.Read(input, 32);
        if (head == 0)
            return null;
        int count = Varints.CheckLength(input, head - 1, start);
        input.Announce((long)count * smallestEntry, start);
        if (key != typeof(string))
            return (count, Activator.CreateInstance(type)!,
                new Order((IComparer)DefaultOrder(key), key.IsEnum || Scalars.Contains(key) && key != typeof(object)));
        int comparerStart = input.Position;
        byte number = input.Byte();
        if (number >= Tables.StringComparers.Length)
            throw input.Reject(RejectionCode.ComparerUnknown, comparerStart, $"comparer {number}");
        return number == 0
            ? (count, Activator.CreateInstance(type)!, new Order(Comparer<string>.Default, false))
            : (count, Activator.CreateInstance(type, Tables.StringComparers[number])!, new Order((IComparer)Tables.StringComparers[number], number == 1));
    }

    private static object DefaultOrder(Type key) => typeof(Comparer<>).MakeGenericType(key).GetProperty("Default")!.GetValue(null)!;

    /// <summary>The keys so far; a key before the last one is refused where every machine sorts alike.</summary>
    private sealed class Order(IComparer comparer, bool isTheSameEverywhere)
    {
        private (object? Key, bool Exists) last;

        public bool Follows(OracleInput input, int start, object? key)
        {
            int order = last.Exists ? Compare(input, start, key) : -1;
            if (order == 0)
                throw input.Reject(RejectionCode.KeyDuplicate, start, $"the key {key} again");
            if (order > 0 && isTheSameEverywhere)
                throw input.Reject(RejectionCode.KeyOutOfOrder, start, $"the key {key} after {last.Key}");
            if (order < 0)
                last = (key, true);
            return order < 0;
        }

        private int Compare(OracleInput input, int start, object? key)
        {
            try
            {
                return comparer.Compare(last.Key, key);
            }
            catch (Exception refused) when (refused is InvalidOperationException or ArgumentException)
            {
                throw input.Reject(RejectionCode.KeyNotComparable, start, refused.Message);
            }
        }
    }
}
