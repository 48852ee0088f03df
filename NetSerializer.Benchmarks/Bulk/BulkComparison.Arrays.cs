using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire.Bulk;

namespace NetSerializer.Benchmarks.Bulk;

/// <content>Whole arrays and strings the way the engine puts them together, with a header of a fixed two bytes.</content>
internal static partial class BulkComparison
{
    private const int HeaderLength = 2;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nint EncodeArray<T>(ref T source, int count, ref byte destination) where T : unmanaged
    {
        nint offset = HeaderLength;
        if (count < IntegerBlocks.ShortLimit)
        {
            int width = IntegerBlocks.SmallestWidth(ref source, count);
            destination = (byte)width;
            IntegerBlocks.Narrow(ref source, count, width, ref Unsafe.Add(ref destination, offset));
            return offset + (count << width);
        }

        for (int index = 0; index < count; index += IntegerBlocks.BlockLength)
        {
            int length = Math.Min(IntegerBlocks.BlockLength, count - index);
            offset += IntegerBlocks.EncodeBlock(ref Unsafe.Add(ref source, index), length, ref Unsafe.Add(ref destination, offset));
        }

        return offset;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool DecodeArray<T>(ReadOnlySpan<byte> source, Span<T> destination) where T : unmanaged
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref T elements = ref MemoryMarshal.GetReference(destination);
        int count = destination.Length;
        nint offset = HeaderLength;
        if (count < IntegerBlocks.ShortLimit)
        {
            int width = bytes;
            IntegerBlocks.Widen(ref Unsafe.Add(ref bytes, offset), count, width, ref elements);
            return IntegerBlocks.IsCanonicalShort(ref elements, count, width);
        }

        for (int index = 0; index < count; index += IntegerBlocks.BlockLength)
        {
            int length = Math.Min(IntegerBlocks.BlockLength, count - index);
            int consumed = IntegerBlocks.DecodeBlock(
                ref Unsafe.Add(ref bytes, offset), source.Length - offset, ref Unsafe.Add(ref elements, index), length);
            if (consumed < 0)
            {
                return false;
            }

            offset += consumed;
        }

        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nint EncodeText(string text, ref byte destination)
    {
        ref char first = ref FirstOf(text);
        return Latin1.TryNarrow(ref first, text.Length, ref Unsafe.Add(ref destination, HeaderLength))
            ? HeaderLength + text.Length
            : EncodeWide(ref first, text.Length, ref destination);
    }

    private static nint EncodeWide(ref char first, int count, ref byte destination)
    {
        ref ushort units = ref Unsafe.As<char, ushort>(ref first);
        if (count >= IntegerBlocks.ShortLimit)
        {
            return EncodeArray(ref units, count, ref destination);
        }

        destination = 1;
        IntegerBlocks.Narrow(ref units, count, 1, ref Unsafe.Add(ref destination, HeaderLength));
        return HeaderLength + (2 * count);
    }

    private static ref char FirstOf(string text) => ref MemoryMarshal.GetReference(text.AsSpan());

    private static string RandomText(Random random, int first, int end, int length) =>
        string.Create(length, (random, first, end), static (characters, state) =>
        {
            foreach (ref char character in characters)
            {
                character = (char)state.random.Next(state.first, state.end);
            }
        });

    private static int Element(Random random, string distribution) => distribution switch
    {
        "small" => random.Next(64),
        "mix 80/15/5" => random.Next(100) switch
        {
            < 80 => random.Next(64),
            < 95 => random.Next(64, 8_192),
            _ => random.Next(1 << 13, int.MaxValue) >> random.Next(17),
        },
        "random" => random.Next(int.MinValue, int.MaxValue),
        "1% outliers" => random.Next(100) == 0 ? random.Next(int.MinValue, int.MaxValue) : random.Next(100),
        _ => random.Next(30_000),
    };
}
