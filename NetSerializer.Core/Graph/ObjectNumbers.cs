using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// The objects of one value that have been written, numbered in order of appearance, found by identity. A dense list of them in segments, 8 bytes for
/// each, the newest in a <see cref="NumberRoom"/> on the stack of the call; the highest of their addresses, and where these do not suffice the set of
/// all, by which those that appear for the first time are known, most of them before this class is asked; and, once one appears again, an
/// open-addressing index of numbers over the list, 5.3 to 10.7 bytes for each. Nothing is copied when they become more but addresses and index.
/// <para>
/// Addresses are sound as long as nothing has moved: what is found is compared by reference and right in any case, and what is not found is looked up
/// again, addresses and index made anew, when a collection has run since. A new object on a page that is known costs 1.5 ns (0.75 of the time of a graph of
/// books against bits that were looked at here, 0.4 where its titles lie apart); one that is looked up in the index 9-14; a header hash
/// (<see cref="RuntimeHelpers.GetHashCode(object)"/>) 29-40 for an object that never had one; Dictionary with ReferenceEqualityComparer 46-110. In
/// the index the address is not scrambled: objects that were made one after the other lie in neighbouring places, which is worth a factor of 2.8 at a
/// million of them (10 against 28 ns; 20% worse for shuffled ones). Where more objects lie close to each other than the index has places there, a
/// search leaves the neighbourhood after a few places and goes on far away: double hashing by runs. Without that a million books that had just been
/// read took 13 microseconds each. When collections come so often that making all anew would cost more than the header hashes, those are used; where
/// objects lie very far apart, or most references are to objects that have appeared, the index alone. Where the list can be made again it is not kept.
/// </para>
/// </summary>
internal unsafe partial class ObjectNumbers
{
    private const int SegmentBits = 11, SegmentLength = 1 << SegmentBits;

    /// <summary>
    /// Behind the first ones each power of two is divided into 2^3 segments, so that there are few of each length, which a pool keeps: with 16 KiB for each,
    /// 10,000,000 objects were written in 2.5 times as long, since most of their list was made anew each time. Where a number is takes its highest bits,
    /// as in a number with a floating point, and no call (0.72 of the time of references to a million objects against steps of 2^5 and four times the length).
    /// </summary>
    private const int DivisionBits = 3, FirstDivided = 1 << SegmentBits + DivisionBits + 1;

    /// <summary>So many objects may be looked up anew after collections before the header hashes are used; and a few times as many as there are.</summary>
    private const int FreeRepetitions = 1 << 16, RepetitionsPerObject = 8;
    /// <summary>What making all anew counts at least: a thread that does nothing but collect leaves time for a few objects between two collections.</summary>
    private const int LeastRepetition = 1 << 10;

    /// <summary>
    /// Beyond that, the addresses and the index may together take so many bytes for each object; with the list, if there is one, it is 24 at most. It is
    /// bytes for 64 pages (a thousand people on 40 of them 0.7 of the time of bits).
    /// </summary>
    private const int FreeSize = 528 << 10, BytesPerObject = 15, BytesWithoutList = 22;

    /// <summary>
    /// What bits for 128 MiB of heap take, with their tables, they may take in any case (a million books in no order of addresses: 0.75 against 32 MiB).
    /// </summary>
    private const int FreeBits = 1040 << 10;

    /// <summary>
    /// Where there are fewer new objects than this for each one that is looked up in the index, and more of those than that, their addresses only
    /// cost time (10,000 objects with two references each to any of them: 1.4).
    /// </summary>
    private const int ObjectsPerSearch = 4, FreeSearches = 64;

    /// <summary>Where fewer objects than this lie on a page before one follows on another page, they are scattered.</summary>
    private const int ObjectsPerTurn = 4;

    /// <summary>Where objects lie too far apart for addresses, there may be enough for that when there are twice as many, and so many at least.</summary>
    private const int LeastReturn = 1 << 15;

    // What there is outside of a call: nothing lies on its pages. All bits are 0.
    private static readonly void* s_noRoom = MakeNoRoom();

    private object?[] _first = new object?[SegmentLength];
    private readonly CollectionWatch _watch = new();
    private AddressSet _addresses = new(hasBits: false, isSmall: true);
    // Those of the other kinds, where they have been needed; and which kind there is now.
    private readonly AddressSet?[] _otherAddresses = new AddressSet?[3];
    private Marks _kind;
    private object?[][] _segments;
    // A NumberRoom on the stack, and the objects in it, which are those from _staged on.
    private void* _room = s_noRoom;
    private StackReferencesPointer _recent;
    private int _staged;
    // There is more than what is on the stack: otherwise there is little to forget.
    private bool _isUsed;
    private bool _isSpecial;
    private int _searches;
    // At so many objects addresses are tried again.
    private int _return = int.MaxValue;
    private long _repetitions;
    private bool _usesHeaders = !CollectionWatch.IsReliable;
    private bool _usesAddresses = CollectionWatch.IsReliable;

