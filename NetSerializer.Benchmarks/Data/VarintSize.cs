using System.Collections;
using System.Numerics;
using System.Reflection;
using System.Text;

namespace NetSerializer.Benchmarks.Data;

/// <summary>
/// The size that plain hand-written varints need: integers as (zigzag) varints, floats and dates fixed, text as UTF-8 behind its length, counts as
/// varints, a byte for null or not. No ids, no frames, no bulk forms.
/// </summary>
public static class VarintSize
{
    /// <summary>Bytes of a root.</summary>
    public static long Of(object? value) => value is null ? 1 : Body(value, value.GetType());

    private static long Member(object? value, Type declared)
    {
        if (value is null)
        {
            return 1;
        }
        // Text and collections tell null by their length, everything else that can be null needs a byte.
        bool hasMarker = Nullable.GetUnderlyingType(declared) is not null || (!declared.IsValueType && value is not string and not IEnumerable);
        return (hasMarker ? 1 : 0) + Body(value, value.GetType());
    }

    private static long Body(object value, Type type)
    {
        if (type.IsEnum)
        {
            return Body(Convert.ChangeType(value, type.GetEnumUnderlyingType(), null), type.GetEnumUnderlyingType());
        }
        return value switch
        {
            bool or byte or sbyte => 1,
            short v => Unsigned(ZigZag(v)),
            int v => Unsigned(ZigZag(v)),
            long v => Unsigned(ZigZag(v)),
            ushort v => Unsigned(v),
            char v => Unsigned(v),
            uint v => Unsigned(v),
            ulong v => Unsigned(v),
            float => 4,
            double or DateTime or TimeSpan => 8,
            Guid => 16,
            decimal v => Decimal(v),
            string text => Text(text),
            Array array => Counts(array) + Elements(array, type.GetElementType()!),
            IDictionary table => Unsigned((ulong)table.Count) + Entries(table, type.GetGenericArguments()),
            IList list => Unsigned((ulong)list.Count) + Elements(list, type.GetGenericArguments()[0]),
            _ => Fields(value, type),
        };
    }

    private static long Decimal(decimal value)
    {
        int[] words = decimal.GetBits(value);
        return 1 + Unsigned(((ulong)(uint)words[1] << 32) | (uint)words[0]) + Unsigned((uint)words[2]);
    }

    private static long Text(string text)
    {
        int bytes = Encoding.UTF8.GetByteCount(text);
        return Unsigned((ulong)bytes) + bytes;
    }

    private static long Counts(Array array)
    {
        long size = 0;
        for (int dimension = 0; dimension < array.Rank; dimension++)
        {
            size += Unsigned((ulong)array.GetLength(dimension));
        }
        return size;
    }

    private static long Elements(IEnumerable items, Type declared)
    {
        long size = 0;
        foreach (object? item in items)
        {
            size += Member(item, declared);
        }
        return size;
    }

    private static long Entries(IDictionary table, Type[] arguments)
    {
        long size = 0;
        foreach (DictionaryEntry entry in table)
        {
            size += Member(entry.Key, arguments[0]) + Member(entry.Value, arguments[1]);
        }
        return size;
    }

    private static long Fields(object value, Type type)
    {
        long size = 0;
        for (Type? level = type; level is not null; level = level.BaseType)
        {
            foreach (FieldInfo field in level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                size += Member(field.GetValue(value), field.FieldType);
            }
        }
        return size;
    }

    private static ulong ZigZag(long value) => (ulong)((value << 1) ^ (value >> 63));

    private static long Unsigned(ulong value) => (BitOperations.Log2(value | 1) / 7) + 1;
}
