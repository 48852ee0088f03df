using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace NetSerializer.Wire.Bulk;

/// <content>Reading masked blocks.</content>
internal static partial class IntegerBlocks
{
    /// <summary>
    /// Reads a masked block. What is left to check of its form beside the lengths: that no other form holds it, that it has the narrow
    /// elements that its form asks for, no bits behind the last element, and no wide element that fits the half.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int DecodeMasked<T>(ref byte source, nint available, ref T destination, int count) where T : unmanaged
    {
        int width = Unsafe.SizeOf<T>() == 8 && source == (MaskedFlag | (3 << 2) | 2) ? 3 : 2;
        if (source != (MaskedFlag | (width << 2) | (width - 1)) || count < MaskLength)
        {
            return Malformed;
        }

        int start = 1 + ((count + 7) >> 3);
        if (available < start)
        {
            return Truncated;
        }

        ref byte mask = ref Unsafe.Add(ref source, 1);
        int wide = CountWide(ref mask, count);
        int length = start + ((count + wide) << (width - 1));
        if (!HasEnoughNarrow(Unsafe.ReadUnaligned<uint>(ref mask)) || wide <= count / ElementsPerException
            || ((count & 7) != 0 && Unsafe.Add(ref source, start - 1) >> (count & 7) != 0))
        {
            return Malformed;
        }

        if (available < length + Slack)
        {
            return available < length ? Truncated : DecodeMaskedAtEnd(ref source, length, ref destination, count);
        }

        ref byte lows = ref Unsafe.Add(ref source, start);
        ref byte high = ref Unsafe.Add(ref lows, count << (width - 1));
        nint done = 0;
        nint fitting = 0;
        if (Vector128.IsHardwareAccelerated && Unsafe.SizeOf<T>() == 8 && width == 3)
        {
            done = count & -IntsAtOnce;
            fitting = DecodeInts(ref mask, ref lows, ref high, ref destination, done);
        }
        else if (Vector128.IsHardwareAccelerated)
        {
            done = count & -ShortsAtOnce;
            fitting = DecodeShorts(ref mask, ref lows, ref high, ref destination, done);
        }

        if (done < count)
        {
            ref byte end = ref Unsafe.Add(ref source, length);
            fitting += DecodeRest(ref mask, ref lows, ref high, ref end, ref destination, count, done, width);
        }

        return fitting == count - wide ? length : Malformed;
    }

