using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;
using NetSerializer.IO;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

// The calls of TypeModel, documented there. Values to write come by reference: a struct that came in two registers would be stored in two halves and
// loaded as a whole, which waits (0.7 of the time for a Guid and for four longs; an object costs 1.01-1.03). Those with a buffer on the stack are not
// inlined: their callers would clear it.
internal sealed partial class RootSlot<T>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte[] Serialize(ModelCore core, in T value) => IsRaw ? SerializeRaw(in value) : SerializeWhole(core, in value);

    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private byte[] SerializeWhole(ModelCore core, in T value)
    {
        Unsafe.SkipInit(out StackBuffer initial);
        var w = new WireWriter(core.Dispatch, null, initial.Span);
        try
        {
            return w.ToArray(ref Write(ref w, ref w.Start, in value));
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

    public void Serialize(ModelCore core, IBufferWriter<byte> destination, in T value)
    {
        ArgumentNullException.ThrowIfNull(destination);
        var w = new WireWriter(core.Dispatch, BufferWriterOnly.Of(destination), destination.GetSpan());
        try
        {
            destination.Advance(w.Complete(ref Write(ref w, ref w.Start, in value)).Length);
        }
        catch (ValueNotSerializableException failure) when (failure.Path.Length == 0)
        {
            throw core.Locate(failure, value);
        }
    }

    public bool TrySerialize(ModelCore core, Span<byte> destination, in T value, out int written)
    {
        var w = new WireWriter(core.Dispatch, null, destination);
        try
        {
            ReadOnlySpan<byte> bytes = w.Complete(ref Write(ref w, ref w.Start, in value));
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

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Serialize(ModelCore core, Stream destination, in T value)
    {
        if (IsRaw)
        {
            SerializeRaw(destination, in value);
            return;
        }
        if (TryFindLeafWriter(core, in value, out nint leaf, out nint writer) && SerializeLeaf(destination, in value, leaf))
        {
            return;
        }
        SerializeWhole(core, destination, in value, writer);
    }

    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private unsafe void SerializeWhole(ModelCore core, Stream destination, in T value, nint writer)
    {
        Unsafe.SkipInit(out StackBuffer first);
        var w = new WireWriter(core.Dispatch, destination, first.Span[Chunk.MaxHeader..]);
        try
        {
            // The writer has been looked up, but not for a tree alone.
            ref byte end = ref w.Start;
            if (writer == 0 || w.Dispatch.HasNumbers)
            {
                end = ref Write(ref w, ref end, in value);
            }
            else
            {
                end = ref ((delegate*<void*, ref byte, object, ref byte>)writer)(Unsafe.AsPointer(ref w), ref end, value!);
            }
            int length = w.Complete(ref end).Length;
            if (w.IsInFirst(destination))
            {
                Chunk.SendWhole(destination, ref first.First, length);
                return;
            }
            ((ChunkSink)w.Sink!).Complete(length);
        }
        catch (Exception failure)
        {
            Abort(ref w);
            if (failure is ValueNotSerializableException { Path.Length: 0 } nameless)
            {
                throw core.Locate(nameless, value);
            }
            throw;
        }
        (w.Sink as ChunkSink)?.Return();
    }

    // What went out already is part of no value: its reader must know.
    private static void Abort(scoped ref WireWriter w)
    {
        if (w.Sink is ChunkSink chunks)
        {
            try
            {
                chunks.Abort();
            }
            finally
            {
                chunks.Return();
            }
        }
    }

    /// <summary>Reads the value that takes all of <paramref name="source"/>.</summary>
    /// <param name="core">The model.</param>
    /// <param name="source">The bytes; none behind them can be read.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Deserialize(ModelCore core, ReadOnlySpan<byte> source) =>
        IsRaw && source.Length == Unsafe.SizeOf<T>() ? TakeRaw(source)
            : source.Length is > 0 and <= ShortCopy.Longest && TryFindLeaf(source, out nint leaf)
            ? DeserializeCopy(core, source, leaf) : DeserializeWhole(core, source, hasSlack: false);

    /// <summary>
    /// Reads the value that takes all of <paramref name="source"/>. Small messages come this way, so what numbers, sources and values in the middle
    /// of something need is left to <see cref="Deserialize(ModelCore, ReadOnlySpan{byte}, Extent, out int)"/> (0.8 of its time for one int in an
    /// object).
    /// </summary>
    /// <param name="core">The model.</param>
    /// <param name="source">The bytes.</param>
    /// <param name="hasSlack">A run's length of bytes behind them can be read.</param>
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    public T DeserializeWhole(ModelCore core, ReadOnlySpan<byte> source, bool hasSlack)
    {
        ObjectDispatch dispatch = core.Dispatch;
        if (dispatch.HasNumbers)
        {
            return Deserialize(core, source, hasSlack ? Extent.Whole | Extent.Slack : Extent.Whole, out _);
        }
        core.CheckLength(source.Length);
        Unsafe.SkipInit(out ScratchBuffer scratch);
        var r = new WireReader(dispatch, core.Limits, source, ref scratch.First, null, hasSlack);
        T value;
        nint left;
        try
        {
            left = r.LeftOfWhole(ref Read(ref r, ref MemoryMarshal.GetReference(source), out value));
        }
        catch (Exception failure) when (ModelCore.IsVerdict(failure))
        {
            throw core.Locate<T>(failure, source);
        }
        if (left != 0)
        {
            FailTrailing(left, source.Length - left);
        }
        r.Release();
        return value;
    }

    /// <summary>Reads the value at the start of <paramref name="source"/>, or the one that takes all of it.</summary>
    /// <param name="core">The model.</param>
    /// <param name="source">The bytes.</param>
    /// <param name="extent">What is known of their length.</param>
    /// <param name="consumed">How many the value took.</param>
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    public T Deserialize(ModelCore core, ReadOnlySpan<byte> source, Extent extent, out int consumed)
    {
        Unsafe.SkipInit(out ScratchBuffer scratch);
        if ((extent & Extent.Whole) != 0)
        {
            core.CheckLength(source.Length);
        }
        var r = new WireReader(core.Dispatch, core.Limits, source, ref scratch.First, null, (extent & Extent.Slack) != 0);
        T value;
        try
        {
            consumed = (int)r.Complete(ref Read(ref r, ref r.Start, out value));
        }
        catch (Exception failure)
        {
            r.Abandon();
            if (ModelCore.IsVerdict(failure))
            {
                throw core.Locate<T>(failure, source);
            }
            throw;
        }
        if ((extent & Extent.Whole) != 0 && consumed != source.Length)
        {
            r.Abandon();
            FailTrailing(source.Length - consumed, consumed);
        }
        r.Release();
        return value;
    }

    /// <inheritdoc cref="Deserialize(ModelCore, ReadOnlySpan{byte}, Extent, out int)"/>
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    public T Deserialize(ModelCore core, in ReadOnlySequence<byte> source, Extent extent, out long consumed)
    {
        if (source.IsSingleSegment)
        {
            if (extent == Extent.Whole)
            {
                consumed = source.FirstSpan.Length;
                return Deserialize(core, source.FirstSpan);
            }
            T single = Deserialize(core, source.FirstSpan, extent, out int length);
            consumed = length;
            return single;
        }
        if (extent == Extent.Whole)
        {
            core.CheckLength(source.Length);
        }
        Unsafe.SkipInit(out ScratchBuffer scratch);
        SequenceSource segments = SequenceSource.Rent(source, out ReadOnlySpan<byte> window);
        try
        {
            var r = new WireReader(core.Dispatch, core.Limits, window, ref scratch.First, segments);
            T value;
            try
            {
                consumed = r.Complete(ref Read(ref r, ref r.Start, out value));
            }
            catch (Exception failure)
            {
                r.Abandon();
                if (ModelCore.IsVerdict(failure))
                {
                    throw core.Locate<T>(failure, source);
                }
                throw;
            }
            if (extent == Extent.Whole && consumed != source.Length)
            {
                r.Abandon();
                FailTrailing(source.Length - consumed, consumed);
            }
            r.Release();
            return value;
        }
        finally
        {
            segments.Dispose();
        }
    }

    public T Deserialize(ModelCore core, Stream source)
    {
        if (source.GetType() == typeof(MemoryStream))
        {
            MemoryStream memory = Unsafe.As<MemoryStream>(source);
            if (!Chunk.TryTakeWithSlack(memory, out ReadOnlySpan<byte> whole))
            {
                return DeserializeMemory(core, memory);
            }
            // Asked for the leaf once, so that it is a jump and no value that is kept (together with IsGathered 0.85 of the time of a root number).
            return IsRaw && whole.Length == Unsafe.SizeOf<T>() ? TakeRaw(whole)
                : TryFindLeaf(whole, out nint leaf) ? DeserializeLeaf(core, whole, leaf) : DeserializeWhole(core, whole, hasSlack: true);
        }
        return DeserializeStream(core, source);
    }

    // None of these is inlined: a leaf needs nothing of what they keep in registers (0.95-0.99 of the time of small messages).
    [MethodImpl(MethodImplOptions.NoInlining)]
    private T DeserializeMemory(ModelCore core, MemoryStream source) =>
        Chunk.TryTakeByFields(source, out ReadOnlySpan<byte> whole) ? Deserialize(core, whole) : DeserializeLong(core, source);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private T DeserializeLong(ModelCore core, MemoryStream source)
    {
        if (Chunk.TryTakeByMembers(source, out ReadOnlySpan<byte> whole, out bool hasSlack))
        {
            return hasSlack ? DeserializeWhole(core, whole, hasSlack: true) : Deserialize(core, whole);
        }
        return MemoryChunkSource.Rent(source) is { } chunks ? DeserializeChunks(core, chunks) : DeserializeBytes(core, source);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private T DeserializeStream(ModelCore core, Stream source)
    {
        if (source.GetType() == typeof(BufferedStream)
            && BufferedStreamFields.TryTake(Unsafe.As<BufferedStream>(source), ShortBuffer.LongestValue, out ReadOnlySpan<byte> value, out bool canGoOn))
        {
            // A leaf runs no code of a type, so it is read where it lies (0.8-0.9 of the time of a copy).
            return IsRaw && value.Length == Unsafe.SizeOf<T>() ? TakeRaw(value)
                : canGoOn && TryFindLeaf(value, out nint leaf) ? DeserializeLeaf(core, value, leaf) : DeserializeShort(core, value);
        }
        return DeserializeBytes(core, source);
    }

    private T DeserializeBytes(ModelCore core, Stream source)
    {
        int first = source.ReadByte(), second = first >= 0x80 ? source.ReadByte() : ChunkSource.NotRead;
        return Chunk.IsShort(first, second, out int length)
            ? DeserializeShort(core, source, length) : DeserializeChunks(core, ChunkSource.Rent(source, first, second));
    }

    // Most messages are small and are read to the stack: no buffer is rented, nothing is kept for the thread (through a BufferedStream 0.43 of the
    // time for 3 bytes, 0.6 for 30, 0.7 for 220; out of a MemoryStream that does not show its array 0.5 for 3).
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private T DeserializeShort(ModelCore core, Stream source, int length)
    {
        Unsafe.SkipInit(out ShortBuffer buffer);
        Span<byte> value = buffer.Span[..length];
        for (int read = 0; read < length;)
        {
            int count = source.Read(value[read..]);
            if (count <= 0)
            {
                Chunk.FailTruncated(read);
            }
            read += count;
            if (read > length)
            {
                Throw.StreamGaveTooMuch();
            }
        }
        return TryFindLeaf(value, out nint leaf) ? DeserializeLeaf(core, value, leaf) : DeserializeWhole(core, value, hasSlack: true);
    }

    // Out of the buffer of a stream, in which something else may lie as soon as code of a type reads on.
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private T DeserializeShort(ModelCore core, ReadOnlySpan<byte> value)
    {
        Unsafe.SkipInit(out ShortBuffer buffer);
        Span<byte> copy = buffer.Span[..value.Length];
        value.CopyTo(copy);
        return DeserializeWhole(core, copy, hasSlack: true);
    }

    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private T DeserializeChunks(ModelCore core, ChunkedSource chunks)
    {
        Unsafe.SkipInit(out ScratchBuffer scratch);
        try
        {
            ReadOnlySpan<byte> window = chunks.Start();
            bool isWhole = chunks.AtEnd;
            core.CheckLength(window.Length);
            var r = new WireReader(core.Dispatch, core.Limits, window, ref scratch.First, chunks, hasSlack: isWhole && chunks.Padded);
            T value;
            try
            {
                chunks.RequireEnd(r.Complete(ref Read(ref r, ref r.Start, out value)));
            }
            catch (Exception failure)
            {
                r.Abandon();
                if (chunks.HasFailed || !ModelCore.IsVerdict(failure))
                {
                    throw;
                }
                throw isWhole ? core.Locate<T>(failure, window) : ModelCore.Verdict(failure);
            }
            r.Release();
            return value;
        }
        finally
        {
            chunks.Return();
        }
    }

    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    public T DeepClone(ModelCore core, in T value)
    {
        Unsafe.SkipInit(out StackBuffer initial);
        Unsafe.SkipInit(out ScratchBuffer scratch);
        var w = new WireWriter(core.Dispatch, null, initial.Span);
        try
        {
            ReadOnlySpan<byte> bytes = w.Complete(ref Write(ref w, ref w.Start, in value));
            var r = new WireReader(core.Dispatch, core.CloneLimits, bytes, ref scratch.First, null);
            T copy;
            try
            {
                long read = r.Complete(ref Read(ref r, ref r.Start, out copy));
                if (read != bytes.Length)
                {
                    // A custom serializer reads less than it writes.
                    FailTrailing(bytes.Length - read, read);
                }
            }
            catch
            {
                r.Abandon();
                throw;
            }
            r.Release();
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

/// <summary>What is known of the bytes that a value is read from.</summary>
[Flags]
internal enum Extent
{
    /// <summary>More may follow the value.</summary>
    Open = 0,
    /// <summary>The value has to take them all.</summary>
    Whole = 1,
    /// <summary>A run's length of bytes behind them can be read.</summary>
    Slack = 2,
}
