using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Dispatch;
using NetSerializer.IO;
using NetSerializer.Wire;

namespace NetSerializer;

public sealed partial class TypeModel
{
    /// <summary>Writes a value to a stream as a row of chunks, so that a reader knows where it ends. Values of any size are streamed in constant memory.</summary>
    /// <remarks>A value that fails before its first chunk is full (64 KiB) leaves no trace; one that fails later is marked as aborted, which its reader sees as <see cref="ErrorCode.ValueAborted"/>.</remarks>
    [SkipLocalsInit]
    public void Serialize<T>(Stream destination, T value)
    {
        ArgumentNullException.ThrowIfNull(destination);
        RootSlot<T> slot = _core.Root<T>();
        Span<byte> first = stackalloc byte[Chunk.MaxHeader + InitialBuffer];
        ChunkSink sink = ChunkSink.Rent(destination);
        try
        {
            var w = new WireWriter(_core.Dispatch, Options.Limits.MaxDepth, sink, first[Chunk.MaxHeader..]);
            ref byte end = ref slot.Write(ref w, ref w.Start, value);
            sink.Complete(first, w.WrittenSpan(ref end).Length);
        }
        catch (ValueNotSerializableException failure)
        {
            sink.Abort();
            throw failure.Path.Length == 0 ? _core.Locate(failure, slot, value) : failure;
        }
        catch (Exception failure) when (failure is not IOException and not ObjectDisposedException and not NotSupportedException)
        {
            // A collection that changed under the writer, memory: the reader of what went out already must know.
            sink.Abort();
            throw;
        }
        finally
        {
            sink.Return();
        }
    }

    /// <summary>Writes a value of any type of the model to a stream. The same bytes as <see cref="Serialize{T}(Stream, T)"/> with any reference type T.</summary>
    public void Serialize(Stream destination, object? value) => Serialize<object?>(destination, value);

    /// <summary>Writes a value of any type of the model into an array of its own.</summary>
    public byte[] Serialize(object? value) => Serialize<object?>(value);

    /// <summary>Appends a value of any type of the model to <paramref name="destination"/>.</summary>
    public void Serialize(IBufferWriter<byte> destination, object? value) => Serialize<object?>(destination, value);

    /// <summary>Reads the next value of a stream, and no byte behind it.</summary>
    /// <exception cref="EndOfStreamException">The stream ends before the first byte of a value.</exception>
    [SkipLocalsInit]
    public T? Deserialize<T>(Stream source)
    {
        ArgumentNullException.ThrowIfNull(source);
        if (source.GetType() == typeof(MemoryStream) && TryDeserializeInPlace((MemoryStream)source, out T? whole))
        {
            return whole;
        }
        RootSlot<T> slot = _core.Root<T>();
        Span<byte> scratch = stackalloc byte[WireReader.ScratchLength];
        ChunkSource chunks = ChunkSource.Rent(source);
        try
        {
            ReadOnlySpan<byte> window = chunks.Start();
            bool isWhole = chunks.AtEnd;
            _core.CheckLength(window.Length);
            var r = new WireReader(_core.Dispatch, Options.Limits, _core.Shapes, window, ref MemoryMarshal.GetReference(scratch), chunks);
            try
            {
                ref byte end = ref slot.Read(ref r, ref r.Start, out T value);
                chunks.RequireEnd(r.Complete(ref end));
                return value;
            }
            catch (MalformedDataException failure) when (failure.Path.Length == 0 && isWhole)
            {
                throw _core.Locate(failure, slot, window);
            }
        }
        finally
        {
            chunks.Return();
        }
    }

    /// <summary>Reads the next value of a stream, of any type of the model.</summary>
    /// <exception cref="EndOfStreamException">The stream ends before the first byte of a value.</exception>
    public object? Deserialize(Stream source) => Deserialize<object>(source);

    /// <summary>Reads a value of any type of the model that takes all of <paramref name="source"/>.</summary>
    public object? Deserialize(ReadOnlySpan<byte> source) => Deserialize<object>(source);

