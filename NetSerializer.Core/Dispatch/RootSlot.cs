using System.Runtime.CompilerServices;
using NetSerializer.Wire;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Dispatch;

/// <summary>
/// How a root of the static type T is written and read (docs/wire-format.md, section 7), and the entry points of TypeModel for it. They stand here
/// because this class knows T from the object, where a generic method shared by reference types would look it up at each call.
/// <para>
/// A root has one of three forms. With its id, as a value that may be of any type: through the tables (<see cref="_admitted"/>), or for value types,
/// which need no box then, by their body behind a constant id. Direct, as a member declared as T: a body for value types, the code of a slot for
/// reference types that admit one type.
/// </para>
/// </summary>
internal sealed partial class RootSlot<T>
{
    /// <summary>The number of T among all types that were ever roots in this process; models keep their slots in arrays by it.</summary>
    public static readonly int Index = RootIndex.Next();

    private readonly RootKey _key;
    private readonly AdmittedTypes? _admitted;
    private readonly nint _write;
    private readonly nint _read;
    private readonly uint _id;
    private readonly int _maxSize;
    private readonly int _run;
    private readonly bool _isRaw;
    private readonly ComposedRoot<T>? _composed;

    /// <summary>A root with its id, of one of the admitted types.</summary>
    public RootSlot(RootKey key, AdmittedTypes admitted) => (_key, _admitted) = (key, admitted);

    /// <summary>
    /// A root of a value type with a plan: the addresses of its body's methods, the id in front of it or 0, its largest size (0 when they make room
    /// themselves), its run, and whether its bytes are a plain copy of the value.
    /// </summary>
    public RootSlot(RootKey key, nint write, nint read, uint id, int maxSize, int run, bool isRaw) =>
        (_key, _write, _read, _id, _maxSize, _run, _isRaw) = (key, write, read, id, Math.Max(0, maxSize), run, isRaw);

    /// <summary>A direct root of a reference type that admits one type: the addresses of the code of a slot.</summary>
    public RootSlot(RootKey key, nint write, nint read) => (_key, _write, _read) = (key, write, read);

    /// <summary>A root that is made of another one.</summary>
    public RootSlot(RootKey key, ComposedRoot<T> composed) => (_key, _composed) = (key, composed);

    // The JIT compiler leaves the question out where it knows the answer.
    private bool IsRaw => !RuntimeHelpers.IsReferenceOrContainsReferences<T>() && _isRaw;

    /// <summary>The same root of another model: of the twin that finds the path of a failure.</summary>
    public RootSlot<T> In(ModelCore other) =>
        _key.Declared != null ? (RootSlot<T>)(object)other.Root(_key.Declared) : _key.IsDirect ? other.DirectRoot<T>() : other.Root<T>();

    /// <summary>The type that the root is declared as.</summary>
    public Type DeclaredType => _key.Declared ?? typeof(T);

    /// <summary>The value is of one of several types, and begins with its id.</summary>
    public bool HasId => _admitted != null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public unsafe ref byte Write(scoped ref WireWriter w, ref byte p, scoped in T value)
    {
        if (_admitted != null)
        {
            return ref w.WriteObject(ref p, value);
        }
        if (!typeof(T).IsValueType)
        {
            return ref ((delegate*<void*, ref byte, object?, ref byte>)_write)(Unsafe.AsPointer(ref w), ref p, value);
        }
        if (_composed != null)
        {
            return ref _composed.Write(ref w, ref p, in value);
        }
        p = ref w.Ensure(ref p, VarInt.Max32 + _maxSize);
        if (_id != 0)
        {
            p = ref VarInt.Write32(ref p, _id);
        }
        return ref ((delegate*<void*, ref byte, ref T, ref byte>)_write)(Unsafe.AsPointer(ref w), ref p, ref Unsafe.AsRef(in value));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public unsafe ref byte Read(scoped ref WireReader r, ref byte p, out T value)
    {
        if (_admitted == null && _composed != null)
        {
            return ref _composed.Read(ref r, ref p, out value);
        }
        if (!typeof(T).IsValueType)
        {
            object? any;
            if (_admitted != null)
            {
                p = ref r.ReadObjectOf(ref p, _admitted, out any);
                if (any == null && !_key.AdmitsNull)
                {
                    r.FailNullRoot(ref p, DeclaredType);
                }
            }
            else
            {
                p = ref ((delegate*<void*, ref byte, out object?, ref byte>)_read)(Unsafe.AsPointer(ref r), ref p, out any);
            }
            value = Unsafe.As<object?, T>(ref any);
            return ref p;
        }
        if (_admitted != null || _id != 0)
        {
            p = ref ReadOrNull(ref r, ref p, out bool isNull, out value);
            if (isNull)
            {
                r.FailNullRoot(ref p, typeof(T));
            }
            return ref p;
        }
        return ref ReadBody(ref r, ref p, out value);
    }

    /// <summary>As <c>Read</c> for a root with its id, in whose place null may stand.</summary>
    public ref byte ReadOrNull(scoped ref WireReader r, ref byte p, out bool isNull, out T value)
    {
        if (_admitted != null)
        {
            p = ref r.ReadObjectOf(ref p, _admitted, out object? any);
            isNull = any == null;
            value = isNull ? default! : (T)any!;
            return ref p;
        }
        p = ref r.ReadRootId(ref p, _id, typeof(T), out isNull);
        if (isNull)
        {
            value = default!;
            return ref p;
        }
        return ref ReadBody(ref r, ref p, out value);
    }

    private unsafe ref byte ReadBody(scoped ref WireReader r, ref byte p, out T value)
    {
        value = default!;
        if (_maxSize > 0)
        {
            p = ref r.Run(ref p, _maxSize, _run);
        }
        return ref ((delegate*<void*, ref byte, ref T, ref byte>)_read)(Unsafe.AsPointer(ref r), ref p, ref Unsafe.AsRef(in value));
    }
}
