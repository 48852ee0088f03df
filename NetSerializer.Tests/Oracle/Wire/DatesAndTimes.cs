using System.Runtime.CompilerServices;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>The dates and times of section 2.</summary>
internal static class DatesAndTimes
{
    private const long MaxTicks = 3155378975999999999;
    private const long MaxTimeOfDay = 863999999999;
    private const ulong MaxDay = 3652058;
    private const ulong TicksMask = (1UL << 62) - 1;
    private const int MostMinutes = 840;

    public static void Write(OracleOutput output, object value)
    {
        switch (value)
        {
            case DateTime x: output.Fixed(RawBits(x), 8); break;
            case TimeSpan x: output.Fixed((ulong)x.Ticks, 8); break;
            case TimeOnly x: output.Fixed((ulong)x.Ticks, 8); break;
            case DateOnly x: Varints.Write(output, (ulong)x.DayNumber); break;
            case DateTimeOffset x:
                output.Fixed((ulong)x.Ticks, 8);
                Varints.WriteZigZag(output, x.TotalOffsetMinutes);
                break;
        }
    }

    public static object Read(OracleInput input, Type type)
    {
        int start = input.Position;
        if (type == typeof(DateTime))
            return ReadDateTime(input, start);
        if (type == typeof(DateTimeOffset))
            return ReadDateTimeOffset(input, start);
        if (type == typeof(TimeSpan))
            return new TimeSpan((long)(ulong)input.Fixed(8));
        if (type == typeof(TimeOnly))
        {
            ulong ticks = (ulong)input.Fixed(8);
            return ticks <= MaxTimeOfDay ? new TimeOnly((long)ticks) : throw OutOfRange(input, start);
        }

        if (type == typeof(DateOnly))
        {
            return Date(input, (long)Varints.Read(input, 32), start);
        }

        throw new OracleRefusal($"{type} is no scalar");
    }

    public static DateOnly Date(OracleInput input, long day, int start) =>
        day is >= 0 and <= (long)MaxDay ? DateOnly.FromDayNumber((int)day) : throw OutOfRange(input, start);

    /// <summary>A time of the ticks of a clock and the offset of a column.</summary>
    public static DateTimeOffset Time(OracleInput input, ulong ticks, long minutes, int start)
    {
        if (ticks > MaxTicks || minutes is < -MostMinutes or > MostMinutes || (long)ticks - (minutes * TimeSpan.TicksPerMinute) is < 0 or > MaxTicks)
            throw OutOfRange(input, start);
        return new DateTimeOffset((long)ticks, TimeSpan.FromMinutes(minutes));
    }

    /// <summary>The bits a DateTime holds: only they tell a local time in the second hour of a daylight-saving change.</summary>
    public static ulong RawBits(DateTime value) => Unsafe.BitCast<DateTime, ulong>(value);

    private static object ReadDateTime(OracleInput input, int start)
    {
        ulong bits = (ulong)input.Fixed(8);
        if ((bits & TicksMask) > MaxTicks)
            throw OutOfRange(input, start);
        return Unsafe.BitCast<ulong, DateTime>(bits);
    }

    private static object ReadDateTimeOffset(OracleInput input, int start)
    {
        ulong ticks = (ulong)input.Fixed(8);
        if (ticks > MaxTicks)
            throw OutOfRange(input, start);
        int offsetStart = input.Position;
        long minutes = Varints.ReadZigZag(input, 32);
        if (minutes is < -MostMinutes or > MostMinutes)
            throw OutOfRange(input, offsetStart);
        long utc = (long)ticks - (minutes * TimeSpan.TicksPerMinute);
        if (utc is < 0 or > MaxTicks)
            throw OutOfRange(input, start);
        return new DateTimeOffset((long)ticks, TimeSpan.FromMinutes(minutes));
    }

    private static OracleRejection OutOfRange(OracleInput input, int start) =>
        input.Reject(RejectionCode.DateOrTimeOutOfRange, start, "no date or time of .NET");
}
