using System.Runtime.CompilerServices;

namespace NetSerializer.IO;

/// <summary>
/// Whether a session is at work, and whether it is closed. Its buffer goes back to the pool when it is closed and no value and no call of the stream
/// is under way. The code under way may be the very code that closes it, a callback or the stream, or may run in another thread. That code would otherwise
/// read or write a buffer that belongs to somebody else.
/// <para>
/// One thread at a time begins and ends, by plain stores, because it does so for each value; any thread may close. Of <see cref="Begin"/> or
/// <see cref="End"/> on one side and <see cref="Close"/> on the other, each stores its own state and then looks at the other's. The barrier in Close
/// is one for all processors, once in a session, and spares the other side a barrier for each value.
/// </para>
/// </summary>
internal struct SessionUse
{
    private const int Idle = 0, UnderWay = 1, Broken = 2;

    private volatile int _state;
    private volatile bool _isClosed;

    /// <summary>An earlier failure has broken the session.</summary>
    public readonly bool IsBroken => _state == Broken;

    /// <summary>The session is closed.</summary>
    public readonly bool IsClosed => _isClosed;

    /// <summary>Something begins. False, and it must not, when something else is under way, or the session is broken or closed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Begin()
    {
        if (_state != Idle)
        {
            return false;
        }
        _state = UnderWay;
        return !_isClosed || Withdraw();
    }

    /// <summary>It has come to its end. False when the session has been closed meanwhile: now the buffer goes back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool End(bool isBroken = false)
    {
        _state = isBroken ? Broken : Idle;
        return !_isClosed;
    }

    /// <summary>
    /// The session is closed. False when something is under way, whose end gives the buffer back. Where the two meet, an end may be told of the close
    /// that has been told of the end: so the buffer belongs to who takes it first.
    /// </summary>
    public bool Close()
    {
        _isClosed = true;
        Interlocked.MemoryBarrierProcessWide();
        return _state != UnderWay;
    }

    // Where Close has just seen it under way, the buffer is left to the garbage collector.
    private bool Withdraw()
    {
        _state = Idle;
        return false;
    }
}
