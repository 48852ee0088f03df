using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Errors;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>The buffer of a reading session. Reads ahead the bytes that the stream has, but waits only for bytes that the value under way needs.</summary>
/// <param name="stream">The stream.</param>
/// <param name="longest">The length of the longest buffer there is, in bytes.</param>
internal sealed class SessionSource(Stream stream, int longest) : ByteSource
{
    /// <summary>A longer buffer is for one value. Shorter ones are worth keeping for the next.</summary>
    private const int MostKept = 1 << 20;

    private byte[] _buffer = Rent();
    private int _start;
    private int _end;
    private bool _streamEnded;
    private StreamFault _fault;
    private SessionUse _use;

    /// <param name="stream">The stream.</param>
    public SessionSource(Stream stream) : this(stream, Array.MaxLength)
    {
    }

    /// <summary>
    /// True while a value is read for an asynchronous call, to its end, behind which waiting code may read the next one by itself: <see cref="Next"/>
    /// does not wait for the stream then, but leaves that to <see cref="Thread"/>, or throws <see cref="MoreBytesWanted"/>. The value stays buffered
    /// to its end.
    /// </summary>
    public bool IsAwaited { get; set; }

    /// <summary>The thread that reads the awaited value, if it has one of its own.</summary>
    public ReadingThread? Thread { get; set; }

    /// <summary>How many unread bytes the value needs to get further than it did; 0 when it has come to its end.</summary>
    public int MissingBytes { get; private set; }

    public override bool Interactive => true;

    public override bool AtEnd => false;

    public override bool Padded => false;

    public override long Remaining => -1;

    public override bool HasFailed => _fault.IsSet;

    /// <summary>The bytes that have been read of the stream but not by a value.</summary>
    public ReadOnlySpan<byte> Unread => _buffer.AsSpan(_start, UnreadLength);

    /// <summary>How many bytes these are. While nothing is under way another thread may close the session, and take the buffer away.</summary>
    public int UnreadLength => _end - _start;

    /// <summary>Waits for a value to begin; false at the clean end of the stream. A begun value comes to <see cref="End"/> or to <see cref="Fail"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Begin()
    {
        if (!_use.Begin())
        {
            FailState();
        }
        return _start != _end || Wait();
    }

    /// <summary>The value ended <paramref name="unread"/> bytes before the end of the window.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void End(int unread)
    {
        _start = _end - unread;
        IsAwaited = false;
        if (!_use.End())
        {
            FailClosed();
        }
    }

    /// <summary>The value could not be read: nobody knows where the next one begins.</summary>
    public void Fail() => EndUse(isBroken: true);

    public override ReadOnlySpan<byte> Next(scoped ReadOnlySpan<byte> rest, int count)
    {
        if (IsAwaited)
        {
            // The value may have to begin anew: nothing in front of the rest goes away.
            int read = _end - _start - rest.Length;
            if (count > rest.Length && !_streamEnded)
            {
                Await((int)Math.Min(int.MaxValue, (long)read + count));
            }
            return Unread[read..];
        }
        // The rest is the end of the buffered bytes: it goes to the front.
        if (_start > 0 || rest.Length < _end)
        {
            int from = _end - rest.Length;
            _buffer.AsSpan(from, rest.Length).CopyTo(_buffer);
            (_start, _end) = (0, rest.Length);
        }
        Fill(count);
        return _buffer.AsSpan(0, _end);
    }

    public override bool HoldsValue => IsAwaited;

    public override bool IsDirect => !IsAwaited;

    public override int ReadDirect(scoped Span<byte> destination)
    {
        (_start, _end) = (0, 0);
        if (_streamEnded)
        {
            return 0;
        }
        int read = ReadStream(toBuffer: false, destination);
        _streamEnded = read <= 0;
        return Math.Max(0, read);
    }

    public override void ThrowIfFailed() => _fault.ThrowIfSet();

    /// <summary>The value that wanted more begins anew.</summary>
    public void Resume()
    {
        MissingBytes = 0;
        EndUse();
    }

    /// <summary>
    /// Awaits until <paramref name="count"/> bytes are unread, or the stream has ended, while no value is under way. False at its clean end, where
    /// nothing is unread.
    /// </summary>
    public async ValueTask<bool> FillAsync(int count, CancellationToken cancellationToken)
    {
        if (!_use.Begin())
        {
            FailState();
        }
        try
        {
            if (_start == _end)
            {
                Clear();
            }
            await AwaitAsync(count, cancellationToken).ConfigureAwait(false);
            return _end > _start;
        }
        finally
        {
            EndUse();
        }
    }