    public ObjectNumbers() => _segments = [_first];

    /// <summary>How many objects have a number.</summary>
    public int Count => _staged + (int)(Room.Used / sizeof(nint));

    // Addresses are of no use any more.
    private bool HasMoved => !_usesHeaders && _watch.HasRun;

    private ref NumberRoom Room => ref Unsafe.AsRef<NumberRoom>(_room);

    /// <summary>To be called before the first object, with room on a stack that lasts until <see cref="End"/>, in which there is nothing yet.</summary>
    public void Begin(ref NumberRoom room)
    {
        room.Watch = _watch.Word;
        _room = Unsafe.AsPointer(ref room);
        _recent = new(ref room.Recent);
        _keepsList = true;
        if (_limit == int.MaxValue)
        {
            BeginTops();
        }
        else
        {
            room.IsToldPlaces = true;
        }
    }

    /// <summary>The room on the stack is about to be gone: no object may follow.</summary>
    public void End()
    {
        _room = s_noRoom;
        _recent = default;
        _comparisonsLeft = 0;
    }

    /// <summary>There is more to be done than to look up the next object, and those that are known: <see cref="FindSpecially"/> does it.</summary>
    protected bool IsSpecial
    {
        set
        {
            _isSpecial = value;
            CloseRoom();
            if (!value)
            {
                OpenTops();
            }
        }
    }

    /// <summary>As <see cref="FindOrAdd"/> while <see cref="IsSpecial"/>.</summary>
    protected virtual int FindSpecially(object value) => throw new NotSupportedException();

    /// <summary>Forgets all objects; what is too large to be kept goes back to the pool.</summary>
    public void Clear()
    {
        End();
        (_isSpecial, _isUnlisted) = (false, false);
        EndExpecting();
        if (!_isUsed)
        {
            return;
        }
        Array.Clear(_first, 0, Math.Min(_staged, SegmentLength));
        if (_staged > SegmentLength || _index.Length > MaxKeptIndex)
        {
            GiveBack();
        }
        _addresses.Clear();
        Use(Marks.SmallPages);
        _slotBits = 0;
        (_isUsed, _staged, _indexed, _searches, _return, _repetitions) = (false, 0, 0, 0, int.MaxValue, 0);
        _usesAddresses = !(_usesHeaders = !CollectionWatch.IsReliable);
    }

    /// <summary>The number of an object, or -1 when it had none: it has one now.</summary>
    /// <exception cref="InvalidOperationException">There is no room: <see cref="Begin"/> has not been called.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int FindOrAdd(object value)
    {
        if (_room == s_noRoom)
        {
            throw new InvalidOperationException("An object is numbered outside of a root call.");
        }
        if (_isSpecial)
        {
            return FindSpecially(value);
        }
        return IsForgetful && TryMark(value) ? -1 : FindOrAddPlainly(value);
    }

