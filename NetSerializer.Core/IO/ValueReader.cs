using System.Runtime.CompilerServices;
using NetSerializer.Dispatch;
using NetSerializer.IO;

namespace NetSerializer;

/// <summary>
/// A reading session: the values that a <see cref="ValueWriter"/> wrote, one after the other. Reads ahead, but never waits for bytes behind a value
/// that is there. For one thread at a time. A value that <c>Serialize</c> wrote to a stream has chunks and is not read here.
/// </summary>
public sealed class ValueReader : IDisposable
{
    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private readonly SessionSource _source;
    private ModelCore _core;
    // Null where the session has no header, and once that is read.
    private SessionHeaderReader? _header;
    private bool _disposed;

    internal ValueReader(ModelCore core, Stream stream, bool leaveOpen, SessionHeaderReader? header = null)
    {
        (_core, _stream, _leaveOpen, _header) = (core, stream, leaveOpen, header);
        _source = new SessionSource(stream);
    }

    // The parts that read the values. To be asked for before _core: the header in front of the first value may name another schema.
    private ModelCore Core
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _header == null ? _core : ReadHeader();
    }

    /// <summary>Reads the next value, waiting for it if need be.</summary>
    /// <exception cref="EndOfStreamException">The stream has ended, with a whole value.</exception>
    /// <exception cref="MalformedDataException">
    /// The bytes are no value, or the stream ends inside one. The session is broken: where the next value would begin is unknown. Only where the
    /// value was read to its end, and code that waited for that threw, a callback or a serialization constructor
    /// (<see cref="ErrorCode.UserCodeFailed"/>), the session goes on with the next one. The first call reads the header, if there is to be one
    /// (<see cref="SessionOptions.Header"/>), and refuses one of a schema that cannot be read (<see cref="ErrorCode.HeaderMismatch"/>).
    /// </exception>
    /// <exception cref="InvalidOperationException">An earlier failure has broken the session, or another value is under way in it.</exception>
    /// <exception cref="ObjectDisposedException">The session is closed, perhaps while the value was read.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? Read<T>() => Core.Root<T>().Read(_core, _source);

    /// <summary>Reads the next value, waiting for it if need be.</summary>
    /// <returns>False at the clean end of the stream.</returns>
    /// <inheritdoc cref="Read{T}" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryRead<T>(out T? value) => Core.Root<T>().TryRead(_core, _source, out value);

    /// <summary>
    /// Awaits the next value. A value that is not all there is begun anew when more has come, and with it custom serializers, callbacks and the
    /// constructors of ISerializable structs; one that arrives in many small pieces gets a thread of its own, which waits for the rest, once 64 KiB
    /// of it have been decoded in vain. Large values are better read with <see cref="Read{T}"/> where a thread may wait anyway, and values of more than
    /// 2 GB only so: here such a one is <see cref="ErrorCode.InputTooLong"/> when that much of it has come, and the session stays as it was.
    /// </summary>
    /// <exception cref="OperationCanceledException">Cancelled while waiting. The session goes on.</exception>
    /// <inheritdoc cref="Read{T}" path="/exception"/>
    public ValueTask<T?> ReadAsync<T>(CancellationToken cancellationToken = default) => _header == null
        ? _core.Root<T>().ReadAsync(_core, _source, cancellationToken)
        : FirstAsync(static (reader, _, token) => reader.ReadAsync<T>(token), typeof(T), cancellationToken);

    /// <summary>As <see cref="ReadAsync{T}"/>; Found is false at the clean end of the stream.</summary>
    /// <inheritdoc cref="ReadAsync{T}" path="/exception"/>
    public ValueTask<(bool Found, T? Value)> TryReadAsync<T>(CancellationToken cancellationToken = default) => _header == null
        ? _core.Root<T>().TryReadAsync(_core, _source, cancellationToken)
        : FirstAsync(static (reader, _, token) => reader.TryReadAsync<T>(token), typeof(T), cancellationToken);

    /// <summary>As <see cref="Read{T}"/>, for a value that <see cref="ValueWriter.WriteDirect{T}"/> wrote with the same T.</summary>
    /// <inheritdoc cref="Read{T}" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? ReadDirect<T>() => Core.DirectRoot<T>().Read(_core, _source);

    /// <summary>As <see cref="ReadDirect{T}"/>.</summary>
    /// <returns>False at the clean end of the stream.</returns>
    /// <inheritdoc cref="Read{T}" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadDirect<T>(out T? value) => Core.DirectRoot<T>().TryRead(_core, _source, out value);

    /// <summary>As <see cref="ReadAsync{T}"/>, for a value that <see cref="ValueWriter.WriteDirect{T}"/> wrote with the same T.</summary>
    /// <inheritdoc cref="ReadAsync{T}" path="/exception"/>
    public ValueTask<T?> ReadDirectAsync<T>(CancellationToken cancellationToken = default) => _header == null
        ? _core.DirectRoot<T>().ReadAsync(_core, _source, cancellationToken)
        : FirstAsync(static (reader, _, token) => reader.ReadDirectAsync<T>(token), typeof(T), cancellationToken);

    /// <summary>As <see cref="ReadDirectAsync{T}"/>; Found is false at the clean end of the stream.</summary>
    /// <inheritdoc cref="ReadAsync{T}" path="/exception"/>
    public ValueTask<(bool Found, T? Value)> TryReadDirectAsync<T>(CancellationToken cancellationToken = default) => _header == null
        ? _core.DirectRoot<T>().TryReadAsync(_core, _source, cancellationToken)
        : FirstAsync(static (reader, _, token) => reader.TryReadDirectAsync<T>(token), typeof(T), cancellationToken);

    /// <summary>
    /// As <see cref="Read{T}"/> with <paramref name="declared"/> in place of T. Another type is refused before anything of the value is made.
    /// </summary>
    /// <inheritdoc cref="Read{T}" path="/exception"/>
    public object? Read(Type declared) => Core.Root(declared).Read(_core, _source);

    /// <summary>As <see cref="Read(Type)"/>.</summary>
    /// <returns>False at the clean end of the stream.</returns>
    /// <inheritdoc cref="Read{T}" path="/exception"/>
    public bool TryRead(Type declared, out object? value) => Core.Root(declared).TryRead(_core, _source, out value);

    /// <summary>As <see cref="ReadAsync{T}"/> with <paramref name="declared"/> in place of T.</summary>
    /// <inheritdoc cref="ReadAsync{T}" path="/exception"/>
    public ValueTask<object?> ReadAsync(Type declared, CancellationToken cancellationToken = default) => _header == null
        ? _core.Root(declared).ReadAsync(_core, _source, cancellationToken)
        : FirstAsync(static (reader, type, token) => reader.ReadAsync(type, token), declared, cancellationToken);

    /// <summary>As <see cref="ReadAsync(Type, CancellationToken)"/>; Found is false at the clean end of the stream.</summary>
    /// <inheritdoc cref="ReadAsync{T}" path="/exception"/>
    public ValueTask<(bool Found, object? Value)> TryReadAsync(Type declared, CancellationToken cancellationToken = default) => _header == null
        ? _core.Root(declared).TryReadAsync(_core, _source, cancellationToken)
        : FirstAsync(static (reader, type, token) => reader.TryReadAsync(type, token), declared, cancellationToken);

    /// <summary>
    /// Closes the stream, unless it was to be left open. Bytes that were read ahead are lost. A value that is under way, in another thread or around the code
    /// that calls this, fails with <see cref="ObjectDisposedException"/>.
    /// </summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _disposed, true))
        {
            return;
        }
        _source.Close();
        if (!_leaveOpen)
        {
            _stream.Dispose();
        }
    }

    // Where the stream ends in front of it, the end stays the end.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ModelCore ReadHeader()
    {
        (_core, _header) = (_header!.Read(_source) ?? _core, null);
        return _core;
    }

    private async ValueTask<TResult> FirstAsync<TResult>(
        Func<ValueReader, Type, CancellationToken, ValueTask<TResult>> read, Type declared, CancellationToken cancellationToken)
    {
        (_core, _header) = (await _header!.ReadAsync(_source, cancellationToken).ConfigureAwait(false) ?? _core, null);
        return await read(this, declared, cancellationToken).ConfigureAwait(false);
    }
}
