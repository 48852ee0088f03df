using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 4d: elements in blocks of up to 128, each block column by column.</summary>
internal static class ColumnElements
{
    private const int BlockLength = 128;
    private const int Few = 16;

    private static readonly IntegerType Int32 = IntegerType.Of(typeof(int))!, Int16 = IntegerType.Of(typeof(short))!;

    public static bool Are(OracleModel model, Slot slot) => AreDates(slot.Declared) || Struct(model, slot.Declared) is not null;

    /// <summary>The fewest bytes of an element.</summary>
    public static int SmallestOf(OracleModel model, Slot slot) => Struct(model, slot.Declared) is null
        ? SmallestSize.Of(model, slot)
        : (int)Math.Min(SmallestSize.Of(model, slot), Columns(model, slot.Declared).Sum(column => SmallestOfColumn(model, column.Slot)));

    public static void Write(OracleOutput output, Slot slot, IReadOnlyList<object?> elements)
    {
        foreach (object?[] block in elements.Chunk(BlockLength))
            WriteBlock(output, slot, block);
    }

    public static List<object?> Read(OracleInput input, Slot slot, int count)
    {
        var elements = new List<object?>();
        while (elements.Count < count)
            elements.AddRange(ReadBlock(input, slot, Math.Min(BlockLength, count - elements.Count)));
        return elements;
    }

    private static void WriteBlock(OracleOutput output, Slot slot, object?[] block)
    {
        if (slot.Declared == typeof(DateOnly))
        {
            Grids.WriteIntegers(output, Int32, [.. block.Select(date => (object)((DateOnly)date!).DayNumber)]);
        }
        else if (slot.Declared == typeof(DateTimeOffset))
        {
            foreach (DateTimeOffset time in block.Cast<DateTimeOffset>())
                output.Fixed((ulong)time.Ticks, 8);
            Grids.WriteIntegers(output, Int16, [.. block.Select(time => (object)(short)((DateTimeOffset)time!).TotalOffsetMinutes)]);
        }
        else if (block.Length < Few)
        {
            foreach (object? element in block)
                Slots.Write(output, slot, element);
        }
        else
        {
            foreach ((FieldInfo[] path, Slot column) in Columns(output.Model, slot.Declared))
                WriteColumn(output, column, [.. block.Select(element => path.Aggregate(element, (value, field) => field.GetValue(value)))]);
        }
    }

    private static void WriteColumn(OracleOutput output, Slot slot, object?[] values)
    {
        if (AreDates(slot.Declared))
            WriteBlock(output, slot, values);
        else
            Grids.WriteElements(output, slot, values);
    }

    private static IEnumerable<object?> ReadBlock(OracleInput input, Slot slot, int count)
    {
        int start = input.Position;
        if (slot.Declared == typeof(DateOnly))
            return [.. ReadIntegers(input, Int32, count).Select(day => (object?)DatesAndTimes.Date(input, (int)day!, start))];
        if (slot.Declared == typeof(DateTimeOffset))
        {
            ulong[] ticks = [.. Enumerable.Range(0, count).Select(_ => (ulong)input.Fixed(8))];
            List<object?> minutes = ReadIntegers(input, Int16, count);
            return [.. ticks.Select((clock, i) => (object?)DatesAndTimes.Time(input, clock, (short)minutes[i]!, start + (8 * i)))];
        }

        if (count < Few)
            return [.. Enumerable.Range(0, count).Select(_ => Slots.Read(input, slot))];
        object[] elements = [.. Enumerable.Range(0, count).Select(_ => RuntimeHelpers.GetUninitializedObject(slot.Declared))];
        foreach ((FieldInfo[] path, Slot column) in Columns(input.Model, slot.Declared))
        {
            List<object?> values = ReadColumn(input, column, count);
            for (int i = 0; i < count; i++)
                Put(elements[i], path, values[i]);
        }

        return elements;
    }

    private static List<object?> ReadColumn(OracleInput input, Slot slot, int count)
    {
        if (AreDates(slot.Declared))
            return [.. ReadBlock(input, slot, count)];
        return Announced(input, () => Grids.ReadElements(input, slot, count, input.Position));
    }

    // Whatever the option.
    private static List<object?> ReadIntegers(OracleInput input, IntegerType integer, int count) =>
        Announced(input, () => Grids.ReadIntegers(input, integer, integer.Type, count, input.Position));

    // The count of the elements has announced the bytes of all columns.
    private static List<object?> Announced(OracleInput input, Func<List<object?>> read)
    {
        input.AreAnnounced = true;
        List<object?> values = read();
        input.AreAnnounced = false;
        return values;
    }

    private static void Put(object element, FieldInfo[] path, object? value)
    {
        if (path.Length > 1)
        {
            object inner = path[0].GetValue(element)!;
            Put(inner, path[1..], value);
            value = inner;
        }

        path[0].SetValue(element, value);
    }

    private static bool AreDates(Type type) => type == typeof(DateOnly) || type == typeof(DateTimeOffset);

    private static MembersShape? Struct(OracleModel model, Type type) =>
        type.IsValueType && Nullable.GetUnderlyingType(type) is null && model.ShapeOf(type) is MembersShape { AreColumns: true } shape ? shape : null;

    private static IEnumerable<(FieldInfo[] Path, Slot Slot)> Columns(OracleModel model, Type type) =>
        from member in ((MembersShape)model.ShapeOf(type)).Members
        from column in Struct(model, member.Slot.Declared) is not null || FrameworkTuples.Contains(member.Slot.Declared)
            ? Columns(model, member.Slot.Declared) : [([], member.Slot)]
        select ((FieldInfo[])[member.Field, .. column.Path], column.Slot);

    private static long SmallestOfColumn(OracleModel model, Slot slot) =>
        slot.Declared == typeof(bool) ? 0 : Elements.IntegerForm(model, slot.Declared) is not null ? 1 : Elements.SmallestOf(model, slot, 1);
}
