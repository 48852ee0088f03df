using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NetSerializer.Errors;
using NetSerializer.Wire.Protocols;
using NetSerializer.Wire.Tables;

namespace NetSerializer;

// IObjectReference: objects that name another one to stand in their place. Its holder needs that one at once, so nothing of it waits for the end of the value.
public ref partial struct WireReader
{
    private const int MaxReplacements = 100, BoxOverhead = 24;

    /// <summary>
    /// The constructor of an object that is about to name another runs now; work that waits since <paramref name="mark"/> belongs to its content and goes
    /// before. <c>static void hook(object target, object state, object context)</c>.
    /// </summary>
    internal void ConstructNow(ref byte p, object target, object state, nint hook, int mark)
    {
        FinishNow(ref p, mark);
        LendBudget();
        Completions.RunNow(target, state, hook, Position(ref p), UserContext);
        ReclaimBudget();
    }

    /// <summary>Work that waits since <paramref name="mark"/> runs now: a table that cannot wait is about to ask a key for its hash or its order.</summary>
    internal void FinishNow(ref byte p, int mark)
    {
        Finish(ref p);
        LendBudget();
        _completions?.RunConstructionsFrom(mark, ref this);
        ReclaimBudget();
    }

    /// <summary>As <see cref="FinishNow"/> for the callbacks that wait since <paramref name="mark"/>, and tables that wait with them.</summary>
    internal void CallBackNow(ref byte p, int mark)
    {
        Finish(ref p);
        LendBudget();
        _completions?.RunCallbacksFrom(mark, ref this);
        ReclaimBudget();
    }

    /// <summary>The object that stands for <paramref name="made"/>, whose content has been read, where a <paramref name="declaredType"/> is expected.</summary>
    internal object RealObject(ref byte p, object made, Type declaredType, int mark)
    {
        FinishNow(ref p, mark);
        object? real = made;
        try
        {
            // As often as BinaryFormatter would: until one names itself, or is none that names another. A struct has no identity by which it could
            // name itself, so it is asked once.
            for (int i = 0; real != null; i++)
            {
                object? next = ObjectData.GetRealObject(real, UserContext);
                bool isLast = ReferenceEquals(next, real) || (next is ValueType && next.GetType() == real.GetType());
                real = next;
                if (isLast)
                {
                    break;
                }
                if (i == MaxReplacements)
                {
                    throw new SerializationException($"{MaxReplacements} times another object was named in the place of the one before.");
                }
            }
        }
        catch (Exception failure) when (UserCode.IsOfUser(failure))
        {
            throw UserCode.Failed(failure, made.GetType(), Position(ref p));
        }
        if (!declaredType.IsInstanceOfType(real))
        {
            FailRealObject(ref p, made.GetType(), real, declaredType);
        }
        return real;
    }

    /// <summary>As <see cref="RealObject"/> for a struct, which can only be replaced by another value of its type.</summary>
    internal void ReplaceInPlace<T>(ref byte p, ref T target, int mark) where T : struct
    {
        // The box of the read value, and the box of the value that it names.
        Charge(ref p, 2 * (BoxOverhead + Unsafe.SizeOf<T>()));
        target = Unsafe.Unbox<T>(RealObject(ref p, target, typeof(T), mark));
    }

    /// <summary>A real object, just read, that must be a <paramref name="declaredType"/>.</summary>
    internal readonly void RequireRealObject(ref byte p, object real, Type declaredType)
    {
        if (!declaredType.IsInstanceOfType(real))
        {
            FailRealObject(ref p, null, real, declaredType);
        }
    }

    /// <summary>
    /// Finds the reader of a header that is not among the readers of <paramref name="admitted"/>: it is the number of an object that has appeared; or
    /// an object that names another, which is then held against the declared type; otherwise the bytes are bad.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private unsafe nint FindOther(ref byte afterItem, uint header, AdmittedTypes admitted)
    {
        if (Dispatch.PreservesReferences && (header & 1) != 0)
        {
            object known = KnownOf(ref afterItem, header, admitted);
            _references!.Found = known;
            return (nint)(delegate*<void*, ref byte, out object?, ref byte>)&TakeFound;
        }
        nint reader = Dispatch.FindReplacing(header >> Dispatch.IdShift, admitted);
        if (reader == 0)
        {
            FailTypeId(ref afterItem, header, admitted.DeclaredType);
        }
        Waiting(ref afterItem).Replacing = (reader, admitted.DeclaredType);
        return (nint)(delegate*<void*, ref byte, out object?, ref byte>)&ReadReplacing;
    }

    private static unsafe ref byte TakeFound(void* self, ref byte p, out object? value)
    {
        value = Unsafe.AsRef<WireReader>(self)._references!.Found;
        return ref p;
    }

    private static unsafe ref byte ReadReplacing(void* self, ref byte p, out object? value)
    {
        ref WireReader r = ref Unsafe.AsRef<WireReader>(self);
        (nint reader, Type declaredType) = r._completions!.Replacing;
        // The value may be the member itself, of which the user's code may know the object: nothing is put there that has not been looked at.
        p = ref ((delegate*<void*, ref byte, out object?, ref byte>)reader)(self, ref p, out object? real);
        r.RequireRealObject(ref p, real!, declaredType);
        value = real;
        return ref p;
    }

    [DoesNotReturn]
    private readonly void FailRealObject(ref byte p, Type? type, object? real, Type declaredType) =>
        throw FailureAt(
            ref p, ErrorCode.TypeIdNotAdmitted, Position(ref p),
            $"{(type == null ? "An IObjectReference" : TypeNames.Display(type))} gives {(real == null ? "null" : $"a {TypeNames.Display(real.GetType())}")} "
                + $"as its real object where a {TypeNames.Display(declaredType)} is expected.");
}
