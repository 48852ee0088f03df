using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire.Bulk;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

/// <summary>
/// What holds for every integer type. The vector paths in use depend on the machine; the others run with the
/// environment variables DOTNET_EnableAVX2=0 and DOTNET_EnableHWIntrinsic=0.
/// </summary>
[TestFixture(typeof(short))]
[TestFixture(typeof(ushort))]
[TestFixture(typeof(char))]
[TestFixture(typeof(int))]
[TestFixture(typeof(uint))]
[TestFixture(typeof(long))]
[TestFixture(typeof(ulong))]
internal sealed class IntegerBlocksTests<T> where T : unmanaged, IBinaryInteger<T>, IMinMaxValue<T>
{
    private readonly GuardedMemory _input = new();
    private readonly GuardedMemory _output = new();

    [OneTimeTearDown]
    public void Release()
    {
        _input.Dispose();
        _output.Dispose();
    }

    [TestCaseSource(typeof(IntegerSamples), nameof(IntegerSamples.Distributions))]
    public void ABlockIsTheReferenceEncodingAndReadsBack(string distribution)
    {
        Random random = new(1);
        for (int count = 1; count <= IntegerBlocks.BlockLength; count++)
        {
            T[] elements = IntegerSamples.Create<T>(random, distribution, count);
            byte[] expected = ReferenceBlocks.Encode(elements);
            foreach (bool atEnd in new[] { false, true })
            {
                byte[] encoded = Encode(elements, atEnd);
                Assert.That(encoded, Is.EqualTo(expected), $"{count} elements");

                Span<byte> placed = _input.Place<byte>(encoded, atEnd);
                Span<T> decoded = _output.Reserve<T>(count, atEnd);
                int consumed = IntegerBlocks.DecodeBlock(ref First(placed), placed.Length, ref First(decoded), count);
                Assert.That(consumed, Is.EqualTo(encoded.Length));
                Assert.That(decoded.SequenceEqual(elements), Is.True, $"{count} elements");
            }
        }
    }

    /// <summary>A few elements that just do not fit among those that just do, wherever they stand.</summary>
    [Test]
    public void ExceptionsAtTheBoundsAreListed([Values(47, 127, 128)] int count)
    {
        Random random = new(9);
        bool isSigned = T.IsNegative(T.MinValue);
        for (int width = 0; 1 << width < Unsafe.SizeOf<T>(); width++)
        {
            int bits = (8 << width) - (isSigned ? 1 : 0);
            T largest = T.CreateTruncating((1L << bits) - 1), smallest = isSigned ? ~largest : T.Zero;
            T[] fitting = [T.Zero, largest, smallest], wider = [largest + T.One, isSigned ? smallest - T.One : T.MaxValue, T.MaxValue, T.MinValue];
            for (int exceptions = 1; exceptions <= count / 8; exceptions++)
            {
                T[] elements = random.GetItems(fitting, count);
                foreach (int place in Enumerable.Range(0, count).OrderBy(_ => random.Next()).Take(exceptions))
                {
                    elements[place] = random.GetItems(wider, 1)[0];
                }
                byte[] expected = ReferenceBlocks.Encode(elements), encoded = Encode(elements, atEnd: true);
                Assert.That(encoded, Is.EqualTo(expected), $"{exceptions} do not fit {1 << width} bytes");
                T[] decoded = new T[count];
                Assert.That(IntegerBlocks.DecodeBlock(ref encoded[0], encoded.Length, ref decoded[0], count), Is.EqualTo(encoded.Length));
                Assert.That(decoded, Is.EqualTo(elements));
            }
        }
    }

    /// <summary>What follows a block does not matter, and is not taken.</summary>
    [TestCaseSource(typeof(IntegerSamples), nameof(IntegerSamples.Distributions))]
    public void ABlockReadsBackWhateverFollows(string distribution)
    {
        Random random = new(8);
        foreach (int count in new[] { 32, 47, 127, 128 })
        {
            for (int behind = 1; behind <= 600; behind += behind < 70 ? 1 : 53)
            {
                T[] elements = IntegerSamples.Create<T>(random, distribution, count);
                byte[] expected = ReferenceBlocks.Encode(elements);
                Span<byte> placed = _input.Place<byte>([.. expected, .. Any(random, behind)]);
                Span<T> decoded = _output.Reserve<T>(count);
                Assert.That(IntegerBlocks.DecodeBlock(ref First(placed), placed.Length, ref First(decoded), count), Is.EqualTo(expected.Length));
                Assert.That(decoded.SequenceEqual(elements), Is.True, $"{count} elements, {behind} bytes behind");
            }
        }
    }

