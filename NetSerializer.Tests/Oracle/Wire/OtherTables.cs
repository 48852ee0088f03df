using System.Collections;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 5: the immutable, frozen, concurrent and untyped tables.</summary>
internal static class OtherTables
{
    public static void Write(OracleOutput output, OtherTableShape shape, object? value)
    {
        if (value is null)
        {
            output.Byte(0);
            return;
        }

        object?[][] entries = OtherCollections.Entries(value);
        Varints.Write(output, (ulong)entries.Length + 1);
        foreach (OtherCollections.Compared compared in OtherCollections.Comparers(value))
        {
            int number = compared.IsDefault ? 0 : Array.FindIndex(Tables.StringComparers, known => known.Equals(compared.Comparer));
            if (number < 0 || (number > 0 && !compared.IsWritten))
                throw new OracleRefusal($"the comparer {compared.Comparer}");
            if (compared.IsWritten)
                output.Byte(number);
        }

        foreach (object?[] entry in entries)
        {
            for (int i = 0; i < entry.Length; i++)
                Slots.Write(output, shape.Slots[i], entry[i]);
        }
    }

    public static object? Read(OracleInput input, OtherTableShape shape)
    {
        int start = input.Position;
        ulong head = Varints.Read(input, 32);
        if (head == 0)
            return null;
        int count = Varints.CheckLength(input, head - 1, start);
        input.RequireRest((long)count * shape.Slots.Sum(slot => SmallestSize.Of(input.Model, slot)), start);
        List<OtherCollections.Compared> comparers = ReadComparers(input, shape.Type);
        var entries = new List<object?[]>();
        for (int i = 0; i < count; i++)
        {
            start = input.Position;
            input.CountElement();
            var entry = new object?[shape.Slots.Count];
            for (int slot = 0; slot < entry.Length; slot++)
                entry[slot] = Slots.Read(input, shape.Slots[slot]);
            CheckKey(input, start, entry[0], entries, comparers[0], isSet: entry.Length == 1);
            entries.Add(entry);
        }

        return OtherCollections.Create(shape.Type, [.. comparers.Select(compared => compared.Comparer)], entries);
    }

    private static List<OtherCollections.Compared> ReadComparers(OracleInput input, Type type)
    {
        var comparers = new List<OtherCollections.Compared>();
        foreach (OtherCollections.Compared standard in OtherCollections.DefaultComparers(type))
        {
            int start = input.Position;
            byte number = standard.IsWritten ? input.Byte() : (byte)0;
            if (number >= Tables.StringComparers.Length)
                throw input.Reject(RejectionCode.ComparerUnknown, start, $"comparer {number}");
            comparers.Add(number == 0 ? standard : standard with { Comparer = Tables.StringComparers[number] });
        }

        return comparers;
    }

    private static void CheckKey(OracleInput input, int start, object? key, List<object?[]> entries, OtherCollections.Compared compared, bool isSet)
    {
        if (key is null && !isSet)
            throw input.Reject(RejectionCode.KeyNull, start, "a null key");
        if (!compared.IsOrder)
        {
            var equality = (IEqualityComparer)compared.Comparer;
            if (entries.Exists(entry => equality.Equals(entry[0], key)))
                throw input.Reject(RejectionCode.KeyDuplicate, start, $"the key {key} again");
            return;
        }

        var order = (IComparer)compared.Comparer;
        if (entries.Exists(entry => order.Compare(entry[0], key) == 0))
            throw input.Reject(RejectionCode.KeyDuplicate, start, $"the key {key} again");
        bool isTheSameEverywhere = compared.Type == typeof(string) ? compared.Comparer.Equals(StringComparer.Ordinal) : compared.Type.IsEnum || Scalars.Contains(compared.Type);
        if (isTheSameEverywhere && entries.Count > 0 && order.Compare(entries[^1][0], key) > 0)
            throw input.Reject(RejectionCode.KeyOutOfOrder, start, $"the key {key} after {entries[^1][0]}");
    }
}
