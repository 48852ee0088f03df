namespace NetSerializer.Wire;

/// <summary>
/// Whether values of a model may be expected to need what takes time, and what they have to be gone through again for when it is missing: after one that
/// needed it, the next ones may be like it. An expectation may be wrong, which costs time too, so it is tried out now and then whether one can do without.
/// </summary>
/// <remarks>Threads may count over each other: what is lost is one value's luck.</remarks>
internal sealed class LearnedNeed
{
    // To go through a value again takes 0.5-1.5 of the time of its writing, and of a small one more; this makes it 0.05 at most where each one needs it, and
    // soon next to nothing.
    private const int FirstValues = 31, MostValues = 1 << 10;

    private int _left;
    private int _next = FirstValues;
    private bool _isTried;

    /// <summary>A value has turned out to need it.</summary>
    public void Set()
    {
        int next = _next;
        (_left, _next, _isTried) = (next, Math.Min(2 * next, MostValues), false);
    }

    /// <summary>Whether the value at hand is to have it.</summary>
    public bool Take()
    {
        int left = _left;
        if (left > 0)
        {
            _left = left - 1;
            return true;
        }
        // The last one that was tried without did not need it.
        if (_isTried)
        {
            _next = FirstValues;
        }
        _isTried = true;
        return false;
    }
}
