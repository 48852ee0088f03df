using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.IO;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

// The calls of TypeModel, documented there.
internal abstract partial class RootSlot<T>
{
    private const int InitialBuffer = 1024;

    [SkipLocalsInit]
    public byte[] Serialize(ModelCore core, T value)
    {
        Span<byte> initial = stackalloc byte[InitialBuffer];
        var w = new WireWriter(core.Dispatch, initial);
        try
        {
            return w.ToArray(ref Write(ref w, ref w.Start, value));
        }
        catch (ValueNotSerializableException failure) when (failure.Path.Length == 0)
        {
            throw core.Locate(failure, value);
        }
        finally
        {
            w.Dispose();
        }
    }

    public void Serialize(ModelCore core, IBufferWriter<byte> destination, T value)
    {
        ArgumentNullException.ThrowIfNull(destination);
        var w = new WireWriter(core.Dispatch, destination);
        try
        {
            w.Complete(ref Write(ref w, ref w.Start, value));
        }
        catch (ValueNotSerializableException failure) when (failure.Path.Length == 0)
        {
            throw core.Locate(failure, value);
        }
    }

    public bool TrySerialize(ModelCore core, Span<byte> destination, T value, out int written)
    {
        var w = new WireWriter(core.Dispatch, destination);
        try
        {
            ReadOnlySpan<byte> bytes = w.WrittenSpan(ref Write(ref w, ref w.Start, value));
            // The generated code asks for room by the largest size a run can have, so a value that fits exactly may have moved on to a rented buffer.
            bool fits = bytes.Length <= destination.Length;
            if (fits && w.IsRented)
            {
                bytes.CopyTo(destination);
            }
            written = fits ? bytes.Length : 0;
            return fits;
        }
        catch (ValueNotSerializableException failure) when (failure.Path.Length == 0)
        {
            throw core.Locate(failure, value);
        }
        finally
        {
            w.Dispose();
        }
    }

    [SkipLocalsInit]
    public void Serialize(ModelCore core, Stream destination, T value)
    {
        ArgumentNullException.ThrowIfNull(destination);
        Span<byte> first = stackalloc byte[Chunk.MaxHeader + InitialBuffer];
        var w = new WireWriter(core.Dispatch, destination, ChunkSink.Open, first[Chunk.MaxHeader..]);
        try
        {
            int length = w.WrittenSpan(ref Write(ref w, ref w.Start, value)).Length;
            if (w.Sink is ChunkSink sink)
            {
                sink.Complete(length);
            }
            else
            {
                Chunk.SendWhole(destination, first, length);
            }
        }
        catch (Exception failure) when (Abort(w.Sink, failure) && failure is ValueNotSerializableException { Path.Length: 0 })
        {
            throw core.Locate((ValueNotSerializableException)failure, value);
        }
        finally
        {
            (w.Sink as ChunkSink)?.Return();
        }
    }

    // What went out already is part of no value: its reader must know. Not when the stream itself fails.
    private static bool Abort(WriteSink? sink, Exception failure)
    {
        if (sink is ChunkSink chunks && failure is not IOException and not ObjectDisposedException and not NotSupportedException)
        {
            chunks.Abort();
        }
        return true;
    }

    public T DeserializeWhole(ModelCore core, ReadOnlySpan<byte> source, bool hasSlack = false)
    {
        core.CheckLength(source.Length);
        T value = Deserialize(core, source, out int consumed, hasSlack);
        if (consumed != source.Length)
        {
            FailTrailing(source.Length - consumed, consumed);
        }
        return value;
    }

    /// <param name="core">The model.</param>
    /// <param name="source">The bytes.</param>
    /// <param name="consumed">How many the value took.</param>
    /// <param name="hasSlack">A run's length of bytes behind the source can be read.</param>
    [SkipLocalsInit]
    public T Deserialize(ModelCore core, ReadOnlySpan<byte> source, out int consumed, bool hasSlack = false)
    {
        Span<byte> scratch = stackalloc byte[WireReader.ScratchLength];
        var r = new WireReader(core.Dispatch, core.Limits, core.Shapes, source, ref MemoryMarshal.GetReference(scratch), null, hasSlack);
        try
        {
            consumed = (int)r.Complete(ref Read(ref r, ref r.Start, out T value));
            return value;
        }
        catch (MalformedDataException failure) when (failure.Path.Length == 0)
        {
            throw core.Locate<T>(failure, source);
        }
    }

