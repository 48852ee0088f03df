using NetSerializer.Tests.Streams;

namespace NetSerializer.Tests.Faults;

/// <summary>
/// Gives and takes bytes in pieces, counts its calls, and does something else in one of them. Asynchronous calls either finish at once or wait for
/// <see cref="Step"/>, whose thread then runs what awaited them: so all of a call stays on one thread, and a test is master of each await.
/// </summary>
internal sealed class FaultStream(byte[]? toRead = null, int bytesAtATime = int.MaxValue) : SequentialStream(toRead)
{
    private Action? _pending;

    /// <summary>How many calls have been made to read, write and flush.</summary>
    public int Calls { get; private set; }

    /// <summary>The call that goes wrong.</summary>
    public int FaultAt { get; init; } = int.MaxValue;

    /// <summary>
    /// What goes wrong, in place of the call, which has no bytes left after it; a write has taken half of its bytes before. When it returns, a read
    /// has come to the end of the stream.
    /// </summary>
    public Action? Fault { get; set; }

    /// <summary>The call does its work even so, behind the fault.</summary>
    public bool GoesOn { get; init; }

    /// <summary>How many bytes it takes, all in all.</summary>
    public int Capacity { get; init; } = int.MaxValue;

    /// <summary>Asynchronous calls wait for <see cref="Step"/>.</summary>
    public bool Waits { get; init; }

    /// <summary>The session or the program closed it.</summary>
    public bool IsClosed { get; private set; }

    /// <summary>Lets the asynchronous call that waits go on.</summary>
    public void Step()
    {
        Action pending = _pending ?? throw new InvalidOperationException("No call waits: what is awaited is something else.");
        _pending = null;
        pending();
    }

    public override int Read(Span<byte> buffer)
    {
        if (IsFaulty())
        {
            Fault!();
            if (!GoesOn)
            {
                return 0;
            }
        }
        return Content.Read(buffer[..Math.Min(buffer.Length, bytesAtATime)]);
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (IsFaulty())
        {
            int half = buffer.Length / 2;
            Content.Write(buffer[..half]);
            Fault!();
            buffer = GoesOn ? buffer[half..] : default;
        }
        int taken = (int)Math.Min(buffer.Length, Capacity - Content.Length);
        Content.Write(buffer[..taken]);
        if (taken < buffer.Length)
        {
            throw new IOException("full");
        }
    }

    public override void Flush()
    {
        if (IsFaulty())
        {
            Fault!();
        }
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        Begin(() => Read(buffer.Span), cancellationToken);

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        new(Begin(() => Sent(buffer.Span), cancellationToken).AsTask());

    public override Task FlushAsync(CancellationToken cancellationToken) => Begin(() => Sent(default), cancellationToken).AsTask();

    protected override void Dispose(bool disposing)
    {
        IsClosed = true;
        base.Dispose(disposing);
    }

    private bool IsFaulty()
    {
        ObjectDisposedException.ThrowIf(IsClosed, this);
        return Calls++ == FaultAt;
    }

    private int Sent(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length == 0)
        {
            Flush();
        }
        else
        {
            Write(bytes);
        }
        return bytes.Length;
    }

    private ValueTask<int> Begin(Func<int> call, CancellationToken cancellationToken)
    {
        // Continuations run in Step, not on the pool.
        var done = new TaskCompletionSource<int>();
        void Finish()
        {
            try
            {
                cancellationToken.ThrowIfCancellationRequested();
                done.SetResult(call());
            }
            catch (OperationCanceledException cancelled) when (cancelled.CancellationToken == cancellationToken && cancellationToken.IsCancellationRequested)
            {
                done.SetException(cancelled);
            }
            catch (Exception failure)
            {
                done.SetException(failure);
            }
        }
        if (Waits)
        {
            _pending = Finish;
        }
        else
        {
            Finish();
        }
        return new ValueTask<int>(done.Task);
    }
}
