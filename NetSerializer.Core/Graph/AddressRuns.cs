namespace NetSerializer.Graph;

/// <summary>
/// Where the numbered objects of one kind lie, as far as it takes to see that another one has no number: a few runs of addresses that hold them all, the lowest first, and the gap behind the one that grew last. Objects that
/// were made one after the other lie one behind the other, and are mostly written in that order, so that most of them fall into that gap.
/// <para>Good for as long as no collection has moved anything.</para>
/// </summary>
internal sealed class AddressRuns
{
    private const int MaxRuns = 64;
    /// <summary>Beyond so many bytes above a run another one begins, which leaves the gap between them open for others: the collector hands memory out in pieces that may come in any order.</summary>
    private const nuint Near = 1 << 16;
    /// <summary>So many objects may lie elsewhere than in the gap, and so many times less than there are, before it is closed: where objects are not written in the order of their addresses it only costs time.</summary>
    private const int FreeMisses = 256, Share = 4;

    private readonly (nuint Low, nuint High)[] _runs = new (nuint, nuint)[MaxRuns];
    private int _count;
    private int _current;
    private int _misses;

    /// <summary>No numbered object lies above this address...</summary>
    public nuint Top = nuint.MaxValue;
    /// <summary>...and below this one.</summary>
    public nuint Limit;
    /// <summary>The number of the object that lies at <see cref="Top"/>.</summary>
    public int Number;

    /// <summary>There are no objects, or they are not to be told by their addresses: no address lies in the gap.</summary>
    public void Clear() => (_count, _current, _misses, Top, Limit, Number) = (0, 0, 0, nuint.MaxValue, 0, 0);

    /// <summary>An object that lies elsewhere than in the gap gets a number.</summary>
    public void Add(nuint address, int number)
    {
        if (++_misses > FreeMisses && (_misses > number / Share || Limit == 0))
        {
            (Top, Limit) = (nuint.MaxValue, 0);
            return;
        }
        if (_count == 0)
        {
            _runs[0] = (address, address);
            (_count, Top, Limit, Number) = (1, address, nuint.MaxValue, number);
            return;
        }
        _runs[_current].High = Top;
        int above = CountUpTo(address);
        if (above > 0 && address <= _runs[above - 1].High)
        {
            return;
        }
        bool isFull = _count == MaxRuns;
        if (above > 0 && (isFull || address - _runs[above - 1].High <= Near))
        {
            _current = above - 1;
        }
        else if (isFull)
        {
            _runs[0].Low = address;
            return;
        }
        else
        {
            Array.Copy(_runs, above, _runs, above + 1, _count - above);
            _runs[above] = (address, address);
            _count++;
            _current = above;
        }
        (Top, Number) = (address, number);
        Limit = _current + 1 < _count ? _runs[_current + 1].Low : nuint.MaxValue;
    }

    /// <summary>All objects that have numbers lie from the one address to the other.</summary>
    public void Cover(nuint low, nuint high, int numberOfHigh)
    {
        Clear();
        Add(low, numberOfHigh);
        Top = high;
    }

    // How many runs begin at the address or below.
    private int CountUpTo(nuint address)
    {
        int low = 0, high = _count;
        while (low < high)
        {
            int middle = (low + high) >> 1;
            if (_runs[middle].Low <= address)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }
        return low;
    }
}
