using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace NetSerializer.Wire.Bulk;

/// <content>
/// Elements cut to a smaller width, and extended from one. A type stands for each width on the wire, so that the compiler makes one loop for each pair
/// of widths. In every loop the last vector overlaps the one before it, so that no element is left over.
/// </content>
internal static partial class IntegerBlocks
{
    /// <summary>Writes the low bytes of every element, exactly <c>count &lt;&lt; width</c> bytes. The width is at most that of the elements.</summary>
    internal static void Narrow<T>(ref T source, int count, int width, ref byte destination) where T : unmanaged
    {
        if (1 << width == Unsafe.SizeOf<T>())
        {
            Unsafe.CopyBlockUnaligned(ref destination, ref Unsafe.As<T, byte>(ref source), (uint)count << width);
        }
        else if (width == 0)
        {
            NarrowTo<T, byte>(ref source, count, ref destination);
        }
        else if (width == 1)
        {
            NarrowTo<T, ushort>(ref source, count, ref destination);
        }
        else
        {
            NarrowTo<T, uint>(ref source, count, ref destination);
        }
    }

    /// <summary>
    /// Reads exactly <c>count &lt;&lt; width</c> bytes as elements of that width and extends them by the signedness of <typeparamref name="T"/>. The
    /// width is at most that of <typeparamref name="T"/>.
    /// </summary>
    internal static void Widen<T>(ref byte source, int count, int width, ref T destination) where T : unmanaged
    {
        switch (width)
        {
            case 0: WidenFrom<byte, T>(ref source, count, ref destination); break;
            case 1: WidenFrom<ushort, T>(ref source, count, ref destination); break;
            case 2: WidenFrom<uint, T>(ref source, count, ref destination); break;
            default: WidenFrom<ulong, T>(ref source, count, ref destination); break;
        }
    }

    private static void NarrowTo<T, TNarrow>(ref T source, nint count, ref byte destination) where T : unmanaged where TNarrow : unmanaged
    {
        ref byte elements = ref Unsafe.As<T, byte>(ref source);
        int size = Unsafe.SizeOf<T>(), narrow = Unsafe.SizeOf<TNarrow>();
        int step = 32 / narrow, part = 16 / Math.Min(size, 4);
        if (Vector256.IsHardwareAccelerated && count >= step)
        {
            nint last = count - step;
            for (nint index = 0; index < last; index += step)
            {
                Narrowed<T, TNarrow>(ref Unsafe.Add(ref elements, index * size)).StoreUnsafe(ref destination, (nuint)(index * narrow));
            }
            Narrowed<T, TNarrow>(ref Unsafe.Add(ref elements, last * size)).StoreUnsafe(ref destination, (nuint)(last * narrow));
        }
        else if (Vector128.IsHardwareAccelerated && count >= part)
        {
            nint last = count - part;
            for (nint index = 0; index < last; index += part)
            {
                StorePart(NarrowedPart<T, TNarrow>(ref Unsafe.Add(ref elements, index * size)), part * narrow, ref Unsafe.Add(ref destination, index * narrow));
            }
            StorePart(NarrowedPart<T, TNarrow>(ref Unsafe.Add(ref elements, last * size)), part * narrow, ref Unsafe.Add(ref destination, last * narrow));
        }
        else
        {
            Scalar.Narrow<T, TNarrow>(ref source, count, ref destination);
        }
    }

    private static void WidenFrom<TNarrow, T>(ref byte source, nint count, ref T destination) where TNarrow : unmanaged where T : unmanaged
    {
        ref byte elements = ref Unsafe.As<T, byte>(ref destination);
        int size = Unsafe.SizeOf<T>(), narrow = Unsafe.SizeOf<TNarrow>();
        int vector = 32 / size, half = 16 / size;
        if (Vector256.IsHardwareAccelerated && count >= 2 * vector)
        {
            // Two vectors at a time.
            nint last = count - (2 * vector);
            for (nint index = 0; index < last; index += 2 * vector)
            {
                Widened256<TNarrow, T>(ref Unsafe.Add(ref source, index * narrow)).StoreUnsafe(ref elements, (nuint)(index * size));
                Widened256<TNarrow, T>(ref Unsafe.Add(ref source, (index + vector) * narrow)).StoreUnsafe(ref elements, (nuint)((index + vector) * size));
            }
            Widened256<TNarrow, T>(ref Unsafe.Add(ref source, last * narrow)).StoreUnsafe(ref elements, (nuint)(last * size));
            Widened256<TNarrow, T>(ref Unsafe.Add(ref source, (last + vector) * narrow)).StoreUnsafe(ref elements, (nuint)((last + vector) * size));
        }
        else if (Vector128.IsHardwareAccelerated && count >= half)
        {
            nint last = count - half;
            for (nint index = 0; index < last; index += half)
            {
                Widened128<TNarrow, T>(ref Unsafe.Add(ref source, index * narrow)).StoreUnsafe(ref elements, (nuint)(index * size));
            }
            Widened128<TNarrow, T>(ref Unsafe.Add(ref source, last * narrow)).StoreUnsafe(ref elements, (nuint)(last * size));
        }
        else
        {
            Scalar.Widen<TNarrow, T>(ref source, count, ref destination);
        }
    }

