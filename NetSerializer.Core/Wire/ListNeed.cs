namespace NetSerializer.Wire;

/// <summary>
/// Whether values of a model may be expected to need the list of their objects, though none has appeared twice so far: after one that did, the next
/// ones may be like it. An expectation may be wrong, which costs time.
/// </summary>
/// <remarks>Threads may count over each other: what is lost is one value's luck.</remarks>
internal sealed class ListNeed
{
    // To go through a value again takes 0.5-1.5 of the time of its writing; this makes it 0.05 at most where each one needs it.
    private const int ValuesThatKeepLists = 31;

    private int _left;

    /// <summary>A value has turned out to need its list.</summary>
    public void Set() => _left = ValuesThatKeepLists;

    /// <summary>Whether the value at hand is to keep its list.</summary>
    public bool Take()
    {
        int left = _left;
        if (left > 0)
        {
            _left = left - 1;
        }
        return left > 0;
    }
}
