using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>The buffer of a writing session: values stand in it one behind the other until it is full or sent.</summary>
/// <param name="stream">The stream.</param>
/// <param name="header">The bytes in front of the first value. They lie in the buffer, and so go to the stream in one call with it.</param>
internal sealed class SessionSink(Stream stream, byte[] header) : WriteSink
{
    /// <summary>
    /// Each call of a socket costs, so the buffer doubles up to this where a value is longer, or shows to be longer than this part of it.
    /// </summary>
    private const int LongestBuffer = 256 << 10, PartOfBuffer = 4;

    private byte[] _buffer = BeginWith(header);
    // The header and whole values, and the part of the value under way that stands in front of its window.
    private int _length = header.Length;
    private long _sent;
    private Progress _progress;
    private StreamFault _fault;
    private SessionUse _use;

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

    /// <summary>No byte of the value under way is in front of its window.</summary>
    public bool IsEmpty => _progress == Progress.InPlace || (_progress == Progress.Alone && _length == 0);

    /// <summary>How many bytes the whole values take, and at the end of a value the value too. Only differences matter.</summary>
    public long Position => _sent + _length;

    /// <summary>Where the next value goes: the window of its writer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<byte> Begin()
    {
        if (!_use.Begin())
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
        if (!_use.End())
        {
            EndClosed();
        }
    }

    /// <summary>The value failed. Bytes of earlier values stay. The bytes of this one go, unless a part of it is out.</summary>
    public void Fail()
    {
        if (_progress != Progress.InPlace)
        {
            _length = 0;
        }
        bool isBroken = _progress == Progress.PartSent || _fault.IsSet;
        _progress = Progress.InPlace;
        if (!_use.End(isBroken))
        {
            GiveBack();
        }
    }

    public override Span<byte> Next(scoped ReadOnlySpan<byte> written, int count)
    {
        if (HasRoomAlone(written.Length + count))
        {
            SendEarlier(written, count);
            return _buffer.AsSpan(_length);
        }
        _progress = Progress.PartSent;
        WriteToStream(_length + written.Length);
        _length = 0;
        Enlarge(default);
        return _buffer;
    }

    public override Span<byte> Pass(scoped ReadOnlySpan<byte> written, scoped ReadOnlySpan<byte> data)
    {
        if (HasRoomAlone(written.Length + data.Length))
        {
            SendEarlier(written, data.Length);
            data.CopyTo(_buffer.AsSpan(_length));
            _length += data.Length;
            return _buffer.AsSpan(_length);
        }
        _progress = Progress.PartSent;
        WriteToStream(_length + written.Length, data);
        _length = 0;
        Enlarge(default);
        return _buffer;
    }

    /// <summary>Sends the buffered bytes. A broken session sends nothing more.</summary>
    public void Send()
    {
        if (!BeginSending())
        {
            return;
        }
        try
        {
            if (_length > 0)
            {
                int length = _length;
                _length = 0;
                WriteToStream(length);
            }
        }
        finally
        {
            EndSending();
        }
    }

    /// <summary>As <see cref="Send"/>. Cancelled half-way, the session is broken.</summary>
    public async ValueTask SendAsync(CancellationToken cancellationToken)
    {
        if (!BeginSending())
        {
            return;
        }
        try
        {
            if (_length > 0)
            {
                cancellationToken.ThrowIfCancellationRequested();
                int length = _length;
                _length = 0;
                await WriteToStreamAsync(length, cancellationToken).ConfigureAwait(false);
            }
        }
        finally
        {
            EndSending();
        }
    }

    /// <summary>
    /// Nothing can begin any more. False when a value or a call of the stream is under way, which will fail and give the buffer back; otherwise
    /// <see cref="SendLast"/> is to be called.
    /// </summary>
    public bool Close() => _use.Close();

    /// <summary>Sends the bytes that a closed session still has to send, none if it is broken, and gives the buffer back.</summary>
    public void SendLast()
    {
        byte[] buffer = TakeBuffer();
        try
        {
            if (HasToSend(buffer))
            {
                stream.Write(buffer, 0, _length);
            }
            stream.Flush();
        }
        finally
        {
            Return(buffer);
        }
    }

