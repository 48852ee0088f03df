using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

/// <summary>A raw struct, alone.</summary>
internal static class RawCopy<T> where T : unmanaged
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write(scoped ref WireWriter w, ref byte p, scoped ref T value)
    {
        Unsafe.WriteUnaligned(ref p, value);
        return ref Unsafe.Add(ref p, Unsafe.SizeOf<T>());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read(scoped ref WireReader r, ref byte p, scoped ref T target)
    {
        target = Unsafe.ReadUnaligned<T>(ref p);
        return ref Unsafe.Add(ref p, Unsafe.SizeOf<T>());
    }

    public static ref byte WriteLarge(scoped ref WireWriter w, ref byte p, scoped ref T value) =>
        ref w.WriteBytes(ref p, ref Unsafe.As<T, byte>(ref value), Unsafe.SizeOf<T>());

    public static ref byte ReadLarge(scoped ref WireReader r, ref byte p, scoped ref T target) =>
        ref r.ReadBytes(ref p, ref Unsafe.As<T, byte>(ref target), Unsafe.SizeOf<T>());
}
