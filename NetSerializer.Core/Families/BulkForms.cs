using System.Runtime.CompilerServices;
using NetSerializer.Families.Columns;
using NetSerializer.Ids;
using NetSerializer.Planning;
using NetSerializer.Wire;
using NetSerializer.Wire.Columns;

namespace NetSerializer.Families;

/// <summary>Which element types have a bulk form, and the code for it.</summary>
internal static class BulkForms
{
    private static readonly HashSet<Type> s_rawScalars =
        [typeof(byte), typeof(sbyte), typeof(Half), typeof(float), typeof(double), typeof(Int128), typeof(UInt128), typeof(Guid), typeof(TimeSpan)];
    private static readonly HashSet<Type> s_integers =
        [typeof(char), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(nint), typeof(nuint)];

    private enum Form
    {
        None,
        /// <summary>Blocks of integers.</summary>
        Blocks,
        /// <summary>A bit for each.</summary>
        Bits,
        /// <summary>As they lie in memory, and looked at.</summary>
        Checked,
        /// <summary>As they lie in memory: any bytes are a value.</summary>
        Raw,
        /// <summary>Blocks of columns.</summary>
        Columns,
    }

    /// <summary>The closed <see cref="BulkSequence{TCodec, T}"/> for the element type, or null.</summary>
    public static Type? Find(Type element, PlanTable table)
    {
        Type? codec = Nullable.GetUnderlyingType(element) is { } value ? Nullables(value, table) : Codec(element, table);
        return codec == null ? null : typeof(BulkSequence<,>).MakeGenericType(codec, element);
    }

    private static Type? Codec(Type element, PlanTable table)
    {
        Type scalar = ScalarOf(element);
        return FormOf(element, table) switch
        {
            Form.Blocks => typeof(IntegerCodec<,>).MakeGenericType(element, Block(scalar)),
            Form.Bits => typeof(BitCodec),
            Form.Checked => typeof(RawCodec<,>).MakeGenericType(element, Check(scalar, table.Options)!),
            Form.Raw => typeof(RawCodec<,>).MakeGenericType(element, typeof(AnyBits<>).MakeGenericType(element)),
            Form.Columns => typeof(BlockCodec<,>).MakeGenericType(Columns(element), element),
            _ => null,
        };
    }

    private static Type Columns(Type element) =>
        element == typeof(DateOnly) ? typeof(DateOnlyColumns)
        : element == typeof(DateTimeOffset) ? typeof(DateTimeOffsetColumns) : typeof(StructColumns<>).MakeGenericType(element);

    /// <summary>The <see cref="IColumnCodec{T}"/> for a member of a struct that goes by columns.</summary>
    public static Type Column(Type member, PlanTable table) => FormOf(member, table) == Form.Columns ? Columns(member) : Codec(member, table)!;

    /// <summary>The fewest bytes that a member takes in its column.</summary>
    public static int LeastColumnBytes(Type member, PlanTable table) => FormOf(member, table) switch
    {
        Form.Bits => 0,
        Form.Blocks => 1,
        Form.Columns => member == typeof(DateOnly) ? DateOnlyColumns.LeastSize : DateTimeOffsetColumns.LeastSize,
        _ => RuntimeHelpers.SizeOf(member.TypeHandle),
    };

    // Scalars alone, of which a block is small enough for the stack. Native integers have no bulk form on every machine.
    private static Type? Nullables(Type value, PlanTable table)
    {
        Type scalar = ScalarOf(value);
        bool isScalar = BuiltInIds.ScalarName(scalar) != null && scalar != typeof(nint) && scalar != typeof(nuint);
        return isScalar && Codec(value, table) is { } codec ? typeof(NullableCodec<,>).MakeGenericType(codec, value) : null;
    }

    /// <summary>Whether values of the type, alone too, are copied as they lie in memory, and any bytes are one.</summary>
    public static bool IsCopied(Type element, PlanTable table) => BitConverter.IsLittleEndian && FormOf(element, table) == Form.Raw;

    private static Type ScalarOf(Type element) => element.IsEnum ? Enum.GetUnderlyingType(element) : element;

    private static Form FormOf(Type element, PlanTable table)
    {
        SerializerOptions options = table.Options;
        if (options.HasCustomTypes && table.Find(element)?.Shape.Custom != null)
        {
            return Form.None;
        }
        Type scalar = ScalarOf(element);
        if (s_integers.Contains(scalar))
        {
            bool isNative = scalar == typeof(nint) || scalar == typeof(nuint);
            if (options.Integers == IntegerEncoding.Varint)
            {
                return Form.Blocks;
            }
            return isNative && nint.Size != sizeof(long) ? Form.None : Form.Raw;
        }
        if (scalar == typeof(bool))
        {
            return Form.Bits;
        }
        if (scalar == typeof(DateOnly) || scalar == typeof(DateTimeOffset) || table.Find(element)?.Shape.Keyword == ColumnStructs.Keyword)
        {
            return Form.Columns;
        }
        if (Check(scalar, options) != null)
        {
            return Form.Checked;
        }
        return s_rawScalars.Contains(scalar) || (table.Find(element) is { } plan && (plan.Shape.Family is RawStructFamily || FixedStructFamily.IsRaw(plan)))
            ? Form.Raw
            : Form.None;
    }

    private static Type? Check(Type scalar, SerializerOptions options)
    {
        if (scalar == typeof(decimal))
        {
            return typeof(DecimalCheck);
        }
        if (scalar == typeof(DateTime))
        {
            return typeof(DateTimeCheck);
        }
        if (scalar == typeof(TimeOnly))
        {
            return typeof(TimeOnlyCheck);
        }
        if (options.NonFiniteFloats == NonFiniteFloats.Accept)
        {
            return null;
        }
        return scalar == typeof(Half) ? typeof(FiniteHalfCheck)
            : scalar == typeof(float) ? typeof(FiniteSingleCheck) : scalar == typeof(double) ? typeof(FiniteDoubleCheck) : null;
    }

    // The blocks know no native integers and no char: the integer of the same size and sign stands for them.
    private static Type Block(Type scalar) =>
        scalar == typeof(char) ? typeof(ushort)
        : scalar == typeof(nint) ? (nint.Size == sizeof(long) ? typeof(long) : typeof(int))
        : scalar == typeof(nuint) ? (nint.Size == sizeof(long) ? typeof(ulong) : typeof(uint))
        : scalar;
}
