using System.Collections;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Wire.Bulk;

namespace NetSerializer.Tests.Golden;

// Strings, sequences, grids and tables: docs/wire-format.md, sections 3 to 5.
internal sealed partial class WireListing
{
    private const int ShortLimit = 32, BlockLength = 128;

    private void WriteString(string? text, string path, int headShift = 0)
    {
        if (text == null)
        {
            Add($"{path}: null", VarInt(1ul << headShift));
            return;
        }
        bool isWide = text.Any(unit => unit > 0xFF);
        Add($"{path}: {(isWide ? "wide" : "narrow")} string of {text.Length}", VarInt((((ulong)text.Length << 1) | (isWide ? 1ul : 0)) << headShift));
        if (!isWide)
        {
            if (text.Length > 0)
            {
                Add(ValueText.Of(text), [.. text.Select(unit => (byte)unit)]);
            }
        }
        else if (text.Length < ShortLimit)
        {
            Add(ValueText.Of(text), [.. text.SelectMany(unit => BitConverter.GetBytes(unit))]);
        }
        else
        {
            WriteBlocks(text.Select(unit => (ushort)unit).ToArray(), path);
        }
    }

    private void WriteSequence(Type type, object value, string path, SlotPlan? elementSlot = null)
    {
        Type element = type.IsArray ? type.GetElementType()!
            : ArrayViews.Contains(type) ? ArrayViews.ElementOf(type)
            : OtherCollections.KindOf(type) is not null ? OtherCollections.SlotTypes(type)[0] : type.GetGenericArguments()[0];
        if ((ArrayViews.Contains(type) ? ArrayViews.Elements(value) : (IEnumerable)value) is not { } sequence)
        {
            Add($"{path}: null", 0);
            return;
        }
        object?[] elements = [.. sequence.Cast<object?>()];
        bool isGrid = type.IsArray && !type.IsSZArray;
        if (isGrid)
        {
            var grid = (Array)value;
            Add($"{path}: present", 1);
            for (int rank = 0; rank < grid.Rank; rank++)
            {
                int bound = grid.GetLowerBound(rank);
                Add($"{path}: dimension {rank}, length {grid.GetLength(rank)}, lower bound {bound}",
                    [.. VarInt((ulong)grid.GetLength(rank)), .. VarInt(ScalarBytes.ZigZag(bound))]);
            }
        }
        Type scalar = element.IsEnum ? Enum.GetUnderlyingType(element) : element;
        if (!IsFixed && IntegerArrays.Find(scalar) is { } integers)
        {
            WriteIntegers(integers, elements, isGrid, path);
            return;
        }
        if (!isGrid)
        {
            Add($"{path}: {Count(elements.Length)}", VarInt((ulong)elements.Length + 1));
        }
        if (element == typeof(bool))
        {
            if (elements.Length > 0)
            {
                Add($"{path}: bits", [.. elements.Cast<bool>().Chunk(8).Select(bits => (byte)bits.Select((bit, i) => bit ? 1 << i : 0).Sum())]);
            }
        }
        else if (IsBulkNullable(element, out Type? values))
        {
            foreach (object?[] block in elements.Chunk(BlockLength))
            {
                Add($"{path}: a bit for each value that is there", [.. block.Chunk(8).Select(Bits)]);
                WriteValues(values, [.. block.Where(item => item != null)], path);
            }
        }
        else if (AreColumns(element))
        {
            WriteColumns(element, elements, path);
        }
        else if (element == typeof(decimal))
        {
            WriteEach(elements, path, (item, itemPath) => Add($"{itemPath}: {ValueText.Of(item)}", DecimalBytes((decimal)item!)));
        }
        else
        {
            SlotPlan slot = elementSlot ?? ElementSlot(type, element);
            WriteEach(elements, path, (item, itemPath) => WriteSlot(slot, item, itemPath));
        }
    }

    // Native integers have no bulk form everywhere.
    private static bool IsBulkNullable(Type element, [NotNullWhen(true)] out Type? value)
    {
        value = Nullable.GetUnderlyingType(element);
        Type? scalar = value is { IsEnum: true } ? Enum.GetUnderlyingType(value) : value;
        return scalar != null && Ids.BuiltInIds.ScalarName(scalar) != null
            && scalar != typeof(nint) && scalar != typeof(nuint);
    }

    private static byte Bits(object?[] eight) => (byte)eight.Select((item, i) => item != null ? 1 << i : 0).Sum();

    private void WriteValues(Type value, object?[] items, string path)
    {
        if (!IsFixed && IntegerArrays.Find(value.IsEnum ? Enum.GetUnderlyingType(value) : value) is { } integers)
        {
            WriteIntegers(integers, items, true, path);
        }
        else if (AreColumns(value))
        {
            WriteColumns(value, items, path);
        }
        else if (value == typeof(bool))
        {
            if (items.Length > 0)
            {
                Add($"{path}: bits", [.. items.Chunk(8).Select(bits => (byte)bits.Select((bit, i) => (bool)bit! ? 1 << i : 0).Sum())]);
            }
        }
        else
        {
            WriteEach(items, path, (item, itemPath) => Add($"{itemPath}: {ValueText.Of(item)}",
                item is decimal number ? DecimalBytes(number) : ScalarBytes.Of(item!, IsFixed)));
        }
    }

