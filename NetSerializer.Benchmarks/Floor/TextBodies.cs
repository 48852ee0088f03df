using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Floor;

internal readonly struct StringBody : IFloorMessage
{
    public static byte Id => ClassicIds.String;

    public static int Bound => 0;

    public static object Create() => new StringMessage();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message) =>
        ref Text.Write(ref w, ref p, Unsafe.As<StringMessage>(message).Text);

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
    {
        p = ref Text.Read(ref r, ref p, out string? text);
        Unsafe.As<StringMessage>(message).Text = text;
        return ref p;
    }
}

internal readonly struct StructBody : IFloorMessage
{
    public static byte Id => ClassicIds.Struct;

    public static int Bound => 1 + (2 * Varint.Max32) + Varint.Max64;

    public static object Create() => new StructMessage();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message)
    {
        StructMessage m = Unsafe.As<StructMessage>(message);
        p = m.Numbers.Byte;
        p = ref Varint.Write(ref Unsafe.Add(ref p, 1), m.Numbers.Int32);
        p = ref Varint.Write(ref p, m.Numbers.Int64);
        p = ref Varint.Write(ref p, m.Texts.Int32);
        return ref Text.Write(ref w, ref p, m.Texts.Text);
    }

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
    {
        StructMessage m = Unsafe.As<StructMessage>(message);
        m.Numbers.Byte = p;
        p = ref Varint.Read(ref r, ref Unsafe.Add(ref p, 1), out int number);
        m.Numbers.Int32 = number;
        p = ref Varint.Read(ref r, ref p, out long large);
        m.Numbers.Int64 = large;
        p = ref Varint.Read(ref r, ref p, out number);
        m.Texts.Int32 = number;
        p = ref Text.Read(ref r, ref p, out string? text);
        m.Texts.Text = text;
        return ref p;
    }
}
