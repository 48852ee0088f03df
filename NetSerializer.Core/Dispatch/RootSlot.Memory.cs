using System.Buffers;
using System.Runtime.CompilerServices;
using NetSerializer.IO;
using NetSerializer.Metrics;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

// The calls of TypeModel on arrays, spans, buffer writers and sequences, documented there. Methods with a buffer on the stack are not inlined, because
// their callers would clear it.
internal sealed partial class RootSlot<T>
{
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    public byte[] Serialize(ModelCore core, in T value)
    {
        if (IsRaw)
        {
            return RawRoot.Write(in value);
        }
        Unsafe.SkipInit(out StackBuffer initial);
        var w = new WireWriter(core.Dispatch, null, initial.Span) { UserContext = core.Context };
        try
        {
            byte[] bytes = w.ToArray(ref Write(ref w, ref w.Start, in value));
            Traffic.CountWritten(bytes.Length);
            return bytes;
        }
        catch (ValueNotSerializableException failure) when (failure.Path.Length == 0)
        {
            throw core.Locate(failure, this, value);
        }
        finally
        {
            w.Dispose();
        }
    }

    public void Serialize(ModelCore core, IBufferWriter<byte> destination, in T value)
    {
        ArgumentNullException.ThrowIfNull(destination);
        if (IsRaw)
        {
            RawRoot.Write(destination, in value);
            return;
        }
        IBufferWriter<byte> target = BufferWriterOnly.Of(destination, isCounted: Traffic.IsCounted);
        var w = new WireWriter(core.Dispatch, target, destination.GetSpan()) { UserContext = core.Context };
        try
        {
            target.Advance(w.Complete(ref Write(ref w, ref w.Start, in value)).Length);
            Traffic.CountWritten((target as BufferWriterOnly)?.Length ?? 0);
        }
        catch (ValueNotSerializableException failure) when (failure.Path.Length == 0)
        {
            throw core.Locate(failure, this, value);
        }
    }

    public bool TrySerialize(ModelCore core, Span<byte> destination, in T value, out int written)
    {
        if (IsRaw)
        {
            return RawRoot.TryWrite(destination, in value, out written);
        }
        var w = new WireWriter(core.Dispatch, null, destination) { UserContext = core.Context };
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
            if (fits)
            {
                Traffic.CountWritten(written);
            }
            return fits;
        }
        catch (ValueNotSerializableException failure) when (failure.Path.Length == 0)
        {
            throw core.Locate(failure, this, value);
        }
        finally
        {
            w.Dispose();
        }
    }

    /// <summary>Reads the value that takes all of <paramref name="source"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Deserialize(ModelCore core, ReadOnlySpan<byte> source, Extent extent = Extent.Whole) =>
        IsRaw && RawRoot.IsWhole<T>(source) ? RawRoot.Read<T>(source) : Deserialize(core, source, extent, out _);

    /// <summary>Reads the value at the start of <paramref name="source"/>, or the one that takes all of it.</summary>
    /// <param name="core">The model.</param>
    /// <param name="source">The bytes.</param>
    /// <param name="extent">Facts about the bytes.</param>
    /// <param name="consumed">How many the value took.</param>
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    public T Deserialize(ModelCore core, ReadOnlySpan<byte> source, Extent extent, out int consumed)
    {
        Unsafe.SkipInit(out ScratchBuffer scratch);
        if ((extent & Extent.Whole) != 0)
        {
            core.CheckLength(source.Length);
        }
        var r = new WireReader(core.Dispatch, core.Limits, source, ref scratch.First, null, (extent & Extent.Slack) != 0) { UserContext = core.Context };
        T value;
        try
        {
            consumed = (int)ReadRoot(ref r, out value);
        }
        catch (Exception failure) when (ModelCore.IsVerdict(failure))
        {
            throw core.Locate(failure, this, source);
        }
        Release(core, ref r, consumed, (extent & Extent.Whole) != 0 ? source.Length : consumed);
        return value;
    }

    /// <inheritdoc cref="Deserialize(ModelCore, ReadOnlySpan{byte}, Extent, out int)"/>
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    public T Deserialize(ModelCore core, in ReadOnlySequence<byte> source, Extent extent, out long consumed)
    {
        if (source.IsSingleSegment)
        {
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
            var r = new WireReader(core.Dispatch, core.Limits, window, ref scratch.First, segments) { UserContext = core.Context };
            T value;
            try
            {
                consumed = ReadRoot(ref r, out value);
            }
            catch (Exception failure) when (ModelCore.IsVerdict(failure))
            {
                throw core.Locate(failure, this, source);
            }
            Release(core, ref r, consumed, extent == Extent.Whole ? source.Length : consumed);
            return value;
        }
        finally
        {
            segments.Dispose();
        }
    }

    public T DeepClone(ModelCore core, in T value)
    {
        using var buffer = new PooledBuffer();
        Serialize(core, buffer, in value);
        try
        {
            return ReadClone(core, core.CloneLimits, buffer.Written.Span, isCounted: true);
        }
        catch (MalformedDataException failure) when (SerializerMetrics.Failed(failure))
        {
            throw;
        }
    }

    /// <summary>Reads bytes that were just written here. A custom serializer may read less than it writes.</summary>
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    public T ReadClone(ModelCore core, SerializerLimits limits, ReadOnlySpan<byte> written, bool isCounted)
    {
        Unsafe.SkipInit(out ScratchBuffer scratch);
        var r = new WireReader(core.Dispatch, limits, written, ref scratch.First, null) { UserContext = core.Context };
        Release(isCounted ? core : null, ref r, ReadRoot(ref r, out T copy), written.Length);
        return copy;
    }

    // Reads the root and returns its length. A reader that fails gives back its rented state.
    private long ReadRoot(scoped ref WireReader r, out T value)
    {
        try
        {
            return r.Complete(ref Read(ref r, ref r.Start, out value));
        }
        catch
        {
            r.Abandon();
            throw;
        }
    }

    // The value is whole: code of the user that waited for that runs now, unless bytes follow that belong to no value.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Release(ModelCore? counting, scoped ref WireReader r, long consumed, long expected)
    {
        if (consumed != expected)
        {
            r.Abandon();
            ModelCore.FailTrailing(consumed, expected);
        }
        r.Release();
        counting?.CountRead(consumed);
    }
}