    private void WriteIntegers(IntegerArrays integers, object?[] elements, bool isGrid, string path)
    {
        int count = elements.Length;
        int width = count < ShortLimit ? integers.SmallestWidth(elements) : 0;
        if (!isGrid)
        {
            Add($"{path}: {Count(count)}{(count is > 0 and < ShortLimit ? $" of {1 << width}-byte integers" : "")}",
                VarInt(1 + (((ulong)count << 2) | (uint)width)));
        }
        else if (count is > 0 and < ShortLimit)
        {
            Add($"{path}: {1 << width}-byte integers", (byte)width);
        }
        if (count < ShortLimit)
        {
            WriteEach(elements, path, (item, itemPath) => Add($"{itemPath}: {ValueText.Of(item)}", integers.Truncate(item!, width)));
            return;
        }
        integers.Blocks(elements, (first, block) => Add($"{path}: block from element {first} on", block));
    }

    private void WriteBlocks(ushort[] units, string path) =>
        IntegerArrays.Find(typeof(ushort))!.Blocks([.. units.Cast<object?>()], (first, block) => Add($"{path}: block from unit {first} on", block));

    private void WriteEach(object?[] elements, string path, Action<object?, string> write)
    {
        for (int i = 0; i < elements.Length; i++)
        {
            write(elements[i], path == "value" ? $"[{i}]" : $"{path}[{i}]");
        }
    }

    private SlotPlan ElementSlot(Type type, Type element) => _model.Core.Plans.Find(type)?.Slots[0] ?? BuiltInSlot(SlotRole.Element, element);

    // Built-in collections are not among the plans of a model that does not name them; their slots hold scalars and objects.
    private static SlotPlan BuiltInSlot(SlotRole role, Type type)
    {
        SlotKind kind = type.IsValueType ? SlotKind.Value : type == typeof(string) ? SlotKind.Own : SlotKind.Any;
        return new SlotPlan(new SlotShape(role, type), kind, type, [], 1, -1, "");
    }

    private static string Count(int count) => $"{count} {(count == 1 ? "element" : "elements")}";

    private static byte[] DecimalBytes(decimal value)
    {
        int[] parts = decimal.GetBits(value); // low, middle, high, flags
        return [.. BitConverter.GetBytes(parts[3]), .. BitConverter.GetBytes(parts[2]), .. BitConverter.GetBytes(parts[0]), .. BitConverter.GetBytes(parts[1])];
    }

    /// <summary>The integer types of section 4a, over the reference encoder of the blocks.</summary>
    private abstract class IntegerArrays
    {
        private static readonly Dictionary<Type, IntegerArrays> s_byType = new()
        {
            [typeof(short)] = new Over<short>(),
            [typeof(ushort)] = new Over<ushort>(),
            [typeof(char)] = new Over<ushort>(),
            [typeof(int)] = new Over<int>(),
            [typeof(uint)] = new Over<uint>(),
            [typeof(long)] = new Over<long>(),
            [typeof(ulong)] = new Over<ulong>(),
            [typeof(nint)] = new Over<long>(),
            [typeof(nuint)] = new Over<ulong>(),
        };

        public static IntegerArrays? Find(Type type) => s_byType.GetValueOrDefault(type);

        public abstract int SmallestWidth(object?[] elements);

        public abstract byte[] Truncate(object element, int width);

        public abstract void Blocks(object?[] elements, Action<int, byte[]> add);

        private sealed class Over<T> : IntegerArrays where T : System.Numerics.IBinaryInteger<T>, System.Numerics.IMinMaxValue<T>
        {
            public override int SmallestWidth(object?[] elements) =>
                elements.Length == 0 ? 0 : ReferenceBlocks.SmallestWidth(elements.Select(Convert).ToArray());

            public override byte[] Truncate(object element, int width) => ReferenceBlocks.Truncate([Convert(element)], width);

            public override void Blocks(object?[] elements, Action<int, byte[]> add)
            {
                for (int first = 0; first < elements.Length; first += BlockLength)
                {
                    add(first, ReferenceBlocks.Encode(elements.Skip(first).Take(BlockLength).Select(Convert).ToArray()));
                }
            }

            private static T Convert(object? element) => element switch
            {
                char unit => T.CreateTruncating(unit),
                nint native => T.CreateTruncating(native),
                nuint native => T.CreateTruncating(native),
                _ => (T)System.Convert.ChangeType(element!, typeof(T), null)!,
            };
        }
    }
}
