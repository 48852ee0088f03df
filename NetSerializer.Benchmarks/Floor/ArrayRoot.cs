using System.Runtime.CompilerServices;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>The beginning of a root that is an array.</summary>
internal static class ArrayRoot
{
    /// <summary>Writes id and count of an array that is not null.</summary>
    public static ref byte Begin(scoped ref FloorWriter w, ref byte p, byte id, int count)
    {
        p = ref w.Ensure(ref p, 1 + Varint.Max32);
        p = id;
        return ref Varint.Write(ref Unsafe.Add(ref p, 1), (uint)count + 1);
    }

    /// <summary>Reads id and count of an array that is not null.</summary>
    public static ref byte Begin(scoped ref FloorReader r, byte id, scoped out uint count)
    {
        ref byte p = ref r.Run(ref r.Position, 1 + Varint.Max32);
        if (p != id)
        {
            throw new InvalidDataException("Another type.");
        }
        p = ref Varint.Read(ref r, ref Unsafe.Add(ref p, 1), out uint header);
        count = header - 1;
        r.CheckCount(ref p, count);
        return ref p;
    }
}
