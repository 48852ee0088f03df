using System.Runtime.CompilerServices;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

/// <summary>
/// How a root of the static type T is written and read (docs/wire-format.md, section 7), and the entry points of TypeModel for it. They stand here
/// because this class knows T from the object, where a generic method shared by reference types would look it up at each call.
/// </summary>
internal sealed partial class RootSlot<T>
{
    /// <summary>The number of T among all types that were ever roots in this process; models keep their slots in arrays by it.</summary>
    public static readonly int Index = RootIndex.Next();

    private readonly AdmittedTypes? _admitted;
    private readonly nint _write;
    private readonly nint _read;
    private readonly int _maxSize;
    private readonly int _run;
    private readonly bool _isRaw;
    private readonly WrappedRoot<T>? _wrapped;

    /// <summary>A reference type, with the types that the root may have.</summary>
    public RootSlot(AdmittedTypes admitted) => _admitted = admitted;

    /// <summary>
    /// A value type with a plan: the addresses of its body's methods, its largest size (0 when they make room themselves), its run, and whether its
    /// bytes are a plain copy of the value.
    /// </summary>
    public RootSlot(nint write, nint read, int maxSize, int run, bool isRaw) =>
        (_write, _read, _maxSize, _run, _isRaw) = (write, read, Math.Max(0, maxSize), run, isRaw);

    /// <summary>A value type that is made of another root.</summary>
    public RootSlot(WrappedRoot<T> wrapped) => _wrapped = wrapped;

    /// <summary>What a root of a reference type may be; null for a value type.</summary>
    public AdmittedTypes? Admitted => _admitted;

    // The JIT compiler leaves the question out where it knows the answer.
    private bool IsRaw => !RuntimeHelpers.IsReferenceOrContainsReferences<T>() && _isRaw;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Write(scoped ref WireWriter w, ref byte p, scoped in T value)
    {
        if (w.Dispatch.HasNumbers)
        {
            return ref WriteNumbered(ref w, ref p, in value);
        }
        return ref WritePlain(ref w, ref p, in value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Read(scoped ref WireReader r, ref byte p, out T value)
    {
        if (r.Dispatch.HasNumbers)
        {
            return ref ReadNumbered(ref r, ref p, out value);
        }
        return ref ReadPlain(ref r, ref p, out value);
    }

    // Methods of their own, because they have the objects met last on their stack.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte WriteNumbered(scoped ref WireWriter w, ref byte p, scoped in T value)
    {
        WriterNumbers room = default;
        w.BeginNumbers(ref room, typeof(T).IsValueType ? null : (object?)value);
        p = ref WritePlain(ref w, ref p, in value);
        w.EndNumbers();
        return ref p;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte ReadNumbered(scoped ref WireReader r, ref byte p, out T value)
    {
        ReaderNumbers room = default;
        r.BeginNumbers(ref room);
        p = ref ReadPlain(ref r, ref p, out value);
        r.EndNumbers();
        return ref p;
    }

    /// <summary>Writes the root where numbers have begun, or there are none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public unsafe ref byte WritePlain(scoped ref WireWriter w, ref byte p, scoped in T value)
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
