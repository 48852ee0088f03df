using System.Runtime.CompilerServices;
using NetSerializer.Dispatch;
using NetSerializer.IO;

namespace NetSerializer;

/// <summary>
/// A writing session: many values over one stream, one directly after the other, collected in a buffer of 64 KiB, or up to 256 where they are long.
/// The fast way for sockets, pipes and files. For one thread at a time.
/// </summary>
public sealed class ValueWriter : IDisposable, IAsyncDisposable
{
    private readonly ModelCore _core;
    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private readonly SessionSink _sink;
    private bool _disposed;

    internal ValueWriter(ModelCore core, Stream stream, bool leaveOpen, byte[] header)
    {
        (_core, _stream, _leaveOpen) = (core, stream, leaveOpen);
        _sink = new SessionSink(stream, header);
    }

    /// <summary>Writes a value. It is on its way when the buffer is full or after <see cref="Flush"/>.</summary>
    /// <exception cref="ValueNotSerializableException">
    /// The value cannot be written. As long as it has not filled the buffer, nothing of it will be seen and the session goes on; otherwise the
    /// session is broken, the stream ends inside the value, and every further value is refused.
    /// </exception>
    /// <exception cref="InvalidOperationException">An earlier failure has broken the session, or another value is under way in it.</exception>
    /// <exception cref="ObjectDisposedException">The session is closed, perhaps while the value was written.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write<T>(T value) => _core.Root<T>().Write(_core, _sink, in value);

    /// <summary>
    /// As <see cref="Write{T}"/> without the id, as <see cref="TypeModel.SerializeDirect{T}(T)"/> writes it. A value that takes no byte then, such as a
    /// struct without members, is refused (<see cref="ErrorCode.ValueNotEncodable"/>): no reader could tell how many were written.
    /// </summary>
    /// <inheritdoc cref="Write{T}" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteDirect<T>(T value) => _core.DirectRoot<T>().Write(_core, _sink, in value);

    /// <summary>As <see cref="Write{T}"/> with <paramref name="declared"/> in place of T.</summary>
    /// <exception cref="ArgumentException">The value is not of the declared type. Nothing is written.</exception>
    /// <inheritdoc cref="Write{T}" path="/exception"/>
    public void Write(Type declared, object? value) => _core.RootFor(declared, value).Write(_core, _sink, in value);

    /// <summary>Sends the buffered values, unless the session is broken, and flushes the stream.</summary>
    /// <exception cref="InvalidOperationException">A value is under way.</exception>
    /// <exception cref="ObjectDisposedException">The session is closed.</exception>
    public void Flush()
    {
        _sink.Send();
        _stream.Flush();
    }

    /// <summary>
    /// Sends the buffered values, unless the session is broken, and flushes the stream. Nothing else may be called on the session meanwhile.
    /// </summary>
    /// <exception cref="OperationCanceledException">Cancelled: when bytes were on their way already, the session is broken.</exception>
    /// <exception cref="ObjectDisposedException">The session is closed.</exception>
    public async ValueTask FlushAsync(CancellationToken cancellationToken = default)
    {
        await _sink.SendAsync(cancellationToken).ConfigureAwait(false);
        await _stream.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>As <see cref="Dispose"/>.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, true))
        {
            return;
        }
        try
        {
            if (_sink.Close())
            {
                await _sink.SendLastAsync().ConfigureAwait(false);
            }
        }
        finally
        {
            if (!_leaveOpen)
            {
                await _stream.DisposeAsync().ConfigureAwait(false);
            }
        }
    }

    /// <summary>
    /// Sends the buffered values and closes the stream, unless it was to be left open. A broken session sends nothing more, nor does one in which a
    /// value is under way: closed from another thread, or by code that is called while the value is written, that value fails with
    /// <see cref="ObjectDisposedException"/>.
    /// </summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _disposed, true))
        {
            return;
        }
        try
        {
            if (_sink.Close())
            {
                _sink.SendLast();
            }
        }
        finally
        {
            if (!_leaveOpen)
            {
                _stream.Dispose();
            }
        }
    }
}
