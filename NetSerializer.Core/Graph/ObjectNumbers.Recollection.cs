using System.Runtime.CompilerServices;
using NetSerializer.Errors;

namespace NetSerializer.Graph;

// Without a list: as long as each object is new, and nothing has moved, nobody asks which ones there were.
internal unsafe partial class ObjectNumbers
{
    /// <summary>
    /// So many objects are listed in any case, a multiple of <see cref="StackReferences.Length"/> in the first segment, and not 0: where some appear
    /// again, one of the first mostly does.
    /// </summary>
    private const int FirstListed = 512;

    /// <summary>The number of whatever lies beyond the limit; only its bytes count, and these only by being few.</summary>
    private const int Beyond = int.MaxValue / 2;

    private const long Unknown = -1;

    // Of numbers that go through a value for others: so many objects are of interest to them, and where the next one was asked for.
    private int _limit = int.MaxValue;
    private long _end = Unknown;
    private bool _keepsList;

    // The marks of the addresses are all that there is.
    private bool IsForgetful => Room.Used < 0;

    /// <summary>
    /// The value can be gone through again and gives the same objects, so that the list of them need not be kept: 0.7 to 0.85 of the time of graphs
    /// in which nothing appears twice, for which 8 bytes less are needed for each object. To be called behind <see cref="Begin"/>.
    /// </summary>
    protected void NeedNoList() => (_keepsList, Room.IsToldPlaces) = (false, true);

    private void SetKeepsList() => (_keepsList, Room.IsToldPlaces) = (true, false);

    /// <summary>How many bytes stand in front of the object asked for.</summary>
    public long Position { get; set; }

    /// <summary>Whether an object that appears again is to be expected, though none has yet. Asked once for each value that is large enough.</summary>
    protected virtual bool ExpectsToNeedList() => true;

    /// <summary>An object has appeared again for the first time, late: other values may be like that.</summary>
    protected virtual void ExpectToNeedLists()
    {
    }

    /// <summary>Goes through the value under way, with numbers that <see cref="EndWith"/> the limit, and returns these.</summary>
    protected virtual ObjectNumbers GoThroughAgain(int limit) => throw new NotSupportedException();

    /// <summary>Behind so many objects, more than there is room for, each one counts as known and is not gone into.</summary>
    protected void EndWith(int limit) => _limit = limit;

    /// <summary>The value has been gone through: all objects go to the list.</summary>
    public void Settle()
    {
        int count = Count, used = count - _staged;
        if (used > 0)
        {
            ListRoom();
            (int segment, int start) = PlaceOf(count - used);
            _segments[segment].AsSpan(start, StackReferences.Length)[used..].Clear();
        }
        (_staged, Room.Used) = (count, 0);
    }

    /// <summary>The list is needed: makes it, of all objects that have a number, and keeps it from here on.</summary>
    protected void Remember()
    {
        if (_isUnlisted)
        {
            LeaveTops(Unknown);
        }
        else if (IsForgetful)
        {
            Recollect(Unknown);
        }
    }

    /// <summary>An object comes that the writing has made: another one would come the next time, so the list is kept from here on.</summary>
    public void KeepList()
    {
        Remember();
        SetKeepsList();
    }

    // When these numbers end, where the next object is asked for tells whether the value is what it was.
    private int FindBeyond()
    {
        if (_end == Unknown)
        {
            _end = Position;
        }
        return Beyond;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Recollect(long position)
    {
        int count = _addresses.Sum() - Room.Excess;
        if (!HasMoved)
        {
            ExpectToNeedLists();
        }
        ObjectNumbers again = GoThroughAgain(count);
        // Other objects than the first time have no marks, unless that time was before a collection.
        bool isComparable = again._usesAddresses && !again.HasSlots && again._addresses.HasBits == _addresses.HasBits && !HasMoved && !again.HasMoved;
        if (isComparable && again._kind == Marks.SmallPages)
        {
            again.CopyToLargePages();
        }
        if (isComparable && again._addresses.CountIn(in _addresses) != count && !HasMoved)
        {
            Throw.ValueChanged();
        }
        TakeOver(again, count, position);
        SetKeepsList();
    }

    // The list of those who have gone through the value again.
    private void TakeOver(ObjectNumbers again, int count, long position)
    {
        if (again._staged != count || (position != Unknown && again._end != position))
        {
            Throw.ValueChanged();
        }
        (_first, _segments, _indexed) = (again._first, again._segments, 0);
        LeaveSegments();
        _staged = count & -StackReferences.Length;
        for (int number = _staged; number < count; number++)
        {
            (int segment, int place) = PlaceOf(number);
            _recent.Set(number, _segments[segment][place]);
            _segments[segment][place] = null;
        }
        Room.Used = (count - _staged) * nint.Size;
        Room.SetPairLength();
    }
}