    [TestCaseSource(typeof(IntegerSamples), nameof(IntegerSamples.Distributions))]
    public void EveryPrefixOfABlockIsTruncated(string distribution)
    {
        Random random = new(2);
        foreach (int count in new[] { 1, 7, 8, 31, 33, 127, 128 })
        {
            byte[] encoded = ReferenceBlocks.Encode(IntegerSamples.Create<T>(random, distribution, count));
            for (int length = 0; length < encoded.Length; length++)
            {
                Span<byte> prefix = _input.Place<byte>(encoded.AsSpan(0, length));
                Span<T> decoded = _output.Reserve<T>(count);
                int consumed = IntegerBlocks.DecodeBlock(ref First(prefix), length, ref First(decoded), count);
                Assert.That(consumed, Is.EqualTo(IntegerBlocks.Truncated), $"{length} of {encoded.Length} bytes");
            }
        }
    }

    [TestCaseSource(typeof(IntegerSamples), nameof(IntegerSamples.Distributions))]
    public void MutatedBytesAreRejectedOrTheOnlyEncodingOfWhatTheyDecodeTo(string distribution)
    {
        Random random = new(3);
        int accepted = 0;
        for (int round = 0; round < 1_000; round++)
        {
            int count = random.Next(8) switch { < 2 => 128, < 4 => random.Next(1, 129), _ => random.Next(1, 33) };
            byte[] bytes = ReferenceBlocks.Encode(IntegerSamples.Create<T>(random, distribution, count));
            for (int changes = random.Next(1, 4); changes > 0; changes--)
            {
                int position = random.Next(3) == 0 ? random.Next(Math.Min(3, bytes.Length)) : random.Next(bytes.Length);
                bytes[position] = random.Next(2) == 0 ? (byte)random.Next(256) : (byte)(bytes[position] ^ (1 << random.Next(8)));
            }

            byte[] behind = Any(random, random.Next(3) switch { 0 => 0, 1 => random.Next(80), _ => 640 });
            accepted += AssertRejectedOrCanonical([.. bytes, .. behind], count) ? 1 : 0;
        }

        Assert.That(accepted, Is.GreaterThan(30), "the mutations must leave enough valid blocks to mean something");
    }

    [Test]
    public void RandomBytesAreRejectedOrTheOnlyEncodingOfWhatTheyDecodeTo()
    {
        Random random = new(4);
        int accepted = 0;
        for (int round = 0; round < 30_000; round++)
        {
            int count = random.Next(1, 40);
            byte[] bytes = new byte[2 + random.Next(9 * count)];
            random.NextBytes(bytes);
            bytes[0] = (byte)random.Next(random.Next(2) == 0 ? 16 : 256);
            bytes[1] = random.Next(2) == 0 ? (byte)random.Next(1, 3) : bytes[1];
            accepted += AssertRejectedOrCanonical(bytes, count) ? 1 : 0;
        }

        Assert.That(accepted, Is.GreaterThan(100));
    }

    [TestCaseSource(typeof(IntegerSamples), nameof(IntegerSamples.Distributions))]
    public void WidthNarrowAndWidenAgreeWithTheReferenceAndTheScalarLoops(string distribution)
    {
        Random random = new(5);
        foreach (int count in Enumerable.Range(0, 300).Append(1_000).Append(4_099))
        {
            T[] elements = IntegerSamples.Create<T>(random, distribution, count);
            bool atEnd = count % 2 == 0;
            Span<T> source = _input.Place<T>(elements, atEnd);
            int width = ReferenceBlocks.SmallestWidth(elements);
            Assert.That(IntegerBlocks.SmallestWidth(ref First(source), count), Is.EqualTo(width));
            Assert.That(IntegerBlocks.Scalar.SmallestWidth(ref First(source), count), Is.EqualTo(width));
            for (int other = 0; 1 << other <= Unsafe.SizeOf<T>(); other++)
            {
                Assert.That(IntegerBlocks.IsCanonicalShort(ref First(source), count, other), Is.EqualTo(other == width));
            }

            for (int other = 0; 1 << other <= Unsafe.SizeOf<T>(); other++)
            {
                AssertNarrowAndWiden(elements, other, atEnd);
            }
        }
    }

    [Test]
    public void NoBlockIsLargerThanItsElementsAndTheModeByte()
    {
        Random random = new(6);
        foreach (string distribution in IntegerSamples.Distributions)
        {
            for (int count = 1; count <= IntegerBlocks.BlockLength; count++)
            {
                int length = ReferenceBlocks.Encode(IntegerSamples.Create<T>(random, distribution, count)).Length;
                Assert.That(length, Is.LessThanOrEqualTo(IntegerBlocks.MaxBlockBytes<T>(count)));
                Assert.That(length, Is.GreaterThan(count));
            }
        }
    }

