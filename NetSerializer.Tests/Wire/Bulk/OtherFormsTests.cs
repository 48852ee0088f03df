using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire.Bulk;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

/// <summary>A block has one form: whatever else stands for the same elements is refused, about values on either side of every border of a width.</summary>
[TestFixture(typeof(short))]
[TestFixture(typeof(ushort))]
[TestFixture(typeof(char))]
[TestFixture(typeof(int))]
[TestFixture(typeof(uint))]
[TestFixture(typeof(long))]
[TestFixture(typeof(ulong))]
internal sealed class OtherFormsTests<T> where T : unmanaged, IBinaryInteger<T>, IMinMaxValue<T>
{
    private static readonly int s_fullWidth = BitOperations.Log2((uint)Unsafe.SizeOf<T>());

    private readonly GuardedMemory _input = new();
    private readonly GuardedMemory _output = new();

    [OneTimeTearDown]
    public void Release()
    {
        _input.Dispose();
        _output.Dispose();
    }

    [TestCase(1)]
    [TestCase(8)]
    [TestCase(33)]
    [TestCase(128)]
    public void NoOtherBasesWidthsOrExceptionsStandForTheSameElements(int count)
    {
        int refused = 0;
        foreach (T[] elements in Elements(count))
        {
            byte[] form = ReferenceBlocks.Encode(elements);
            Assert.That(Decode(form, elements), Is.EqualTo(form.Length), () => $"{Convert.ToHexString(form)} is the form");
            foreach (byte[] other in OtherForms(elements).Where(other => !other.SequenceEqual(form)))
            {
                Assert.That(Decode(other), Is.EqualTo(IntegerBlocks.Malformed), () => $"{Convert.ToHexString(other)} for {Convert.ToHexString(form)}");
                refused++;
            }
        }

        Assert.That(refused, Is.GreaterThan(20));

        int Decode(byte[] bytes, T[]? expected = null)
        {
            Span<byte> placed = _input.Place<byte>(bytes);
            Span<T> decoded = _output.Reserve<T>(count);
            int consumed = IntegerBlocks.DecodeBlock(ref MemoryMarshal.GetReference(placed), placed.Length, ref MemoryMarshal.GetReference(decoded), count);
            Assert.That(expected == null || decoded.SequenceEqual(expected));
            return consumed;
        }
    }

    // One, as many as may be exceptions, one more, and all are the value of a border, among numbers of one, two and four bytes.
    private static IEnumerable<T[]> Elements(int count)
    {
        foreach (T border in Borders())
        {
            foreach (int many in new[] { 1, count / 8, (count / 8) + 1, count }.Distinct().Where(many => many > 0 && many <= count))
            {
                foreach (int others in many == count ? [0] : new[] { 0, 1_000, 100_000 })
                {
                    yield return Enumerable.Range(0, count)
                        .Select(index => index >= count - many ? border : T.CreateTruncating(others + (index % 100))).ToArray();
                }
            }
        }
    }

    private static IEnumerable<T> Borders() =>
        from bits in new[] { 7, 8, 15, 16, 31, 32, 63 }
        from sign in new[] { 1, -1 }
        from step in new[] { -1, 0, 1 }
        let border = T.CreateTruncating((sign * (Int128.One << bits)) + step)
        group border by border into same
        select same.Key;

    private static IEnumerable<byte[]> OtherForms(T[] elements)
    {
        byte[] form = ReferenceBlocks.Encode(elements);
        int[] widths = elements.Select(element => ReferenceBlocks.SmallestWidth([element])).ToArray();
        for (int bit = 4; bit < 8; bit++)
        {
            yield return [(byte)(form[0] | (1 << bit)), .. form[1..]];
        }

        for (int width = widths.Max(); width <= s_fullWidth; width++)
        {
            yield return [(byte)(width | (width << 2)), .. ReferenceBlocks.Truncate(elements, width)];
            if (width > 0)
            {
                yield return Masked(elements, widths, width);
            }

            for (int low = 0; low < width; low++)
            {
                foreach (byte[] patched in PatchedForms(elements, widths, low, width))
                {
                    yield return patched;
                }
            }
        }
    }

    // With a bit for each element that tells which are wide, the low halves of all, and the high halves of the wide ones: no mode stands for that.
    private static byte[] Masked(T[] elements, int[] widths, int width)
    {
        byte[] mask = new byte[(elements.Length + 7) / 8];
        T[] wide = elements.Where((_, index) => widths[index] >= width).ToArray();
        for (int index = 0; index < elements.Length; index++)
        {
            mask[index / 8] |= (byte)(widths[index] >= width ? 1 << (index % 8) : 0);
        }

        byte[] lows = ReferenceBlocks.Truncate(elements, width - 1), highs = ReferenceBlocks.Truncate([.. wide.Select(High)], width - 1);
        return [(byte)(16 | (width << 2) | (width - 1)), .. mask, .. lows, .. highs];

        T High(T element) => element >> (8 << (width - 1));
    }

    private static IEnumerable<byte[]> PatchedForms(T[] elements, int[] widths, int low, int width)
    {
        int[] wide = Enumerable.Range(0, elements.Length).Where(index => widths[index] > low).ToArray();
        int[] narrow = Enumerable.Range(0, elements.Length).Where(index => widths[index] <= low).ToArray();
        byte[] patched = Patched(elements, low, width, wide);
        yield return patched;
        foreach (int fitting in narrow.Take(1).Concat(narrow.TakeLast(1)))
        {
            yield return Patched(elements, low, width, [.. wide.Append(fitting).Order()]);
        }

        foreach (int position in wide.Take(1).Concat(wide.TakeLast(1)))
        {
            // Twice in the list, with its value each time, and with another first that the second replaces.
            int[] twice = [.. wide.Append(position).Order()];
            yield return Patched(elements, low, width, twice);
            yield return Patched(elements, low, width, twice, Array.IndexOf(twice, position));

            // What the exception replaces has its low bytes.
            for (int number = 0; number < 1 << low; number++)
            {
                byte[] changed = [.. patched];
                changed[2 + (position << low) + number] ^= 0x10;
                yield return changed;
            }
        }
    }

    private static byte[] Patched(T[] elements, int low, int width, int[] positions, int changed = -1)
    {
        T[] values = positions.Select(position => elements[position]).ToArray();
        if (changed >= 0)
        {
            values[changed] ^= T.One << (8 << low);
        }

        byte[] listed = positions.Select(position => (byte)position).ToArray();
        byte[] cut = ReferenceBlocks.Truncate(elements, low);
        return [(byte)(low | (width << 2)), (byte)listed.Length, .. cut, .. listed, .. ReferenceBlocks.Truncate(values, width)];
    }
}
