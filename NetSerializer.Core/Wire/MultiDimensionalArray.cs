using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;

namespace NetSerializer.Wire;

/// <summary>Headers of arrays with several dimensions or lower bounds (docs/wire-format.md, section 4c).</summary>
internal static class MultiDimensionalArray
{
    /// <summary>Object header, method table, length, and the bytes that round the elements up.</summary>
    private const int Overhead = 32;

    /// <summary>.NET has no arrays of more dimensions.</summary>
    private const int MaxRank = 32;

    /// <summary>All elements, the last dimension fastest.</summary>
    public static Span<T> Elements<T>(Array array) =>
        MemoryMarshal.CreateSpan(ref Unsafe.As<byte, T>(ref MemoryMarshal.GetArrayDataReference(array)), array.Length);

    public static ref byte WriteHeader(scoped ref WireWriter w, ref byte p, Array value)
    {
        if (value.Length == 0)
        {
            RequireReadable(value);
        }
        p = ref w.Ensure(ref p, 1);
        p = ref Scalars.WriteByte(ref w, ref p, 1);
        for (int dimension = 0; dimension < value.Rank; dimension++)
        {
            p = ref w.Ensure(ref p, 2 * VarInt.Max32);
            p = ref VarInt.Write32(ref p, (uint)value.GetLength(dimension));
            p = ref VarInt.Write32(ref p, VarInt.ZigZag(value.GetLowerBound(dimension)));
        }
        return ref p;
    }

    // .NET makes some arrays without elements whose other dimensions, in another order, it would not make: no reader takes these.
    private static void RequireReadable(Array value)
    {
        long product = 1;
        for (int dimension = 0; dimension < value.Rank; dimension++)
        {
            product *= Math.Max(1, value.GetLength(dimension));
            if (product > Array.MaxLength)
            {
                Throw.NotEncodable(
                    $"An array without elements has other dimensions of more than {Array.MaxLength} together, which the wire format does not take.");
            }
        }
    }

    /// <summary>Reads the header and makes the array, when the input can hold its elements.</summary>
    [SkipLocalsInit]
    public static ref byte ReadHeader(scoped ref WireReader r, ref byte p, Type type, int minimumSize, int elementSize, out Array? array, out int width)
    {
        width = 0;
        long item = r.Position(ref p);
        Span<int> lengths = stackalloc int[MaxRank], bounds = stackalloc int[MaxRank];
        int rank = type.GetArrayRank();
        p = ref ReadDimensions(ref r, ref p, lengths[..rank], bounds[..rank], out int count);
        array = null;
        if (count >= 0)
        {
            if (!r.Announce(ref p, (ulong)count, minimumSize))
            {
                r.FailCount(ref p, (ulong)count, item);
            }
            p = ref r.Vouch(ref p, (long)count * minimumSize);
            array = Make(ref r, ref p, type, lengths[..rank], bounds[..rank], (long)count * elementSize);
        }
        return ref p;
    }

    /// <inheritdoc cref="ReadHeader"/>
    [SkipLocalsInit]
    public static ref byte ReadBulkHeader<TCodec, T>(scoped ref WireReader r, ref byte p, Type type, int elementSize, out Array? array, out int width)
        where TCodec : struct, IBulkCodec<T>
    {
        width = 0;
        long item = r.Position(ref p);
        Span<int> lengths = stackalloc int[MaxRank], bounds = stackalloc int[MaxRank];
        int rank = type.GetArrayRank();
        p = ref ReadDimensions(ref r, ref p, lengths[..rank], bounds[..rank], out int count);
        array = null;
        if (count >= 0)
        {
            p = ref TCodec.ReadGridHeader(ref r, ref p, count, item, out width);
            p = ref r.Vouch(ref p, TCodec.LeastGridBytes(count, width));
            array = Make<T>(ref r, ref p, type, lengths[..rank], bounds[..rank], (long)count * elementSize);
        }
        return ref p;
    }