    /// <summary>As <see cref="FillAsync"/>, for the value under way.</summary>
    /// <exception cref="MalformedDataException">
    /// There is no buffer for so many. They stay unread, and a synchronous call, which does not hold all of a value, may go on with them.
    /// </exception>
    public async ValueTask AwaitAsync(int count, CancellationToken cancellationToken)
    {
        if (_start > 0 && (long)_start + count + Slack > _buffer.Length)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            (_start, _end) = (0, _end - _start);
        }
        while (_end - _start < count && !_streamEnded)
        {
            EnsureRoom();
            int wanted = _buffer.Length - Slack - _end, read = await stream.ReadAsync(_buffer.AsMemory(_end, wanted), cancellationToken).ConfigureAwait(false);
            RequireOpen();
            if (read > wanted)
            {
                Throw.StreamGaveTooMuch();
            }
            _streamEnded = read <= 0;
            _end += Math.Max(0, read);
        }
    }

    /// <summary>Gives the buffer back, or leaves that to the value or the call of the stream that is under way.</summary>
    public void Close()
    {
        if (_use.Close())
        {
            GiveBack();
        }
    }

    // So many unread bytes are wanted.
    private void Await(int count)
    {
        if (Thread != null)
        {
            Thread.WaitFor(count);
            return;
        }
        // Code that catches this and reads on would ask for more than the value has.
        if (MissingBytes == 0)
        {
            MissingBytes = count;
        }
        throw new MoreBytesWanted();
    }

    private void EndUse(bool isBroken = false)
    {
        if (!_use.End(isBroken))
        {
            GiveBack();
        }
    }

    // The first call gives it back.
    private void GiveBack()
    {
        byte[] buffer = Interlocked.Exchange(ref _buffer, []);
        (_start, _end) = (0, 0);
        if (buffer.Length > 0)
        {
            Buffers.Return(buffer);
        }
    }

    // Not inlined, with all that it calls, where most values find their bytes buffered. A failure of the stream breaks nothing here: no value has begun.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Wait()
    {
        bool hasBegun = false;
        try
        {
            Clear();
            Fill(1);
            hasBegun = _end > 0;
        }
        finally
        {
            if (!hasBegun)
            {
                _fault = default;
                EndUse();
            }
        }
        return hasBegun;
    }

    // Nothing is buffered, and perhaps nothing comes for days: the room that a large value has needed is not held until then.
    private void Clear()
    {
        (_start, _end) = (0, 0);
        if (_buffer.Length > MostKept)
        {
            byte[] large = _buffer;
            _buffer = Rent();
            Buffers.Return(large);
        }
    }

    private static byte[] Rent() => Buffers.Rent(Chunk.BufferLength + Slack);

    private void Fill(int count)
    {
        while (_end < count && !_streamEnded)
        {
            EnsureRoom();
            int read = ReadStream(toBuffer: true, default);
            _streamEnded = read <= 0;
            _end += Math.Max(0, read);
        }
    }

    // Into the array where it is the buffer: streams that know no spans copy.
    private int ReadStream(bool toBuffer, scoped Span<byte> span)
    {
        int count = toBuffer ? _buffer.Length - Slack - _end : span.Length;
        ThrowIfFailed();
        try
        {
            int read = toBuffer ? stream.Read(_buffer, _end, count) : stream.Read(span);
            RequireOpen();
            if (read > count)
            {
                Throw.StreamGaveTooMuch();
            }
            return read;
        }
        catch (Exception failure) when (_fault.Keep(failure))
        {
            throw;
        }
    }

    // Closed meanwhile, by the stream or from outside: the value under way gives the buffer back where it ends.
    private void RequireOpen()
    {
        if (_use.IsClosed)
        {
            FailState();
        }
    }

    // Doubles when it is full, never more at once than that: the bytes have to come first.
    private void EnsureRoom()
    {
        if (_end + Slack < _buffer.Length)
        {
            return;
        }
        if (_buffer.Length >= longest)
        {
            throw new MalformedDataException(
                ErrorCode.InputTooLong, "The value takes more than 2 GB, which only the synchronous calls can read.", _end - _start);
        }
        byte[] larger = Buffers.Rent((int)Math.Min(longest, 2L * _buffer.Length));
        _buffer.AsSpan(0, _end).CopyTo(larger);
        Buffers.Return(_buffer);
        _buffer = larger;
    }

    private void FailClosed()
    {
        GiveBack();
        Exception failure = StateFailure();
        // No verdict on the bytes.
        _fault.Keep(failure);
        throw failure;
    }

    [DoesNotReturn]
    private void FailState() => throw StateFailure();

    private Exception StateFailure() =>
        _use.IsClosed ? new ObjectDisposedException("NetSerializer.ValueReader")
            : _use.IsBroken ? new InvalidOperationException(
                "The session is broken: an earlier value could not be read, so the place of the next one is unknown.")
            : new InvalidOperationException(
                "A value is under way in this session: code that is called while it is read, or another thread, has to wait for its end.");
}
