using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Floor;

internal readonly struct PrimitivesBody : IFloorMessage
{
    public static byte Id => ClassicIds.Primitives;

    public static int Bound => 1 + 1 + 8 + 8 + 1 + 4 + (3 * Varint.Max16) + (3 * Varint.Max32) + (2 * Varint.Max64);

    public static object Create() => new PrimitivesMessage();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message)
    {
        PrimitivesMessage m = Unsafe.As<PrimitivesMessage>(message);
        p = m.Boolean ? (byte)1 : (byte)0;
        Unsafe.Add(ref p, 1) = m.Byte;
        p = ref Varint.Write(ref Unsafe.Add(ref p, 2), (uint)m.Character);
        Unsafe.WriteUnaligned(ref p, m.Date);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref p, 8), m.Double);
        p = ref Varint.Write(ref Unsafe.Add(ref p, 16), (int)m.Figure);
        p = ref Varint.Write(ref p, (int)m.Int16);
        p = ref Varint.Write(ref p, m.Int32);
        p = ref Varint.Write(ref p, m.Int64);
        p = (byte)m.SByte;
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref p, 1), m.Single);
        p = ref Varint.Write(ref Unsafe.Add(ref p, 5), (uint)m.UInt16);
        p = ref Varint.Write(ref p, m.UInt32);
        return ref Varint.Write(ref p, m.UInt64);
    }

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
    {
        PrimitivesMessage m = Unsafe.As<PrimitivesMessage>(message);
        m.Boolean = p != 0;
        m.Byte = Unsafe.Add(ref p, 1);
        p = ref Varint.Read(ref r, ref Unsafe.Add(ref p, 2), out uint character);
        m.Character = (char)character;
        m.Date = Unsafe.ReadUnaligned<DateTime>(ref p);
        m.Double = Unsafe.ReadUnaligned<double>(ref Unsafe.Add(ref p, 8));
        p = ref Varint.Read(ref r, ref Unsafe.Add(ref p, 16), out int figure);
        m.Figure = (Figure)figure;
        p = ref Varint.Read(ref r, ref p, out int int16);
        m.Int16 = (short)int16;
        p = ref Varint.Read(ref r, ref p, out int int32);
        m.Int32 = int32;
        p = ref Varint.Read(ref r, ref p, out long int64);
        m.Int64 = int64;
        m.SByte = (sbyte)p;
        m.Single = Unsafe.ReadUnaligned<float>(ref Unsafe.Add(ref p, 1));
        p = ref Varint.Read(ref r, ref Unsafe.Add(ref p, 5), out uint uint16);
        m.UInt16 = (ushort)uint16;
        p = ref Varint.Read(ref r, ref p, out uint uint32);
        m.UInt32 = uint32;
        p = ref Varint.Read(ref r, ref p, out ulong uint64);
        m.UInt64 = uint64;
        return ref p;
    }
}