    /// <summary>Reads the value at the start of <paramref name="source"/>; <paramref name="consumed"/> is its length in bytes.</summary>
    [SkipLocalsInit]
    public T? Deserialize<T>(in ReadOnlySequence<byte> source, out long consumed)
    {
        if (source.IsSingleSegment)
        {
            T? single = Deserialize<T>(source.FirstSpan, out int length);
            consumed = length;
            return single;
        }
        RootSlot<T> slot = _core.Root<T>();
        _core.CheckLength(source.Length);
        Span<byte> scratch = stackalloc byte[WireReader.ScratchLength];
        SequenceSource segments = SequenceSource.Rent(source, out ReadOnlySpan<byte> window);
        try
        {
            var r = new WireReader(_core.Dispatch, Options.Limits, _core.Shapes, window, ref MemoryMarshal.GetReference(scratch), segments);
            ref byte end = ref slot.Read(ref r, ref r.Start, out T value);
            consumed = r.Complete(ref end);
            return value;
        }
        catch (MalformedDataException failure) when (failure.Path.Length == 0)
        {
            throw _core.Locate(failure, slot, source.ToArray());
        }
        finally
        {
            segments.Dispose();
        }
    }

    /// <summary>Opens a session that writes many values to <paramref name="destination"/> with nothing between them, through a buffer of its own.</summary>
    /// <param name="destination">The stream; the session is the only one to write to it.</param>
    /// <param name="leaveOpen">Whether closing the session leaves the stream open.</param>
    public ValueWriter OpenWriter(Stream destination, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(destination);
        return new ValueWriter(this, destination, leaveOpen);
    }

    /// <summary>Opens a session that reads what <see cref="OpenWriter"/> wrote. It reads ahead.</summary>
    /// <param name="source">The stream; the session is the only one to read from it.</param>
    /// <param name="leaveOpen">Whether closing the session leaves the stream open.</param>
    public ValueReader OpenReader(Stream source, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(source);
        return new ValueReader(this, source, leaveOpen);
    }

    private static ReadOnlySpan<byte> HeaderMark => [0x4E, 0x53, 0x45, 0x52, 1];

    /// <summary>Writes the optional header of a stream: a mark, the format's version and <see cref="Fingerprint"/>, 37 bytes.</summary>
    public void WriteHeader(Stream destination)
    {
        ArgumentNullException.ThrowIfNull(destination);
        destination.Write([.. HeaderMark, .. _core.Fingerprint]);
    }

    /// <summary>Reads a header and refuses one of another format or model.</summary>
    /// <exception cref="MalformedDataException">The header is cut short or names another format or fingerprint.</exception>
    public void ReadHeader(Stream source)
    {
        ArgumentNullException.ThrowIfNull(source);
        Span<byte> header = stackalloc byte[HeaderMark.Length + _core.Fingerprint.Length];
        if (source.ReadAtLeast(header, header.Length, throwOnEndOfStream: false) < header.Length)
        {
            throw new MalformedDataException(ErrorCode.Truncated, "The stream ends inside its header.", header.Length);
        }
        if (!header.StartsWith(HeaderMark))
        {
            throw new MalformedDataException(ErrorCode.HeaderMismatch, "The stream does not begin with a NetSerializer header of version 1.", 0);
        }
        if (!header[HeaderMark.Length..].SequenceEqual(_core.Fingerprint))
        {
            throw new MalformedDataException(ErrorCode.HeaderMismatch, "The stream was written with other types or options; compare the texts of TypeModel.Describe of both sides.", HeaderMark.Length);
        }
    }

    // A value that lies in a MemoryStream as one chunk is read where it lies.
    private bool TryDeserializeInPlace<T>(MemoryStream stream, out T? value)
    {
        value = default;
        if (!stream.TryGetBuffer(out ArraySegment<byte> buffer) || stream.Position > buffer.Count)
        {
            return false;
        }
        ReadOnlySpan<byte> unread = buffer.AsSpan((int)stream.Position);
        int header = 0;
        uint bits = 0;
        for (; header < Chunk.MaxHeader - 1 && header < unread.Length; header++)
        {
            bits |= (uint)(unread[header] & 0x7F) << 7 * header;
            if (unread[header] < 0x80)
            {
                break;
            }
        }
        int length = (int)(bits >> 1);
        bool isWhole = header < Chunk.MaxHeader - 1 && header < unread.Length && (bits & 1) != 0 && length <= unread.Length - header - 1 && (header == 0 || unread[header] != 0);
        if (!isWhole)
        {
            return false;
        }
        stream.Position += header + 1 + length;
        value = Deserialize<T>(unread.Slice(header + 1, length));
        return true;
    }
}
