using System.Buffers;
using System.Runtime.CompilerServices;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>The buffer of a reading session. Reads ahead whatever the stream has, but waits only for bytes that the value under way needs.</summary>
internal sealed class SessionSource(Stream stream) : ByteSource
{
    private byte[] _buffer = ArrayPool<byte>.Shared.Rent(Chunk.BufferLength + Slack);
    private int _start;
    private int _end;
    private bool _streamEnded;
    private State _state;

    private enum State
    {
        Open,
        Broken,
        Closed,
    }

    public override bool Interactive => true;

    public override bool AtEnd => false;

    public override bool Padded => false;

    public override long Remaining => -1;

    /// <summary>What has been read of the stream but not by a value.</summary>
    public ReadOnlySpan<byte> Unread => _buffer.AsSpan(_start, _end - _start);

    /// <summary>Waits for a value to begin; false at the clean end of the stream. The session counts as broken until <see cref="End"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Begin()
    {
        if (_state != State.Open)
        {
            FailState();
        }
        if (_start == _end && !Wait())
        {
            return false;
        }
        _state = State.Broken;
        return true;
    }

    /// <summary>The value ended <paramref name="unread"/> bytes before the end of the window.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void End(int unread)
    {
        _start = _end - unread;
        _state = State.Open;
    }

    public override ReadOnlySpan<byte> Next(scoped ReadOnlySpan<byte> rest, int count)
    {
        // The rest is the end of what is buffered: it goes to the front.
        if (_start > 0 || rest.Length < _end)
        {
            int from = _end - rest.Length;
            _buffer.AsSpan(from, rest.Length).CopyTo(_buffer);
            (_start, _end) = (0, rest.Length);
        }
        Fill(count);
        return _buffer.AsSpan(0, _end);
    }

    /// <summary>Gives the buffer back.</summary>
    public void Close()
    {
        _state = State.Closed;
        byte[] buffer = _buffer;
        _buffer = [];
        (_start, _end) = (0, 0);
        if (buffer.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private bool Wait()
    {
        (_start, _end) = (0, 0);
        Fill(1);
        return _end > 0;
    }

    private void Fill(int count)
    {
        while (_end < count && !_streamEnded)
        {
            if (_end + Slack >= _buffer.Length)
            {
                byte[] larger = ArrayPool<byte>.Shared.Rent(Math.Min(Math.Max(count, _buffer.Length), 2 * _buffer.Length) + Slack);
                _buffer.AsSpan(0, _end).CopyTo(larger);
                ArrayPool<byte>.Shared.Return(_buffer);
                _buffer = larger;
            }
            int read = stream.Read(_buffer, _end, _buffer.Length - Slack - _end);
            _streamEnded = read <= 0;
            _end += Math.Max(0, read);
        }
    }

    private void FailState()
    {
        throw _state == State.Closed
            ? new ObjectDisposedException("NetSerializer.ValueReader")
            : new InvalidOperationException("The session is broken: an earlier value could not be read, so the place of the next one is unknown.");
    }
}
