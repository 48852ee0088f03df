namespace NetSerializer.IO;

/// <summary>
/// Whether the stream of a session is at work on its buffer. A session that is closed meanwhile, while a call is awaited or by the stream itself, leaves the buffer to the end of that call: given back at once it would be
/// filled or sent when it already belongs to somebody else. Interlocked, since another thread may close; next to what a stream does that costs nothing.
/// </summary>
internal struct StreamCall
{
    private const int Idle = 0, UnderWay = 1, ClosedMeanwhile = 2;

    private int _state;

    public void Begin() => Interlocked.Exchange(ref _state, UnderWay);

    /// <summary>The stream is done. False when the session was closed meanwhile: the buffer is now to be given back.</summary>
    public bool End() => Interlocked.Exchange(ref _state, Idle) == UnderWay;

    /// <summary>The session is closed. False when the stream is at work: the end of the call gives the buffer back.</summary>
    public bool Close() => Interlocked.CompareExchange(ref _state, ClosedMeanwhile, UnderWay) != UnderWay;
}
