using System.Runtime.InteropServices;
using NetSerializer.Wire.Bulk;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

[TestFixture]
internal sealed class BitPackingTests
{
    private static readonly int[] Lengths = Enumerable.Range(0, 300).Append(1_000).Append(4_099).ToArray();

    private readonly GuardedMemory _input = new();
    private readonly GuardedMemory _output = new();

    [OneTimeTearDown]
    public void Release()
    {
        _input.Dispose();
        _output.Dispose();
    }

    [Test]
    public void BitsArePackedLowFirstAndReadBack([Values] bool atEnd, [Values(1, 50, 99)] int percentTrue)
    {
        Random random = new(percentTrue);
        foreach (int length in Lengths)
        {
            bool[] elements = Enumerable.Range(0, length).Select(_ => random.Next(100) < percentTrue).ToArray();
            byte[] expected = Reference(elements);
            Span<bool> source = _input.Place<bool>(elements, atEnd);
            Span<byte> packed = _output.Reserve<byte>(expected.Length, atEnd);
            BitPacking.Pack(ref First(source), length, ref First(packed));
            Assert.That(packed.SequenceEqual(expected), Is.True, $"{length} elements");
            packed.Clear();
            BitPacking.PackScalar(ref First(MemoryMarshal.AsBytes(source)), 0, length, ref First(packed));
            Assert.That(packed.SequenceEqual(expected), Is.True, $"{length} elements, scalar");

            Span<byte> bytes = _input.Place<byte>(expected, atEnd);
            Span<bool> unpacked = _output.Reserve<bool>(length, atEnd);
            Assert.That(BitPacking.Unpack(ref First(bytes), length, ref First(unpacked)), Is.True);
            Assert.That(unpacked.SequenceEqual(elements), Is.True, $"{length} elements");
            MemoryMarshal.AsBytes(unpacked).Fill(7);
            BitPacking.UnpackScalar(ref First(bytes), 0, length, ref First(MemoryMarshal.AsBytes(unpacked)));
            Assert.That(unpacked.SequenceEqual(elements), Is.True, $"{length} elements, scalar");
        }
    }

    [Test]
    public void UnpackedElementsAreTheBytesZeroAndOne()
    {
        byte[] packed = Enumerable.Range(0, 256).Select(value => (byte)value).ToArray();
        bool[] elements = new bool[2048];
        Assert.That(BitPacking.Unpack(ref packed[0], 2048, ref elements[0]), Is.True);
        Assert.That(MemoryMarshal.AsBytes(elements.AsSpan()).ToArray(), Is.All.InRange(0, 1));
        Assert.That(Reference(elements), Is.EqualTo(packed));
    }

    [Test]
    public void AnyByteButZeroIsTrue()
    {
        for (int length = 1; length < 100; length++)
        {
            for (int value = 1; value < 256; value += 9)
            {
                byte[] memory = new byte[length];
                memory[length - 1] = (byte)value;
                memory[length / 2] = (byte)value;
                bool[] expected = memory.Select(element => element != 0).ToArray();
                byte[] packed = new byte[(length + 7) / 8];
                BitPacking.Pack(ref MemoryMarshal.Cast<byte, bool>(memory.AsSpan())[0], length, ref packed[0]);
                Assert.That(packed, Is.EqualTo(Reference(expected)), $"{value} in {length}");
            }
        }
    }

    [Test]
    public void EveryUnusedBitIsRejectedWhenSet()
    {
        for (int length = 1; length < 100; length++)
        {
            byte[] packed = new byte[(length + 7) / 8];
            bool[] elements = new bool[length];
            for (int bit = length; bit < 8 * packed.Length; bit++)
            {
                packed[^1] = (byte)(1 << (bit & 7));
                Assert.That(BitPacking.Unpack(ref packed[0], length, ref elements[0]), Is.False, $"bit {bit} of {length}");
            }
        }
    }

    [Test]
    public void GoldenBytes()
    {
        bool[] elements = [true, false, false, true, true, false, true, true, false, true];
        byte[] packed = new byte[2];
        BitPacking.Pack(ref elements[0], elements.Length, ref packed[0]);
        Assert.That(Convert.ToHexString(packed), Is.EqualTo("D902"));
    }

    private static byte[] Reference(bool[] elements)
    {
        byte[] packed = new byte[(elements.Length + 7) / 8];
        for (int index = 0; index < elements.Length; index++)
        {
            packed[index / 8] |= (byte)(elements[index] ? 1 << (index % 8) : 0);
        }

        return packed;
    }

    private static ref T First<T>(Span<T> span) => ref MemoryMarshal.GetReference(span);
}
