using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using NetSerializer.Errors;

namespace NetSerializer.Graph;

// Lists of objects that lie in order: that all of them are new, the list alone tells.
internal unsafe partial class ObjectNumbers
{
    /// <summary>Of so many pieces a list may be, each in order: collections leave it so.</summary>
    private const int MostPieces = 8;

    /// <summary>So many elements of a list in no order are looked at, whether they lie within so many bytes, which are sixteen pages.</summary>
    private const int DenseSamples = 16, DenseLength = 16 << AddressSet.PageBits;

    // Whether marks or the list are to be expected has been asked already.
    private bool _isAsked;
    private bool _isAscending, _isDescending;
    // Of a list in no order: it lies on few pages; and so many objects are to come.
    private bool _isDense;
    private int _toCome;
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
            ExpectDisorder(ref addresses, count);
        }
        if (_isAscending)
        {
            BeginTextPieces(ref addresses, count);
        }
        return _isAscending;
    }

    /// <summary>A long list of objects follows that lie in no order: known beforehand, it need not be found out, nor be gone through again for.</summary>
    public void ExpectDisorder(ref nint addresses, int count)
    {
        if (_comparisonsLeft > 0 && !_isUnlisted)
        {
            LookAround(ref addresses, count);
            EndTops();
        }
    }

    /// <summary>Numbers the elements that <see cref="TryAscend"/> has been told of, where nothing else is numbered among them.</summary>
    public void AddAscending(ref nint addresses, int count)
    {
        int at = 0;
        for (; at < count && (!_isUnlisted || Room.Used < NumberRoom.Length); at++)
        {
            object? value = Unsafe.As<nint, object?>(ref Unsafe.Add(ref addresses, at));
            if (value == null)
            {
                Throw.ValueChanged();
            }
            Append(value!);
        }
        Room.Used += (nint)nint.Size * (count - at);
        EndAscent();
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
            EndTextPieces();
        }
        _isAscending = false;
    }

    private bool AreAbove(int kind, ref nint addresses, int count)
    {
        nuint top = TopOfKind(kind), lowest = nuint.MaxValue, highest = 0;
        bool isFirst = top == 0 || top == nuint.MaxValue;
        Span<int> starts = stackalloc int[MostPieces + 1];
        int pieces = 0, start = 0;
        while (start < count)
        {
            nuint first = AddressAt(ref addresses, start);
            // What is missing is in no order, but does not disturb one either.
            _isDescending |= start > 0 && first < AddressAt(ref addresses, start - 1) && first != AddressSet.ContentOffset;
            if (pieces == MostPieces || first == AddressSet.ContentOffset || (!isFirst && first <= top))
            {
                return false;
            }
            starts[pieces++] = start;
            start = EndOfAscent(ref addresses, start, count);
            (lowest, highest) = (Math.Min(lowest, first), Math.Max(highest, AddressAt(ref addresses, start - 1)));
        }
        starts[pieces] = count;
        for (int piece = 1; piece < pieces; piece++)
        {
            for (int other = 0; other < piece; other++)
            {
                if (!AreApart(ref addresses, starts[other], starts[other + 1], starts[piece], starts[piece + 1]))
                {
                    return false;
                }
            }
        }
        // Where others have come before, nobody knows the lowest one here.
        (_ascentKind, _ascentTop, _ascentBottom) = (kind, highest, isFirst ? lowest : 0);
        return true;
    }

    // Whether elements in no order lie close together, so that few pages have all of them, or those that follow each other mostly on different pages.
    private void LookAround(ref nint addresses, int count)
    {
        nint lowest = nint.MaxValue, highest = 0;
        int turns = 0;
        for (int sample = 0; sample < DenseSamples; sample++)
        {
            nint at = (nint)sample * (count - 1) / DenseSamples;
            nint address = Unsafe.Add(ref addresses, at), next = Unsafe.Add(ref addresses, at + 1);
            (lowest, highest) = (Math.Min(lowest, address), Math.Max(highest, address));
            turns += (address ^ next) >> AddressSet.PageBits != 0 ? 1 : 0;
        }
        _isDense = highest - lowest <= DenseLength;
        // Each with a text, mostly.
        _toCome = turns > DenseSamples / ObjectsPerTurn ? 2 * Math.Min(count, MaxSlotted) : 0;
    }

    // Two ascending pieces have no element in common, and few turns are taken by elements of one and of the other when they are put in order.
    private static bool AreApart(ref nint addresses, int start, int end, int otherStart, int otherEnd)
    {
        for (int turn = 0; turn < MostPieces; turn++)
        {
            nint other = Unsafe.Add(ref addresses, otherStart);
            start = FirstNotBelow(ref addresses, start, end, other);
            if (start == end)
            {
                return true;
            }
            // One that is in both takes all turns.
            (start, end, otherStart, otherEnd) = (otherStart, otherEnd, start, end);
        }
        return false;
    }

    // Among ascending elements; the end for none.
    private static int FirstNotBelow(ref nint addresses, int start, int end, nint address)
    {
        while (start < end)
        {
            int middle = start + (end - start >> 1);
            if (Unsafe.Add(ref addresses, middle) < address)
            {
                start = middle + 1;
            }
            else
            {
                end = middle;
            }
        }
        return start;
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
