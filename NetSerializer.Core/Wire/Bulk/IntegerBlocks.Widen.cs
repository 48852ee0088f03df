using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace NetSerializer.Wire.Bulk;

/// <content>Reading elements of a smaller width.</content>
internal static partial class IntegerBlocks
{
    /// <summary>
    /// Reads exactly <c>count &lt;&lt; log2Width</c> bytes as elements of that width and extends them by the
    /// signedness of <typeparamref name="T"/>. The width is at most that of <typeparamref name="T"/>.
    /// </summary>
    internal static void Widen<T>(ref byte source, int count, int log2Width, ref T destination) where T : unmanaged
    {
        if (1 << log2Width == Unsafe.SizeOf<T>())
        {
            BlockCopy.Copy(ref source, ref Unsafe.As<T, byte>(ref destination), count << log2Width);
            return;
        }

        if (log2Width == 0)
        {
            WidenBytes(ref source, count, ref destination);
        }
        else if (log2Width == 1)
        {
            WidenShorts(ref source, count, ref destination);
        }
        else
        {
            WidenInts(ref source, count, ref destination);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WidenBytes<T>(ref byte source, int count, ref T destination) where T : unmanaged =>
        WidenFrom(ref source, count, 0, ref destination);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WidenShorts<T>(ref byte source, int count, ref T destination) where T : unmanaged =>
        WidenFrom(ref source, count, 1, ref destination);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WidenInts<T>(ref byte source, int count, ref T destination) where T : unmanaged =>
        WidenFrom(ref source, count, 2, ref destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WidenFrom<T>(ref byte source, int count, int log2Width, ref T destination) where T : unmanaged
    {
        ref byte target = ref Unsafe.As<T, byte>(ref destination);
        int size = Unsafe.SizeOf<T>();
        int step = 32 / size;
        int half = 16 / size;
        nint length = count;
        nint index = 0;
        if (Avx2.IsSupported && length >= step)
        {
            for (; index + (2 * step) <= length; index += 2 * step)
            {
                Vector256<byte> first = Widened256<T>(ref Unsafe.Add(ref source, index << log2Width), log2Width);
                Vector256<byte> second = Widened256<T>(ref Unsafe.Add(ref source, (index + step) << log2Width), log2Width);
                first.StoreUnsafe(ref target, (nuint)(index * size));
                second.StoreUnsafe(ref target, (nuint)((index * size) + 32));
            }

            for (; index < length; index += step)
            {
                // The last vector overlaps the one before it, so no element is left over.
                index = nint.Min(index, length - step);
                Widened256<T>(ref Unsafe.Add(ref source, index << log2Width), log2Width)
                    .StoreUnsafe(ref target, (nuint)(index * size));
            }

            return;
        }

        if (Vector128.IsHardwareAccelerated && length >= half)
        {
            for (; index < length; index += half)
            {
                index = nint.Min(index, length - half);
                Widened128<T>(ref Unsafe.Add(ref source, index << log2Width), log2Width)
                    .StoreUnsafe(ref target, (nuint)(index * size));
            }

            return;
        }

        Scalar.Widen(ref source, count, log2Width, ref destination);
    }

    /// <summary>As many elements as fill 32 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Widened256<T>(ref byte source, int log2Width) where T : unmanaged
    {
        // Tests of constants, one by one: the JIT does not even read the arms that it rules out this way.
        Vector128<byte> bytes = LoadPart(ref source, (32 / Unsafe.SizeOf<T>()) << log2Width);
        if (typeof(T) == typeof(short))
        {
            return Avx2.ConvertToVector256Int16(bytes.AsSByte()).AsByte();
        }

        if (Unsafe.SizeOf<T>() == 2)
        {
            return Avx2.ConvertToVector256Int16(bytes).AsByte();
        }

        if (typeof(T) == typeof(int))
        {
            return log2Width == 0
                ? Avx2.ConvertToVector256Int32(bytes.AsSByte()).AsByte()
                : Avx2.ConvertToVector256Int32(bytes.AsInt16()).AsByte();
        }

        if (Unsafe.SizeOf<T>() == 4)
        {
            return log2Width == 0
                ? Avx2.ConvertToVector256Int32(bytes).AsByte()
                : Avx2.ConvertToVector256Int32(bytes.AsUInt16()).AsByte();
        }

        if (typeof(T) == typeof(long) || typeof(T) == typeof(nint))
        {
            return log2Width == 0
                ? Avx2.ConvertToVector256Int64(bytes.AsSByte()).AsByte()
                : log2Width == 1
                    ? Avx2.ConvertToVector256Int64(bytes.AsInt16()).AsByte()
                    : Avx2.ConvertToVector256Int64(bytes.AsInt32()).AsByte();
        }

        return log2Width == 0
            ? Avx2.ConvertToVector256Int64(bytes).AsByte()
            : log2Width == 1
                ? Avx2.ConvertToVector256Int64(bytes.AsUInt16()).AsByte()
                : Avx2.ConvertToVector256Int64(bytes.AsUInt32()).AsByte();
    }

    /// <summary>As many elements as fill 16 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Widened128<T>(ref byte source, int log2Width) where T : unmanaged
    {
        Vector128<byte> bytes = LoadPart(ref source, (16 / Unsafe.SizeOf<T>()) << log2Width);
        if (log2Width == 0)
        {
            bytes = IsSigned<T>()
                ? Vector128.WidenLower(bytes.AsSByte()).AsByte()
                : Vector128.WidenLower(bytes).AsByte();
        }

        if (log2Width <= 1 && Unsafe.SizeOf<T>() >= 4)
        {
            bytes = IsSigned<T>()
                ? Vector128.WidenLower(bytes.AsInt16()).AsByte()
                : Vector128.WidenLower(bytes.AsUInt16()).AsByte();
        }

        if (Unsafe.SizeOf<T>() == 8)
        {
            bytes = IsSigned<T>()
                ? Vector128.WidenLower(bytes.AsInt32()).AsByte()
                : Vector128.WidenLower(bytes.AsUInt32()).AsByte();
        }

        return bytes;
    }

    /// <summary>A vector of which only the low 2, 4, 8 or 16 bytes are read and defined.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LoadPart(ref byte source, int length)
    {
        if (length == 16)
        {
            return Vector128.LoadUnsafe(ref source);
        }

        if (length == 8)
        {
            return Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref source)).AsByte();
        }

        uint bits = length == 4 ? Unsafe.ReadUnaligned<uint>(ref source) : Unsafe.ReadUnaligned<ushort>(ref source);
        return Vector128.CreateScalarUnsafe(bits).AsByte();
    }
}
