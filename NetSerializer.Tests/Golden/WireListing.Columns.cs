using NetSerializer.Families.Columns;
using NetSerializer.Planning;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Golden;

// Section 4d.
internal sealed partial class WireListing
{
    private const int FewStructs = 16;

    private bool AreColumns(Type element) =>
        element == typeof(DateOnly) || element == typeof(DateTimeOffset) || _model.Core.Plans.Find(element)?.Shape.Keyword == ColumnStructs.Keyword;

    private void WriteColumns(Type element, object?[] elements, string path)
    {
        foreach ((int number, object?[] block) in elements.Chunk(BlockLength).Index())
        {
            string label = $"{path}: block from element {number * BlockLength} on";
            if (_model.Core.Plans.Find(element) is not { Shape.Keyword: ColumnStructs.Keyword } plan)
            {
                WriteColumn(element, block, label);
            }
            else if (block.Length < FewStructs)
            {
                WriteEach(block, path, (item, itemPath) => WriteBody(element, item!, itemPath));
            }
            else
            {
                WriteStructs(plan, block, label);
            }
        }
    }

    private void WriteStructs(TypePlan plan, object?[] block, string label)
    {
        foreach (ColumnMember member in ColumnStructs.Members(plan, _model.Core.Plans))
        {
            string name = string.Join('.', member.Path!.Select(field => ValueText.MemberName(field.Name)));
            WriteColumn(member.Type, [.. block.Select(item => member.Path!.Aggregate(item, (value, field) => field.GetValue(value)))], $"{label}, {name}");
        }
    }

    private void WriteColumn(Type type, object?[] values, string label)
    {
        if (type == typeof(DateOnly))
        {
            WriteIntegerColumn(typeof(int), [.. values.Select(date => (object)((DateOnly)date!).DayNumber)], $"{label}, days");
        }
        else if (type == typeof(DateTimeOffset))
        {
            Add($"{label}, clocks", [.. values.SelectMany(time => BitConverter.GetBytes(((DateTimeOffset)time!).Ticks))]);
            WriteIntegerColumn(typeof(short), [.. values.Select(time => (object)(short)((DateTimeOffset)time!).TotalOffsetMinutes)], $"{label}, minutes");
        }
        else if (type == typeof(bool))
        {
            Add(label, [.. values.Chunk(8).Select(bits => (byte)bits.Select((bit, i) => (bool)bit! ? 1 << i : 0).Sum())]);
        }
        else if (!IsFixed && IntegerArrays.Find(type.IsEnum ? Enum.GetUnderlyingType(type) : type) != null)
        {
            WriteIntegerColumn(type, values, label);
        }
        else
        {
            Add(label, [.. values.SelectMany(Whole)]);
        }
    }

    private void WriteIntegerColumn(Type type, object?[] values, string label)
    {
        IntegerArrays integers = IntegerArrays.Find(type.IsEnum ? Enum.GetUnderlyingType(type) : type)!;
        if (values.Length >= ShortLimit)
        {
            integers.Blocks(values, (_, block) => Add(label, block));
            return;
        }
        int width = integers.SmallestWidth(values);
        Add($"{label}: {1 << width}-byte integers", [(byte)width, .. values.SelectMany(value => integers.Truncate(value!, width))]);
    }

    private static byte[] Whole(object? value) =>
        value is decimal number ? DecimalBytes(number)
        : value!.GetType() is { IsPrimitive: false, IsEnum: false } type && Ids.BuiltInIds.ScalarName(type) == null ? MemoryOf.Struct(value)
        : ScalarBytes.Of(value, isFixed: true);
}
