using System.Collections;
using System.Collections.Specialized;
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
            if (compared.Number < 0)
                throw new OracleRefusal($"the comparer {compared.Comparer}");
            if (compared.IsWritten)
                output.Byte(compared.Number);
        }

        foreach (object?[] entry in entries)
        {
            for (int i = 0; i < entry.Length; i++)
                Slots.Write(output, shape.Parts[i], entry[i]);
        }
    }

    public static object? Read(OracleInput input, OtherTableShape shape)
    {
        int headStart = input.Position;
        ulong head = Varints.Read(input, 32);
        if (head == 0)
            return null;
        int count = Varints.CheckLength(input, head - 1, headStart);
        input.Announce((long)count * shape.Parts.Sum(slot => SmallestSize.Of(input.Model, slot)), headStart);
        List<OtherCollections.Compared> comparers = ReadComparers(input, shape.Type);
        object[] made = [.. comparers.Select(compared => compared.Comparer)];
        (object Collection, Action<IReadOnlyList<object?[]>> Fill)? early = CollectionValues.BeginTable(shape.Type, made);
        if (early is not null)
            input.Numbers.Made(early.Value.Collection);
        var entries = new List<object?[]>();
        var fill = new TableFill(input, shape, shape.Parts[0]);
        int first = input.Position;
        for (int i = 0; i < count; i++)
        {
            int start = input.Position, numbers = input.Numbers.Count;
            input.CountElement();
            var entry = new object?[shape.Parts.Count];
            for (int slot = 0; slot < entry.Length; slot++)
                entry[slot] = slot == 0 ? fill.ReadKey(shape.Parts[slot]) : Slots.Read(input, shape.Parts[slot]);
            if (input.Model.HasNumber(typeof(string[])) && shape.Type == typeof(NameValueCollection) && entry[1] is { } values)
                input.Numbers.Withdraw(input, start, numbers, values);
            fill.Add(start, offset =>
            {
                // None, a key of F#, is null.
                if (entry[0] is null && entry.Length > 1 && shape.Type != typeof(NameValueCollection) && !OtherCollections.IsOfFSharp(shape.Type))
                    throw input.Reject(RejectionCode.KeyNull, offset, "a null key");
                // A small HybridDictionary is such a list.
                bool isList = shape.Type == typeof(ListDictionary) || (shape.Type == typeof(HybridDictionary) && count < 4);
                if (isList && comparers[0].Comparer is IComparer texts)
                    entries.ForEach(other => Compare(input, offset, texts, other[0]!, entry[0]!));
                CheckKey(input, offset, entry[0], entries, comparers[0]);
                CheckEntry(input, offset, shape.Type, entry);
                entries.Add(entry);
            });
        }

        fill.Done(() =>
        {
            CheckSorted(input, first, comparers[0], entries);
            early!.Value.Fill(entries);
        });
        if (early is null)
            return OtherCollections.Create(shape.Type, made, entries);
        if (!fill.IsLate)
        {
            CheckSorted(input, input.Position, comparers[0], entries);
            early.Value.Fill(entries);
        }

        return early.Value.Collection;
    }

    private static List<OtherCollections.Compared> ReadComparers(OracleInput input, Type type)
    {
        var comparers = new List<OtherCollections.Compared>();
        foreach (OtherCollections.Compared standard in OtherCollections.DefaultComparers(type))
        {
            int start = input.Position;
            byte number = standard.IsWritten ? input.Byte() : (byte)0;
            if (number >= standard.Numbers.Length || standard.Numbers[number] is not { } comparer)
                throw input.Reject(RejectionCode.ComparerUnknown, start, $"comparer {number}");
            comparers.Add(standard with { Comparer = comparer });
        }

        return comparers;
    }

    private static void CheckKey(OracleInput input, int start, object? key, List<object?[]> entries, OtherCollections.Compared compared)
    {
        if (!compared.IsOrder)
        {
            var equality = (IEqualityComparer)compared.Comparer;
            if (entries.Exists(entry => equality.Equals(entry[0], key)))
                throw input.Reject(RejectionCode.KeyDuplicate, start, $"the key {key} again");
            return;
        }

        if (compared.Type == typeof(object))
        {
            CheckObjectOrder(input, start, key!, entries, (IComparer)compared.Comparer);
            return;
        }

        var order = (IComparer)compared.Comparer;
        bool isTheSameEverywhere = compared.Type == typeof(string)
            ? compared.Comparer.Equals(StringComparer.Ordinal) : compared.Type.IsEnum || (Scalars.Contains(compared.Type) && compared.Type != typeof(object));
        if (isTheSameEverywhere && entries.Count > 0 && order.Compare(entries[^1][0], key) > 0)
            throw input.Reject(RejectionCode.KeyOutOfOrder, start, $"the key {key} after {entries[^1][0]}");
        if (entries.Exists(entry => order.Compare(entry[0], key) == 0))
            throw input.Reject(RejectionCode.KeyDuplicate, start, $"the key {key} again");
    }

    private static void CheckEntry(OracleInput input, int start, Type type, object?[] entry)
    {
        if (type == typeof(StringDictionary) && (string)entry[0]! != ((string)entry[0]!).ToLowerInvariant())
            throw input.Reject(RejectionCode.KeyNotLower, start, $"the key {entry[0]}");
        if (type != typeof(NameValueCollection) || entry[1] is not string?[] values)
            return;
        if (values.Length == 0)
            throw input.Reject(RejectionCode.NoValues, start, "an empty array of values");
        if (values.Skip(1).Contains(null))
            throw input.Reject(RejectionCode.NullNotAllowed, start, "a null behind the first value");
    }

    /// <summary>A key is held against the last one that was in order.</summary>
    private static void CheckObjectOrder(OracleInput input, int start, object key, List<object?[]> entries, IComparer order)
    {
        object? last = null;
        foreach (object?[] entry in entries)
        {
            if (last is null || order.Compare(last, entry[0]) < 0)
                last = entry[0];
        }

        if (last is not null && Compare(input, start, order, last, key) == 0)
            throw input.Reject(RejectionCode.KeyDuplicate, start, $"the key {key} again");
    }

    /// <summary>A list of objects whose keys are not all in order is sorted when they are all there.</summary>
    private static void CheckSorted(OracleInput input, int position, OtherCollections.Compared compared, List<object?[]> entries)
    {
        if (!compared.IsOrder || compared.Type != typeof(object))
            return;
        var order = (IComparer)compared.Comparer;
        bool hasEqual = false;
        for (int i = 0; i < entries.Count; i++)
        {
            for (int other = 0; other < i; other++)
                hasEqual |= Compare(input, position, order, entries[other][0]!, entries[i][0]!) == 0;
        }

        if (hasEqual)
            throw input.Reject(RejectionCode.KeyDuplicate, position, "a key again");
    }

    private static int Compare(OracleInput input, int start, IComparer order, object left, object right)
    {
        try
        {
            return order.Compare(left, right);
        }
        catch (ArgumentException refused)
        {
            throw input.Reject(RejectionCode.KeyNotComparable, start, refused.Message);
        }
    }
}
