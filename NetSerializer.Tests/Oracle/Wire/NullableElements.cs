using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 4b, nullable scalars: by blocks of 128, a bit for each element and the values that are there.</summary>
internal static class NullableElements
{
    private const int BlockLength = 128;

    private static readonly HashSet<Type> Others = [typeof(nint), typeof(nuint)];

    /// <summary>The slot of the values if the elements have this form.</summary>
    public static Slot? ValuesOf(OracleModel model, Slot slot) =>
        Nullable.GetUnderlyingType(slot.Declared) is { } value && model.ShapeOf(value) is ScalarShape or EnumShape
        && !Others.Contains(value.IsEnum ? value.GetEnumUnderlyingType() : value)
            ? new Slot(value, SlotForm.Value, new Dictionary<Type, ushort>()) : null;

    public static void Write(OracleOutput output, Slot values, IReadOnlyList<object?> elements)
    {
        Slot bit = new(typeof(bool), SlotForm.Value, new Dictionary<Type, ushort>());
        foreach (object?[] block in elements.Chunk(BlockLength))
        {
            Elements.Write(output, bit, [.. block.Select(element => (object)(element is not null))]);
            Grids.WriteElements(output, values, [.. block.Where(element => element is not null)]);
        }
    }

    public static List<object?> Read(OracleInput input, Slot values, int count)
    {
        var elements = new List<object?>();
        while (elements.Count < count)
        {
            int start = input.Position;
            List<object?> bits = Elements.ReadBits(input, Math.Min(BlockLength, count - elements.Count));
            var there = new Queue<object?>(Grids.ReadElements(input, values, bits.Count(bit => (bool)bit!), start));
            elements.AddRange(bits.Select(bit => (bool)bit! ? there.Dequeue() : null));
        }

        return elements;
    }
}
