using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>A decimal as it lies in memory.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct DecimalParts
{
    public const int Max = 1 + Varint.Max64 + Varint.Max32;
    private const int LargestScale = 28;

    private uint _flags;
    private uint _high;
    private ulong _low;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write(ref byte p, scoped ref readonly decimal value)
    {
        ref DecimalParts parts = ref Unsafe.As<decimal, DecimalParts>(ref Unsafe.AsRef(in value));
        p = (byte)((parts._flags >> 16) | (parts._flags >> 24));
        p = ref Varint.Write(ref Unsafe.Add(ref p, 1), parts._low);
        return ref Varint.Write(ref p, parts._high);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read(scoped ref FloorReader r, ref byte p, scoped ref decimal target)
    {
        uint flags = p;
        if ((flags & 0x7F) > LargestScale)
        {
            throw new InvalidDataException("No decimal.");
        }
        p = ref Varint.Read(ref r, ref Unsafe.Add(ref p, 1), out ulong low);
        p = ref Varint.Read(ref r, ref p, out uint high);
        ref DecimalParts parts = ref Unsafe.As<decimal, DecimalParts>(ref target);
        parts._flags = ((flags & 0x7F) << 16) | ((flags & 0x80) << 24);
        parts._high = high;
        parts._low = low;
        return ref p;
    }
}

internal readonly struct DecimalBody : IFloorMessage
{
    public static byte Id => ClassicIds.Decimal;

    public static int Bound => DecimalParts.Max;

    public static object Create() => new DecimalMessage();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message) =>
        ref DecimalParts.Write(ref p, ref Unsafe.As<DecimalMessage>(message).Value);

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message) =>
        ref DecimalParts.Read(ref r, ref p, ref Unsafe.As<DecimalMessage>(message).Value);
}

internal readonly struct NullableDecimalBody : IFloorMessage
{
    public static byte Id => ClassicIds.NullableDecimal;

    public static int Bound => 1 + DecimalParts.Max;

    public static object Create() => new NullableDecimalMessage();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message)
    {
        ref decimal? value = ref Unsafe.As<NullableDecimalMessage>(message).Value;
        if (value is null)
        {
            p = 0;
            return ref Unsafe.Add(ref p, 1);
        }
        p = 1;
        return ref DecimalParts.Write(ref Unsafe.Add(ref p, 1), in Nullable.GetValueRefOrDefaultRef(in value));
    }

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
    {
        if (p == 0)
        {
            return ref Unsafe.Add(ref p, 1);
        }
        decimal value = default;
        p = ref DecimalParts.Read(ref r, ref Unsafe.Add(ref p, 1), ref value);
        Unsafe.As<NullableDecimalMessage>(message).Value = value;
        return ref p;
    }
}
