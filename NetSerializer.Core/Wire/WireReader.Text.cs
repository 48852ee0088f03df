using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire;
using NetSerializer.Wire.Bulk;

namespace NetSerializer;

// Strings: docs/wire-format.md, section 3.
public ref partial struct WireReader
{
    /// <summary>Header, length and end of a string object, in bytes, and the most that rounds it up.</summary>
    private const int StringOverhead = 22 + 7;

    /// <summary>The size of a string of that many characters in memory, in bytes.</summary>
    internal static long StringSize(int length) => StringOverhead + 2L * length & ~7L;

    /// <summary>Reads a string or null.</summary>
    internal ref byte ReadString(ref byte p, out string? value)
    {
        p = ref ReadTextHeader(ref p, out uint header);
        return ref ReadTextOf(ref p, header, header, out value);
    }

    // As ReadVarInt32, with two bytes, which texts of 64 characters and more have, in line.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref byte ReadTextHeader(ref byte p, out uint header)
    {
        if (Unsafe.IsAddressLessThan(ref p, ref _end))
        {
            header = p;
            if (header < 0x80)
            {
                return ref Unsafe.Add(ref p, 1);
            }
            if (Unsafe.IsAddressLessThan(ref Unsafe.Add(ref p, 1), ref _end))
            {
                // A second byte of 0 is one that no writer makes.
                uint second = Unsafe.Add(ref p, 1);
                if (second - 1 < 0x7F)
                {
                    header = header - 0x80 + (second << 7);
                    return ref Unsafe.Add(ref p, 2);
                }
            }
        }
        p = ref ReadVarInt32Long(ref p);
        header = (uint)Slow;
        return ref p;
    }

    // The text behind a header. The argument written is the header on the wire, which may be longer.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref byte ReadTextOf(ref byte p, uint header, uint written, out string? value)
    {
        nint length = (nint)(header >> 1);
        // The common case: narrow, and whole in the window. No content needs a check.
        if ((header & 1) == 0 && length <= Unsafe.ByteOffset(ref p, ref _end) && length <= _longestText)
        {
            if (length == 0)
            {
                value = "";
                return ref p;
            }
            Charge(ref p, StringOverhead + 2 * length & ~7);
            string text = new('\0', (int)length);
            Latin1.Widen(ref p, (int)length, ref Unsafe.AsRef(in text.GetPinnableReference()));
            value = text;
            return ref Unsafe.Add(ref p, length);
        }
        if (header == 1)
        {
            value = null;
            return ref p;
        }
        return ref ReadLongString(ref p, header, written, out value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte ReadLongString(ref byte p, uint header, uint written, out string? value)
    {
        long item = Position(ref p) - VarInt.Length(written);
        int length = (int)(header >> 1);
        bool wide = (header & 1) != 0;
        if (length > _longestText)
        {
            FailTextTooLong(ref p, length, item);
        }
        long left = BytesLeft(ref p);
        long needed = wide && length < IntegerBlocks.ShortLimit ? 2L * length : length;
        if (left >= 0 && needed > left)
        {
            FailTextLength(ref p, length, item);
        }
        if (left < 0 && length > MostAwaited)
        {
            return ref ReadStringInSteps(ref p, header, item, out value);
        }
        Charge(ref p, StringSize(length));
        // A byte at least for each is awaited: steps would copy the text several times.
        p = ref Vouch(ref p, length);
        string text = new('\0', length);
        ref char start = ref MemoryMarshal.GetReference(text.AsSpan());
        p = ref ReadCharacters(ref p, ref start, length, wide, item);
        value = text;
        return ref p;
    }

    // The text goes into a fresh string that nobody has seen yet, as string.Create does; the cursor, a ref, cannot pass through its callback.
    private ref byte ReadCharacters(ref byte p, scoped ref char destination, int length, bool wide, long item)
    {
        if (!wide)
        {
            for (int done = 0; done < length;)
            {
                nint piece = Math.Min(length - done, Unsafe.ByteOffset(ref p, ref _end));
                if (piece <= 0)
                {
                    p = ref RefillFor(ref p, length - done);
                    Finish(ref p);
                    if (Unsafe.ByteOffset(ref p, ref _end) == 0)
                    {
                        FailTruncated();
                    }
                    continue;
                }
                Latin1.Widen(ref p, (int)piece, ref Unsafe.Add(ref destination, done));
                p = ref Unsafe.Add(ref p, piece);
                done += (int)piece;
            }
            return ref p;
        }
        if (length < IntegerBlocks.ShortLimit)
        {
            p = ref ReadBytes(ref p, ref Unsafe.As<char, byte>(ref destination), 2 * length);
        }
        else
        {
            p = ref BulkBlocks.Read(ref this, ref p, ref Unsafe.As<char, ushort>(ref destination), length);
        }
        if (Latin1.IsNarrow(ref destination, length))
        {
            FailAt(ref p, ErrorCode.NotCanonical, item, "A string in the wide form without a wide character.");
        }
        return ref p;
    }

    // A stream cannot say how much it holds, so the text is collected in pieces that the bytes already there vouch for.
    private ref byte ReadStringInSteps(ref byte p, uint header, long item, out string? value)
    {
        int length = (int)(header >> 1);
        bool wide = (header & 1) != 0;
        char[] text = new char[Step(ref p, length, sizeof(char), 0)];
        int done = 0;
        bool narrow = true;
        while (true)
        {
            int piece = text.Length - done;
            if (!wide)
            {
                p = ref ReadCharacters(ref p, ref text[done], piece, wide: false, item);
            }
            else
            {
                p = ref BulkBlocks.Read(ref this, ref p, ref Unsafe.As<char, ushort>(ref text[done]), piece);
                narrow &= Latin1.IsNarrow(ref text[done], piece);
            }
            done = text.Length;
            if (done == length)
            {
                break;
            }
            Array.Resize(ref text, Step(ref p, length, sizeof(char), done));
        }
        if (wide && narrow)
        {
            FailAt(ref p, ErrorCode.NotCanonical, item, "A string in the wide form without a wide character.");
        }
        Charge(ref p, StringSize(length));
        value = new string(text);
        return ref p;
    }
}