    [Test]
    public void TheWiderMaskIsThatOfTheReferenceWithAndWithoutVectors()
    {
        Random random = new(7);
        for (int round = 0; round < 2_000; round++)
        {
            string distribution = IntegerSamples.Distributions[round % IntegerSamples.Distributions.Length];
            int count = round % 3 == 0 ? random.Next(1, 32) : 32;
            T[] elements = IntegerSamples.Create<T>(random, distribution, count);
            Span<T> source = _input.Place<T>(elements, atEnd: round % 2 == 0);
            for (int width = 0; 1 << width < Unsafe.SizeOf<T>(); width++)
            {
                uint expected = 0;
                for (int index = 0; index < count; index++)
                {
                    expected |= ReferenceBlocks.SmallestWidth([elements[index]]) > width ? 1U << index : 0;
                }

                Assert.That(IntegerBlocks.WiderMask(ref First(source), count, width), Is.EqualTo(expected));
                Assert.That(IntegerBlocks.Scalar.WiderMask(ref First(source), count, width), Is.EqualTo(expected));
            }
        }
    }

    private static byte[] Any(Random random, int count)
    {
        byte[] bytes = new byte[count];
        random.NextBytes(bytes);
        return bytes;
    }

    private byte[] Encode(T[] elements, bool atEnd)
    {
        Span<T> source = _input.Place<T>(elements, atEnd);
        Span<byte> room = _output.Reserve<byte>(IntegerBlocks.MaxBlockBytes<T>(elements.Length), atEnd);
        int length = IntegerBlocks.EncodeBlock(ref First(source), elements.Length, ref First(room));
        return room[..length].ToArray();
    }

    private bool AssertRejectedOrCanonical(byte[] bytes, int count)
    {
        Span<byte> placed = _input.Place<byte>(bytes);
        Span<T> decoded = _output.Reserve<T>(count);
        int consumed = IntegerBlocks.DecodeBlock(ref First(placed), placed.Length, ref First(decoded), count);
        if (consumed is IntegerBlocks.Truncated or IntegerBlocks.Malformed)
        {
            return false;
        }

        Assert.That(consumed, Is.InRange(1, bytes.Length));
        Assert.That(bytes[..consumed], Is.EqualTo(ReferenceBlocks.Encode(decoded.ToArray())));
        return true;
    }

    private void AssertNarrowAndWiden(T[] elements, int width, bool atEnd)
    {
        byte[] expected = ReferenceBlocks.Truncate(elements, width);
        Span<T> source = _input.Place<T>(elements, atEnd);
        Span<byte> narrow = _output.Reserve<byte>(expected.Length, atEnd);
        IntegerBlocks.Narrow(ref First(source), elements.Length, width, ref First(narrow));
        Assert.That(narrow.SequenceEqual(expected), Is.True, $"{elements.Length} elements narrowed to {1 << width}");
        narrow.Clear();
        NarrowScalar(source, width, narrow);
        Assert.That(narrow.SequenceEqual(expected), Is.True);

        int unused = 8 * (Unsafe.SizeOf<T>() - (1 << width));
        T[] extended = elements.Select(element => element << unused >> unused).ToArray();
        Span<byte> bytes = _input.Place<byte>(expected, atEnd);
        Span<T> wide = _output.Reserve<T>(elements.Length, atEnd);
        IntegerBlocks.Widen(ref First(bytes), elements.Length, width, ref First(wide));
        Assert.That(wide.SequenceEqual(extended), Is.True, $"{elements.Length} elements widened from {1 << width}");
        wide.Clear();
        WidenScalar(bytes, width, wide);
        Assert.That(wide.SequenceEqual(extended), Is.True);
    }

    private static void NarrowScalar(Span<T> source, int width, Span<byte> narrow)
    {
        switch (width)
        {
            case 0: IntegerBlocks.Scalar.Narrow<T, byte>(ref First(source), source.Length, ref First(narrow)); break;
            case 1: IntegerBlocks.Scalar.Narrow<T, ushort>(ref First(source), source.Length, ref First(narrow)); break;
            case 2: IntegerBlocks.Scalar.Narrow<T, uint>(ref First(source), source.Length, ref First(narrow)); break;
            default: IntegerBlocks.Scalar.Narrow<T, ulong>(ref First(source), source.Length, ref First(narrow)); break;
        }
    }

    private static void WidenScalar(Span<byte> bytes, int width, Span<T> wide)
    {
        switch (width)
        {
            case 0: IntegerBlocks.Scalar.Widen<byte, T>(ref First(bytes), wide.Length, ref First(wide)); break;
            case 1: IntegerBlocks.Scalar.Widen<ushort, T>(ref First(bytes), wide.Length, ref First(wide)); break;
            case 2: IntegerBlocks.Scalar.Widen<uint, T>(ref First(bytes), wide.Length, ref First(wide)); break;
            default: IntegerBlocks.Scalar.Widen<ulong, T>(ref First(bytes), wide.Length, ref First(wide)); break;
        }
    }

    private static ref TItem First<TItem>(Span<TItem> span) => ref MemoryMarshal.GetReference(span);
}
