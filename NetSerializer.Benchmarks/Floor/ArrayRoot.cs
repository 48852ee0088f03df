namespace NetSerializer.Benchmarks.Floor;

/// <summary>The beginning of a root that is an array.</summary>
internal static class ArrayRoot
{
    /// <summary>Writes the count of an array that is not null.</summary>
    public static ref byte Begin(scoped ref FloorWriter w, ref byte p, int count)
    {
        p = ref w.Ensure(ref p, Varint.Max32);
        return ref Varint.Write(ref p, (uint)count + 1);
    }

    /// <summary>Reads the count of an array that is not null.</summary>
    public static ref byte Begin(scoped ref FloorReader r, scoped out uint count)
    {
        ref byte p = ref r.Run(ref r.Position, Varint.Max32);
        p = ref Varint.Read(ref r, ref p, out uint header);
        count = header - 1;
        r.CheckCount(ref p, count);
        return ref p;
    }
}
