using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;

namespace NetSerializer.Wire;

/// <summary>Headers of arrays with several dimensions or lower bounds (docs/wire-format.md, section 4c).</summary>
internal static class Grid
{
    /// <summary>Object header, method table, length, and what rounds the elements up.</summary>
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
            if (!r.CanHold(ref p, (ulong)count, minimumSize))
            {
                r.FailCount(ref p, (ulong)count, item);
            }
            p = ref r.Vouch(ref p, (long)count * minimumSize);
            Charge(ref r, ref p, rank, count, elementSize);
            array = Make(ref r, ref p, type, lengths[..rank], bounds[..rank]);
        }
        return ref p;
    }

    /// <inheritdoc cref="ReadHeader"/>
    public static ref byte ReadBulkHeader<TCodec, T>(scoped ref WireReader r, ref byte p, Type type, int elementSize, out Array? array, out int width)
        where TCodec : struct, IBulkCodec<T>
        where T : unmanaged
    {
        if (type != typeof(T[,]) && type != typeof(T[,,]))
        {
            return ref ReadAnyBulkHeader<TCodec, T>(ref r, ref p, type, elementSize, out array, out width);
        }
        // Where the compiler knows the elements and how many dimensions there are, nothing is looked up and no lengths lie in memory (eight ints: 0.6 of
        // the time).
        width = 0;
        array = null;
        long item = r.Position(ref p);
        p = ref ReadFlag(ref r, ref p, out bool isNull);
        if (isNull)
        {
            return ref p;
        }
        var all = new Dimensions();
        bool isCube = type == typeof(T[,,]);
        int third = 0, thirdBound = 0;
        p = ref all.Read(ref r, ref p, out int first, out int firstBound);
        p = ref all.Read(ref r, ref p, out int second, out int secondBound);
        if (isCube)
        {
            p = ref all.Read(ref r, ref p, out third, out thirdBound);
        }
        p = ref Await<TCodec, T>(ref r, ref p, all.Count, item, isCube ? 3 : 2, elementSize, out width);
        bool hasBounds = (firstBound | secondBound | thirdBound) != 0;
        array = isCube
            ? hasBounds ? Make(ref r, ref p, type, [first, second, third], [firstBound, secondBound, thirdBound]) : new T[first, second, third]
            : hasBounds ? Make(ref r, ref p, type, [first, second], [firstBound, secondBound]) : new T[first, second];
        return ref p;
    }

    [SkipLocalsInit]
    private static ref byte ReadAnyBulkHeader<TCodec, T>(scoped ref WireReader r, ref byte p, Type type, int elementSize, out Array? array, out int width)
        where TCodec : struct, IBulkCodec<T>
        where T : unmanaged
    {
        width = 0;
        long item = r.Position(ref p);
        Span<int> lengths = stackalloc int[MaxRank], bounds = stackalloc int[MaxRank];
        int rank = type.GetArrayRank();
        p = ref ReadDimensions(ref r, ref p, lengths[..rank], bounds[..rank], out int count);
        array = null;
        if (count >= 0)
        {
            p = ref Await<TCodec, T>(ref r, ref p, count, item, rank, elementSize, out width);
            array = Make(ref r, ref p, type, lengths[..rank], bounds[..rank]);
        }
        return ref p;
    }

    private static ref byte Await<TCodec, T>(scoped ref WireReader r, ref byte p, int count, long item, int rank, int elementSize, out int width)
        where TCodec : struct, IBulkCodec<T>
        where T : unmanaged
    {
        p = ref TCodec.ReadGridHeader(ref r, ref p, count, item, out width);
        p = ref r.Vouch(ref p, TCodec.LeastGridBytes(count, width));
        Charge(ref r, ref p, rank, count, elementSize);
        return ref p;
    }

    private static void Charge(scoped ref WireReader r, scoped ref byte p, int rank, int count, int elementSize) =>
        r.Charge(ref p, Overhead + 2L * sizeof(int) * rank + (long)count * elementSize);

    // Two or three dimensions without bounds, which most have, are handed over without an array of their lengths.
    private static Array Make(scoped ref WireReader r, scoped ref byte p, Type type, scoped ReadOnlySpan<int> lengths, scoped ReadOnlySpan<int> bounds)
    {
        Type element = type.GetElementType()!;
        if (bounds.ContainsAnyExcept(0) || lengths.Length > 3)
        {
            r.Charge(ref p, 2 * (WireReader.ArrayOverhead + (lengths.Length + 1L) * sizeof(int)));
            return Array.CreateInstance(element, lengths.ToArray(), bounds.ToArray());
        }
        return lengths.Length == 2 ? Array.CreateInstance(element, lengths[0], lengths[1]) : Array.CreateInstance(element, lengths[0], lengths[1], lengths[2]);
    }

    // The count of a null is -1.
    private static ref byte ReadDimensions(scoped ref WireReader r, ref byte p, scoped Span<int> lengths, scoped Span<int> bounds, out int count)
    {
        count = -1;
        p = ref ReadFlag(ref r, ref p, out bool isNull);
        if (isNull)
        {
            return ref p;
        }
        var all = new Dimensions();
        for (int dimension = 0; dimension < lengths.Length; dimension++)
        {
            p = ref all.Read(ref r, ref p, out lengths[dimension], out bounds[dimension]);
        }
        if (lengths.Length == 1 && bounds[0] == 0)
        {
            // Such an array is a T[], and has another form.
            FailBound(ref r, ref p, 0, "An array of one dimension without a lower bound in the form of one that has it.");
        }
        count = all.Count;
        return ref p;
    }

    private static ref byte ReadFlag(scoped ref WireReader r, ref byte p, out bool isNull)
    {
        p = ref r.Run(ref p, 1, -1);
        byte flag = p;
        p = ref Unsafe.Add(ref p, 1);
        if (flag > 1)
        {
            r.FailFlag(ref p);
        }
        isNull = flag == 0;
        return ref p;
    }

    /// <summary>What the dimensions read so far come to.</summary>
    private ref struct Dimensions()
    {
        // Without those that are empty, which are held against the limit as well: such an array costs nothing, but its index arithmetic must not
        // overflow, and .NET makes no longer one than Array.MaxLength.
        private long _product = 1;
        private bool _isEmpty;

        public readonly int Count => _isEmpty ? 0 : (int)_product;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public ref byte Read(scoped ref WireReader r, ref byte p, out int length, out int bound)
        {
            p = ref r.ReadVarInt32(ref p, out uint size);
            _isEmpty |= size == 0;
            _product *= Math.Max(1, (long)size);
            if (_product > Math.Min(r.Limits.MaxCollectionLength, Array.MaxLength))
            {
                FailProduct(ref r, ref p, size);
            }
            p = ref r.ReadVarInt32(ref p, out uint bits);
            length = (int)size;
            bound = VarInt.UnZigZag(bits);
            if ((long)bound + size - 1 > int.MaxValue)
            {
                FailBound(ref r, ref p, bits, "An array whose last index is above an int.");
            }
            return ref p;
        }
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
