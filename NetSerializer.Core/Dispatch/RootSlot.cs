using System.Runtime.CompilerServices;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

/// <summary>
/// How a root of the static type T is written and read (docs/wire-format.md, section 7), and the entry points of TypeModel for it: here the code
/// knows T from the object, where a generic method shared by reference types would look it up at each call. Nothing is virtual: a root of a reference
/// type goes through the tables even when T is its very type, which costs less than a virtual call, a test and a delegate (small typed writes to a
/// buffer: 0.61 of the time, together with <see cref="StackBuffer"/>); one of a value type calls its body.
/// </summary>
internal sealed partial class RootSlot<T>
{
    /// <summary>
    /// The number of T among all types that were ever roots in this process; models keep their slots in arrays by it. A static of a generic type
    /// costs one load.
    /// </summary>
    public static readonly int Index = RootIndex.Next();

    private readonly AdmittedTypes? _admitted;
    private readonly nint _write;
    private readonly nint _read;
    private readonly nint _leaf;
    private readonly nint _boundedLeaf;
    private readonly nint _leafWriter;
    private readonly int _maxSize;
    private readonly int _run;
    private readonly bool _isGathered;
    private readonly bool _isRaw;
    private readonly WrappedRoot<T>? _wrapped;
    // Those of _admitted, with a load less.
    private readonly nint[]? _lowLeaves;

    /// <summary>What a root of a reference type may be; null for a value type.</summary>
    public AdmittedTypes? Admitted => _admitted;

    /// <summary>A reference type.</summary>
    public RootSlot(AdmittedTypes admitted) => (_admitted, _lowLeaves) = (admitted, admitted.LowLeaves);

    /// <summary>
    /// A value type with a plan: the addresses of its body's methods, its largest size (0 when they make room themselves), its run, and whether a
    /// <see cref="LeafReader"/> can read it and a <see cref="LeafWriter"/> write it, whether a blank reader can, and whether a plain copy does.
    /// </summary>
    public RootSlot(nint write, nint read, int maxSize, int run, bool isLeaf, bool isBounded, bool isRaw) =>
        (_write, _read, _maxSize, _run, _leaf, _boundedLeaf, _leafWriter, _isGathered, _isRaw) =
            (write, read, Math.Max(0, maxSize), run, isLeaf ? read : 0, isBounded ? read : 0, isLeaf ? write : 0, GatheredCopy.IsFor(typeof(T)), isRaw);

    /// <summary>A value type that is made of another root.</summary>
    public RootSlot(WrappedRoot<T> wrapped) => _wrapped = wrapped;

    // Where the JIT compiler knows the answer, it leaves the question out.
    private bool IsGathered => GatheredCopy.MayBeFor<T>() && _isGathered;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Read(scoped ref WireReader r, ref byte p, out T value)
    {
        if (r.Dispatch.HasNumbers)
        {
            return ref ReadNumbered(ref r, ref p, out value);
        }
        return ref ReadPlain(ref r, ref p, out value);
    }

    // A method of its own, because it has the objects met last on its stack.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte ReadNumbered(scoped ref WireReader r, ref byte p, out T value)
    {
        ReaderNumbers room = default;
        r.BeginNumbers(ref room);
        p = ref ReadPlain(ref r, ref p, out value);
        r.EndNumbers();
        return ref p;
    }

    /// <summary>Writes the root.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public unsafe ref byte Write(scoped ref WireWriter w, ref byte p, scoped in T value)
    {
        if (!typeof(T).IsValueType)
        {
            return ref w.WriteObject(ref p, value);
        }
        if (_wrapped != null)
        {
            return ref _wrapped.Write(ref w, ref p, value);
        }
        p = ref w.Ensure(ref p, _maxSize);
        return ref ((delegate*<void*, ref byte, ref T, ref byte>)_write)(Unsafe.AsPointer(ref w), ref p, ref Unsafe.AsRef(in value));
    }

    /// <summary>Reads the root where numbers have begun, or there are none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public unsafe ref byte ReadPlain(scoped ref WireReader r, ref byte p, out T value)
    {
        if (!typeof(T).IsValueType)
        {
            p = ref r.ReadObjectOf(ref p, _admitted!, out object? any);
            value = Unsafe.As<object?, T>(ref any);
            return ref p;
        }
        if (_wrapped != null)
        {
            return ref _wrapped.Read(ref r, ref p, out value);
        }
        value = default!;
        if (_maxSize > 0)
        {
            p = ref r.Run(ref p, _maxSize, _run);
        }
        return ref ((delegate*<void*, ref byte, ref T, ref byte>)_read)(Unsafe.AsPointer(ref r), ref p, ref Unsafe.AsRef(in value));
    }
}

/// <summary>A root that is made of another one.</summary>
internal abstract class WrappedRoot<T>
{
    public abstract ref byte Write(scoped ref WireWriter w, ref byte p, T root);

    public abstract ref byte Read(scoped ref WireReader r, ref byte p, out T root);
}

internal static class RootIndex
{
    private static int s_next;

    public static int Next() => Interlocked.Increment(ref s_next) - 1;
}