    private static Array Make(
        scoped ref WireReader r, scoped ref byte p, Type type, scoped ReadOnlySpan<int> lengths, scoped ReadOnlySpan<int> bounds, long elementBytes)
    {
        Type element = type.GetElementType()!;
        bool isPlain = lengths.Length is 2 or 3 && !bounds.ContainsAnyExcept(0);
        long arrays = isPlain ? 0 : 2 * (WireReader.ArrayOverhead + (lengths.Length + 1L) * sizeof(int));
        r.Charge(ref p, Overhead + 2L * sizeof(int) * lengths.Length + elementBytes + arrays);
        return !isPlain ? Array.CreateInstance(element, lengths.ToArray(), bounds.ToArray())
            : lengths.Length == 2 ? Array.CreateInstance(element, lengths[0], lengths[1]) : Array.CreateInstance(element, lengths[0], lengths[1], lengths[2]);
    }

    // Arrays of two or three dimensions without bounds need no reflection where the elements are known.
    private static Array Make<T>(
        scoped ref WireReader r, scoped ref byte p, Type type, scoped ReadOnlySpan<int> lengths, scoped ReadOnlySpan<int> bounds, long elementBytes)
    {
        if (bounds.ContainsAnyExcept(0) || (type != typeof(T[,]) && type != typeof(T[,,])))
        {
            return Make(ref r, ref p, type, lengths, bounds, elementBytes);
        }
        r.Charge(ref p, Overhead + 2L * sizeof(int) * lengths.Length + elementBytes);
        return type == typeof(T[,]) ? new T[lengths[0], lengths[1]] : new T[lengths[0], lengths[1], lengths[2]];
    }

    // The count of a null is -1.
    private static ref byte ReadDimensions(scoped ref WireReader r, ref byte p, scoped Span<int> lengths, scoped Span<int> bounds, out int count)
    {
        count = -1;
        p = ref r.Run(ref p, 1, -1);
        byte flag = p;
        p = ref Unsafe.Add(ref p, 1);
        if (flag > 1)
        {
            r.FailFlag(ref p);
        }
        if (flag == 0)
        {
            return ref p;
        }
        // Without the dimensions that are empty, which are held against the limit as well: such an array costs nothing, but its index arithmetic must not
        // overflow, and .NET makes no longer one than Array.MaxLength.
        long product = 1;
        bool isEmpty = false;
        for (int dimension = 0; dimension < lengths.Length; dimension++)
        {
            p = ref r.ReadVarInt32(ref p, out uint size);
            isEmpty |= size == 0;
            product *= Math.Max(1, (long)size);
            if (product > Math.Min(r.Limits.MaxCollectionLength, Array.MaxLength))
            {
                FailProduct(ref r, ref p, size);
            }
            p = ref r.ReadVarInt32(ref p, out uint bits);
            lengths[dimension] = (int)size;
            bounds[dimension] = VarInt.UnZigZag(bits);
            if ((long)bounds[dimension] + size - 1 > int.MaxValue)
            {
                FailBound(ref r, ref p, bits, "An array whose last index is above an int.");
            }
        }
        if (lengths.Length == 1 && bounds[0] == 0)
        {
            // Such an array is a T[], and has another form.
            FailBound(ref r, ref p, 0, "An array of one dimension without a lower bound in the form of one that has it.");
        }
        count = isEmpty ? 0 : (int)product;
        return ref p;
    }

    [DoesNotReturn]
    private static void FailBound(scoped ref WireReader r, ref byte p, uint bits, string message) =>
        throw r.FailureAt(ref p, ErrorCode.ValueOutOfRange, r.Position(ref p) - VarInt.Length(bits), message);

    [DoesNotReturn]
    private static void FailProduct(scoped ref WireReader r, ref byte p, uint length) => throw r.FailureAt(
        ref p, ErrorCode.CollectionTooLong, r.Position(ref p) - VarInt.Length(length),
        r.Limits.MaxCollectionLength > Array.MaxLength ? $"An array whose dimensions exceed the {Array.MaxLength} elements that .NET allows."
            : $"An array whose dimensions exceed {nameof(SerializerLimits.MaxCollectionLength)} = {r.Limits.MaxCollectionLength}.");
}
