using System.Runtime.CompilerServices;

namespace NetSerializer.Benchmarks.Bulk;

/// <summary>
/// What the bulk form is measured against: zigzag varints one after the other, with the one and two byte cases inline.
/// The memory behind the end is readable and writable for ten bytes, so there is no check of length in the loop.
/// </summary>
internal static class LebCodec
{
    public static nint Encode(ref int source, int count, ref byte destination)
    {
        nint offset = 0;
        for (int index = 0; index < count; index++)
        {
            int value = Unsafe.Add(ref source, index);
            uint zigzag = (uint)((value << 1) ^ (value >> 31));
            if (zigzag < 0x80)
            {
                Unsafe.Add(ref destination, offset++) = (byte)zigzag;
            }
            else if (zigzag < 0x4000)
            {
                ushort pair = (ushort)((zigzag & 0x7F) | 0x80 | (zigzag >> 7 << 8));
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, offset), pair);
                offset += 2;
            }
            else
            {
                offset += EncodeLong(ref Unsafe.Add(ref destination, offset), zigzag);
            }
        }

        return offset;
    }

    public static nint Decode(ref byte source, ref int destination, int count)
    {
        nint offset = 0;
        for (int index = 0; index < count; index++)
        {
            uint zigzag = Unsafe.Add(ref source, offset);
            if (zigzag < 0x80)
            {
                offset++;
            }
            else
            {
                uint second = Unsafe.Add(ref source, offset + 1);
                if (second < 0x80)
                {
                    zigzag = (zigzag & 0x7F) | (second << 7);
                    offset += 2;
                }
                else
                {
                    zigzag = DecodeLong(ref Unsafe.Add(ref source, offset), ref offset);
                }
            }

            Unsafe.Add(ref destination, index) = (int)(zigzag >> 1) ^ -(int)(zigzag & 1);
        }

        return offset;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeLong(ref byte destination, uint value)
    {
        int length = 0;
        for (; value >= 0x80; value >>= 7)
        {
            Unsafe.Add(ref destination, length++) = (byte)(value | 0x80);
        }

        Unsafe.Add(ref destination, length++) = (byte)value;
        return length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static uint DecodeLong(ref byte source, ref nint offset)
    {
        uint value = 0;
        for (int number = 0; ; number++)
        {
            uint next = Unsafe.Add(ref source, number);
            value |= (next & 0x7F) << (7 * number);
            if (next < 0x80 || number == 4)
            {
                offset += number + 1;
                return value;
            }
        }
    }
}