    /// <summary>As <see cref="FindOrAdd"/>, whether <see cref="IsSpecial"/> or not.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected int FindOrAddPlainly(object value)
    {
        int expected = _trust > 0 ? FindExpected(value) : -1;
        return expected >= 0 ? expected : FindOrAddElsewhere(value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int FindOrAddElsewhere(object value)
    {
        bool wasUnlisted = _isUnlisted;
        if (_comparisonsLeft > 0 && TryFindOrAddByTops(value, out int found))
        {
            return found;
        }
        int count = Count;
        if (IsForgetful)
        {
            Recollect(Position);
            count = Count;
        }
        if (count >= _limit)
        {
            return FindBeyond();
        }
        if (count >= _return && !HasMoved)
        {
            ReturnToAddresses();
        }
        if (_usesAddresses && (HasSlots ? count >= MaxSlotted : _addresses.PageCount == 0))
        {
            BeginMarks(count);
        }
        while (true)
        {
            int place = -1;
            bool isNew = _usesAddresses && TryMark(value);
            if (!isNew && !HasMoved)
            {
                int number = FindKnown(value, out place);
                if (number >= 0)
                {
                    if (wasUnlisted)
                    {
                        ExpectToNeedLists();
                    }
                    return number;
                }
                isNew = !HasMoved;
            }
            if (isNew)
            {
                Append(value);
                if (place >= 0)
                {
                    _indexed = Count;
                    _index[place] = _indexed | Tag(value);
                }
                return -1;
            }
            Repeat();
        }
    }

    private void Append(object value)
    {
        ref NumberRoom room = ref Room;
        if (room.Used == NumberRoom.Length && !TryMakeRoom(value))
        {
            return;
        }
        room.Append(room.Used, value);
        if (_limit != int.MaxValue && Count > _limit - StackReferences.Length)
        {
            // Each of the last ones comes this way.
            CloseRoom();
        }
    }

    private void CloseRoom()
    {
        Room.Texts = default;
        Room.Objects = default;
        Room.Bytes = default;
        Room.Bits = default;
        Room.Slots = default;
        Room.SetPairLength();
        Room.SetTopsEnd(0);
        Room.Again = null;
    }

    private int FindKnown(object value, out int place)
    {
        place = -1;
        if (_usesAddresses && ++_searches > FreeSearches && _searches > Count / ObjectsPerSearch)
        {
            LeaveAddresses();
        }
        int number = FindIndexed(value, out place);
        return number >= 0 ? FoundElsewhere(value, number) : -1;
    }

    // Many references to one object in a row need no look at all (100,000 of them: 0.5 of the time; the nodes of a tree with their parents: 0.8).
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Found(object value, int number)
    {
        if (!_keepsList)
        {
            SetKeepsList();
        }
        Room.Again = value;
        _lastFound = number;
        return number;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private object? At(int number)
    {
        if (number >= _staged)
        {
            return _recent.Get(number);
        }
        (int segment, int place) = PlaceOf(number);
        return InSegment(segment, place);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref object? InSegment(int segment, int place) =>
        ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_segments), segment)), place);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static (int Segment, int Place) PlaceOf(int number)
    {
        // By itself, since there it is quicker (0.92 of the time of references to up to 32,768 objects).
        if (number < FirstDivided)
        {
            return (number >> SegmentBits, number & SegmentLength - 1);
        }
        int bits = BitsOfLength(number);
        return ((number >> bits) + (bits - SegmentBits << DivisionBits), number & (1 << bits) - 1);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int BitsOfLength(int number) => number < FirstDivided ? SegmentBits : BitOperations.Log2((uint)number) - DivisionBits;

    // What is on the stack goes to the segments, to make room for an object. False when there is no list any more.
    private bool TryMakeRoom(object value)
    {
        if (_isUnlisted)
        {
            return true;
        }
        if (!_keepsList && _comparisonsLeft > 0 && TryUnlist())
        {
            LowerBottom(value);
            return true;
        }
        if (!_keepsList && _staged >= FirstListed && _usesAddresses && !HasSlots)
        {
            if (!ExpectsToNeedList())
            {
                Room.Used = NumberRoom.Forgetful;
                Room.SetPairLength();
                UseLargePages();
                return false;
            }
            SetKeepsList();
        }
        ListRoom();
        Room.Used = 0;
        return true;
    }

    private void ListRoom()
    {
        _isUsed = true;
        (int segment, int start) = PlaceOf(_staged);
        if (start == 0 && segment > 0)
        {
            AddSegment(segment, 1 << BitsOfLength(_staged));
        }
        _recent.CopyTo(0, _segments[segment].AsSpan(start, StackReferences.Length));
        _staged += StackReferences.Length;
    }

    private static void* MakeNoRoom()
    {
        void* room = (void*)RuntimeHelpers.AllocateTypeAssociatedMemory(typeof(ObjectNumbers), Unsafe.SizeOf<NumberRoom>());
        Unsafe.AsRef<NumberRoom>(room) = default;
        return room;
    }

    private void AddSegment(int segment, int length)
    {
        if (segment == _segments.Length)
        {
            Array.Resize(ref _segments, Math.Max(16, segment + segment / 2));
        }
        _segments[segment] = ArrayPool<object?>.Shared.Rent(length);
    }

    // Collections that other threads cause must not make this one work without end.
    private void Repeat()
    {
        _repetitions += Math.Max(Count, LeastRepetition);
        _usesHeaders = _repetitions > FreeRepetitions + (long)RepetitionsPerObject * Count;
        _watch.Renew();
        if (_usesHeaders)
        {
            LeaveAddresses();
        }
        if (HasSlots)
        {
            FillSlots();
        }
        else
        {
            AddAddresses();
        }
        // Made anew when it is asked again.
        _indexed = 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void GiveBack()
    {
        int last = PlaceOf(Math.Max(0, _staged - 1)).Segment;
        for (int segment = 1; segment <= last; segment++)
        {
            ArrayPool<object?>.Shared.Return(_segments[segment], clearArray: true);
        }
        _segments = [_first];
        LeaveSegments();
        GiveIndexBack();
    }
}
