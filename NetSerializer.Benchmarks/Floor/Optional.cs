using System.Runtime.CompilerServices;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>Nullable values of the floor: a byte 0, or a byte 1 and the value.</summary>
internal static class Optional
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write(ref byte p, int? value)
    {
        if (value is not { } number)
        {
            p = 0;
            return ref Unsafe.Add(ref p, 1);
        }
        p = 1;
        return ref Varint.Write(ref Unsafe.Add(ref p, 1), number);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteFixed<T>(ref byte p, scoped in T? value) where T : unmanaged
    {
        if (value is null)
        {
            p = 0;
            return ref Unsafe.Add(ref p, 1);
        }
        p = 1;
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref p, 1), value.GetValueOrDefault());
        return ref Unsafe.Add(ref p, 1 + Unsafe.SizeOf<T>());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read(scoped ref FloorReader r, ref byte p, scoped ref int? target)
    {
        if (p == 0)
        {
            return ref Unsafe.Add(ref p, 1);
        }
        p = ref Varint.Read(ref r, ref Unsafe.Add(ref p, 1), out int number);
        target = number;
        return ref p;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadFixed<T>(ref byte p, scoped ref T? target) where T : unmanaged
    {
        if (p == 0)
        {
            return ref Unsafe.Add(ref p, 1);
        }
        target = Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref p, 1));
        return ref Unsafe.Add(ref p, 1 + Unsafe.SizeOf<T>());
    }
}
