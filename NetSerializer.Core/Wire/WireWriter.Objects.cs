using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;
using NetSerializer.Wire;
using NetSerializer.Wire.Tables;

namespace NetSerializer;

// Values of any type of the model, and the guard against deep ones.
public ref partial struct WireWriter
{
    /// <summary>Writes null, or the id and body of a value whose type only the run-time knows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal unsafe ref byte WriteObject(ref byte p, object? value)
    {
        if (value != null && Dispatch.TryFindWriter(value, out nint writer))
        {
            return ref ((delegate*<void*, ref byte, object, ref byte>)writer)(Unsafe.AsPointer(ref this), ref p, value);
        }
        return ref WriteOtherObject(ref p, value);
    }

    /// <summary>The address that stands for the writer of a type that is compiled when the first value of it is met.</summary>
    internal static unsafe nint LateWriter => (nint)(delegate*<void*, ref byte, object, ref byte>)&WriteLate;

    private static unsafe ref byte WriteLate(void* w, ref byte p, object value) => ref Unsafe.AsRef<WireWriter>(w).WriteOtherObject(ref p, value);

    // Null, or a value whose writer has to be looked for.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private unsafe ref byte WriteOtherObject(ref byte p, object? value)
    {
        if (value == null)
        {
            p = ref Ensure(ref p, 1);
            p = 0;
            return ref Unsafe.Add(ref p, 1);
        }
        nint writer = Dispatch.FindOtherWriter(value);
        if (writer == 0)
        {
            return ref WriteStandIn(ref p, value, null);
        }
        return ref ((delegate*<void*, ref byte, object, ref byte>)writer)(Unsafe.AsPointer(ref this), ref p, value);
    }

    /// <summary>
    /// Writes a slot of an array type, which admits many types. The tables also have arrays that only a slot for any object takes (docs/wire-format.md,
    /// section 6).
    /// </summary>
    // One search finds the writer and says that the value may stand here.
    internal unsafe ref byte WriteArrayIn(ref byte p, object? value, int slot)
    {
        ObjectDispatch dispatch = Dispatch;
        if (value != null && dispatch.TryFindWriterIn(value, dispatch.Slots[slot], out nint writer))
        {
            return ref ((delegate*<void*, ref byte, object, ref byte>)writer)(Unsafe.AsPointer(ref this), ref p, value);
        }
        return ref WriteOtherArrayIn(ref p, value, slot);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte WriteOtherArrayIn(ref byte p, object? value, int slot)
    {
        AdmittedTypes admitted = Dispatch.Slots[slot];
        if (value != null && !Dispatch.IsAdmitted(value, admitted))
        {
            Throw.NotRegistered(value, admitted.DeclaredType);
        }
        return ref WriteObject(ref p, value);
    }

    /// <summary>Writes the array that stands in for a value of a type that is not in the model, if one does, and throws otherwise.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal unsafe ref byte WriteStandIn(ref byte p, object value, Type? declaredType)
    {
        if (value is Exception exception && IsRemote(exception, declaredType))
        {
            return ref WriteRemoteException(ref p, exception);
        }
        nint writer = 0;
        Array? array = CollectionExpressions.Find(value);
        if (array == null || (!Dispatch.TryFindWriter(array, out writer) && (writer = Dispatch.FindOtherWriter(array)) == 0))
        {
            Throw.NotRegistered(array ?? value, declaredType);
            return ref p;
        }
        return ref ((delegate*<void*, ref byte, object, ref byte>)writer)(Unsafe.AsPointer(ref this), ref p, array);
    }

    /// <summary>
    /// Called by the body of a recursive type when <see cref="DepthCredit"/> is used up: checks depth and stack, and runs that body again with new
    /// credit, on a larger stack if need be.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal unsafe ref byte Descend(ref byte p, object value, nint body)
    {
        int credit = Math.Min(Recursion.Interval, _depthLeft);
        if (credit == 0)
        {
            return ref DescendTooFar(ref p, value, body);
        }
        _depthLeft -= credit;
        DepthCredit = (short)credit;
        bool fits = true;
        if (RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            p = ref ((delegate*<void*, ref byte, object, ref byte>)body)(Unsafe.AsPointer(ref this), ref p, value);
        }
        else
        {
            p = ref TryContinueOnLargerStack(ref p, value, body, out fits);
        }
        _depthLeft += credit;
        DepthCredit = 0;
        if (!fits)
        {
            return ref DescendTooFar(ref p, value, body);
        }
        return ref p;
    }

    // The writer lives on this thread's stack, which stands still until the other thread is done, so its address is good for the other thread;
    // the cursor travels in a ref field of it, where the garbage collector keeps it right.
    private unsafe ref byte TryContinueOnLargerStack(ref byte p, object value, nint body, out bool fits)
    {
        _cursor = ref Park(ref p);
        nint self = (nint)Unsafe.AsPointer(ref this);
        fits = Recursion.TryRunOnLargerStack(Dispatch.Limits.MaxStackBytes, () =>
        {
            ref WireWriter writer = ref Unsafe.AsRef<WireWriter>((void*)self);
            writer._cursor = ref ((delegate*<void*, ref byte, object, ref byte>)body)((void*)self, ref writer._cursor, value);
        });
        return ref _cursor;
    }

    internal readonly bool TraceEnter(object? value)
    {
        bool isEntered = Trace!.TryEnter(value);
        if (!isEntered && Trace is { Cycle: { } cycle, IsFarDown: false })
        {
            Throw.Cycle(cycle);
        }
        return isEntered;
    }

    internal readonly void TraceCustom(Type type) => Trace!.EnterCustom(type);

    internal readonly void TraceLeave() => Trace!.Leave();

    internal readonly void TraceMember(string member) => Trace!.Push(member);

    internal readonly void TraceIndex(int index) => Trace!.Push(index);

    internal readonly void TracePop() => Trace!.Pop();

    // A ref parameter may not be stored by the rules of the language, which cannot know that the field is read before this call returns.
    private static ref byte Park(scoped ref byte p) => ref MemoryMarshal.GetReference(MemoryMarshal.CreateSpan(ref p, 1));
}
