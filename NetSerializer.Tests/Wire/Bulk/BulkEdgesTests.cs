using System.Runtime.InteropServices;
using NetSerializer.Wire.Bulk;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

/// <summary>The largest and the least values that a rule tells apart, each in arrays of every length that takes another path.</summary>
[TestFixture]
internal sealed class BulkEdgesTests
{
    private delegate bool Check<T>(ref T elements, int count);

    [Test]
    public void EachOfThe255BytesThatAreNotZeroIsTrue()
    {
        for (int length = 1; length <= 48; length++)
        {
            for (int value = 1; value < 256; value++)
            {
                byte[] memory = new byte[length];
                memory[^1] = (byte)value;
                byte[] expected = new byte[(length + 7) / 8], packed = new byte[expected.Length], scalar = new byte[expected.Length];
                expected[^1] = (byte)(1 << ((length - 1) % 8));
                BitPacking.Pack(ref MemoryMarshal.Cast<byte, bool>(memory.AsSpan())[0], length, ref packed[0]);
                BitPacking.PackScalar(ref memory[0], 0, length, ref scalar[0]);
                Assert.That(packed, Is.EqualTo(expected), $"{value:X2} as the last of {length}");
                Assert.That(scalar, Is.EqualTo(expected), $"{value:X2} as the last of {length}, scalar");
            }
        }
    }

    [Test]
    public void TheLastTicksOfADayAndOfTheCalendarAreTakenAndTheNextAreNot()
    {
        for (int length = 1; length <= 20; length++)
        {
            for (int position = 0; position < length; position++)
            {
                AssertLargest<TimeOnly>(ElementChecks.AreTimeOnlys, TimeOnly.MaxValue.Ticks, length, position);
                for (ulong kind = 0; kind < 4; kind++)
                {
                    AssertLargest<DateTime>(ElementChecks.AreDateTimes, DateTime.MaxValue.Ticks | (long)(kind << 62), length, position);
                }
            }
        }
    }

    [Test]
    public void OfTheFlagsOfADecimalOnlyTheSignAndTheScalesUpTo28AreTaken()
    {
        for (int bit = 0; bit < 32; bit++)
        {
            AssertFlags(1U << bit, bit is >= 16 and <= 20 or 31);
        }

        for (uint scale = 0; scale < 256; scale++)
        {
            AssertFlags(scale << 16, scale <= 28);
            AssertFlags((scale << 16) | (1U << 31), scale <= 28);
        }
    }

    private static void AssertLargest<T>(Check<T> check, long largest, int length, int position) where T : unmanaged
    {
        long[] ticks = new long[length];
        ref T elements = ref MemoryMarshal.Cast<long, T>(ticks.AsSpan())[0];
        ticks[position] = largest;
        Assert.That(check(ref elements, length), Is.True, $"{largest:X} at {position} of {length}");
        ticks[position] = largest + 1;
        Assert.That(check(ref elements, length), Is.False, $"{largest + 1:X} at {position} of {length}");
    }

    private static void AssertFlags(uint flags, bool valid)
    {
        for (int length = 1; length <= 6; length++)
        {
            for (int position = 0; position < length; position++)
            {
                decimal[] elements = new decimal[length];
                MemoryMarshal.Cast<decimal, uint>(elements.AsSpan())[4 * position] = flags;
                Assert.That(ElementChecks.AreDecimals(ref elements[0], length), Is.EqualTo(valid), $"{flags:X8} at {position} of {length}");
            }
        }
    }
}
