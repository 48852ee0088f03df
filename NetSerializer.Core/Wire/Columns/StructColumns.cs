using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Wire.Columns;

/// <summary>Structs: their members are the columns, as the generated code of the model says.</summary>
internal readonly unsafe struct StructColumns<T> : IElementCodec<T>
    where T : unmanaged
{
    public static int LeastBytes(ObjectDispatch model) => model.Columns<T>().LeastBytes;

    public static ref byte WriteBlock(scoped ref WireWriter w, ref byte p, scoped ref T source, int count)
    {
        var write = (delegate*<void*, ref byte, ref T, int, ref byte>)w.Dispatch.Columns<T>().Writer;
        return ref write(Unsafe.AsPointer(ref w), ref p, ref Unsafe.AsRef(in source), count);
    }

    public static ref byte ReadBlock(scoped ref WireReader r, ref byte p, scoped ref T destination, int count)
    {
        var read = (delegate*<void*, ref byte, ref T, int, ref byte>)r.Dispatch.Columns<T>().Reader;
        return ref read(Unsafe.AsPointer(ref r), ref p, ref Unsafe.AsRef(in destination), count);
    }

    /// <summary>Clears structs that have more than their columns: gaps, and members that do not travel.</summary>
    public static void Clear(ref T first, int count) => MemoryMarshal.CreateSpan(ref first, count).Clear();
}
