using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Dispatch;
using NetSerializer.IO;
using NetSerializer.Wire;

namespace NetSerializer;

/// <summary>
/// A reading session: the values that a <see cref="ValueWriter"/> wrote, one after the other. Reads ahead, but never waits for bytes behind a value that is there. For one thread at a time.
/// </summary>
public sealed class ValueReader : IDisposable
{
    private readonly TypeModel _model;
    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private readonly SessionSource _source;
    private bool _broken;
    private bool _disposed;

    internal ValueReader(TypeModel model, Stream stream, bool leaveOpen)
    {
        (_model, _stream, _leaveOpen) = (model, stream, leaveOpen);
        _source = new SessionSource(stream);
    }

    /// <summary>Reads the next value, waiting for it if need be.</summary>
    /// <exception cref="EndOfStreamException">The stream has ended, with a whole value.</exception>
    /// <exception cref="MalformedDataException">The bytes are no value, or the stream ends inside one. The session is broken: where the next value would begin is unknown.</exception>
    /// <exception cref="InvalidOperationException">An earlier failure has broken the session.</exception>
    /// <exception cref="ObjectDisposedException">The session is closed.</exception>
    public T? Read<T>() => TryRead(out T? value) ? value : throw new EndOfStreamException("The stream ends where a value should begin.");

    /// <summary>Reads the next value, waiting for it if need be.</summary>
    /// <returns>False at the clean end of the stream.</returns>
    /// <inheritdoc cref="Read{T}" path="/exception"/>
    [SkipLocalsInit]
    public bool TryRead<T>(out T? value)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        if (_broken)
        {
            throw new InvalidOperationException("The session is broken: an earlier value could not be read, so the place of the next one is unknown.");
        }
        RootSlot<T> slot = _model.Core.Root<T>();
        if (!_source.WaitForByte())
        {
            value = default;
            return false;
        }
        _broken = true;
        Span<byte> scratch = stackalloc byte[WireReader.ScratchLength];
        var r = new WireReader(_model.Core.Dispatch, _model.Options.Limits, _model.Core.Shapes, _source.Unread, ref MemoryMarshal.GetReference(scratch), _source);
        ref byte end = ref slot.Read(ref r, ref r.Start, out T read);
        r.Complete(ref end);
        _source.Release(r.Unread(ref end).Length);
        value = read;
        _broken = false;
        return true;
    }

    /// <summary>Closes the stream, unless it was to be left open. What was read ahead is lost.</summary>
    public void Dispose()
    {
        if (_disposed)
        {
            return;
        }
        _disposed = true;
        _source.Return();
        if (!_leaveOpen)
        {
            _stream.Dispose();
        }
    }
}