    /// <summary>As many elements as fill 32 bytes when they are cut.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Narrowed<T, TNarrow>(ref byte source) => (Unsafe.SizeOf<T>() / Unsafe.SizeOf<TNarrow>()) switch
    {
        2 => Halves(ref source, 0, Unsafe.SizeOf<T>()),
        4 => Quarters(ref source, 0, Unsafe.SizeOf<T>()),
        _ => Halves(Quarters(ref source, 0, Unsafe.SizeOf<T>()), Quarters(ref source, 128, Unsafe.SizeOf<T>()), 2),
    };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Quarters(ref byte source, nuint offset, int size) =>
        Halves(Halves(ref source, offset, size), Halves(ref source, offset + 64, size), size / 2);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Halves(ref byte source, nuint offset, int size) =>
        Halves(Vector256.LoadUnsafe(ref source, offset), Vector256.LoadUnsafe(ref source, offset + 32), size);

    /// <summary>The low halves of elements of that size.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Halves(Vector256<byte> first, Vector256<byte> second, int size) =>
        size == 8 ? Vector256.Narrow(first.AsUInt64(), second.AsUInt64()).AsByte()
        : size == 4 ? Vector256.Narrow(first.AsUInt32(), second.AsUInt32()).AsByte()
        : Vector256.Narrow(first.AsUInt16(), second.AsUInt16());

    /// <summary>Four elements, or eight of two bytes, cut; they are in the first bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> NarrowedPart<T, TNarrow>(ref byte source)
    {
        Vector128<byte> part = Vector128.LoadUnsafe(ref source);
        if (Unsafe.SizeOf<T>() == 8)
        {
            part = Vector128.Narrow(part.AsUInt64(), Vector128.LoadUnsafe(ref source, 16).AsUInt64()).AsByte();
        }
        if (Unsafe.SizeOf<T>() >= 4 && Unsafe.SizeOf<TNarrow>() <= 2)
        {
            part = Vector128.Narrow(part.AsUInt32(), part.AsUInt32()).AsByte();
        }
        return Unsafe.SizeOf<TNarrow>() == 1 ? Vector128.Narrow(part.AsUInt16(), part.AsUInt16()) : part;
    }

    /// <summary>As many elements as fill 32 bytes when they are extended.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Widened256<TNarrow, T>(ref byte source)
    {
        if (Unsafe.SizeOf<TNarrow>() == Unsafe.SizeOf<T>())
        {
            return Vector256.LoadUnsafe(ref source);
        }
        Vector256<byte> part = LoadPart(ref source, 32 / Unsafe.SizeOf<T>() * Unsafe.SizeOf<TNarrow>()).ToVector256Unsafe();
        if (Unsafe.SizeOf<TNarrow>() == 1)
        {
            part = IsSigned<T>() ? Vector256.WidenLower(part.AsSByte()).AsByte() : Vector256.WidenLower(part).AsByte();
        }
        if (Unsafe.SizeOf<TNarrow>() <= 2 && Unsafe.SizeOf<T>() >= 4)
        {
            part = IsSigned<T>() ? Vector256.WidenLower(part.AsInt16()).AsByte() : Vector256.WidenLower(part.AsUInt16()).AsByte();
        }
        if (Unsafe.SizeOf<T>() == 8)
        {
            part = IsSigned<T>() ? Vector256.WidenLower(part.AsInt32()).AsByte() : Vector256.WidenLower(part.AsUInt32()).AsByte();
        }
        return part;
    }

    /// <summary>As many elements as fill 16 bytes when they are extended.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Widened128<TNarrow, T>(ref byte source)
    {
        Vector128<byte> part = LoadPart(ref source, 16 / Unsafe.SizeOf<T>() * Unsafe.SizeOf<TNarrow>());
        if (Unsafe.SizeOf<TNarrow>() == Unsafe.SizeOf<T>())
        {
            return part;
        }
        if (Unsafe.SizeOf<TNarrow>() == 1)
        {
            part = IsSigned<T>() ? Vector128.WidenLower(part.AsSByte()).AsByte() : Vector128.WidenLower(part).AsByte();
        }
        if (Unsafe.SizeOf<TNarrow>() <= 2 && Unsafe.SizeOf<T>() >= 4)
        {
            part = IsSigned<T>() ? Vector128.WidenLower(part.AsInt16()).AsByte() : Vector128.WidenLower(part.AsUInt16()).AsByte();
        }
        if (Unsafe.SizeOf<T>() == 8)
        {
            part = IsSigned<T>() ? Vector128.WidenLower(part.AsInt32()).AsByte() : Vector128.WidenLower(part.AsUInt32()).AsByte();
        }
        return part;
    }

    /// <summary>A vector of which only the first 2, 4, 8 or 16 bytes are read and defined.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LoadPart(ref byte source, int length) => length switch
    {
        16 => Vector128.LoadUnsafe(ref source),
        8 => Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref source)).AsByte(),
        4 => Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<uint>(ref source)).AsByte(),
        _ => Vector128.CreateScalarUnsafe((uint)Unsafe.ReadUnaligned<ushort>(ref source)).AsByte(),
    };

    /// <summary>Writes the first 4, 8 or 16 bytes of a vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StorePart(Vector128<byte> part, int length, ref byte destination)
    {
        switch (length)
        {
            case 16: part.StoreUnsafe(ref destination); break;
            case 8: Unsafe.WriteUnaligned(ref destination, part.AsUInt64().ToScalar()); break;
            default: Unsafe.WriteUnaligned(ref destination, part.AsUInt32().ToScalar()); break;
        }
    }
}
