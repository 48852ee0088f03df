using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire;
using NetSerializer.Wire.Bulk;

namespace NetSerializer;

// Strings: docs/wire-format.md, section 3.
public ref partial struct WireWriter
{
    /// <summary>
    /// Strings below this length, or half of it where headers are a bit longer, have a header of one byte and are written with a single check.
    /// </summary>
    private const int ShortString = 64;

    /// <summary>Up to here a string is tried in one piece; longer ones are looked at first, so that their pieces can go to a stream.</summary>
    private const int OnePieceString = 1024;

    /// <summary>Writes a string of any length, or null.</summary>
    internal ref byte WriteString(ref byte p, string? value) => ref WriteText<PlainForm>(ref p, value);

    // Most texts are narrow and shorter than a vector. All others go to methods that are called last, with the arguments of this one. So nothing has to
    // be kept across a call, and a loop into which this is inlined keeps its values in registers.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref byte WriteText<TForm>(ref byte p, string? value) where TForm : struct, ITextForm
    {
        if (value == null)
        {
            if (HasRoom(ref p, 1))
            {
                p = (byte)(1 << TForm.Shift);
                return ref Unsafe.Add(ref p, 1);
            }
        }
        else
        {
            int length = value.Length;
            if (length >= ShortString >> TForm.Shift)
            {
                return ref WriteLongText<TForm>(ref p, value);
            }
            if (length < Latin1.ShortLimit && HasRoom(ref p, Latin1.ShortLimit))
            {
                return ref WriteSmallText<TForm>(ref p, value, length);
            }
        }
        return ref WriteOtherText<TForm>(ref p, value);
    }

    // Below the limit of short texts, and there is room for a narrow one.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref byte WriteSmallText<TForm>(ref byte p, string value, int length) where TForm : struct, ITextForm
    {
        ref byte content = ref Unsafe.Add(ref p, 1);
        if (!Latin1.TryNarrowShort(ref MemoryMarshal.GetReference(value.AsSpan()), length, ref content))
        {
            return ref WriteWideText<TForm>(ref p, value);
        }
        p = (byte)(length << 1 + TForm.Shift);
        return ref Unsafe.Add(ref content, length);
    }

    // With a header of one byte.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte WriteOtherText<TForm>(ref byte p, string? value) where TForm : struct, ITextForm
    {
        p = ref Ensure(ref p, 4 + 2 * ShortString);
        if (value == null)
        {
            p = (byte)(1 << TForm.Shift);
            return ref Unsafe.Add(ref p, 1);
        }
        int length = value.Length;
        ref byte content = ref Unsafe.Add(ref p, 1);
        // The narrow form is tried first; where one character is wide the text is encoded again.
        if (!Latin1.TryNarrow(ref MemoryMarshal.GetReference(value.AsSpan()), length, ref content))
        {
            return ref WriteWideText<TForm>(ref p, value);
        }
        p = (byte)(length << 1 + TForm.Shift);
        return ref Unsafe.Add(ref content, length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte WriteWideText<TForm>(ref byte p, string value) where TForm : struct, ITextForm
    {
        p = ref Ensure(ref p, 1);
        p = (byte)((value.Length << 1 | 1) << TForm.Shift);
        return ref WriteWide(ref Unsafe.Add(ref p, 1), value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte WriteLongText<TForm>(ref byte p, string value) where TForm : struct, ITextForm
    {
        int length = value.Length;
        ref char text = ref MemoryMarshal.GetReference(value.AsSpan());
        if (length <= OnePieceString || Room(ref p) >= VarInt.Max32 + (nint)length)
        {
            p = ref Ensure(ref p, VarInt.Max32 + length);
            ref byte body = ref VarInt.Write32(ref p, (uint)length << 1 + TForm.Shift);
            if (Latin1.TryNarrow(ref text, length, ref body))
            {
                return ref Unsafe.Add(ref body, length);
            }
            p |= (byte)(1 << TForm.Shift);
            return ref WriteWide(ref body, value);
        }
        p = ref Ensure(ref p, VarInt.Max32);
        if (!Latin1.IsNarrow(ref text, length))
        {
            p = ref VarInt.Write32(ref p, ((uint)length << 1 | 1) << TForm.Shift);
            return ref WriteWide(ref p, value);
        }
        p = ref VarInt.Write32(ref p, (uint)length << 1 + TForm.Shift);
        for (int done = 0; done < length;)
        {
            int piece = (int)Math.Min(length - done, Math.Max(OnePieceString, Room(ref p)));
            p = ref Ensure(ref p, piece);
            Latin1.TryNarrow(ref Unsafe.Add(ref text, done), piece, ref p);
            p = ref Unsafe.Add(ref p, piece);
            done += piece;
        }
        return ref p;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref byte WriteWide(ref byte p, string value)
    {
        ref char text = ref MemoryMarshal.GetReference(value.AsSpan());
        if (value.Length < IntegerBlocks.ShortLimit)
        {
            int bytes = 2 * value.Length;
            p = ref Ensure(ref p, bytes);
            Unsafe.CopyBlockUnaligned(ref p, ref Unsafe.As<char, byte>(ref text), (uint)bytes);
            return ref Unsafe.Add(ref p, bytes);
        }
        return ref BulkBlocks.Write(ref this, ref p, ref Unsafe.As<char, ushort>(ref text), value.Length);
    }

    /// <summary>How far the header of a string is shifted.</summary>
    private interface ITextForm
    {
        static abstract int Shift { get; }
    }

    private readonly struct PlainForm : ITextForm
    {
        public static int Shift => 0;
    }

    /// <summary>With a low bit that says whether a text or a number follows.</summary>
    private readonly struct SharedForm : ITextForm
    {
        public static int Shift => 1;
    }
}
