using System.Runtime.CompilerServices;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

internal delegate ref byte TaggedWriter<T>(scoped ref WireWriter w, ref byte p, T value);

internal delegate ref byte NewReader<T>(scoped ref WireReader r, ref byte p, out T value);

internal delegate ref byte ValueWriter<T>(scoped ref WireWriter w, ref byte p, scoped ref T value);

internal delegate ref byte ValueReader<T>(scoped ref WireReader r, ref byte p, scoped ref T target);

/// <summary>
/// How a root of the static type T is written and read (docs/wire-format.md, section 7), and the entry points of TypeModel for it: here the code knows T from the object, where a generic method
/// shared by reference types would look it up at each call.
/// </summary>
internal abstract partial class RootSlot<T>
{
    /// <summary>The number of T among all types that were ever roots in this process; models keep their slots in arrays by it. A static of a generic type costs one load.</summary>
    public static readonly int Index = RootIndex.Next();

    public abstract ref byte Write(scoped ref WireWriter w, ref byte p, T value);

    public abstract ref byte Read(scoped ref WireReader r, ref byte p, out T value);
}

internal static class RootIndex
{
    private static int s_next;

    public static int Next() => Interlocked.Increment(ref s_next) - 1;
}

/// <summary>A value type: the body alone.</summary>
internal sealed class ValueRoot<T>(ValueWriter<T> write, ValueReader<T> read, int maxSize, int runHandle) : RootSlot<T>
{
    public override ref byte Write(scoped ref WireWriter w, ref byte p, T value)
    {
        if (maxSize > 0)
        {
            p = ref w.Ensure(ref p, maxSize);
        }
        return ref write(ref w, ref p, ref Unsafe.AsRef(in value));
    }

    public override ref byte Read(scoped ref WireReader r, ref byte p, out T value)
    {
        value = default!;
        if (maxSize > 0)
        {
            p = ref r.Run(ref p, maxSize, runHandle);
        }
        return ref read(ref r, ref p, ref value);
    }
}

/// <summary>A type with objects of its own: that very type goes straight to its code, types derived from it through the tables.</summary>
internal sealed class ClassRoot<T>(TaggedWriter<T> write, NewReader<T> read, uint id, AdmittedTypes admitted) : RootSlot<T>
{
    public override ref byte Write(scoped ref WireWriter w, ref byte p, T value)
    {
        if (value is not null && value.GetType() == typeof(T))
        {
            return ref write(ref w, ref p, value);
        }
        return ref w.WriteObject(ref p, value);
    }

    public override ref byte Read(scoped ref WireReader r, ref byte p, out T value)
    {
        ref byte item = ref p;
        if (r.TryReadId(ref p, id, out int length))
        {
            return ref read(ref r, ref Unsafe.Add(ref item, length), out value);
        }
        p = ref r.ReadObjectOf(ref p, admitted, out object? any);
        value = Unsafe.As<object?, T>(ref any);
        return ref p;
    }
}

/// <summary>object, an interface, a base class: always through the tables.</summary>
internal sealed class OpenRoot<T>(AdmittedTypes admitted) : RootSlot<T>
{
    public override ref byte Write(scoped ref WireWriter w, ref byte p, T value) => ref w.WriteObject(ref p, value);

    public override ref byte Read(scoped ref WireReader r, ref byte p, out T value)
    {
        p = ref r.ReadObjectOf(ref p, admitted, out object? any);
        value = Unsafe.As<object?, T>(ref any);
        return ref p;
    }
}
