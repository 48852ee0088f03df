using System.Collections;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;

namespace NetSerializer.Wire.Collections;

/// <summary>Bit arrays, in the form of a sequence of bool (docs/wire-format.md, section 4b): in memory they are packed as on the wire.</summary>
internal static class PackedBits
{
    /// <summary>Object header, array, length, version; and the bytes that round an array up.</summary>
    private const int Overhead = 40;

    public static ref byte Write(scoped ref WireWriter w, ref byte p, BitArray? value)
    {
        if (value == null)
        {
            return ref BulkSequence<BitCodec, bool>.WriteNull(ref w, ref p);
        }
        int count = value.Length;
        ReadOnlySpan<byte> bits = BytesOf(value);
        if (bits.Length != ((long)count + 7) >> 3)
        {
            Throw.CollectionChanged();
        }
        p = ref w.Ensure(ref p, VarInt.Max32);
        p = ref VarInt.Write32(ref p, (uint)count + 1);
        ReadOnlySpan<byte> whole = bits[..(count >> 3)];
        p = ref w.WriteBytes(ref p, in MemoryMarshal.GetReference(whole), whole.Length);
        if ((count & 7) == 0)
        {
            return ref p;
        }
        p = ref w.Ensure(ref p, 1);
        // The bits behind the last one in memory are left over from longer arrays and from operators.
        p = (byte)(bits[count >> 3] & ((1 << (count & 7)) - 1));
        return ref Unsafe.Add(ref p, 1);
    }

    public static ref byte Read(scoped ref WireReader r, ref byte p, out BitArray? value)
    {
        p = ref BitCodec.ReadHeader(ref r, ref p, out int count, out _);
        value = null;
        if (count < 0)
        {
            return ref p;
        }
        r.Charge(ref p, Overhead);
        int bytes = (int)(((long)count + 7) >> 3), step = r.Step(ref p, bytes, 1, 0);
        value = new BitArray((int)Math.Min(count, 8L * step));
        for (int done = 0; done < bytes; step = done < bytes ? r.Step(ref p, bytes, 1, done) : done)
        {
            value.Length = (int)Math.Min(count, 8L * step);
            p = ref r.ReadBytes(ref p, ref CollectionsMarshal.AsBytes(value)[done], step - done);
            done = step;
        }
        if ((count & 7) != 0 && CollectionsMarshal.AsBytes(value)[count >> 3] >> (count & 7) != 0)
        {
            r.FailAt(ref p, ErrorCode.NotCanonical, r.Position(ref p) - 1, "An unused bit of a bit array is set.");
        }
        return ref p;
    }

    private static ReadOnlySpan<byte> BytesOf(BitArray value)
    {
        try
        {
            return CollectionsMarshal.AsBytes(value);
        }
        catch (Exception failure) when (CollectionWalk.IsOfChange(failure))
        {
            Throw.CollectionChanged();
            return default;
        }
    }
}
