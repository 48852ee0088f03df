using System.Collections;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Sections 4a and 4b: arrays of one dimension and lists.</summary>
internal static class Sequences
{
    public static void Write(OracleOutput output, SequenceShape shape, object? value)
    {
        if (value is not null && ArrayViews.Contains(shape.Type))
            value = ArrayViews.Elements(value);
        if (value is null)
        {
            output.Byte(0);
            return;
        }

        object?[] elements = [.. ((IEnumerable)value).Cast<object?>()];
        if (Elements.IntegerForm(output.Model, shape.Element.Declared) is { } integer)
        {
            WriteIntegers(output, integer, [.. elements.Select(element => integer.ToBits(element!))]);
            return;
        }

        Varints.Write(output, (ulong)elements.Length + 1);
        Elements.Write(output, shape.Element, elements);
    }

    public static object? Read(OracleInput input, SequenceShape shape)
    {
        int start = input.Position;
        Type element = shape.Element.Declared;
        IntegerType? integer = Elements.IntegerForm(input.Model, element);
        ulong head = Varints.Read(input, integer is null ? 32 : 64);
        if (head == 0)
            return ReadNull(input, shape.Type, start);
        if (integer is not null)
        {
            List<ulong> values = ReadIntegers(input, integer, head - 1, start);
            return Create(shape.Type, element, [.. values.Select(bits => integer.FromBits(input, bits, element, start))]);
        }

        int count = Varints.CheckLength(input, head - 1, start);
        input.Announce(Elements.SmallestOf(input.Model, shape.Element, count), start);
        if (!input.CanHold(shape.Element, count) || GraphContent.IsImmutable(shape.Type))
            return Create(shape.Type, element, Elements.Read(input, shape.Element, count));
        (object collection, Action<IReadOnlyList<object?>> fill) = Begin(shape.Type, element, count);
        input.Numbers.Made(collection);
        fill(Elements.Read(input, shape.Element, count));
        return collection;
    }

    private static object? ReadNull(OracleInput input, Type type, int start)
    {
        if (!ArrayViews.Contains(type))
            return null;
        return ArrayViews.HasNull(type) ? ArrayViews.Create(type, null) : throw input.Reject(RejectionCode.NullNotAllowed, start, "a memory is never null");
    }

    private static void WriteIntegers(OracleOutput output, IntegerType integer, ulong[] values)
    {
        bool inBlocks = values.Length >= IntegerBlocks.FirstLength;
        int width = inBlocks ? 0 : integer.SmallestWidth(values);
        Varints.Write(output, 1 + (((ulong)values.Length << 2) | (uint)width));
        if (inBlocks)
        {
            IntegerBlocks.Write(output, integer, values);
            return;
        }

        foreach (ulong value in values)
            output.Fixed(value, 1 << width);
    }

    private static List<ulong> ReadIntegers(OracleInput input, IntegerType integer, ulong head, int start)
    {
        int width = (int)(head & 3);
        if (width != 0 && head >> 2 >= IntegerBlocks.FirstLength)
            throw input.Reject(RejectionCode.WidthInvalid, start, $"a width of {width} for elements in blocks");
        int count = Varints.CheckLength(input, head >> 2, start);
        if (count >= IntegerBlocks.FirstLength)
        {
            input.Announce(count, start);
            return IntegerBlocks.Read(input, integer, count);
        }

        return ReadShort(input, integer, count, width, start, start);
    }

    /// <summary>Less than 32 integers of one width, which must be the smallest.</summary>
    /// <param name="start">Where the width stands.</param>
    /// <param name="countStart">Where their number stands.</param>
    public static List<ulong> ReadShort(OracleInput input, IntegerType integer, int count, int width, int start, int countStart)
    {
        if (width > 3 || 1 << width > integer.Width || (count == 0 && width != 0))
            throw input.Reject(RejectionCode.WidthInvalid, start, $"a width of {width} for {integer.Type}");
        input.Announce((long)count << width, countStart);
        var values = new List<ulong>();
        for (int i = 0; i < count; i++)
            values.Add(integer.Extend((ulong)input.Fixed(1 << width), 1 << width));
        if (integer.SmallestWidth(values) != width)
            throw input.Reject(RejectionCode.WidthInvalid, start, $"a width of {width} where a smaller one holds every element");
        return values;
    }

    private static object Create(Type type, Type element, IReadOnlyList<object?> elements)
    {
        if (GraphContent.IsImmutable(type))
            return OtherCollections.Create(type, [], [.. elements.Select(item => new[] { item })]);
        (object collection, Action<IReadOnlyList<object?>> fill) = Begin(type, element, elements.Count);
        fill(elements);
        return collection;
    }

    /// <summary>A sequence before its elements are in it, and what puts them in.</summary>
    private static (object Collection, Action<IReadOnlyList<object?>> Fill) Begin(Type type, Type element, int count)
    {
        if (!type.IsArray && !ArrayViews.Contains(type))
            return GraphContent.IsImmutable(type) ? throw new ArgumentException($"{type} is made of its elements") : CollectionValues.BeginSequence(type);
        Array array = Array.CreateInstance(element, count);
        // A box of a struct can be there first, and get the array when that is full.
        object view = type.IsArray ? array : type.IsValueType ? System.Runtime.CompilerServices.RuntimeHelpers.GetUninitializedObject(type) : new BitArray(0);
        return (view, elements =>
        {
            for (int i = 0; i < count; i++)
                array.SetValue(elements[i], i);
            if (!type.IsArray)
                CollectionValues.Give(view, ArrayViews.Create(type, array)!);
        }
        );
    }
}
