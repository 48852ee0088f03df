using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire.Bulk;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

[TestFixture]
internal sealed class CheckedCopyTests
{
    private delegate bool Copy<T>(ref byte source, ref T destination, int count);

    private static readonly int[] Lengths = Enumerable.Range(0, 70).Append(300).Append(1_001).ToArray();

    private readonly GuardedMemory _input = new();
    private readonly GuardedMemory _output = new();

    [OneTimeTearDown]
    public void Release()
    {
        _input.Dispose();
        _output.Dispose();
    }

    [Test]
    public void ValidElementsAreCopied([Values] bool atEnd)
    {
        Random random = new(1);
        foreach (int length in Lengths)
        {
            AssertCopied(CheckedCopy.Decimals, Many(length, () => RandomDecimal(random)), atEnd);
            AssertCopied(CheckedCopy.DecimalsScalar, Many(length, () => RandomDecimal(random)), atEnd);
            AssertCopied(CheckedCopy.DateTimes, Many(length, () => RandomDateTime(random)), atEnd);
            AssertCopied(CheckedCopy.TimeOnlys, Many(length, () => new TimeOnly(random.NextInt64(TimeSpan.TicksPerDay))), atEnd);
        }
    }

    [Test]
    public void OneInvalidElementAnywhereIsNoticed()
    {
        foreach (int length in Lengths.Where(length => length is > 0 and <= 70))
        {
            for (int position = 0; position < length; position++)
            {
                foreach (uint flags in new uint[] { 1, 0x8000, 29 << 16, 0xFF << 16, 0x0100_0000, 0x4000_0000, 0x801C_0001, 0x801D_0000, 0xFFFF_FFFF })
                {
                    decimal[] decimals = new decimal[length];
                    MemoryMarshal.Cast<decimal, uint>(decimals.AsSpan())[4 * position] = flags;
                    AssertRejected(CheckedCopy.Decimals, decimals, $"flags {flags:X8} at {position} of {length}");
                    AssertRejected(CheckedCopy.DecimalsScalar, decimals, $"flags {flags:X8} at {position} of {length}");
                }

                foreach (ulong ticks in new ulong[] { (ulong)DateTime.MaxValue.Ticks + 1, ulong.MaxValue >> 2, 3UL << 60 })
                {
                    for (ulong kind = 0; kind < 4; kind++)
                    {
                        ulong[] dates = new ulong[length];
                        dates[position] = ticks | (kind << 62);
                        AssertRejected<ulong, DateTime>(CheckedCopy.DateTimes, dates, $"{dates[position]:X} at {position} of {length}");
                    }
                }

                foreach (ulong ticks in new ulong[] { (ulong)TimeOnly.MaxValue.Ticks + 1, 1UL << 40, 1UL << 62, 1UL << 63, ulong.MaxValue })
                {
                    ulong[] times = new ulong[length];
                    times[position] = ticks;
                    AssertRejected<ulong, TimeOnly>(CheckedCopy.TimeOnlys, times, $"{ticks:X} at {position} of {length}");
                }
            }
        }
    }

    [Test]
    public void DateTimesHaveTheMemoryThisFormatAssumes()
    {
        ulong[] bits = [5, 5 | (1UL << 62), 5 | (2UL << 62), 5 | (3UL << 62), (ulong)DateTime.MaxValue.Ticks | (3UL << 62)];
        DateTime[] dates = new DateTime[bits.Length];
        bool valid = CheckedCopy.DateTimes(ref MemoryMarshal.AsBytes(bits.AsSpan())[0], ref dates[0], bits.Length);
        Assert.That(valid, Is.True);
        Assert.That(dates.Take(4).Select(date => date.Ticks), Is.All.EqualTo(5));
        Assert.That(dates[4].Ticks, Is.EqualTo(DateTime.MaxValue.Ticks));
        Assert.That(
            dates.Select(date => date.Kind),
            Is.EqualTo(new[] { DateTimeKind.Unspecified, DateTimeKind.Utc, DateTimeKind.Local, DateTimeKind.Local, DateTimeKind.Local }));
    }