    /// <summary>
    /// Reads a masked block as long as most are. Where halves are shorts and so many bytes follow that no step can reach past them, all is known but the
    /// mask: its bits are counted ahead, and no step waits for the one before (4,096 ints of mixed widths in the caches: 0.72 of the time of a loop).
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int DecodeWholeMasked<T>(ref byte source, nint available, ref T destination) where T : unmanaged
    {
        const int Start = 1 + (BlockLength / 8), Longest = Start + (4 * BlockLength);
        if (available < Longest + Slack || source != (MaskedFlag | (2 << 2) | 1))
        {
            return DecodeMasked(ref source, available, ref destination, BlockLength);
        }

        ulong first = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, 1));
        ulong second = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, 1 + sizeof(ulong)));
        int wide = BitOperations.PopCount(first) + BitOperations.PopCount(second);
        if (!HasEnoughNarrow((uint)first) || wide <= BlockLength / ElementsPerException)
        {
            return Malformed;
        }

        Vector512<ushort> bits = BitsOfShorts();
        ref byte lows = ref Unsafe.Add(ref source, Start);
        ref byte high = ref Unsafe.Add(ref lows, 2 * BlockLength);
        uint fitting = 0;
        high = ref DecodeStep(bits, first, 0, ref lows, ref high, ref destination, ref fitting);
        high = ref DecodeStep(bits, first, 1, ref lows, ref high, ref destination, ref fitting);
        high = ref DecodeStep(bits, first, 2, ref lows, ref high, ref destination, ref fitting);
        high = ref DecodeStep(bits, first, 3, ref lows, ref high, ref destination, ref fitting);
        high = ref DecodeStep(bits, second, 4, ref lows, ref high, ref destination, ref fitting);
        high = ref DecodeStep(bits, second, 5, ref lows, ref high, ref destination, ref fitting);
        high = ref DecodeStep(bits, second, 6, ref lows, ref high, ref destination, ref fitting);
        DecodeStep(bits, second, 7, ref lows, ref high, ref destination, ref fitting);
        return fitting == 0 ? Start + ((BlockLength + wide) << 1) : Malformed;
    }

    /// <summary>
    /// One of the steps of a block, whose bits are in <paramref name="mask"/>, as the one of four that it is. Returns where its high halves end;
    /// <paramref name="fitting"/> gets the bits of wide elements that fit the half.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte DecodeStep<T>(
        Vector512<ushort> bits, ulong mask, int step, scoped ref byte lows, ref byte high, scoped ref T destination, scoped ref uint fitting)
        where T : unmanaged
    {
        uint wide = (ushort)(mask >> (ShortsAtOnce * (step & 3)));
        Vector512<uint> elements = DecodeShorts<T>(bits, wide, ref Unsafe.Add(ref lows, 2 * ShortsAtOnce * step), ref high, out Vector512<uint> extended);
        fitting |= wide & (uint)Vector512.Equals(elements, extended).ExtractMostSignificantBits();
        StoreInts16(elements, ref Unsafe.Add(ref destination, ShortsAtOnce * step));
        return ref Unsafe.Add(ref high, (nint)(uint)BitOperations.PopCount(wide) << 1);
    }

    /// <summary>In the high half of each element, the bit of a mask that is its own.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ushort> BitsOfShorts() =>
        Avx512F.ShiftLeftLogicalVariable(Vector512.Create(0x1_0000U), Vector512<uint>.Indices).AsUInt16();

    /// <summary>Elements out of their halves; <paramref name="extended"/> are those that the low halves alone would be.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<uint> DecodeShorts<T>(
        Vector512<ushort> bits, uint wide, scoped ref byte lows, scoped ref byte high, out Vector512<uint> extended) where T : unmanaged
    {
        Vector256<ushort> low = Vector256.LoadUnsafe(ref lows).AsUInt16();
        extended = IsSigned<T>() ? Avx512F.ConvertToVector512Int32(low.AsInt16()).AsUInt32() : Avx512F.ConvertToVector512UInt32(low);
        Vector512<ushort> absent = Vector512.Equals(Vector512.Create((ushort)wide) & bits, Vector512<ushort>.Zero);
        return Avx512Vbmi2.Expand(extended.AsUInt16(), ~absent, Vector256.LoadUnsafe(ref high).ToVector512Unsafe().AsUInt16()).AsUInt32();
    }

    /// <summary>A block with less than <see cref="Slack"/> bytes behind it, from a copy.</summary>
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private static int DecodeMaskedAtEnd<T>(ref byte source, int length, ref T destination, int count) where T : unmanaged
    {
        Span<byte> copy = stackalloc byte[1 + (BlockLength * 8) + Slack];
        Unsafe.CopyBlockUnaligned(ref copy[0], ref source, (uint)length);
        return DecodeMasked(ref copy[0], length + Slack, ref destination, count);
    }

    /// <summary>The elements behind the last whole step, by one over a copy; returns how many fit.</summary>
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private static nint DecodeRest<T>(
        ref byte mask, ref byte lows, ref byte high, ref byte end, ref T destination, int count, nint done, int width) where T : unmanaged
    {
        bool longs = Unsafe.SizeOf<T>() == 8 && width == 3;
        if (!Vector128.IsHardwareAccelerated)
        {
            return Scalar.DecodeMasked(ref mask, ref lows, ref high, ref destination, count, width - 1);
        }

        int rest = count - (int)done;
        int bits = Unsafe.Add(ref mask, done >> 3) | (rest > 8 ? Unsafe.Add(ref mask, (done >> 3) + 1) << 8 : 0);
        Span<byte> elements = stackalloc byte[ShortsAtOnce * 8];
        ref T first = ref Unsafe.As<byte, T>(ref elements[0]);
        ref byte part = ref Unsafe.Add(ref lows, done << (width - 1));
        high = ref Unsafe.Subtract(ref end, BitOperations.PopCount((uint)bits) << (width - 1));
        nint fitting = longs
            ? DecodeInts(ref Unsafe.As<int, byte>(ref bits), ref part, ref high, ref first, IntsAtOnce) - IntsAtOnce
            : DecodeShorts(ref Unsafe.As<int, byte>(ref bits), ref part, ref high, ref first, ShortsAtOnce) - ShortsAtOnce;
        Unsafe.CopyBlockUnaligned(ref Unsafe.As<T, byte>(ref Unsafe.Add(ref destination, done)), ref elements[0], (uint)(rest * Unsafe.SizeOf<T>()));
        return fitting + rest;
    }

    /// <summary>How many bits are set in the mask of so many elements, with those behind the last.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CountWide(ref byte mask, int count)
    {
        if (count == BlockLength)
        {
            return BitOperations.PopCount(Unsafe.ReadUnaligned<ulong>(ref mask))
                + BitOperations.PopCount(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref mask, 8)));
        }

        int wide = 0;
        for (nint index = 0; index < (count + 7) >> 3; index++)
        {
            wide += BitOperations.PopCount(Unsafe.Add(ref mask, index));
        }

        return wide;
    }

    /// <summary>
    /// Steps over elements whose halves are shorts. Returns how many fit these: as many as the mask says when no wide one does.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeShorts<T>(ref byte mask, ref byte lows, ref byte high, ref T destination, nint count) where T : unmanaged
    {
        if (Vector512.IsHardwareAccelerated && Avx512Vbmi2.IsSupported)
        {
            Vector512<ushort> bits = BitsOfShorts();
            nint fitting = 0;
            for (nint index = 0; index < count; index += ShortsAtOnce)
            {
                uint wide = Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref mask, index >> 3));
                Vector512<uint> elements = DecodeShorts<T>(bits, wide, ref Unsafe.Add(ref lows, index << 1), ref high, out Vector512<uint> extended);
                fitting += (nint)(uint)BitOperations.PopCount((uint)Vector512.Equals(elements, extended).ExtractMostSignificantBits());
                StoreInts16(elements, ref Unsafe.Add(ref destination, index));
                high = ref Unsafe.Add(ref high, (nint)(uint)BitOperations.PopCount(wide) << 1);
            }

            return fitting;
        }

        ref byte table = ref Unsafe.AsRef(in Scattered[0]);
        if (Avx2.IsSupported)
        {
            Vector256<short> fits = Vector256<short>.Zero;
            for (nint index = 0; index < count; index += ShortsAtOnce)
            {
                uint wide = Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref mask, index >> 3));
                uint lower = (byte)wide;
                Vector256<short> low = Vector256.LoadUnsafe(ref Unsafe.Add(ref lows, index << 1)).AsInt16();
                Vector256<byte> order = Vector256.Create(LoadShortOrder(ref table, lower), LoadShortOrder(ref table, wide >> 8));
                Vector256<byte> bytes = Vector256.Create(
                    Vector128.LoadUnsafe(ref high), Vector128.LoadUnsafe(ref Unsafe.Add(ref high, (nint)(uint)BitOperations.PopCount(lower) << 1)));
                Vector256<short> top = Avx2.Shuffle(bytes, order).AsInt16();
                Vector256<short> extension = IsSigned<T>() ? low >> 15 : Vector256<short>.Zero;
                if (IsSigned<T>())
                {
                    top = Avx2.BlendVariable(top.AsByte(), extension.AsByte(), order).AsInt16();
                }

                fits -= Vector256.Equals(top, extension);
                low = InOrder(low.AsByte()).AsInt16();
                top = InOrder(top.AsByte()).AsInt16();
                StoreInts8(Avx2.UnpackLow(low, top).AsUInt32(), ref Unsafe.Add(ref destination, index));
                StoreInts8(Avx2.UnpackHigh(low, top).AsUInt32(), ref Unsafe.Add(ref destination, index + 8));
                high = ref Unsafe.Add(ref high, (nint)(uint)BitOperations.PopCount(wide) << 1);
            }

            return Vector256.Sum(fits);
        }

        Vector128<short> each = Vector128<short>.Zero;
        for (nint index = 0; index < count; index += 8)
        {
            uint wide = Unsafe.Add(ref mask, index >> 3);
            Vector128<short> low = Vector128.LoadUnsafe(ref Unsafe.Add(ref lows, index << 1)).AsInt16();
            Vector128<byte> order = LoadShortOrder(ref table, wide);
            Vector128<short> top = Vector128.ShuffleNative(Vector128.LoadUnsafe(ref high), order).AsInt16();
            Vector128<short> extension = IsSigned<T>() ? low >> 15 : Vector128<short>.Zero;
            top = Vector128.ConditionalSelect(order.AsInt16() >> 15, extension, top);
            each -= Vector128.Equals(top, extension);
            StoreInts4(Vector128.WidenLower(low.AsUInt16()) | (Vector128.WidenLower(top.AsUInt16()) << 16), ref Unsafe.Add(ref destination, index));
            StoreInts4(Vector128.WidenUpper(low.AsUInt16()) | (Vector128.WidenUpper(top.AsUInt16()) << 16), ref Unsafe.Add(ref destination, index + 4));
            high = ref Unsafe.Add(ref high, (nint)(uint)BitOperations.PopCount(wide) << 1);
        }

        return Vector128.Sum(each);
    }

    /// <summary>Steps over longs, whose halves are ints. Returns how many fit these.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeInts<T>(ref byte mask, ref byte lows, ref byte high, ref T destination, nint count) where T : unmanaged
    {
        ref ulong target = ref Unsafe.As<T, ulong>(ref destination);
        if (Vector512.IsHardwareAccelerated && Avx512F.IsSupported)
        {
            Vector512<uint> bits = Avx512F.ShiftLeftLogicalVariable(Vector512.Create(0x1_0000_0000UL), Vector512<ulong>.Indices).AsUInt32();
            nint fitting = 0;
            for (nint index = 0; index < count; index += IntsAtOnce)
            {
                uint wide = Unsafe.Add(ref mask, index >> 3);
                Vector256<uint> low = Vector256.LoadUnsafe(ref Unsafe.Add(ref lows, index << 2)).AsUInt32();
                Vector512<ulong> extended = IsSigned<T>()
                    ? Avx512F.ConvertToVector512Int64(low.AsInt32()).AsUInt64()
                    : Avx512F.ConvertToVector512UInt64(low);
                Vector512<uint> absent = Vector512.Equals(Vector512.Create(wide) & bits, Vector512<uint>.Zero);
                Vector512<ulong> elements = Avx512F.Expand(
                    extended.AsUInt32(),
                    ~absent,
                    Vector256.LoadUnsafe(ref high).ToVector512Unsafe().AsUInt32()).AsUInt64();
                fitting += (nint)(uint)BitOperations.PopCount((uint)Vector512.Equals(elements, extended).ExtractMostSignificantBits());
                elements.StoreUnsafe(ref target, (nuint)index);
                high = ref Unsafe.Add(ref high, (nint)(uint)BitOperations.PopCount(wide) << 2);
            }

            return fitting;
        }

        ref byte table = ref Unsafe.AsRef(in Scattered[0]);
        if (Avx2.IsSupported)
        {
            Vector256<int> fits = Vector256<int>.Zero;
            for (nint index = 0; index < count; index += IntsAtOnce)
            {
                uint wide = Unsafe.Add(ref mask, index >> 3);
                Vector256<int> low = Vector256.LoadUnsafe(ref Unsafe.Add(ref lows, index << 2)).AsInt32();
                Vector256<int> order = LoadIntOrder(ref table, wide);
                Vector256<int> top = Avx2.PermuteVar8x32(Vector256.LoadUnsafe(ref high).AsInt32(), order);
                Vector256<int> extension = IsSigned<T>() ? low >> 31 : Vector256<int>.Zero;
                top = Avx.BlendVariable(top.AsSingle(), extension.AsSingle(), order.AsSingle()).AsInt32();
                fits -= Vector256.Equals(top, extension);
                low = InOrder(low.AsByte()).AsInt32();
                top = InOrder(top.AsByte()).AsInt32();
                Avx2.UnpackLow(low, top).AsUInt64().StoreUnsafe(ref target, (nuint)index);
                Avx2.UnpackHigh(low, top).AsUInt64().StoreUnsafe(ref target, (nuint)index + 4);
                high = ref Unsafe.Add(ref high, (nint)(uint)BitOperations.PopCount(wide) << 2);
            }

            return Vector256.Sum(fits);
        }

        Vector128<int> each = Vector128<int>.Zero;
        for (nint index = 0; index < count; index += 4)
        {
            uint wide = ((uint)Unsafe.Add(ref mask, index >> 3) >> (int)(index & 4)) & 15;
            Vector128<int> low = Vector128.LoadUnsafe(ref Unsafe.Add(ref lows, index << 2)).AsInt32();
            Vector128<byte> order = LoadFourInts(ref table, wide);
            Vector128<int> top = Vector128.ShuffleNative(Vector128.LoadUnsafe(ref high), order).AsInt32();
            Vector128<int> extension = IsSigned<T>() ? low >> 31 : Vector128<int>.Zero;
            top = Vector128.ConditionalSelect(order.AsInt32() >> 31, extension, top);
            each -= Vector128.Equals(top, extension);
            (Vector128.WidenLower(low.AsUInt32()) | (Vector128.WidenLower(top.AsUInt32()) << 32)).StoreUnsafe(ref target, (nuint)index);
            (Vector128.WidenUpper(low.AsUInt32()) | (Vector128.WidenUpper(top.AsUInt32()) << 32)).StoreUnsafe(ref target, (nuint)index + 2);
            high = ref Unsafe.Add(ref high, (nint)(uint)BitOperations.PopCount(wide) << 2);
        }

        return Vector128.Sum(each);
    }
}
