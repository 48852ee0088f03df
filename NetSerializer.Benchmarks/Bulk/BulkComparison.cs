using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using NetSerializer.Wire.Bulk;

namespace NetSerializer.Benchmarks.Bulk;

/// <summary>The bulk codecs beside a plain copy, a varint loop and the encoders of the base library.</summary>
internal static partial class BulkComparison
{
    private const int Copies = 16;

    public static void Run(TextWriter output, string filter = "")
    {
        foreach (string distribution in new[] { "small", "mix 80/15/5", "random", "1% outliers", "two bytes" })
        {
            if (distribution.Contains(filter, StringComparison.Ordinal))
            {
                Integers(output, distribution, 1_000);
            }
        }

        foreach (int count in new[] { 4, 16 })
        {
            if ("short".Contains(filter, StringComparison.Ordinal))
            {
                Integers(output, "small", count);
            }
        }

        foreach (int length in new[] { 3, 12, 40, 1_000 })
        {
            if ("text".Contains(filter, StringComparison.Ordinal))
            {
                Text(output, "ASCII", 0x20, 0x7F, length);
            }
        }

        if ("text".Contains(filter, StringComparison.Ordinal))
        {
            Text(output, "Latin-1", 0xC0, 0x100, 1_000);
            WideText(output, 0x410, 0x450, 12);
            WideText(output, 0x410, 0x450, 1_000);
        }

        if ("copies".Contains(filter, StringComparison.Ordinal))
        {
            Checked(output);
        }
    }

    private static void Integers(TextWriter output, string distribution, int count)
    {
        Random random = new(1);
        int[] elements = Enumerable.Range(0, count * Copies).Select(_ => Element(random, distribution)).ToArray();
        byte[] raw = new byte[count * 4];
        int[] decoded = new int[count];
        byte[] work = new byte[(count * 5) + 64];
        byte[][] varints = new byte[Copies][];
        byte[][] blocks = new byte[Copies][];
        for (int copy = 0; copy < Copies; copy++)
        {
            nint length = LebCodec.Encode(ref elements[copy * count], count, ref work[0]);
            varints[copy] = [.. work.AsSpan(0, (int)length), .. new byte[16]];
            length = EncodeArray(ref elements[copy * count], count, ref work[0]);
            blocks[copy] = work.AsSpan(0, (int)length).ToArray();
        }

        string sizes = $"bulk {blocks.Average(bytes => bytes.Length) / count:F2}, varint {varints.Average(bytes => bytes.Length - 16) / count:F2} bytes each";
        Contest encode = new($"encode {count} ints, {distribution}: {sizes}");
        encode.Add("varint", Copies, passes => Each(passes, copy => LebCodec.Encode(ref elements[copy * count], count, ref work[0])));
        encode.Add("bulk", Copies, passes => Each(passes, copy => EncodeArray(ref elements[copy * count], count, ref work[0])));
        encode.Add("copy", Copies, passes => Each(passes, copy => elements.AsSpan(copy * count, count).CopyTo(decoded)));
        encode.Report(output);

        Contest decode = new($"decode {count} ints, {distribution}");
        decode.Add("varint", Copies, passes => Each(passes, copy => LebCodec.Decode(ref varints[copy][0], ref decoded[0], count)));
        decode.Add("bulk", Copies, passes => Each(passes, copy => DecodeArray(blocks[copy], decoded)));
        decode.Add("copy", Copies, passes => Each(passes, copy => elements.AsSpan(copy * count, count).CopyTo(decoded)));
        decode.Report(output);
    }

