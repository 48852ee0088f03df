using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace NetSerializer.Graph;

// Lists of objects that lie in order: that all of them are new, the list alone tells.
internal unsafe partial class ObjectNumbers
{
    /// <summary>So many times one may lie below all that came before, as at the end of a piece of the heap.</summary>
    private const int MostDescents = 7;

    // Whether marks or the list are to be expected has been asked already.
    private bool _isAsked;
    private bool _isAscending, _isDescending;
    // What is known of the kind of the elements when they are written. The lowest address is 0 if that is as before.
    private int _ascentKind;
    private nuint _ascentTop, _ascentBottom;

    /// <summary>
    /// Elements of one type are all new, and what is known of them is used. Nothing else of their type may be asked for before <see cref="EndAscent"/>.
    /// </summary>
    public bool TryAscend(ref nint addresses, int count)
    {
        object? first = Unsafe.As<nint, object?>(ref addresses);
        bool isLong = Room.Used + (2 * nint.Size * (nint)count) > NumberRoom.Length;
        _isDescending = false;
        // The watch comes last: addresses taken before it says that nothing has moved are good.
        _isAscending = _comparisonsLeft > 0 && first != null && AreAbove(KindOf(first), ref addresses, count) && !_watch.HasRun;
        if (_isAscending)
        {
            _isAscending = !isLong || ExpectsOrder();
        }
        else if (isLong && _isDescending)
        {
            ExpectDisorder();
        }
        return _isAscending;
    }

    /// <summary>The last of them is numbered.</summary>
    public void EndAscent()
    {
        // If things have moved since, the watch says so to the next one who asks.
        if (_isAscending && _comparisonsLeft > 0)
        {
            TopOfKind(_ascentKind) = _ascentTop;
            if (_ascentBottom != 0)
            {
                _bottoms[_ascentKind] = _ascentBottom;
            }
        }
        _isAscending = false;
    }

    private bool AreAbove(int kind, ref nint addresses, int count)
    {
        nuint top = TopOfKind(kind), start = AddressAt(ref addresses, 0), limit = nuint.MaxValue;
        bool isFirst = top == 0 || top == nuint.MaxValue;
        if (!isFirst && start <= top)
        {
            return false;
        }
        (_ascentKind, _ascentTop, _ascentBottom) = (kind, 0, isFirst ? start : 0);
        int end = 0;
        for (int descents = 0; descents <= MostDescents; descents++)
        {
            end = EndOfAscent(ref addresses, end, count);
            nuint last = AddressAt(ref addresses, end - 1);
            if (last >= limit)
            {
                return false;
            }
            _ascentTop = Math.Max(_ascentTop, last);
            if (end == count)
            {
                return true;
            }
            start = AddressAt(ref addresses, end);
            // What is missing is in no order, but does not disturb one either.
            _isDescending |= start < last && start != AddressSet.ContentOffset;
            // Where others have come before, nobody knows the lowest one here.
            if (start >= _ascentBottom)
            {
                return false;
            }
            (limit, _ascentBottom, _hasCompared) = (_ascentBottom, start, true);
        }
        return false;
    }

    private static nuint AddressAt(ref nint addresses, int index) => (nuint)Unsafe.Add(ref addresses, index) + AddressSet.ContentOffset;

    // The first element behind that place that does not lie above the one before it.
    private static int EndOfAscent(ref nint addresses, int start, int count)
    {
        ref long values = ref Unsafe.As<nint, long>(ref addresses);
        int at = start + 1;
        for (; at <= count - Vector256<long>.Count; at += Vector256<long>.Count)
        {
            ref long before = ref Unsafe.Add(ref values, at - 1);
            if (!Vector256.GreaterThanAll(Vector256.LoadUnsafe(ref before, 1), Vector256.LoadUnsafe(ref before)))
            {
                break;
            }
        }
        while (at < count && Unsafe.Add(ref addresses, at) > Unsafe.Add(ref addresses, at - 1))
        {
            at++;
        }
        return at;
    }

    // A list that there is no room for.
    private bool ExpectsOrder()
    {
        if (_keepsList)
        {
            return false;
        }
        if (!_isUnlisted)
        {
            if (ExpectsToNeedMarks())
            {
                EndTops();
                return false;
            }
            if (ExpectsToNeedList())
            {
                SetKeepsList();
                return false;
            }
            _isAsked = true;
        }
        return true;
    }
}
