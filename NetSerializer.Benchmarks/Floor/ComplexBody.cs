using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>
/// In the closed list of types each of the four members admits a single class, so that it carries a presence byte and no id, and all of it is one
/// bounded run.
/// </summary>
internal readonly struct ComplexBody : IFloorMessage
{
    private const int LeafBound = Varint.Max32 + Varint.Max64;

    public static byte Id => ClassicIds.Complex;

    public static int Bound => 4 + (2 * LeafBound) + Varint.Max64 + Varint.Max16;

    public static object Create() => new ComplexMessage();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message)
    {
        ComplexMessage m = Unsafe.As<ComplexMessage>(message);
        p = ref WriteLeaf(ref p, Unsafe.As<Leaf>(m.Abstract));
        p = ref MarkedSlot.Write(ref p, Unsafe.As<Marked>(m.Interface));
        if (m.Message is { } inner)
        {
            p = 1;
            p = ref Varint.Write(ref Unsafe.Add(ref p, 1), (int)inner.Value);
        }
        else
        {
            p = 0;
            p = ref Unsafe.Add(ref p, 1);
        }
        return ref WriteLeaf(ref p, m.Sealed);
    }

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
    {
        ComplexMessage m = Unsafe.As<ComplexMessage>(message);
        byte present = p;
        p = ref Unsafe.Add(ref p, 1);
        if (present != 0)
        {
            Leaf leaf = new();
            m.Abstract = leaf;
            p = ref ReadLeaf(ref r, ref p, leaf);
        }
        present = p;
        p = ref Unsafe.Add(ref p, 1);
        if (present != 0)
        {
            Marked marked = new();
            m.Interface = marked;
            p = ref MarkedSlot.ReadBody(ref r, ref p, marked);
        }
        present = p;
        p = ref Unsafe.Add(ref p, 1);
        if (present != 0)
        {
            S16Message inner = new();
            m.Message = inner;
            p = ref S16Body.Read(ref r, ref p, inner);
        }
        present = p;
        p = ref Unsafe.Add(ref p, 1);
        if (present != 0)
        {
            Leaf leaf = new();
            m.Sealed = leaf;
            p = ref ReadLeaf(ref r, ref p, leaf);
        }
        return ref p;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte WriteLeaf(ref byte p, Leaf? value)
    {
        if (value is null)
        {
            p = 0;
            return ref Unsafe.Add(ref p, 1);
        }
        p = 1;
        p = ref Varint.Write(ref Unsafe.Add(ref p, 1), value.Number);
        return ref Varint.Write(ref p, value.Value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte ReadLeaf(scoped ref FloorReader r, ref byte p, Leaf target)
    {
        p = ref Varint.Read(ref r, ref p, out int number);
        target.Number = number;
        p = ref Varint.Read(ref r, ref p, out long value);
        target.Value = value;
        return ref p;
    }
}

/// <summary>A member that admits <see cref="Marked"/> alone.</summary>
internal static class MarkedSlot
{
    public const int Bound = 1 + Varint.Max64;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write(ref byte p, Marked? value)
    {
        if (value is null)
        {
            p = 0;
            return ref Unsafe.Add(ref p, 1);
        }
        p = 1;
        return ref Varint.Write(ref Unsafe.Add(ref p, 1), value.Value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadBody(scoped ref FloorReader r, ref byte p, Marked target)
    {
        p = ref Varint.Read(ref r, ref p, out long value);
        target.Value = value;
        return ref p;
    }
}
