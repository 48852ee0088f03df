using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Errors;
using NetSerializer.Graph;
using NetSerializer.Wire;
using NetSerializer.Wire.Tables;

namespace NetSerializer;

// Shared references: docs/wire-format.md, section 7a.
public ref partial struct WireReader
{
    /// <summary>An object just made has the next number, before anything in it is read.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Publish(ref byte p, object made)
    {
        ReferenceReader? references = _references;
        if (references == null || references.IsFull)
        {
            references = MakeRoom(ref p);
        }
        references.Add(made);
    }

    /// <summary>The next number, for an object that can only be made of its content.</summary>
    internal int ReserveNumber(ref byte p)
    {
        ReferenceReader? references = _references;
        if (references == null || references.IsFull)
        {
            references = MakeRoom(ref p);
        }
        references.Add(null);
        return references.Count - 1;
    }

    /// <summary>That object is made.</summary>
    internal readonly void PublishAt(ref byte p, object made, int number) => _references!.Set(number, made);

    /// <summary>In a graph: a key is about to be asked for its hash or its order. The cursor stands behind it.</summary>
    internal void RequireBoundedKey<T>(ref byte p, T key)
    {
        if (Keys is not { } walk)
        {
            return;
        }
        walk.Budget = Budget;
        ErrorCode code = walk.Check(key);
        EndKeyWalk(ref p, walk, code);
    }

    /// <summary>As <see cref="RequireBoundedKey"/> for a key of a hash table, which has the <paramref name="tally"/>.</summary>
    internal void RequireHashedKey<T>(ref byte p, T key, scoped ref Dictionary<int, int>? tally)
    {
        if (Keys is not { } walk)
        {
            return;
        }
        walk.Budget = Budget;
        ErrorCode code = walk.Check(key, ref tally);
        EndKeyWalk(ref p, walk, code);
    }

    private void EndKeyWalk(ref byte p, KeyWalk walk, ErrorCode code)
    {
        Budget = walk.Budget;
        if (code != 0)
        {
            FailAt(ref p, code, Position(ref p), KeyWalk.Explain(code));
        }
    }

    /// <summary>Whether a key in a place of the declared type may lead on to other objects.</summary>
    internal static bool MayLeadOn(Type declared) => KeyParts.MayLeadOn(declared);

    /// <summary>The walk that looks at keys put in later, or null in a tree.</summary>
    internal readonly KeyWalk? Keys =>
        _references == null || !Dispatch.PreservesReferences ? null
            : _references.Keys ??= new KeyWalk(Math.Min(Limits.MaxDepth, SerializerLimits.MaxKeyDepth), Limits.MaxAllocatedBytes);

    /// <summary>Lends the budget to code that has no reader and may look at keys. Their cost is counted there until <see cref="ReclaimBudget"/>.</summary>
    internal readonly void LendBudget()
    {
        if (_references?.Keys is { } walk)
        {
            walk.Budget = Budget;
        }
    }

    /// <summary>Takes back the rest of the budget lent by <see cref="LendBudget"/>.</summary>
    internal void ReclaimBudget()
    {
        if (_references?.Keys is { } walk)
        {
            Budget = Math.Min(Budget, walk.Budget);
        }
    }

    /// <summary>How many numbers have been given.</summary>
    internal readonly int NumberCount => _references?.Count ?? 0;

    /// <summary>
    /// An array just read that only carries its elements into a collection is no object of the value: it has one of the two numbers from
    /// <paramref name="first"/> on, the other being that of a text in front of it, and from now on nothing may refer to it. Otherwise it is an object
    /// that stands elsewhere, and the entry that begins at <paramref name="item"/> is bad. Nothing where such arrays have no numbers.
    /// </summary>
    internal readonly void Withdraw(ref byte p, object carrier, int first, long item)
    {
        if (!Dispatch.HasNumber(carrier.GetType()))
        {
            return;
        }
        for (int number = first; number < Math.Min(first + 2, NumberCount); number++)
        {
            if (ReferenceEquals(_references!.At(number), carrier))
            {
                _references.Set(number, null);
                return;
            }
        }
        FailAt(ref p, ErrorCode.ReferenceNotAdmitted, item, "An array that has appeared stands where a new one is expected.");
    }

    /// <summary>Gives a string just read its number, if it has one.</summary>
    internal void PublishText(ref byte p, string text)
    {
        if (text.Length == 0)
        {
            return;
        }
        if (Dispatch.HasTextTable)
        {
            if (text.Length > ReferenceWriter.MaxText || _references is { TextCount: ReferenceWriter.MaxTexts })
            {
                return;
            }
            Publish(ref p, text);
            _references!.TextCount++;
            return;
        }
        Publish(ref p, text);
    }

    /// <summary>The object of a slot that admits one type: <paramref name="header"/>, just read, is not the mark of a new one. Null for null.</summary>
    internal object? Known(ref byte afterItem, uint header, Type type, bool isExact)
    {
        if (header == 0)
        {
            return null;
        }
        object known = Numbered(ref afterItem, header - 2, VarInt.Length(header));
        if (isExact ? known.GetType() != type : !type.IsInstanceOfType(known))
        {
            FailReference(ref afterItem, header, known, type);
        }
        return known;
    }

    /// <summary>
    /// Reads the head of the slot with the handle <paramref name="slot"/>, which admits several types: the id of a new object, or 0 and null or an
    /// object that has appeared.
    /// </summary>
    internal ref byte ReadIdOrKnown(ref byte p, int slot, out uint id, out object? known)
    {
        p = ref ReadVarInt32(ref p, out uint header);
        if ((header & 1) == 0)
        {
            id = header >> 1;
            known = null;
            return ref p;
        }
        id = 0;
        known = KnownOf(ref p, header, Dispatch.Slots[slot]);
        return ref p;
    }

    /// <summary>Reads a slot of a string: a number, or a text.</summary>
    internal ref byte ReadSharedString(ref byte p, out string? value)
    {
        p = ref ReadVarInt32(ref p, out uint header);
        if ((header & 1) != 0)
        {
            object known = Numbered(ref p, header >> 1, VarInt.Length(header));
            value = known as string;
            if (value == null)
            {
                FailReference(ref p, header, known, typeof(string));
            }
            return ref p;
        }
        p = ref ReadTextOf(ref p, header >> 1, header, out value);
        if (header > 2)
        {
            PublishText(ref p, value!);
        }
        return ref p;
    }

    private object KnownOf(ref byte afterItem, uint header, AdmittedTypes admitted)
    {
        object known = Numbered(ref afterItem, header >> 1, VarInt.Length(header));
        if (!Dispatch.IsAdmitted(known, admitted))
        {
            FailReference(ref afterItem, header, known, admitted.DeclaredType);
        }
        return known;
    }

    private object Numbered(ref byte afterItem, uint number, int headerLength)
    {
        if (_references == null || number >= (uint)_references.Count)
        {
            FailNumber(ref afterItem, ErrorCode.ReferenceOutOfRange, number, headerLength);
        }
        object? known = _references!.At((int)number);
        if (known == null)
        {
            FailNumber(ref afterItem, ErrorCode.ReferenceIncomplete, number, headerLength);
        }
        return known!;
    }

    [DoesNotReturn]
    private readonly void FailNumber(ref byte afterItem, ErrorCode code, uint number, int headerLength) =>
        throw FailureAt(
            ref afterItem, code, Position(ref afterItem) - headerLength,
            code == ErrorCode.ReferenceOutOfRange ? $"The object of number {number}, but only {_references?.Count ?? 0} have appeared."
                : $"The object of number {number} inside its own content, of which alone it can be made, or one that is no object of the value.");

    [DoesNotReturn]
    private readonly void FailReference(ref byte afterItem, uint header, object known, Type declaredType) =>
        throw FailureAt(
            ref afterItem, ErrorCode.ReferenceNotAdmitted, Position(ref afterItem) - VarInt.Length(header),
            $"A {TypeNames.Display(known.GetType())} that has appeared stands where a {TypeNames.Display(declaredType)} is expected.");

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReferenceReader MakeRoom(ref byte p)
    {
        if (_references == null)
        {
            return _references = ReferenceReader.Rent();
        }
        Charge(ref p, ArraySize(_references.NextLength, nint.Size));
        _references.Grow();
        return _references;
    }
}
