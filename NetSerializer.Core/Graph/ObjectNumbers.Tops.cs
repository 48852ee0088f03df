using System.Runtime.CompilerServices;
using NetSerializer.Errors;

namespace NetSerializer.Graph;

// Before there are marks. Objects that were made in the order in which they are written lie one above the other, those of one type at least, as children do
// that are made before their parents; and a collection keeps their order mostly. So an object that lies above all of its kind that came before is new, which
// takes a comparison and no memory (0.4-0.75 of the time of graphs of 9 to 43 objects against marks, 0.5-0.85 of 200 to 2,000). Any other one is compared
// with all, as long as these are few and that has not happened often; then there are marks.
internal unsafe partial class ObjectNumbers
{
    /// <summary>
    /// So many comparisons of an object with others come to what it takes to set marks up, where each search counts as some of them.
    /// </summary>
    private const int FreeComparisons = 1024, SearchCost = 16;

    private const int Kinds = TopAddresses.Count + 1;

    // Of each kind, where no objects are listed; 0 for one that has not been asked for.
    private readonly nuint[] _bottoms = new nuint[Kinds];
    // What would be the lowest address of a text but for the one at the bottom; 0 for none. And, where their heights are not counted from 0, the highest.
    private nuint _secondTextBottom, _textPeak;
    // How many are left. 0 where there are marks, or may be.
    private int _comparisonsLeft;
    // No more than the first objects are listed, a room full of them; how many there are Room.Used tells.
    private bool _isUnlisted;

    /// <summary>
    /// Whether an object is to be expected that does not lie above those that came before it. Asked when the room is full for the first time, of values that
    /// can be gone through again.
    /// </summary>
    protected virtual bool ExpectsToNeedMarks() => true;

    /// <summary>There has been such an object: other values may be like that.</summary>
    protected virtual void ExpectToNeedMarks()
    {
    }

    private void BeginTops()
    {
        (_comparisonsLeft, _isAsked, _isAscending, _textPieceCount) = (FreeComparisons, false, false, 0);
        (_isDense, _toCome) = (false, 0);
        OpenTops();
    }

    private void OpenTops()
    {
        if (_comparisonsLeft > 0 && CollectionWatch.IsReliable)
        {
            Room.SetTopsEnd(_isUnlisted ? nint.MaxValue : NumberRoom.Length);
        }
    }

    private void EndTops()
    {
        (_comparisonsLeft, _isUsed, _textPieceCount) = (0, true, 0);
        Room.SetTopsEnd(0);
    }

    private ref nuint TopOf(object value) => ref TopOfKind(KindOf(value));

    // False when tops are of no use any more: the object has to be looked up.
    private bool TryFindOrAddByTops(object value, out int number)
    {
        number = -1;
        int count = Count;
        if (count >= FirstListed && !_isUnlisted)
        {
            // Were an object among millions to lie elsewhere, all would have to be marked at once (5,000,000: 1.15 of the time).
            EndTops();
            return false;
        }
        nuint address = AddressSet.AddressOf(value), height = HeightOf(value);
        ref nuint top = ref TopOf(value);
        // The watch comes last: an address taken before it says that nothing has moved is good.
        if (height > top && CollectionWatch.IsReliable && !_watch.HasRun)
        {
            top = height;
            Append(value);
            return true;
        }
        _comparisonsLeft -= _isUnlisted ? SearchCost : count + SearchCost;
        if (_comparisonsLeft <= 0 || (_isUnlisted && !IsBelow(value, address)))
        {
            LeaveTops(Position);
            return false;
        }
        if (_isUnlisted)
        {
            Append(value);
            return true;
        }
        number = IndexOf(value, count);
        if (number >= 0)
        {
            FoundElsewhere(value, number);
            return true;
        }
        if (CollectionWatch.IsReliable && _watch.HasRun)
        {
            if (_isAscending)
            {
                // Nobody keeps their top.
                EndTops();
                return false;
            }
            SeeTops();
        }
        if (value is not string || !TryEnterGap(value, count))
        {
            top = Math.Max(top, HeightOf(value));
            // A text above the gap may be the highest one.
            _textPeak = value is string ? Math.Max(_textPeak, address) : _textPeak;
        }
        Append(value);
        return true;
    }

    /// <summary>
    /// What comes next would not find room: whether it need not, since the list may end with what is there and as much of that as there is room for.
    /// </summary>
    public bool TryListNoMore() => !_isUnlisted && !_keepsList && _comparisonsLeft > 0 && TryUnlist();

