using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Floor;

internal readonly struct U8Body : IFloorMessage
{
    public static byte Id => ClassicIds.U8;

    public static int Bound => 1;

    public static object Create() => new U8Message();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message)
    {
        p = Unsafe.As<U8Message>(message).Value;
        return ref Unsafe.Add(ref p, 1);
    }

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
    {
        Unsafe.As<U8Message>(message).Value = p;
        return ref Unsafe.Add(ref p, 1);
    }
}

internal readonly struct S16Body : IFloorMessage
{
    public static byte Id => ClassicIds.S16;

    public static int Bound => Varint.Max16;

    public static object Create() => new S16Message();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message) =>
        ref Varint.Write(ref p, (int)Unsafe.As<S16Message>(message).Value);

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
    {
        p = ref Varint.Read(ref r, ref p, out int value);
        Unsafe.As<S16Message>(message).Value = (short)value;
        return ref p;
    }
}

internal readonly struct S32Body : IFloorMessage
{
    public static byte Id => ClassicIds.S32;

    public static int Bound => Varint.Max32;

    public static object Create() => new S32Message();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message) =>
        ref Varint.Write(ref p, Unsafe.As<S32Message>(message).Value);

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
    {
        p = ref Varint.Read(ref r, ref p, out int value);
        Unsafe.As<S32Message>(message).Value = value;
        return ref p;
    }
}

internal readonly struct S64Body : IFloorMessage
{
    public static byte Id => ClassicIds.S64;

    public static int Bound => Varint.Max64;

    public static object Create() => new S64Message();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message) =>
        ref Varint.Write(ref p, Unsafe.As<S64Message>(message).Value);

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
    {
        p = ref Varint.Read(ref r, ref p, out long value);
        Unsafe.As<S64Message>(message).Value = value;
        return ref p;
    }
}
