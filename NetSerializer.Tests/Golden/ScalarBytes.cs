using System.Runtime.InteropServices;

namespace NetSerializer.Tests.Golden;

/// <summary>The scalars of docs/wire-format.md, section 2, one after the other as the table there has them.</summary>
internal static class ScalarBytes
{
    public static byte[] Of(object value, bool isFixed)
    {
        if (value is Enum)
        {
            value = Convert.ChangeType(value, Enum.GetUnderlyingType(value.GetType()), null);
        }
        if (isFixed && Fixed(value) is { } bytes)
        {
            return bytes;
        }
        return value switch
        {
            bool flag => [flag ? (byte)1 : (byte)0],
            byte number => [number],
            sbyte number => [(byte)number],
            char unit => VarInt(unit),
            ushort number => VarInt(number),
            short number => VarInt(ZigZag(number)),
            uint number => VarInt(number),
            int number => VarInt(ZigZag(number)),
            ulong number => VarInt(number),
            long number => VarInt(ZigZag(number)),
            nint number => VarInt(ZigZag(number)),
            nuint number => VarInt(number),
            Half number => BitConverter.GetBytes(number),
            float number => BitConverter.GetBytes(number),
            double number => BitConverter.GetBytes(number),
            Int128 number => Memory(number),
            UInt128 number => Memory(number),
            decimal number => Decimal(number),
            DateTime time => Memory(time),
            DateTimeOffset time => [.. BitConverter.GetBytes(time.Ticks), .. VarInt(ZigZag(time.TotalOffsetMinutes))],
            TimeSpan time => BitConverter.GetBytes(time.Ticks),
            DateOnly date => VarInt((ulong)date.DayNumber),
            TimeOnly time => BitConverter.GetBytes(time.Ticks),
            Guid guid => guid.ToByteArray(),
            _ => throw new ArgumentException($"{value.GetType()} is no scalar."),
        };
    }

    public static ulong ZigZag(long value) => (ulong)((value << 1) ^ (value >> 63));

    private static byte[]? Fixed(object value) => value switch
    {
        char unit => BitConverter.GetBytes(unit),
        ushort number => BitConverter.GetBytes(number),
        short number => BitConverter.GetBytes(number),
        uint number => BitConverter.GetBytes(number),
        int number => BitConverter.GetBytes(number),
        ulong number => BitConverter.GetBytes(number),
        long number => BitConverter.GetBytes(number),
        nint number => BitConverter.GetBytes((long)number),
        nuint number => BitConverter.GetBytes((ulong)number),
        _ => null,
    };

    private static byte[] Decimal(decimal value)
    {
        int[] parts = decimal.GetBits(value); // low, middle, high, flags
        byte flags = (byte)(((parts[3] >> 16) & 0xFF) | (parts[3] < 0 ? 0x80 : 0));
        return [flags, .. VarInt((uint)parts[0] | ((ulong)(uint)parts[1] << 32)), .. VarInt((uint)parts[2])];
    }

    private static byte[] VarInt(ulong value) => Streams.Frames.VarInt(value);

    private static byte[] Memory<T>(T value) where T : struct => MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in value)).ToArray();
}
