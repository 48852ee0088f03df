using System.Runtime.CompilerServices;
using NetSerializer.Wire.Bulk;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Wire.Columns;

/// <summary>Dates: the numbers of their days.</summary>
internal readonly struct DateOnlyColumns : IElementCodec<DateOnly>
{
    /// <summary>The fewest bytes of a date.</summary>
    public const int LeastSize = 1;

    public static int LeastBytes(ObjectDispatch model) => LeastSize;

    public static bool HasMode => true;

    [SkipLocalsInit]
    public static ref byte WriteBlock(scoped ref WireWriter w, ref byte p, scoped ref DateOnly source, int count)
    {
        Span<int> days = stackalloc int[IntegerBlocks.BlockLength];
        for (int i = 0; i < count; i++)
        {
            days[i] = Unsafe.Add(ref source, i).DayNumber;
        }
        return ref IntegerCodec<int, int>.WriteBlock(ref w, ref p, ref days[0], count);
    }

    [SkipLocalsInit]
    public static ref byte ReadBlock(scoped ref WireReader r, ref byte p, scoped ref DateOnly destination, int count)
    {
        long block = r.Position(ref p);
        Span<int> days = stackalloc int[IntegerBlocks.BlockLength];
        p = ref IntegerCodec<int, int>.ReadBlock(ref r, ref p, ref days[0], count);
        for (int i = 0; i < count; i++)
        {
            if ((uint)days[i] > (uint)DateOnly.MaxValue.DayNumber)
            {
                r.FailAt(ref p, ErrorCode.ValueOutOfRange, block, "A DateOnly after the year 9999.");
            }
            Unsafe.Add(ref destination, i) = DateOnly.FromDayNumber(days[i]);
        }
        return ref p;
    }
}
