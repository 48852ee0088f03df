using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using NetSerializer.Errors;
using NetSerializer.Wire.Bulk;

namespace NetSerializer.Wire;

/// <summary>
/// The text of a builder in the form of a string (docs/wire-format.md, section 3), without the string. It is copied piece by piece, since its own pieces
/// cannot be gone through without an object where they are many.
/// </summary>
internal static class BuilderText
{
    // Whole blocks. A piece is found from the end of the builder, so few large ones.
    private const int PieceLength = 256 * IntegerBlocks.BlockLength;

    public static void Write(ref WireWriter writer, StringBuilder value)
    {
        int length = value.Length;
        // The units of a piece, and their bytes on the wire: at most as many, and a byte for each block.
        int pieceLength = Math.Min(length, PieceLength), piece = pieceLength * sizeof(char);
        byte[] buffer = Buffers.Rent(2 * piece + pieceLength / IntegerBlocks.BlockLength + 1);
        try
        {
            Write(ref writer, value, length, MemoryMarshal.Cast<byte, char>(buffer.AsSpan(0, piece)), buffer.AsSpan(piece));
        }
        finally
        {
            Buffers.Return(buffer);
        }
    }

    private static void Write(ref WireWriter writer, StringBuilder value, int length, Span<char> units, Span<byte> bytes)
    {
        bool isNarrow = true;
        for (int done = 0; isNarrow && done < length; done += units.Length)
        {
            Span<char> piece = Copy(value, length, done, units);
            isNarrow = Latin1.IsNarrow(ref piece[0], piece.Length);
        }
        writer.WriteUInt32((uint)length << 1 | (isNarrow ? 0u : 1u));
        for (int done = 0; done < length; done += units.Length)
        {
            Span<char> piece = Copy(value, length, done, units);
            if (!isNarrow)
            {
                writer.WriteBytes(length < IntegerBlocks.ShortLimit ? MemoryMarshal.AsBytes(piece) : bytes[..Encode(piece, bytes)]);
            }
            else if (Latin1.TryNarrow(ref piece[0], piece.Length, ref bytes[0]))
            {
                writer.WriteBytes(bytes[..piece.Length]);
            }
            else
            {
                Throw.ValueChanged();
            }
        }
    }

    private static Span<char> Copy(StringBuilder value, int length, int done, Span<char> units)
    {
        if (value.Length != length)
        {
            Throw.ValueChanged();
        }
        Span<char> piece = units[..Math.Min(units.Length, length - done)];
        try
        {
            value.CopyTo(done, piece, piece.Length);
        }
        catch (Exception failure) when (CollectionWalk.IsOfChange(failure))
        {
            Throw.ValueChanged();
        }
        return piece;
    }

    private static int Encode(Span<char> units, Span<byte> bytes)
    {
        int used = 0;
        for (int done = 0; done < units.Length; done += IntegerBlocks.BlockLength)
        {
            int count = Math.Min(IntegerBlocks.BlockLength, units.Length - done);
            used += IntegerBlocks.EncodeBlock(ref Unsafe.As<char, ushort>(ref units[done]), count, ref bytes[used]);
        }
        return used;
    }
}
