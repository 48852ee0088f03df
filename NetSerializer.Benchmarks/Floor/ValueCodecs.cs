using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Floor;

internal readonly struct LargeStructCodec : IFloorValue<LargeStruct>
{
    public const int Bound = 4 * Varint.Max64;

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, LargeStruct value)
    {
        p = ref w.Ensure(ref p, Bound);
        return ref WriteBody(ref p, in value);
    }

    public static LargeStruct Read(scoped ref FloorReader r)
    {
        ref byte p = ref r.Run(ref r.Position, Bound);
        r.Position = ref ReadBody(ref r, ref p, out LargeStruct value);
        return value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteBody(ref byte p, scoped in LargeStruct value)
    {
        p = ref Varint.Write(ref p, value.A);
        p = ref Varint.Write(ref p, value.B);
        p = ref Varint.Write(ref p, value.C);
        return ref Varint.Write(ref p, value.D);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadBody(scoped ref FloorReader r, ref byte p, scoped out LargeStruct value)
    {
        p = ref Varint.Read(ref r, ref p, out ulong a);
        p = ref Varint.Read(ref r, ref p, out ulong b);
        p = ref Varint.Read(ref r, ref p, out ulong c);
        p = ref Varint.Read(ref r, ref p, out ulong d);
        value = new LargeStruct { A = a, B = b, C = c, D = d };
        return ref p;
    }
}

internal readonly struct GuidCodec : IFloorValue<Guid>
{
    public const int Bound = 16;

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, Guid value)
    {
        p = ref w.Ensure(ref p, Bound);
        Unsafe.WriteUnaligned(ref p, value);
        return ref Unsafe.Add(ref p, Bound);
    }

    public static Guid Read(scoped ref FloorReader r)
    {
        ref byte p = ref r.Run(ref r.Position, Bound);
        r.Position = ref Unsafe.Add(ref p, Bound);
        return Unsafe.ReadUnaligned<Guid>(ref p);
    }
}

internal readonly struct Int32Codec : IFloorValue<int>
{
    public const int Bound = Varint.Max32;

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, int value)
    {
        p = ref w.Ensure(ref p, Bound);
        return ref Varint.Write(ref p, value);
    }

    public static int Read(scoped ref FloorReader r)
    {
        ref byte p = ref r.Run(ref r.Position, Bound);
        r.Position = ref Varint.Read(ref r, ref p, out int value);
        return value;
    }
}
