using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Wire;

/// <summary>Arrays, lists and grids of elements that have a bulk form.</summary>
internal static class BulkSequence<TCodec, T>
    where TCodec : struct, IBulkCodec<T>
{
    private const int ListObject = 32;

    public static ref byte WriteArray(scoped ref WireWriter w, ref byte p, T[]? value) =>
        ref value == null ? ref WriteNull(ref w, ref p) : ref TCodec.Write(ref w, ref p, ref MemoryMarshal.GetArrayDataReference(value), value.Length);

    public static ref byte WriteList(scoped ref WireWriter w, ref byte p, List<T>? value)
    {
        if (value == null)
        {
            return ref WriteNull(ref w, ref p);
        }
        Span<T> elements = CollectionsMarshal.AsSpan(value);
        return ref TCodec.Write(ref w, ref p, ref MemoryMarshal.GetReference(elements), elements.Length);
    }

    public static ref byte WriteNull(scoped ref WireWriter w, ref byte p)
    {
        p = ref w.Ensure(ref p, 1);
        p = 0;
        return ref Unsafe.Add(ref p, 1);
    }

    public static ref byte ReadArray(scoped ref WireReader r, ref byte p, out T[]? value)
    {
        long item = r.Position(ref p);
        p = ref TCodec.ReadHeader(ref r, ref p, out int count, out int width);
        if (count <= 0)
        {
            value = count < 0 ? null : NewEmpty(ref r, ref p);
            return ref p;
        }
        p = ref r.FirstStep(ref p, count, Unsafe.SizeOf<T>(), TCodec.LeastGridBytes(count, width), out int step);
        T[] array = GC.AllocateUninitializedArray<T>(step);
        for (int done = 0; ;)
        {
            p = ref TCodec.ReadBody(ref r, ref p, ref array[done], step - done, width, item);
            done = step;
            if (done == count)
            {
                break;
            }
            step = r.Step(ref p, count, Unsafe.SizeOf<T>(), done);
            Array.Resize(ref array, step);
        }
        value = array;
        return ref p;
    }

    // .NET's one empty array for all stands for an object of a tree; in a graph two are two.
    private static T[] NewEmpty(scoped ref WireReader r, scoped ref byte p)
    {
        if (!r.Dispatch.PreservesReferences)
        {
            return [];
        }
        r.Charge(ref p, WireReader.ArrayOverhead);
        return new T[0];
    }

    public static ref byte ReadList(scoped ref WireReader r, ref byte p, out List<T>? value)
    {
        long item = r.Position(ref p);
        p = ref TCodec.ReadHeader(ref r, ref p, out int count, out int width);
        if (count < 0)
        {
            value = null;
            return ref p;
        }
        r.Charge(ref p, ListObject);
        int step = count == 0 ? 0 : r.Step(ref p, count, Unsafe.SizeOf<T>(), 0);
        List<T> list = new(step);
        for (int done = 0; done < count; step = done < count ? r.Step(ref p, count, Unsafe.SizeOf<T>(), done) : done)
        {
            // Not EnsureCapacity, which would double the capacity beyond the room charged.
            list.Capacity = step;
            CollectionsMarshal.SetCount(list, step);
            p = ref TCodec.ReadBody(ref r, ref p, ref CollectionsMarshal.AsSpan(list)[done], step - done, width, item);
            done = step;
        }
        value = list;
        return ref p;
    }

    public static ref byte WriteGrid(scoped ref WireWriter w, ref byte p, Array value) =>
        ref TCodec.WriteGrid(ref w, ref p, ref Unsafe.As<byte, T>(ref MemoryMarshal.GetArrayDataReference(value)), value.Length);

    public static ref byte ReadGridHeader(scoped ref WireReader r, ref byte p, int count, long item, out int width) =>
        ref TCodec.ReadGridHeader(ref r, ref p, count, item, out width);

    public static ref byte ReadGridBody(scoped ref WireReader r, ref byte p, Array destination, int width) =>
        ref TCodec.ReadBody(
            ref r, ref p, ref Unsafe.As<byte, T>(ref MemoryMarshal.GetArrayDataReference(destination)), destination.Length, width, r.Position(ref p) - 1);
}
