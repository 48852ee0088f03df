using System.Runtime.CompilerServices;
using NetSerializer.Wire.Bulk;

namespace NetSerializer.Wire.Columns;

/// <summary>
/// A member of the structs of a block. Generated code calls it with the member of the first struct and the size of a struct, which is the way from one
/// member to the next. Values are gathered in a small buffer, in which they lie as in an array.
/// </summary>
internal static class Column<TCodec, T>
    where TCodec : struct, IColumnCodec<T>
    where T : unmanaged
{
    [SkipLocalsInit]
    public static ref byte Write(scoped ref WireWriter w, ref byte p, scoped ref T first, int size, int count)
    {
        Span<T> buffer = stackalloc T[IntegerBlocks.BlockLength];
        ref T values = ref buffer[0];
        ref byte members = ref Unsafe.As<T, byte>(ref first);
        nint at = 0;
        for (nint i = 0; i < count; i++, at += size)
        {
            Unsafe.Add(ref values, i) = Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref members, at));
        }
        return ref TCodec.WriteBlock(ref w, ref p, ref values, count);
    }

    [SkipLocalsInit]
    public static ref byte Read(scoped ref WireReader r, ref byte p, scoped ref T first, int size, int count)
    {
        Span<T> buffer = stackalloc T[IntegerBlocks.BlockLength];
        ref T values = ref buffer[0];
        p = ref TCodec.ReadBlock(ref r, ref p, ref values, count);
        ref byte members = ref Unsafe.As<T, byte>(ref first);
        nint at = 0;
        for (nint i = 0; i < count; i++, at += size)
        {
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref members, at), Unsafe.Add(ref values, i));
        }
        return ref p;
    }

    /// <summary>Reads a member that the struct has as another type.</summary>
    /// <param name="r">The reader.</param>
    /// <param name="p">The cursor.</param>
    /// <param name="first">The member of the first struct.</param>
    /// <param name="size">The size of a struct.</param>
    /// <param name="convert">The address of a <c>static TMember (T)</c>.</param>
    /// <param name="count">The number of structs.</param>
    [SkipLocalsInit]
    public static unsafe ref byte ReadAs<TMember>(scoped ref WireReader r, ref byte p, scoped ref TMember first, int size, nint convert, int count)
    {
        Span<T> buffer = stackalloc T[IntegerBlocks.BlockLength];
        ref T values = ref buffer[0];
        p = ref TCodec.ReadBlock(ref r, ref p, ref values, count);
        var toMember = (delegate*<T, TMember>)convert;
        nint at = 0;
        for (nint i = 0; i < count; i++, at += size)
        {
            Unsafe.AddByteOffset(ref first, at) = toMember(Unsafe.Add(ref values, i));
        }
        return ref p;
    }

    /// <summary>Reads a member that the struct does not have.</summary>
    [SkipLocalsInit]
    public static ref byte Skip(scoped ref WireReader r, ref byte p, int count)
    {
        Span<T> values = stackalloc T[IntegerBlocks.BlockLength];
        return ref TCodec.ReadBlock(ref r, ref p, ref values[0], count);
    }
}
