using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;
using NetSerializer.Wire;
using NetSerializer.Wire.Tables;

namespace NetSerializer;

// Values of any type of the model, and the guard against deep ones.
public ref partial struct WireReader
{
    /// <summary>Reads null, or the id and body of a value of a type that the slot with the handle <paramref name="slot"/> admits.</summary>
    internal ref byte ReadObject(ref byte p, int slot, out object? value) => ref ReadObjectOf(ref p, Dispatch.Slots[slot], out value);

    /// <summary>Reads null, or the id and body of a value of an admitted type.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal unsafe ref byte ReadObjectOf(ref byte p, AdmittedTypes admitted, out object? value)
    {
        // Nearly always an id of one byte. All other cases stay out of the way.
        if (Unsafe.IsAddressLessThan(ref p, ref _end))
        {
            uint header = p;
            if (header < AdmittedTypes.LowCount && admitted.LowReaders[header] is not 0 and nint reader)
            {
                return ref ((delegate*<void*, ref byte, out object?, ref byte>)reader)(Unsafe.AsPointer(ref this), ref Unsafe.Add(ref p, 1), out value);
            }
            if (header == 0)
            {
                value = null;
                return ref Unsafe.Add(ref p, 1);
            }
        }
        return ref ReadOtherObject(ref p, admitted, out value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private unsafe ref byte ReadOtherObject(ref byte p, AdmittedTypes admitted, out object? value)
    {
        p = ref ReadVarInt32(ref p, out uint header);
        nint reader = Dispatch.FindReader(header, admitted);
        if (reader == 0 && header != 0)
        {
            reader = FindOther(ref p, header, admitted);
        }
        if (reader == 0)
        {
            value = null;
            return ref p;
        }
        return ref ((delegate*<void*, ref byte, out object?, ref byte>)reader)(Unsafe.AsPointer(ref this), ref p, out value);
    }

    /// <summary>An id, just read, that the slot with the handle <paramref name="slot"/> does not admit.</summary>
    [DoesNotReturn]
    internal readonly void FailTypeIdIn(ref byte afterItem, uint id, int slot) =>
        throw WrongTypeId(ref afterItem, id << Dispatch.IdShift, Dispatch.Slots[slot].DeclaredType);

    /// <summary>A flag byte, just read, that is neither 0 nor 1.</summary>
    [DoesNotReturn]
    internal readonly void FailFlag(ref byte afterItem) =>
        throw FailureAt(ref afterItem, ErrorCode.ValueOutOfRange, Position(ref afterItem) - 1, "A presence byte that is neither 0 nor 1.");

    // Bytes behind the end of the input can be anything, so they are on no path.
    internal readonly void TraceMember(ref byte p, string member)
    {
        Finish(ref p);
        Trace!.Push(member);
    }

    internal readonly void TraceIndex(ref byte p, int index)
    {
        Finish(ref p);
        Trace!.Push(index);
    }

    internal readonly void TracePop() => Trace!.Pop();

    [DoesNotReturn]
    private readonly void FailTypeId(ref byte afterItem, uint header, Type declaredType) => throw WrongTypeId(ref afterItem, header, declaredType);

    private readonly MalformedDataException WrongTypeId(ref byte afterItem, uint header, Type declaredType)
    {
        long item = Position(ref afterItem) - VarInt.Length(header);
        uint id = header >> Dispatch.IdShift;
        return Dispatch.FindType(id) is { } type
            ? FailureAt(ref afterItem, ErrorCode.TypeIdNotAdmitted, item,
                $"Type id {id} ({TypeNames.Display(type)}) stands where a {TypeNames.Display(declaredType)} is expected.")
            : FailureAt(ref afterItem, ErrorCode.UnknownTypeId, item, $"Type id {id} is not in the model. {Throw.UnknownIdCure}");
    }

    /// <summary>Reads the id of a root that may be of one type only, or of null.</summary>
    internal ref byte ReadRootId(ref byte p, uint id, Type declaredType, out bool isNull)
    {
        p = ref ReadVarInt32(ref p, out uint header);
        isNull = header == 0;
        if (header != id && !isNull)
        {
            FailTypeId(ref p, header, declaredType);
        }
        return ref p;
    }

    /// <summary>A null, just read, where a root must be a value.</summary>
    [DoesNotReturn]
    internal readonly void FailNullRoot(ref byte afterItem, Type declaredType) =>
        throw FailureAt(ref afterItem, ErrorCode.NullNotAllowed, Position(ref afterItem) - 1,
            $"A null where a {TypeNames.Display(declaredType)} is expected.");

    /// <summary>A null, just read in its form of one byte, where none may be: behind a type id, or in the rest of a long tuple.</summary>
    [DoesNotReturn]
    internal readonly void FailNullBody(ref byte afterItem) =>
        throw FailureAt(ref afterItem, ErrorCode.NullNotAllowed, Position(ref afterItem) - 1, "A null where the format has none.");

    /// <summary>An object of an F# union, read from <paramref name="item"/> on, is one of the cases that its class stands for.</summary>
    /// <param name="p">The cursor, behind it.</param>
    /// <param name="number">The number of its case.</param>
    /// <param name="cases">A 1 at the number of each of them.</param>
    /// <param name="item">Where it begins.</param>
    internal readonly void RequireCase(ref byte p, int number, string cases, long item)
    {
        if ((uint)number >= (uint)cases.Length || cases[number] != '1')
        {
            throw FailureAt(ref p, ErrorCode.ValueOutOfRange, item, $"The number {number} is not that of a case which an object of its class can be.");
        }
    }

    /// <summary>The mirror of <see cref="WireWriter.Descend"/>: <paramref name="body"/> fills <paramref name="target"/>.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal unsafe ref byte Descend(ref byte p, object target, nint body)
    {
        int credit = TakeCredit(ref p);
        if (RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            p = ref ((delegate*<void*, ref byte, object, ref byte>)body)(Unsafe.AsPointer(ref this), ref p, target);
        }
        else
        {
            _cursor = ref Park(ref p);
            nint self = (nint)Unsafe.AsPointer(ref this);
            bool hasRun = Recursion.TryRunOnLargerStack(Limits.MaxStackBytes, () =>
            {
                ref WireReader reader = ref Unsafe.AsRef<WireReader>((void*)self);
                reader._cursor = ref ((delegate*<void*, ref byte, object, ref byte>)body)((void*)self, ref reader._cursor, target);
            });
            if (!hasRun)
            {
                FailDepth(ref p);
            }
            p = ref _cursor;
        }
        GiveCreditBack(credit);
        return ref p;
    }

    /// <summary>As <see cref="Descend"/> for bodies that make their value: collections.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal unsafe ref byte DescendInto(ref byte p, out object? value, nint body)
    {
        int credit = TakeCredit(ref p);
        if (RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            p = ref ((delegate*<void*, ref byte, out object?, ref byte>)body)(Unsafe.AsPointer(ref this), ref p, out value);
        }
        else
        {
            _cursor = ref Park(ref p);
            nint self = (nint)Unsafe.AsPointer(ref this);
            object? made = null;
            bool hasRun = Recursion.TryRunOnLargerStack(Limits.MaxStackBytes, () =>
            {
                ref WireReader reader = ref Unsafe.AsRef<WireReader>((void*)self);
                reader._cursor = ref ((delegate*<void*, ref byte, out object?, ref byte>)body)((void*)self, ref reader._cursor, out made);
            });
            if (!hasRun)
            {
                FailDepth(ref p);
            }
            value = made;
            p = ref _cursor;
        }
        GiveCreditBack(credit);
        return ref p;
    }

    private int TakeCredit(ref byte p)
    {
        int credit = Math.Min(Recursion.Interval, _depthLeft);
        if (credit == 0)
        {
            FailDepth(ref p);
        }
        _depthLeft -= credit;
        DepthCredit = credit;
        return credit;
    }

    private void GiveCreditBack(int credit)
    {
        _depthLeft += credit;
        DepthCredit = 0;
    }

    // A ref parameter may not be stored by the rules of the language, which cannot know that the field is read before this call returns.
    private static ref byte Park(scoped ref byte p) => ref MemoryMarshal.GetReference(MemoryMarshal.CreateSpan(ref p, 1));
}
