using System.Runtime.CompilerServices;
using NetSerializer.Graph;
using NetSerializer.Wire;

namespace NetSerializer;

// Shared references: docs/wire-format.md, section 7a.
public ref partial struct WireWriter
{
    /// <summary>
    /// Before the first object, with room on a stack that lasts until <see cref="EndNumbers"/>, and the value itself if it is an object.
    /// </summary>
    internal unsafe void BeginNumbers(scoped ref WriterNumbers numbers, object? root = null)
    {
        State.Begin(ref numbers, Dispatch, root);
        _room = Unsafe.AsPointer(ref numbers.Room);
    }

    /// <summary>Goes through a value that is being written, for the numbers of its objects alone.</summary>
    internal static void GoThrough(ObjectDispatch dispatch, object root, WriterState state)
    {
        var w = new WireWriter(dispatch, new DiscardSink(), default) { _state = state };
        WriterNumbers numbers = default;
        w.BeginNumbers(ref numbers);
        w.WriteObject(ref w.Start, root);
        state.Settle();
        w.EndNumbers();
    }

    /// <inheritdoc cref="ObjectNumbers.ExpectDisorder"/>
    internal readonly void ExpectDisorder(scoped ref nint addresses, int count) => _state!.ExpectDisorder(ref addresses, count);

    /// <summary>The last object is written.</summary>
    internal unsafe void EndNumbers()
    {
        _state!.End();
        _room = null;
    }

    private WriterState State => _state ??= WriterState.Rent();

    private readonly unsafe ref NumberRoom Numbers => ref Unsafe.AsRef<NumberRoom>(_room);

    /// <summary>
    /// An object that is not null has not appeared before, and has a number now. Otherwise <see cref="WriteFound"/> or <see cref="WriteKnown"/>
    /// writes its number, which <see cref="WriterState.Found"/> is.
    /// </summary>
    // With its returns in one method, of which the JIT compiler makes jumps, and written twice: with the page as an argument graphs take 1.05 of the time.
    // Where objects are marked only, that comes first (people 0.96-0.98 of the time, in five pieces 0.95-0.98, the others of the suite 1.00-1.02).
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly unsafe bool IsNew(ref byte p, object value)
    {
        ref NumberRoom room = ref Numbers;
        nint used = room.Used;
        nuint address = AddressSet.AddressOf(value);
        nuint place = address - room.Objects.Start >> AddressSet.GranuleBits;
        if (place < room.PairLength)
        {
            ref byte mark = ref Unsafe.Add(ref room.Objects.Marks, place);
            byte epoch = room.Epoch;
            if (mark != epoch && Volatile.Read(ref *room.Watch) != 0)
            {
                mark = epoch;
                return true;
            }
        }
        else if ((nuint)used < (nuint)room.TopsEnd)
        {
            ref nuint top = ref room.TopOf(value);
            // The watch comes last: an address taken before it says that nothing has moved is good.
            if (address > top && Volatile.Read(ref *room.Watch) != 0)
            {
                top = address;
                room.Append(used, value);
                return true;
            }
        }
        else if (place < room.Objects.Length)
        {
            ref byte marks = ref room.Objects.Marks;
            if (Unsafe.Add(ref marks, place) != room.Epoch && Volatile.Read(ref *room.Watch) != 0)
            {
                if (used < 0)
                {
                    Unsafe.Add(ref marks, place) = room.Epoch;
                    return true;
                }
                if (used < NumberRoom.Length)
                {
                    Unsafe.Add(ref marks, place) = room.Epoch;
                    room.Append(used, value);
                    return true;
                }
            }
            if (ReferenceEquals(value, room.Again))
            {
                return false;
            }
        }
        return IsNewElsewhere(ref p, value);
    }

    /// <summary>As <see cref="IsNew"/> for strings; the empty one has no number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly unsafe bool IsNewText(ref byte p, string value)
    {
        if (value.Length == 0)
        {
            return true;
        }
        ref NumberRoom room = ref Numbers;
        nint used = room.Used;
        nuint address = AddressSet.AddressOf(value);
        nuint place = address - room.Texts.Start >> AddressSet.GranuleBits;
        if (place < room.PairLength)
        {
            ref byte mark = ref Unsafe.Add(ref room.Texts.Marks, place);
            byte epoch = room.Epoch;
            if (mark != epoch && Volatile.Read(ref *room.Watch) != 0)
            {
                mark = epoch;
                return true;
            }
        }
        else if ((nuint)used < (nuint)room.TopsEnd)
        {
            nuint height = address - room.TextBase;
            // The watch comes last: an address taken before it says that nothing has moved is good.
            if (height > room.TextTop && Volatile.Read(ref *room.Watch) != 0)
            {
                room.TextTop = height;
                room.Append(used, value);
                return true;
            }
        }
        else if (place < room.Texts.Length)
        {
            ref byte marks = ref room.Texts.Marks;
            if (Unsafe.Add(ref marks, place) != room.Epoch && Volatile.Read(ref *room.Watch) != 0)
            {
                if (used < 0)
                {
                    Unsafe.Add(ref marks, place) = room.Epoch;
                    return true;
                }
                if (used < NumberRoom.Length)
                {
                    Unsafe.Add(ref marks, place) = room.Epoch;
                    room.Append(used, value);
                    return true;
                }
            }
        }
        return IsNewElsewhere(ref p, value);
    }

    /// <summary>
    /// An object and a text, which may be null, are both seen to be new, and have numbers now. False when they have to be asked for one by one.
    /// </summary>
    // Against two questions lists of small objects take 0.85-0.9 of the time. Where there is no list the length of the text is not looked at, for that takes
    // a load that nothing else waits for yet (1.04-1.08): WriteNewString tells of an empty one.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly unsafe bool AreNew(ref byte p, object value, string? text)
    {
        if (text == null)
        {
            return false;
        }
        ref NumberRoom room = ref Numbers;
        nint used = room.Used;
        if ((nuint)used < (nuint)room.PairTopsEnd)
        {
            nuint address = AddressSet.AddressOf(value), textHeight = AddressSet.AddressOf(text) - room.TextBase;
            ref nuint top = ref room.TopOf(value);
            if (address > top && textHeight > room.TextTop && text.Length > 0 && Volatile.Read(ref *room.Watch) != 0)
            {
                top = address;
                room.TextTop = textHeight;
                room.Append(used, value, text);
                return true;
            }
            return false;
        }
        nuint length = room.PairLength;
        if (length != 0)
        {
            nuint place = AddressSet.AddressOf(value) - room.Objects.Start >> AddressSet.GranuleBits;
            nuint textPlace = AddressSet.AddressOf(text) - room.Texts.Start >> AddressSet.GranuleBits;
            // Pages are of one size, a power of two.
            if ((place | textPlace) < length)
            {
                ref byte mark = ref Unsafe.Add(ref room.Objects.Marks, place), textMark = ref Unsafe.Add(ref room.Texts.Marks, textPlace);
                // The watch comes last: an address taken before it says that nothing has moved is good.
                if (mark == room.Epoch || textMark == room.Epoch || Volatile.Read(ref *room.Watch) == 0)
                {
                    return false;
                }
                mark = room.Epoch;
                textMark = room.Epoch;
                return true;
            }
            return AreNewElsewhere(value, text);
        }
        nuint listedLength = room.ListedPairLength;
        if (listedLength == 0)
        {
            return AreNewElsewhere(value, text);
        }
        nuint listedPlace = AddressSet.AddressOf(value) - room.Objects.Start >> AddressSet.GranuleBits;
        nuint listedTextPlace = AddressSet.AddressOf(text) - room.Texts.Start >> AddressSet.GranuleBits;
        if ((listedPlace | listedTextPlace) < listedLength)
        {
            ref byte mark = ref Unsafe.Add(ref room.Objects.Marks, listedPlace), textMark = ref Unsafe.Add(ref room.Texts.Marks, listedTextPlace);
            if (mark != room.Epoch && textMark != room.Epoch && used < NumberRoom.Length - nint.Size && text.Length > 0
                && Volatile.Read(ref *room.Watch) != 0)
            {
                mark = room.Epoch;
                textMark = room.Epoch;
                room.Append(used, value, text);
                return true;
            }
            return false;
        }
        return AreNewElsewhere(value, text);
    }

    // They are not on the pages at hand, or there are none.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool AreNewElsewhere(object value, string text) =>
        Numbers.TryAddByBytes(value, text) || Numbers.TryAddByBits(value, text) || Numbers.TryAddBySlots(value, text);

    /// <summary>As <see cref="IsNew"/> among objects that lie scattered over the heap.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly bool IsNewScattered(ref byte p, object value) => Numbers.Bits.IsEmpty ? IsNew(ref p, value) : IsNewAmongBits(ref p, value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool IsNewAmongBits(ref byte p, object value) => Numbers.TryAddByBit(value) || IsNewNear(ref p, value);

    // Called last, so that the one before saves no registers.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool IsNewNear(ref byte p, object value) => IsNew(ref p, value);

    /// <summary>As <see cref="AreNew"/> among objects that lie scattered over the heap.</summary>
    // Inline, 0.94 of the time: what a call saves and restores is a tenth of its instructions.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly bool AreNewScattered(ref byte p, object value, string? text) =>
        text != null && (Numbers.TryAddByBits(value, text) || AreNewNear(ref p, value, text));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool AreNewNear(ref byte p, object value, string? text) => AreNew(ref p, value, text);

    /// <summary>An object that is not null is the known one that has been met last: <see cref="WriterState.Found"/> is its number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly bool IsAgain(object value) => ReferenceEquals(value, Numbers.Again);

    /// <summary>As <see cref="IsNewText"/> where texts have numbers by their content.</summary>
    internal readonly bool IsNewContent(ref byte p, string value)
    {
        int number = value.Length == 0 ? -1 : _state!.FindText(value, Dispatch.PreservesReferences);
        if (number >= 0)
        {
            _state!.Found = number;
            Numbers.Again = null;
        }
        return number < 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool IsNewElsewhere(ref byte p, object value)
    {
        ref NumberRoom room = ref Numbers;
        if (room.TryAddByByte(value) || room.TryAddByBit(value) || room.TryAddBySlot(value))
        {
            return true;
        }
        if (IsAgain(value))
        {
            return false;
        }
        TellPlace(ref p);
        int number = _state!.FindOrAdd(value);
        if (number >= 0)
        {
            _state.Found = number;
        }
        return number < 0;
    }

    private readonly void TellPlace(ref byte p)
    {
        if (Numbers.IsToldPlaces)
        {
            _state!.Depth = Dispatch.MaxDepth - _depthLeft - DepthCredit;
            _state.Position = _flushed + Unsafe.ByteOffset(ref _start, ref p);
        }
    }

    /// <summary>In front of where an id would stand: the number of the last object that was not new.</summary>
    internal ref byte WriteKnown(ref byte p)
    {
        p = ref Ensure(ref p, VarInt.Max32);
        return ref VarInt.Write32(ref p, (uint)_state!.Found << 1 | 1);
    }

    /// <summary>In a slot that admits one type: the number of the last object that was not new. There is room for <see cref="VarInt.Max32"/> bytes.</summary>
    internal readonly ref byte WriteFound(ref byte p) => ref VarInt.Write32(ref p, (uint)_state!.Found + 2);

    /// <summary>A slot of a string: its number, or its text with a header one bit longer.</summary>
    internal ref byte WriteSharedString(ref byte p, string? value)
    {
        if (value != null && !IsNewText(ref p, value))
        {
            return ref WriteKnown(ref p);
        }
        return ref WriteText<SharedForm>(ref p, value);
    }

    /// <summary>As <see cref="WriteSharedString"/> where texts have numbers by their content.</summary>
    internal ref byte WriteTableString(ref byte p, string? value)
    {
        if (value != null && !IsNewContent(ref p, value))
        {
            return ref WriteKnown(ref p);
        }
        return ref WriteText<SharedForm>(ref p, value);
    }

    /// <summary>The object just numbered can only be made of its content, which is about to be written.</summary>
    internal readonly void OpenNumber() => _state!.Open();

    /// <summary>Its content is written.</summary>
    internal readonly void CloseNumber() => _state!.Close();
}
