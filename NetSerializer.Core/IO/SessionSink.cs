using System.Runtime.CompilerServices;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>The buffer of a writing session: values stand in it one behind the other until it is full or sent.</summary>
internal sealed class SessionSink(Stream stream) : WriteSink
{
    private byte[] _buffer = Buffers.Rent(Chunk.BufferLength);
    // Whole values, and what of the value under way stands in front of its window.
    private int _length;
    private Progress _progress;
    private State _state;
    private StreamCall _call;

    /// <summary>How far the value under way has come.</summary>
    private enum Progress
    {
        /// <summary>All of it is behind the earlier values.</summary>
        InPlace,
        /// <summary>The earlier values are out, and it begins the buffer.</summary>
        Alone,
        /// <summary>A part of it is out.</summary>
        PartSent,
    }

    private enum State
    {
        Open,
        Broken,
        Closed,
    }

    /// <summary>Where the next value goes: the window of its writer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<byte> Begin()
    {
        if (_state != State.Open)
        {
            FailState();
        }
        return _buffer.AsSpan(_length);
    }

    /// <summary>The value is whole: its last <paramref name="written"/> bytes stand in the window.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void End(int written)
    {
        _length += written;
        _progress = Progress.InPlace;
    }

    /// <summary>The value failed. Bytes of earlier values stay; those of this one go, unless a part of it is out.</summary>
    public void Fail()
    {
        if (_progress != Progress.InPlace)
        {
            _length = 0;
        }
        if (_progress == Progress.PartSent && _state == State.Open)
        {
            _state = State.Broken;
        }
        _progress = Progress.InPlace;
    }

    public override Span<byte> Next(scoped ReadOnlySpan<byte> written, int count)
    {
        if (HasRoomAlone(written.Length + count))
        {
            SendEarlier(written);
            return _buffer.AsSpan(_length);
        }
        _progress = Progress.PartSent;
        WriteToStream(_length + written.Length);
        _length = 0;
        return _buffer;
    }

    public override Span<byte> Pass(scoped ReadOnlySpan<byte> written, scoped ReadOnlySpan<byte> data)
    {
        if (HasRoomAlone(written.Length + data.Length))
        {
            SendEarlier(written);
            data.CopyTo(_buffer.AsSpan(_length));
            _length += data.Length;
            return _buffer.AsSpan(_length);
        }
        _progress = Progress.PartSent;
        if (_length + written.Length > 0)
        {
            WriteToStream(_length + written.Length);
        }
        _length = 0;
        State before = _state;
        _state = State.Broken;
        stream.Write(data);
        _state = before;
        return _buffer;
    }

    /// <summary>Sends what is buffered. A broken session sends nothing more.</summary>
    public void Send()
    {
        if (_state == State.Closed)
        {
            FailState();
        }
        if (_length > 0 && _state == State.Open)
        {
            int length = _length;
            _length = 0;
            WriteToStream(length);
        }
    }

    /// <summary>As <see cref="Send"/>. Cancelled half-way, the session is broken.</summary>
    public async ValueTask SendAsync(CancellationToken cancellationToken)
    {
        if (_state == State.Closed)
        {
            FailState();
        }
        if (_length > 0 && _state == State.Open)
        {
            cancellationToken.ThrowIfCancellationRequested();
            int length = _length;
            _length = 0;
            _state = State.Broken;
            _call.Begin();
            try
            {
                await stream.WriteAsync(_buffer.AsMemory(0, length), cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                EndCall();
            }
            EndWriting(State.Open);
        }
    }

    /// <summary>Gives the buffer back, or leaves that to the call of the stream that is under way. Called once.</summary>
    public void Close()
    {
        _state = State.Closed;
        if (_call.Close())
        {
            GiveBack();
        }
    }

    private void GiveBack()
    {
        byte[] buffer = _buffer;
        _buffer = [];
        _length = 0;
        Buffers.Return(buffer);
    }

    // Without the values in front of it the one under way fits the buffer.
    private bool HasRoomAlone(int length) => _progress == Progress.InPlace && _length > 0 && length <= _buffer.Length;

    // Earlier values go out alone, so that a failure of this one that is near breaks nothing.
    private void SendEarlier(scoped ReadOnlySpan<byte> written)
    {
        WriteToStream(_length);
        _progress = Progress.Alone;
        written.CopyTo(_buffer);
        _length = written.Length;
    }

    // When the stream throws, nobody knows how much it took.
    private void WriteToStream(int length)
    {
        State before = _state;
        _state = State.Broken;
        _call.Begin();
        try
        {
            stream.Write(_buffer, 0, length);
        }
        finally
        {
            EndCall();
        }
        EndWriting(before);
    }

    private void EndCall()
    {
        if (!_call.End())
        {
            GiveBack();
        }
    }

    private void EndWriting(State state)
    {
        if (_state == State.Closed)
        {
            FailState();
        }
        _state = state;
    }

    private void FailState()
    {
        throw _state == State.Closed
            ? new ObjectDisposedException("NetSerializer.ValueWriter")
            : new InvalidOperationException("The session is broken: an earlier value failed when a part of it was already sent.");
    }
}
