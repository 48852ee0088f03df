using System.Runtime.CompilerServices;
using NetSerializer.Wire.Bulk;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Wire.Columns;

/// <summary>Times with an offset: the ticks of their clocks, whole, then the offsets in minutes.</summary>
internal readonly struct DateTimeOffsetColumns : IElementCodec<DateTimeOffset>
{
    /// <summary>The fewest bytes of a time.</summary>
    public const int LeastSize = sizeof(long) + 1;

    private const int MostMinutes = 840;

    public static int LeastBytes(ObjectDispatch model) => LeastSize;

    public static bool HasMode => true;

    [SkipLocalsInit]
    public static ref byte WriteBlock(scoped ref WireWriter w, ref byte p, scoped ref DateTimeOffset source, int count)
    {
        Span<long> ticks = stackalloc long[IntegerBlocks.BlockLength];
        Span<short> minutes = stackalloc short[IntegerBlocks.BlockLength];
        for (int i = 0; i < count; i++)
        {
            DateTimeOffset value = Unsafe.Add(ref source, i);
            (ticks[i], minutes[i]) = (value.Ticks, (short)value.TotalOffsetMinutes);
        }
        p = ref w.WriteBytes(ref p, ref Unsafe.As<long, byte>(ref ticks[0]), count * sizeof(long));
        return ref IntegerCodec<short, short>.WriteBlock(ref w, ref p, ref minutes[0], count);
    }

    [SkipLocalsInit]
    public static ref byte ReadBlock(scoped ref WireReader r, ref byte p, scoped ref DateTimeOffset destination, int count)
    {
        long block = r.Position(ref p);
        Span<long> ticks = stackalloc long[IntegerBlocks.BlockLength];
        Span<short> minutes = stackalloc short[IntegerBlocks.BlockLength];
        p = ref r.ReadBytes(ref p, ref Unsafe.As<long, byte>(ref ticks[0]), count * sizeof(long));
        p = ref IntegerCodec<short, short>.ReadBlock(ref r, ref p, ref minutes[0], count);
        for (int i = 0; i < count; i++)
        {
            long utc = ticks[i] - minutes[i] * TimeSpan.TicksPerMinute, last = DateTime.MaxValue.Ticks;
            if ((ulong)ticks[i] > (ulong)last || (ulong)utc > (ulong)last || minutes[i] is < -MostMinutes or > MostMinutes)
            {
                r.FailAt(ref p, ErrorCode.ValueOutOfRange, block + i * sizeof(long), "A DateTimeOffset whose time or offset is out of range.");
            }
            Unsafe.Add(ref destination, i) = new DateTimeOffset(ticks[i], new TimeSpan(minutes[i] * TimeSpan.TicksPerMinute));
        }
        return ref p;
    }
}