    private static void Text(TextWriter output, string alphabet, int first, int end, int length)
    {
        Random random = new(2);
        string[] texts = Enumerable.Range(0, Copies).Select(_ => RandomText(random, first, end, length)).ToArray();
        byte[] work = new byte[(3 * length) + 16];
        byte[][] narrow = texts.Select(Encoding.Latin1.GetBytes).ToArray();
        char[] decoded = new char[length + 16];
        Contest encode = new($"encode {length} chars, {alphabet}");
        encode.Add("Encoding.UTF8", Copies, passes => Each(passes, copy => Encoding.UTF8.GetBytes(texts[copy], work)));
        encode.Add("Encoding.Latin1", Copies, passes => Each(passes, copy => Encoding.Latin1.GetBytes(texts[copy], work)));
        encode.Add("bulk", Copies, passes => Each(passes, copy => Latin1.TryNarrow(ref FirstOf(texts[copy]), texts[copy].Length, ref work[0])));
        encode.Report(output);

        Contest decode = new($"decode {length} chars, {alphabet}, into given memory");
        decode.Add("Encoding.Latin1", Copies, passes => Each(passes, copy => Encoding.Latin1.GetChars(narrow[copy], decoded)));
        decode.Add("bulk", Copies, passes => Each(passes, copy => Latin1.Widen(ref narrow[copy][0], narrow[copy].Length, ref decoded[0])));
        decode.Report(output);
    }

    private static void WideText(TextWriter output, int first, int end, int length)
    {
        Random random = new(3);
        string[] texts = Enumerable.Range(0, Copies).Select(_ => RandomText(random, first, end, length)).ToArray();
        byte[] work = new byte[(3 * length) + 64];
        byte[][] utf8 = texts.Select(Encoding.UTF8.GetBytes).ToArray();
        byte[][] blocks = new byte[Copies][];
        for (int copy = 0; copy < Copies; copy++)
        {
            nint bytes = EncodeText(texts[copy], ref work[0]);
            blocks[copy] = work.AsSpan(0, (int)bytes).ToArray();
        }

        char[] decoded = new char[length];
        Contest encode = new($"encode {length} chars, Cyrillic: bulk {blocks[0].Length}, UTF-8 {utf8[0].Length} bytes");
        encode.Add("Encoding.UTF8", Copies, passes => Each(passes, copy => Encoding.UTF8.GetBytes(texts[copy], work)));
        encode.Add("bulk", Copies, passes => Each(passes, copy => EncodeText(texts[copy], ref work[0])));
        encode.Report(output);

        Contest decode = new($"decode {length} chars, Cyrillic, into given memory");
        decode.Add("Encoding.UTF8", Copies, passes => Each(passes, copy => Encoding.UTF8.GetChars(utf8[copy], decoded)));
        decode.Add("bulk", Copies, passes => Each(passes, copy => DecodeArray(blocks[copy], MemoryMarshal.Cast<char, ushort>(decoded.AsSpan()))));
        decode.Report(output);
    }

    private static void Checked(TextWriter output)
    {
        const int Count = 1_000;
        byte[] zeros = new byte[16 * Count];
        byte[] target = new byte[16 * Count];
        decimal[] decimals = new decimal[Count];
        DateTime[] dates = new DateTime[Count];
        float[] singles = new float[Count];
        bool[] flags = new bool[Count];
        Contest contest = new("1,000 elements");
        contest.Add("copy 16,000 bytes", Copies, passes => Each(passes, _ => zeros.AsSpan().CopyTo(target)));
        contest.Add("decimals checked", Copies, passes => Each(passes, _ => ElementChecks.AreDecimals(ref decimals[0], Count)));
        contest.Add("copy 8,000 bytes", Copies, passes => Each(passes, _ => zeros.AsSpan(0, 8 * Count).CopyTo(target)));
        contest.Add("dates checked", Copies, passes => Each(passes, _ => ElementChecks.AreDateTimes(ref dates[0], Count)));
        contest.Add("singles checked", Copies, passes => Each(passes, _ => ElementChecks.AreFinite(ref singles[0], Count)));
        contest.Add("copy 1,000 bytes", Copies, passes => Each(passes, _ => zeros.AsSpan(0, Count).CopyTo(target)));
        contest.Add("bools packed", Copies, passes => Each(passes, _ => BitPacking.Pack(ref flags[0], Count, ref target[0])));
        contest.Add("bools unpacked", Copies, passes => Each(passes, _ => BitPacking.Unpack(ref zeros[0], Count, ref flags[0])));
        contest.Report(output);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Each(int passes, Action<int> run)
    {
        for (; passes > 0; passes--)
        {
            for (int copy = 0; copy < Copies; copy++)
            {
                run(copy);
            }
        }
    }
}
