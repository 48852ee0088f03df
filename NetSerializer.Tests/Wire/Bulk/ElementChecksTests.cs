using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire.Bulk;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

[TestFixture]
internal sealed class ElementChecksTests
{
    private delegate bool Check<T>(ref T elements, int count);

    private static readonly int[] Lengths = Enumerable.Range(0, 70).Append(300).Append(1_001).ToArray();

    private readonly GuardedMemory _memory = new();

    [OneTimeTearDown]
    public void Release() => _memory.Dispose();

    [Test]
    public void ValidElementsAreTaken([Values] bool atEnd)
    {
        Random random = new(1);
        foreach (int length in Lengths)
        {
            AssertTaken(ElementChecks.AreDecimals, Many(length, () => RandomDecimal(random)), atEnd);
            AssertTaken(ElementChecks.AreDateTimes, Many(length, () => RandomDateTime(random)), atEnd);
            AssertTaken(ElementChecks.AreTimeOnlys, Many(length, () => new TimeOnly(random.NextInt64(TimeSpan.TicksPerDay))), atEnd);
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
                    AssertRejected<decimal, decimal>(ElementChecks.AreDecimals, decimals, $"flags {flags:X8} at {position} of {length}");
                }

                foreach (ulong ticks in new ulong[] { (ulong)DateTime.MaxValue.Ticks + 1, ulong.MaxValue >> 2, 3UL << 60 })
                {
                    for (ulong kind = 0; kind < 4; kind++)
                    {
                        ulong[] dates = new ulong[length];
                        dates[position] = ticks | (kind << 62);
                        AssertRejected<ulong, DateTime>(ElementChecks.AreDateTimes, dates, $"{dates[position]:X} at {position} of {length}");
                    }
                }

                foreach (ulong ticks in new ulong[] { (ulong)TimeOnly.MaxValue.Ticks + 1, 1UL << 40, 1UL << 62, 1UL << 63, ulong.MaxValue })
                {
                    ulong[] times = new ulong[length];
                    times[position] = ticks;
                    AssertRejected<ulong, TimeOnly>(ElementChecks.AreTimeOnlys, times, $"{ticks:X} at {position} of {length}");
                }
            }
        }
    }

    [Test]
    public void DateTimesHaveTheMemoryThisFormatAssumes()
    {
        ulong[] bits = [5, 5 | (1UL << 62), 5 | (2UL << 62), 5 | (3UL << 62), (ulong)DateTime.MaxValue.Ticks | (3UL << 62)];
        DateTime[] dates = MemoryMarshal.Cast<ulong, DateTime>(bits).ToArray();
        Assert.That(ElementChecks.AreDateTimes(ref dates[0], dates.Length), Is.True);
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
            Assert.That(ElementChecks.AreFinite(ref First(_memory.Place<Half>(halves, atEnd)), length), Is.True);
            Assert.That(ElementChecks.AreFinite(ref First(_memory.Place<float>(singles, atEnd)), length), Is.True);
            Assert.That(ElementChecks.AreFinite(ref First(_memory.Place<double>(doubles, atEnd)), length), Is.True);
            for (int position = 0; position < Math.Min(length, 70); position++)
            {
                foreach (double special in new[] { double.NaN, double.PositiveInfinity, double.NegativeInfinity })
                {
                    Assert.That(ElementChecks.AreFinite(ref With(halves, position, (Half)special)[0], length), Is.False);
                    Assert.That(ElementChecks.AreFinite(ref With(singles, position, (float)special)[0], length), Is.False);
                    Assert.That(ElementChecks.AreFinite(ref With(doubles, position, special)[0], length), Is.False);
                }
            }
        }
    }

    /// <summary>The elements on both sides of a bound, in arrays of every length that takes another path, with vectors and without.</summary>
    [Test]
    public void TheScalarLoopSaysTheSame()
    {
        Random random = new(4);
        foreach (int length in Lengths.Where(length => length > 0))
        {
            float[] singles = Many(length, () => random.Next(length) == 0 ? float.NaN : random.NextSingle());
            ref uint bits = ref MemoryMarshal.Cast<float, uint>(singles.AsSpan())[0];
            bool expected = singles.All(float.IsFinite);
            Assert.That(ElementChecks.AreFinite(ref singles[0], length), Is.EqualTo(expected));
            Assert.That(ElementChecks.AreBoundedScalar<uint>(ref bits, length, int.MaxValue, 0x7F7F_FFFF), Is.EqualTo(expected));
        }
    }

    private void AssertTaken<T>(Check<T> check, T[] elements, bool atEnd) where T : unmanaged =>
        Assert.That(check(ref First(_memory.Place<T>(elements, atEnd)), elements.Length), Is.True, $"{elements.Length} of {typeof(T)}");

    private void AssertRejected<TBits, T>(Check<T> check, TBits[] elements, string what) where TBits : unmanaged where T : unmanaged
    {
        Assert.That(Unsafe.SizeOf<T>(), Is.EqualTo(Unsafe.SizeOf<TBits>()));
        Assert.That(check(ref First(MemoryMarshal.Cast<TBits, T>(_memory.Place<TBits>(elements))), elements.Length), Is.False, what);
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
