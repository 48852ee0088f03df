using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>Five boxed values, each with its id, found by exact type tests.</summary>
internal readonly struct BoxedPrimitivesBody : IFloorMessage
{
    private const int ValueBound = 1 + Varint.Max64;

    public static byte Id => ClassicIds.BoxedPrimitives;

    public static int Bound => 5 * ValueBound;

    public static object Create() => new BoxedPrimitivesMessage();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message)
    {
        BoxedPrimitivesMessage m = Unsafe.As<BoxedPrimitivesMessage>(message);
        p = ref WriteValue(ref p, m.Boolean);
        p = ref WriteValue(ref p, m.Byte);
        p = ref WriteValue(ref p, m.Figure);
        p = ref WriteValue(ref p, m.Int32);
        return ref WriteValue(ref p, m.Int64);
    }

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
    {
        BoxedPrimitivesMessage m = Unsafe.As<BoxedPrimitivesMessage>(message);
        p = ref ReadValue(ref r, ref p, out m.Boolean);
        p = ref ReadValue(ref r, ref p, out m.Byte);
        p = ref ReadValue(ref r, ref p, out m.Figure);
        p = ref ReadValue(ref r, ref p, out m.Int32);
        return ref ReadValue(ref r, ref p, out m.Int64);
    }

    private static ref byte WriteValue(ref byte p, object? value)
    {
        ref byte body = ref Unsafe.Add(ref p, 1);
        if (value is null)
        {
            p = ClassicIds.Null;
            return ref body;
        }
        if (value.GetType() == typeof(bool))
        {
            p = ClassicIds.Boolean;
            body = Unsafe.Unbox<bool>(value) ? (byte)1 : (byte)0;
            return ref Unsafe.Add(ref body, 1);
        }
        if (value.GetType() == typeof(byte))
        {
            p = ClassicIds.Byte;
            body = Unsafe.Unbox<byte>(value);
            return ref Unsafe.Add(ref body, 1);
        }
        if (value.GetType() == typeof(int))
        {
            p = ClassicIds.Int32;
            return ref Varint.Write(ref body, Unsafe.Unbox<int>(value));
        }
        if (value.GetType() == typeof(long))
        {
            p = ClassicIds.Int64;
            return ref Varint.Write(ref body, Unsafe.Unbox<long>(value));
        }
        if (value.GetType() == typeof(Figure))
        {
            p = ClassicIds.Figure;
            return ref Varint.Write(ref body, (int)Unsafe.Unbox<Figure>(value));
        }
        throw new InvalidOperationException($"{value.GetType()} is not in the closed list.");
    }

    private static ref byte ReadValue(scoped ref FloorReader r, ref byte p, scoped out object? value)
    {
        byte id = p;
        p = ref Unsafe.Add(ref p, 1);
        switch (id)
        {
            case ClassicIds.Null:
                value = null;
                return ref p;
            case ClassicIds.Boolean:
                value = p != 0;
                return ref Unsafe.Add(ref p, 1);
            case ClassicIds.Byte:
                value = p;
                return ref Unsafe.Add(ref p, 1);
            case ClassicIds.Int32:
                p = ref Varint.Read(ref r, ref p, out int int32);
                value = int32;
                return ref p;
            case ClassicIds.Int64:
                p = ref Varint.Read(ref r, ref p, out long int64);
                value = int64;
                return ref p;
            case ClassicIds.Figure:
                p = ref Varint.Read(ref r, ref p, out int figure);
                value = (Figure)figure;
                return ref p;
            default:
                throw new InvalidDataException("Unknown type id.");
        }
    }
}
