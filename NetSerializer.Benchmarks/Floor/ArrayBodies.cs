using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Floor;

internal readonly struct ByteArrayBody : IFloorMessage
{
    public static byte Id => ClassicIds.ByteArray;

    public static int Bound => Varint.Max32;

    public static object Create() => new ByteArrayMessage();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message)
    {
        byte[]? bytes = Unsafe.As<ByteArrayMessage>(message).Bytes;
        if (bytes is null)
        {
            p = 0;
            return ref Unsafe.Add(ref p, 1);
        }
        p = ref Varint.Write(ref p, (uint)bytes.Length + 1);
        return ref w.WriteBytes(ref p, bytes);
    }

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
    {
        p = ref Varint.Read(ref r, ref p, out uint header);
        if (header == 0)
        {
            return ref p;
        }
        r.CheckCount(ref p, header - 1);
        byte[] bytes = GC.AllocateUninitializedArray<byte>((int)(header - 1));
        Unsafe.As<ByteArrayMessage>(message).Bytes = bytes;
        return ref r.ReadBytes(ref p, bytes);
    }
}

internal readonly struct IntArrayBody : IFloorMessage
{
    public static byte Id => ClassicIds.IntArray;

    public static int Bound => 0;

    public static object Create() => new IntArrayMessage();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message) =>
        ref Blocks.WriteSequence(ref w, ref p, Unsafe.As<IntArrayMessage>(message).Numbers);

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message) =>
        ref Blocks.ReadSequence(ref r, ref p, out Unsafe.As<IntArrayMessage>(message).Numbers);
}

internal readonly struct TriDimensionalBody : IFloorMessage
{
    public static byte Id => ClassicIds.TriDimensional;

    public static int Bound => 0;

    public static object Create() => new TriDimensionalMessage();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message) =>
        ref Blocks.WriteGrid(ref w, ref p, Unsafe.As<TriDimensionalMessage>(message).Numbers);

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message) =>
        ref Blocks.ReadGrid(ref r, ref p, out Unsafe.As<TriDimensionalMessage>(message).Numbers);
}
