using System.Collections;
using System.Reflection;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 5: dictionaries and sets.</summary>
internal static class Tables
{
    private static readonly IEqualityComparer<string>[] StringComparers =
    [
        EqualityComparer<string>.Default,
        StringComparer.Ordinal,
        StringComparer.OrdinalIgnoreCase,
        StringComparer.InvariantCulture,
        StringComparer.InvariantCultureIgnoreCase,
    ];

    public static void WriteDictionary(OracleOutput output, DictionaryShape shape, IDictionary? value)
    {
        if (!WriteHead(output, shape.Key, value, value?.Count))
            return;
        foreach (DictionaryEntry entry in value!)
        {
            Slots.Write(output, shape.Key, entry.Key);
            Slots.Write(output, shape.Value, entry.Value);
        }
    }

    public static void WriteSet(OracleOutput output, SetShape shape, object? value)
    {
        object?[]? elements = value is null ? null : [.. ((IEnumerable)value).Cast<object?>()];
        if (!WriteHead(output, shape.Element, value, elements?.Length))
            return;
        foreach (object? element in elements!)
            Slots.Write(output, shape.Element, element);
    }

    public static object? ReadDictionary(OracleInput input, DictionaryShape shape)
    {
        if (ReadHead(input, shape.Type, shape.Key, SmallestSize.Of(input.Model, shape.Key) + SmallestSize.Of(input.Model, shape.Value)) is not var (count, instance))
            return null;
        var table = (IDictionary)instance;
        for (int i = 0; i < count; i++)
        {
            int start = input.Position;
            object key = Slots.Read(input, shape.Key) ?? throw input.Reject(RejectionCode.KeyNull, start, "a null key");
            if (table.Contains(key))
                throw input.Reject(RejectionCode.KeyDuplicate, start, $"the key {key} again");
            table.Add(key, Slots.Read(input, shape.Value));
        }

        return table;
    }

    public static object? ReadSet(OracleInput input, SetShape shape)
    {
        if (ReadHead(input, shape.Type, shape.Element, SmallestSize.Of(input.Model, shape.Element)) is not var (count, instance))
            return null;
        MethodInfo add = shape.Type.GetMethod("Add")!;
        for (int i = 0; i < count; i++)
        {
            int start = input.Position;
            input.CountElement();
            object? element = Slots.Read(input, shape.Element);
            if (!(bool)add.Invoke(instance, [element])!)
                throw input.Reject(RejectionCode.KeyDuplicate, start, $"the element {element} again");
        }

        return instance;
    }

    private static bool WriteHead(OracleOutput output, Slot key, object? table, int? count)
    {
        Varints.Write(output, table is null ? 0 : (ulong)count!.Value + 1);
        if (table is null)
            return false;
        object comparer = ComparerOf(table);
        if (key.Declared == typeof(string))
            output.Byte(NumberOf(comparer));
        else if (!comparer.Equals(DefaultComparer(key.Declared)))
            throw new OracleRefusal($"the comparer {comparer}");
        return true;
    }

    private static (int Count, object Table)? ReadHead(OracleInput input, Type type, Slot key, int smallestEntry)
    {
        int start = input.Position;
        ulong head = Varints.Read(input, 32);
        if (head == 0)
            return null;
        int count = Varints.CheckLength(input, head - 1, start);
        input.RequireRest((long)count * smallestEntry, start);
        return (count, key.Declared == typeof(string) ? CreateWithComparer(input, type) : Activator.CreateInstance(type)!);
    }

    private static object CreateWithComparer(OracleInput input, Type type)
    {
        int start = input.Position;
        byte number = input.Byte();
        if (number >= StringComparers.Length)
            throw input.Reject(RejectionCode.ComparerUnknown, start, $"comparer {number}");
        return number == 0
            ? Activator.CreateInstance(type)!
            : Activator.CreateInstance(type, StringComparers[number])!;
    }

    private static int NumberOf(object comparer)
    {
        int number = Array.FindIndex(StringComparers, known => known.Equals(comparer));
        return number >= 0 ? number : throw new OracleRefusal($"the comparer {comparer}");
    }

    private static object ComparerOf(object table) => table.GetType().GetProperty("Comparer")!.GetValue(table)!;

    private static object DefaultComparer(Type key) =>
        typeof(EqualityComparer<>).MakeGenericType(key).GetProperty("Default")!.GetValue(null)!;
}