    /// <summary>As <see cref="SendLast"/>.</summary>
    public async ValueTask SendLastAsync()
    {
        byte[] buffer = TakeBuffer();
        try
        {
            if (HasToSend(buffer))
            {
                await stream.WriteAsync(buffer.AsMemory(0, _length)).ConfigureAwait(false);
            }
            await stream.FlushAsync().ConfigureAwait(false);
        }
        finally
        {
            Return(buffer);
        }
    }

    private static byte[] BeginWith(byte[] header)
    {
        byte[] buffer = Buffers.Rent(Math.Max(Chunk.BufferLength, header.Length));
        header.CopyTo(buffer, 0);
        return buffer;
    }

    private bool HasToSend(byte[] buffer) => buffer.Length > 0 && _length > 0 && !_use.IsBroken;

    private bool BeginSending()
    {
        if (_use.Begin())
        {
            return true;
        }
        if (_use.IsClosed || !_use.IsBroken)
        {
            FailState();
        }
        return false;
    }

    private void EndSending()
    {
        if (!_use.End(_fault.IsSet))
        {
            GiveBack();
        }
    }

    // False when who closes the session was first.
    private bool GiveBack()
    {
        byte[] buffer = TakeBuffer();
        Return(buffer);
        return buffer.Length > 0;
    }

    // The first call takes it: the end of a value and the call that closes the session may both come here.
    private byte[] TakeBuffer() => Interlocked.Exchange(ref _buffer, []);

    private static void Return(byte[] buffer)
    {
        if (buffer.Length > 0)
        {
            Buffers.Return(buffer);
        }
    }

    // Without the values in front of it the one under way fits the buffer.
    private bool HasRoomAlone(int length) => _progress == Progress.InPlace && _length > 0 && length <= _buffer.Length;

    // Earlier values go out alone, so that a failure of this one that is near breaks nothing.
    private void SendEarlier(scoped ReadOnlySpan<byte> written, int more)
    {
        WriteToStream(_length);
        _progress = Progress.Alone;
        _length = written.Length;
        if ((long)written.Length + more > _buffer.Length / PartOfBuffer)
        {
            Enlarge(written);
            return;
        }
        written.CopyTo(_buffer);
    }

    // The bytes in the buffer are sent, but for the beginning of the value under way, which comes to the front.
    private void Enlarge(scoped ReadOnlySpan<byte> written)
    {
        byte[] previous = _buffer;
        if (previous.Length < LongestBuffer)
        {
            _buffer = Buffers.Rent(2 * previous.Length);
        }
        written.CopyTo(_buffer);
        if (_buffer != previous)
        {
            Buffers.Return(previous);
        }
    }

    // The buffered bytes go as an array: streams that know no spans copy.
    private void WriteToStream(int length, scoped ReadOnlySpan<byte> data = default)
    {
        ThrowIfFailed();
        RequireOpen();
        try
        {
            if (length > 0)
            {
                stream.Write(_buffer, 0, length);
                RequireOpen();
            }
            if (data.Length > 0)
            {
                stream.Write(data);
                RequireOpen();
            }
            _sent += length + data.Length;
        }
        catch (Exception failure) when (_fault.Keep(failure))
        {
            throw;
        }
    }

    private async ValueTask WriteToStreamAsync(int length, CancellationToken cancellationToken)
    {
        try
        {
            await stream.WriteAsync(_buffer.AsMemory(0, length), cancellationToken).ConfigureAwait(false);
            RequireOpen();
        }
        catch (Exception failure) when (_fault.Keep(failure))
        {
            throw;
        }
    }

    public override void ThrowIfFailed() => _fault.ThrowIfSet();

    // Closed meanwhile, by the stream or from outside: the value under way gives the buffer back where it ends.
    private void RequireOpen()
    {
        if (_use.IsClosed)
        {
            FailState();
        }
    }

    // Who closes the session either has left the buffer to this value, or sends all that stands in it, this value too.
    private void EndClosed()
    {
        if (GiveBack())
        {
            FailState();
        }
    }

    [DoesNotReturn]
    private void FailState()
    {
        throw _use.IsClosed ? new ObjectDisposedException("NetSerializer.ValueWriter")
            : _use.IsBroken ? new InvalidOperationException("The session is broken: an earlier value failed when a part of it was already sent.")
            : new InvalidOperationException(
                "A value is under way in this session: code that is called while it is written, or another thread, has to wait for its end.");
    }
}
