using System.Buffers;
using System.Runtime.CompilerServices;
using NetSerializer.Dispatch;
using NetSerializer.IO;
using NetSerializer.Wire;

namespace NetSerializer;

/// <summary>
/// A writing session: many values over one stream, one directly after the other, collected in a buffer of 64 KiB. The fast way for sockets, pipes and files. For one thread at a time.
/// </summary>
public sealed class ValueWriter : IDisposable
{
    private readonly ModelCore _core;
    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private readonly Sink _sink;
    private byte[] _buffer = ArrayPool<byte>.Shared.Rent(Chunk.BufferLength);
    private int _length;
    private bool _broken;
    private bool _disposed;

    internal ValueWriter(ModelCore core, Stream stream, bool leaveOpen)
    {
        (_core, _stream, _leaveOpen) = (core, stream, leaveOpen);
        _sink = new Sink(this);
    }

    /// <summary>Writes a value. It is on its way when the buffer is full or after <see cref="Flush"/>.</summary>
    /// <exception cref="ValueNotSerializableException">
    /// The value cannot be written. As long as it has not filled the buffer, nothing of it will be seen and the session goes on; otherwise the session is broken, the stream ends inside the value, and every further call fails.
    /// </exception>
    /// <exception cref="InvalidOperationException">An earlier failure has broken the session.</exception>
    /// <exception cref="ObjectDisposedException">The session is closed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write<T>(T value) => Write(_core.Root<T>(), value);

    // Not generic over a shared T at the call: the slot knows its type.
    internal void Write<T>(RootSlot<T> slot, T value)
    {
        if (_disposed | _broken)
        {
            FailState();
        }
        _sink.Begin(_length);
        var w = new WireWriter(_core.Dispatch, _sink, _buffer.AsSpan(_length));
        bool done = false;
        try
        {
            ref byte end = ref slot.Write(ref w, ref w.Start, value);
            _length = _sink.Before + w.WrittenSpan(ref end).Length;
            done = true;
        }
        catch (ValueNotSerializableException failure) when (failure.Path.Length == 0)
        {
            throw _core.Locate(failure, value);
        }
        finally
        {
            if (!done)
            {
                // Bytes of earlier values stay; those of this one go, unless a part of it is out.
                _length = _sink.ValueStart;
                _broken |= _sink.HasSentPart;
            }
        }
    }

    private void FailState()
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        throw new InvalidOperationException("The session is broken: an earlier value failed when a part of it was already sent.");
    }

    /// <summary>Sends what is buffered and flushes the stream.</summary>
    public void Flush()
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        Send();
        _stream.Flush();
    }

    /// <summary>Sends what is buffered and closes the stream, unless it was to be left open. A broken session sends nothing more.</summary>
    public void Dispose()
    {
        if (_disposed)
        {
            return;
        }
        try
        {
            Flush();
        }
        finally
        {
            _disposed = true;
            byte[] buffer = _buffer;
            _buffer = [];
            ArrayPool<byte>.Shared.Return(buffer);
            if (!_leaveOpen)
            {
                _stream.Dispose();
            }
        }
    }

    private void Send()
    {
        if (_length > 0 && !_broken)
        {
            int length = _length;
            _length = 0;
            WriteToStream(length);
        }
    }

    // When the stream throws, nobody knows how much it took.
    private void WriteToStream(int length)
    {
        bool wasBroken = _broken;
        _broken = true;
        _stream.Write(_buffer, 0, length);
        _broken = wasBroken;
    }

    private sealed class Sink(ValueWriter session) : WriteSink
    {
        private bool _earlierSent;

        /// <summary>Bytes in the buffer in front of the writer's window.</summary>
        public int Before { get; private set; }

        /// <summary>Where the bytes of the value under way begin in the buffer.</summary>
        public int ValueStart { get; private set; }

        /// <summary>A part of the value is out.</summary>
        public bool HasSentPart { get; private set; }

        public void Begin(int length) => (Before, ValueStart, HasSentPart, _earlierSent) = (length, length, false, length == 0);

        public override Span<byte> Next(scoped ReadOnlySpan<byte> written, int count)
        {
            byte[] buffer = session._buffer;
            if (!_earlierSent && written.Length + count <= buffer.Length)
            {
                // Earlier values go out alone, so that a failure of this one that is near breaks nothing.
                _earlierSent = true;
                session.WriteToStream(Before);
                written.CopyTo(buffer);
                (Before, ValueStart) = (written.Length, 0);
                return buffer.AsSpan(Before);
            }
            _earlierSent = HasSentPart = true;
            session.WriteToStream(Before + written.Length);
            (Before, ValueStart) = (0, 0);
            return buffer;
        }
    }
}
