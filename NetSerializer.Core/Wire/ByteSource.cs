namespace NetSerializer.Wire;

/// <summary>
/// Where more bytes come from when the window of a <see cref="WireReader"/> is used up: implemented by the sequences and streams of NetSerializer.IO.
/// </summary>
internal abstract class ByteSource
{
    /// <summary>Bytes that a source keeps readable behind the last byte of a window that ends the input.</summary>
    public const int Slack = WireReader.MaxRun;

    /// <summary>
    /// True for sessions: bytes behind the value may not be there yet, so no more than the value needs is waited for.
    /// </summary>
    public abstract bool Interactive { get; }

    /// <summary>All bytes of a window belong to the value. Otherwise the next values may stand there as well, and only the bytes read count.</summary>
    public virtual bool IsOfOneValue => true;

    /// <summary>
    /// The window holds the value from its beginning, and a request for more bytes costs much: all that the value has at least are asked for at once.
    /// </summary>
    public virtual bool HoldsValue => false;

    /// <summary>No byte of the value lies behind the current window.</summary>
    public abstract bool AtEnd { get; }

    /// <summary>The last window is followed by <see cref="Slack"/> readable bytes.</summary>
    public abstract bool Padded { get; }

    /// <summary>How many bytes of the value lie behind the current window, or -1 when that is not known.</summary>
    public abstract long Remaining { get; }

    /// <summary>The stream itself threw: its exception is the caller's as it is.</summary>
    public virtual bool HasFailed => false;

    /// <summary>
    /// Throws the exception that the stream has thrown in this value. Nobody knows where it stands since then, so code that catches it and goes on gets
    /// it again.
    /// </summary>
    public virtual void ThrowIfFailed()
    {
    }

    /// <summary>
    /// How many bytes are known to be there, of this value or others: enough to allocate for as many elements at once, but no reason to refuse more,
    /// for the value may yet turn out to be given up.
    /// </summary>
    public virtual long Available => 0;

    /// <summary>So many bytes, or more, are worth a call of the stream of their own.</summary>
    public const int DirectLength = 4096;

    /// <summary><see cref="ReadDirect"/> may be called now.</summary>
    public virtual bool IsDirect => false;

    /// <summary>
    /// When the whole window is read: reads the next bytes of the value, past the window, into <paramref name="destination"/>, which the value fills.
    /// Returns their number: at least one, no more than the destination holds, and 0 at the end of the input. The window is empty then.
    /// </summary>
    public virtual int ReadDirect(scoped Span<byte> destination) => throw new NotSupportedException();

    /// <summary>
    /// The next window. It begins with the bytes of <paramref name="rest"/>, which are the unread ones of the current window, and holds at least
    /// <paramref name="count"/> bytes unless the input ends.
    /// </summary>
    public abstract ReadOnlySpan<byte> Next(scoped ReadOnlySpan<byte> rest, int count);
}

/// <summary>
/// The value goes on behind the bytes received, and the source must not wait. The exception passes through the reading code to the asynchronous call
/// that awaits more. No code of the user sees it as a failure of its own.
/// </summary>
internal sealed class MoreBytesWanted : Exception;