    // The room is full for the first time, or about to be, and the list may not be needed.
    private bool TryUnlist()
    {
        if (!CollectionWatch.IsReliable || (!_isAsked && ExpectsToNeedMarks()))
        {
            EndTops();
        }
        else if (!_isAsked && ExpectsToNeedList())
        {
            SetKeepsList();
        }
        else
        {
            _isUnlisted = true;
            Array.Clear(_bottoms);
            _secondTextBottom = 0;
            for (int kind = 0; kind < Kinds; kind++)
            {
                ref nuint top = ref TopOfKind(kind);
                // The first one of a kind will be asked for.
                top = top == 0 ? nuint.MaxValue : top;
            }
            OpenTops();
        }
        return _isUnlisted;
    }

    private int KindOf(object value) => value is string ? Kinds - 1 : (int)Room.KindOf(value);

    private ref nuint TopOfKind(int kind) => ref kind == Kinds - 1 ? ref Room.TextTop : ref Room.Tops[kind];

    // How far an object lies above the others of its kind is told by this: see NumberRoom.TextTop.
    private nuint HeightOf(object value) => AddressSet.AddressOf(value) - (value is string ? Room.TextBase : 0);

    // The object lies below all others of its kind, or is the first. A text may also lie above one that did, and below the others, and then those to come may
    // be expected above this one; or above all others after that.
    private bool IsBelow(object value, nuint address)
    {
        int kind = KindOf(value);
        ref nuint top = ref TopOfKind(kind), bottom = ref _bottoms[kind];
        if (top == nuint.MaxValue)
        {
            (top, bottom) = (address, address);
        }
        else if (address < (bottom != 0 ? bottom : bottom = FindBottom(kind)))
        {
            if (value is string)
            {
                _secondTextBottom = bottom;
            }
            bottom = address;
        }
        else if (value is not string || !TryRaise(address))
        {
            return false;
        }
        return !_watch.HasRun;
    }

    // All texts but the one at the bottom lie from the second bottom on, up to the peak, until there is another one in between.
    private bool TryRaise(nuint address)
    {
        ref nuint start = ref Room.TextBase;
        if (address > _bottoms[Kinds - 1] && address < _secondTextBottom)
        {
            if (start == 0)
            {
                _textPeak = Room.TextTop;
            }
            (start, _secondTextBottom) = (_secondTextBottom, 0);
            Room.TextTop = address - start;
            return true;
        }
        if (start == 0 || address <= _textPeak)
        {
            return false;
        }
        _textPeak = address;
        return true;
    }

    // The first one that finds no room in the list, which may lie anywhere: whoever asks for the lowest of its kind later does not find it there.
    private void LowerBottom(object value)
    {
        int kind = KindOf(value);
        _bottoms[kind] = Math.Min(FindBottom(kind), AddressSet.AddressOf(value));
    }

    // Among those that are listed, which need not lie in order.
    private nuint FindBottom(int kind)
    {
        nuint bottom = nuint.MaxValue;
        int count = Math.Min(Count, StackReferences.Length);
        for (int number = 0; number < count; number++)
        {
            object value = _recent.Get(number)!;
            if (KindOf(value) == kind)
            {
                bottom = Math.Min(bottom, AddressSet.AddressOf(value));
            }
        }
        return bottom;
    }

    private int IndexOf(object value, int count)
    {
        int staged = _staged;
        for (int number = staged; number < count; number++)
        {
            if (ReferenceEquals(_recent.Get(number), value))
            {
                return number;
            }
        }
        for (int number = 0; number < staged; number++)
        {
            if (ReferenceEquals(At(number), value))
            {
                return number;
            }
        }
        return -1;
    }

    // Things have moved.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void SeeTops()
    {
        int count = Count;
        // The next comparison finds out that there have been enough.
        _comparisonsLeft = Math.Max(1, _comparisonsLeft - count - SearchCost);
        _watch.Renew();
        Room.ClearTops();
        for (int number = 0; number < count; number++)
        {
            object value = At(number)!;
            ref nuint top = ref TopOf(value);
            top = Math.Max(top, AddressSet.AddressOf(value));
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void LeaveTops(long position)
    {
        EndTops();
        if (_isUnlisted)
        {
            int count = Count;
            if (!HasMoved)
            {
                ExpectToNeedMarks();
            }
            ObjectNumbers again = GoThroughAgain(count);
            if (!HasFirst(again, count))
            {
                Throw.ValueChanged();
            }
            _isUnlisted = false;
            TakeOver(again, count, position);
        }
    }

    // These are at hand.
    private bool HasFirst(ObjectNumbers again, int count)
    {
        if (again._staged != count)
        {
            return false;
        }
        int listed = Math.Min(count, StackReferences.Length);
        for (int number = 0; number < listed; number++)
        {
            if (!ReferenceEquals(again.At(number), _recent.Get(number)))
            {
                return false;
            }
        }
        return true;
    }
}