    public T DeserializeWhole(ModelCore core, in ReadOnlySequence<byte> source)
    {
        core.CheckLength(source.Length);
        T value = Deserialize(core, source, out long consumed);
        if (consumed != source.Length)
        {
            FailTrailing(source.Length - consumed, consumed);
        }
        return value;
    }

    [SkipLocalsInit]
    public T Deserialize(ModelCore core, in ReadOnlySequence<byte> source, out long consumed)
    {
        if (source.IsSingleSegment)
        {
            T single = Deserialize(core, source.FirstSpan, out int length);
            consumed = length;
            return single;
        }
        Span<byte> scratch = stackalloc byte[WireReader.ScratchLength];
        SequenceSource segments = SequenceSource.Rent(source, out ReadOnlySpan<byte> window);
        try
        {
            var r = new WireReader(core.Dispatch, core.Limits, core.Shapes, window, ref MemoryMarshal.GetReference(scratch), segments);
            consumed = r.Complete(ref Read(ref r, ref r.Start, out T value));
            return value;
        }
        catch (MalformedDataException failure) when (failure.Path.Length == 0)
        {
            throw core.Locate<T>(failure, source.ToArray());
        }
        finally
        {
            segments.Dispose();
        }
    }

    public T Deserialize(ModelCore core, Stream source)
    {
        ArgumentNullException.ThrowIfNull(source);
        return source.GetType() == typeof(MemoryStream) && Chunk.TryTakeWhole(Unsafe.As<MemoryStream>(source), out ReadOnlySpan<byte> whole, out bool hasSlack)
            ? DeserializeWhole(core, whole, hasSlack)
            : DeserializeChunks(core, source);
    }

    [SkipLocalsInit]
    private T DeserializeChunks(ModelCore core, Stream source)
    {
        Span<byte> scratch = stackalloc byte[WireReader.ScratchLength];
        ChunkSource chunks = ChunkSource.Rent(source);
        try
        {
            ReadOnlySpan<byte> window = chunks.Start();
            bool isWhole = chunks.AtEnd;
            core.CheckLength(window.Length);
            var r = new WireReader(core.Dispatch, core.Limits, core.Shapes, window, ref MemoryMarshal.GetReference(scratch), chunks, hasSlack: isWhole);
            try
            {
                chunks.RequireEnd(r.Complete(ref Read(ref r, ref r.Start, out T value)));
                return value;
            }
            catch (MalformedDataException failure) when (failure.Path.Length == 0 && isWhole)
            {
                throw core.Locate<T>(failure, window);
            }
        }
        finally
        {
            chunks.Return();
        }
    }

    public T? Read(ModelCore core, SessionSource session) =>
        TryRead(core, session, out T? value) ? value : throw new EndOfStreamException("The stream ends where a value should begin.");

    [SkipLocalsInit]
    public bool TryRead(ModelCore core, SessionSource session, out T? value)
    {
        if (!session.Begin())
        {
            value = default;
            return false;
        }
        Span<byte> scratch = stackalloc byte[WireReader.ScratchLength];
        var r = new WireReader(core.Dispatch, core.Limits, core.Shapes, session.Unread, ref MemoryMarshal.GetReference(scratch), session);
        ref byte end = ref Read(ref r, ref r.Start, out T read);
        r.Complete(ref end);
        session.End(r.Unread(ref end).Length);
        value = read;
        return true;
    }

    [SkipLocalsInit]
    public T DeepClone(ModelCore core, T value)
    {
        Span<byte> initial = stackalloc byte[InitialBuffer], scratch = stackalloc byte[WireReader.ScratchLength];
        var w = new WireWriter(core.Dispatch, initial);
        try
        {
            ReadOnlySpan<byte> bytes = w.WrittenSpan(ref Write(ref w, ref w.Start, value));
            var r = new WireReader(core.Dispatch, core.CloneLimits, core.Shapes, bytes, ref MemoryMarshal.GetReference(scratch), null);
            r.Complete(ref Read(ref r, ref r.Start, out T copy));
            return copy;
        }
        catch (ValueNotSerializableException failure) when (failure.Path.Length == 0)
        {
            throw core.Locate(failure, value);
        }
        finally
        {
            w.Dispose();
        }
    }

    private static void FailTrailing(long left, long consumed) =>
        throw new MalformedDataException(ErrorCode.TrailingBytes, $"The value ends, but {left} bytes follow.", consumed);
}
