using System.Numerics;

namespace NetSerializer.Tests.Wire.Bulk;

/// <summary>The block form of docs/wire-format.md word for word, over lists and 128-bit numbers, to compare the codec with.</summary>
internal static class ReferenceBlocks
{
    public static byte[] Encode<T>(T[] elements) where T : IBinaryInteger<T>, IMinMaxValue<T>
    {
        bool signed = T.MinValue < T.Zero;
        Int128[] values = elements.Select(element => Int128.CreateChecked(element)).ToArray();
        int width = SmallestWidth(elements);
        int baseWidth = 0;
        while (values.Count(value => !Fits(value, baseWidth, signed)) > (baseWidth == width ? 0 : values.Length / 8))
        {
            baseWidth++;
        }

        List<byte> bytes = [(byte)(baseWidth | (width << 2))];
        List<int> exceptions = Enumerable.Range(0, values.Length).Where(index => !Fits(values[index], baseWidth, signed)).ToList();
        if (baseWidth != width)
        {
            bytes.Add((byte)exceptions.Count);
        }

        foreach (Int128 value in values)
        {
            AddTruncated(bytes, value, baseWidth);
        }

        bytes.AddRange(exceptions.Select(index => (byte)index));
        foreach (int index in exceptions)
        {
            AddTruncated(bytes, values[index], width);
        }

        return bytes.ToArray();
    }

    public static int SmallestWidth<T>(T[] elements) where T : IBinaryInteger<T>, IMinMaxValue<T>
    {
        bool signed = T.MinValue < T.Zero;
        return Enumerable.Range(0, 4).First(width => elements.All(element => Fits(Int128.CreateChecked(element), width, signed)));
    }

    public static byte[] Truncate<T>(T[] elements, int log2Width) where T : IBinaryInteger<T>
    {
        List<byte> bytes = [];
        foreach (T element in elements)
        {
            AddTruncated(bytes, Int128.CreateChecked(element), log2Width);
        }

        return bytes.ToArray();
    }

    private static bool Fits(Int128 value, int log2Width, bool signed)
    {
        Int128 range = Int128.One << (8 << log2Width);
        return signed ? value >= -(range / 2) && value < range / 2 : value >= 0 && value < range;
    }

    private static void AddTruncated(List<byte> bytes, Int128 value, int log2Width)
    {
        for (int number = 0; number < 1 << log2Width; number++)
        {
            bytes.Add((byte)(int)((value >> (8 * number)) & 0xFF));
        }
    }
}