    [Test]
    public void DecimalsHaveTheMemoryThisFormatAssumes()
    {
        decimal[] elements = [-123.230m, decimal.MaxValue];
        string hex = Convert.ToHexString(MemoryMarshal.AsBytes(elements.AsSpan()));
        Assert.That(hex, Is.EqualTo("00000380" + "00000000" + "5EE1010000000000" + "00000000" + "FFFFFFFF" + "FFFFFFFFFFFFFFFF"));
    }

    [Test]
    public void OneNumberThatIsNotFiniteIsNoticed([Values] bool atEnd)
    {
        Random random = new(3);
        foreach (int length in Lengths)
        {
            Half[] halves = Many(length, () => random.Next(2) == 0 ? Half.MaxValue : (Half)random.NextSingle());
            float[] singles = Many(length, () => random.Next(2) == 0 ? float.MinValue : random.NextSingle());
            double[] doubles = Many(length, () => random.Next(2) == 0 ? double.MaxValue : -random.NextDouble());
            Assert.That(CheckedCopy.FiniteHalves(ref First(_input.Place<Half>(halves, atEnd)), length), Is.True);
            Assert.That(CheckedCopy.FiniteSingles(ref First(_input.Place<float>(singles, atEnd)), length), Is.True);
            Assert.That(CheckedCopy.FiniteDoubles(ref First(_input.Place<double>(doubles, atEnd)), length), Is.True);
            for (int position = 0; position < Math.Min(length, 70); position++)
            {
                foreach (double special in new[] { double.NaN, double.PositiveInfinity, double.NegativeInfinity })
                {
                    Assert.That(CheckedCopy.FiniteHalves(ref With(halves, position, (Half)special)[0], length), Is.False);
                    Assert.That(CheckedCopy.FiniteSingles(ref With(singles, position, (float)special)[0], length), Is.False);
                    Assert.That(CheckedCopy.FiniteDoubles(ref With(doubles, position, special)[0], length), Is.False);
                }
            }
        }
    }

    private void AssertCopied<T>(Copy<T> copy, T[] elements, bool atEnd) where T : unmanaged
    {
        Span<byte> source = _input.Place<byte>(MemoryMarshal.AsBytes(elements.AsSpan()), atEnd);
        Span<T> copied = _output.Reserve<T>(elements.Length, atEnd);
        Assert.That(copy(ref First(source), ref First(copied), elements.Length), Is.True, $"{elements.Length} of {typeof(T)}");
        Assert.That(MemoryMarshal.AsBytes(copied).SequenceEqual(source), Is.True, $"{elements.Length} of {typeof(T)}");
    }

    private void AssertRejected<T>(Copy<T> copy, T[] elements, string what) where T : unmanaged =>
        AssertRejected<T, T>(copy, elements, what);

    private void AssertRejected<TBits, T>(Copy<T> copy, TBits[] elements, string what) where TBits : unmanaged where T : unmanaged
    {
        Span<byte> source = _input.Place<byte>(MemoryMarshal.AsBytes(elements.AsSpan()));
        Assert.That(Unsafe.SizeOf<T>(), Is.EqualTo(Unsafe.SizeOf<TBits>()));
        Assert.That(copy(ref First(source), ref First(_output.Reserve<T>(elements.Length)), elements.Length), Is.False, what);
    }

    private static T[] With<T>(T[] elements, int position, T value)
    {
        T[] changed = [.. elements];
        changed[position] = value;
        return changed;
    }

    private static T[] Many<T>(int length, Func<T> create) => Enumerable.Range(0, length).Select(_ => create()).ToArray();

    private static decimal RandomDecimal(Random random) =>
        new(random.Next(int.MinValue, int.MaxValue), random.Next(), random.Next(), random.Next(2) == 0, (byte)random.Next(29));

    private static DateTime RandomDateTime(Random random) =>
        new(random.NextInt64(DateTime.MaxValue.Ticks + 1), (DateTimeKind)random.Next(3));

    private static ref T First<T>(Span<T> span) => ref MemoryMarshal.GetReference(span);
}
