using System.Runtime.CompilerServices;
using NetSerializer.Errors;
using NetSerializer.IO;
using NetSerializer.Metrics;
using NetSerializer.Wire;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Dispatch;

// The calls of TypeModel on streams, documented there; the calls of sessions stand at the end.
internal sealed partial class RootSlot<T>
{
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    public void Serialize(ModelCore core, Stream destination, in T value)
    {
        ArgumentNullException.ThrowIfNull(destination);
        Unsafe.SkipInit(out StackBuffer first);
        if (IsRaw)
        {
            RawRoot.Write(destination, first.Span, in value);
            return;
        }
        var w = new WireWriter(core.Dispatch, destination, first.Span[Chunk.MaxHeader..]) { UserContext = core.Context };
        try
        {
            int length = w.Complete(ref Write(ref w, ref w.Start, in value)).Length;
            if (w.IsInFirst(destination))
            {
                Chunk.SendWhole(destination, first.Span, length);
                Traffic.CountWritten(length);
                return;
            }
            ((ChunkSink)w.Sink!).Complete(length);
            Traffic.CountWritten(((ChunkSink)w.Sink).Length);
        }
        catch (Exception failure)
        {
            Abort(ref w);
            if (failure is ValueNotSerializableException { Path.Length: 0 } nameless)
            {
                throw core.Locate(nameless, this, value);
            }
            throw;
        }
        (w.Sink as ChunkSink)?.Return();
    }

    // Chunks that went out already are part of no value, and their reader must know.
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

    public T Deserialize(ModelCore core, Stream source)
    {
        ArgumentNullException.ThrowIfNull(source);
        if (source.GetType() == typeof(MemoryStream) && Chunk.TryTake((MemoryStream)source, out ReadOnlySpan<byte> whole, out bool hasSlack))
        {
            return Deserialize(core, whole, hasSlack ? Extent.Whole | Extent.Slack : Extent.Whole);
        }
        try
        {
            int first = source.ReadByte(), second = Chunk.HasSecond(first) ? source.ReadByte() : ChunkSource.NotRead;
            return Chunk.IsShort(first, second, out int length)
                ? DeserializeShort(core, source, length) : DeserializeChunks(core, ChunkSource.Rent(source, first, second));
        }
        catch (MalformedDataException failure) when (SerializerMetrics.Failed(failure))
        {
            throw;
        }
    }

    // Most messages are small and are read to the stack: no buffer is rented, and nothing is kept for the thread.
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
        return Deserialize(core, value, Extent.Whole | Extent.Slack);
    }

    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private T DeserializeChunks(ModelCore core, ChunkSource chunks)
    {
        Unsafe.SkipInit(out ScratchBuffer scratch);
        try
        {
            ReadOnlySpan<byte> window = chunks.Start();
            bool isWhole = chunks.AtEnd;
            core.CheckLength(window.Length);
            var r = new WireReader(core.Dispatch, core.Limits, window, ref scratch.First, chunks, hasSlack: isWhole) { UserContext = core.Context };
            T value;
            long length;
            try
            {
                length = r.Complete(ref Read(ref r, ref r.Start, out value));
                chunks.RequireEnd(length);
            }
            catch (Exception failure)
            {
                r.Abandon();
                if (chunks.HasFailed || !ModelCore.IsVerdict(failure))
                {
                    throw;
                }
                throw isWhole ? core.Locate(failure, this, window) : ModelCore.Verdict(failure);
            }
            r.Release();
            core.CountRead(length);
            return value;
        }
        finally
        {
            chunks.Return();
        }
    }

    // The calls of ValueWriter and ValueReader, documented there.

    public void Write(ModelCore core, SessionSink session, in T value)
    {
        // Before the value begins: at the first use of a model this can fail.
        ObjectDispatch dispatch = core.Dispatch;
        var w = new WireWriter(dispatch, session, session.Begin()) { UserContext = core.Context };
        long start = session.Position;
        try
        {
            ref byte end = ref Write(ref w, ref w.Start, in value);
            int length = w.Complete(ref end).Length;
            if (length == 0 && session.IsEmpty)
            {
                Throw.NoBytesInSession(DeclaredType);
            }
            session.End(length);
            Traffic.CountWritten(session.Position - start);
        }
        catch (Exception failure)
        {
            session.Fail();
            if (failure is ValueNotSerializableException { Path.Length: 0 } nameless)
            {
                throw core.Locate(nameless, this, value);
            }
            throw;
        }
    }

    public T? Read(ModelCore core, SessionSource session) => TryRead(core, session, out T? value) ? value : throw ModelCore.EndOfValues();

    [SkipLocalsInit]
    public bool TryRead(ModelCore core, SessionSource session, out T? value)
    {
        // Before the value begins: at the first use of a model this can fail.
        ObjectDispatch dispatch = core.Dispatch;
        if (!session.Begin())
        {
            value = default;
            return false;
        }
        Unsafe.SkipInit(out ScratchBuffer scratch);
        var r = new WireReader(dispatch, core.Limits, session.Unread, ref scratch.First, session) { UserContext = core.Context };
        T read;
        long length;
        try
        {
            ref byte end = ref Read(ref r, ref r.Start, out read);
            length = r.Complete(ref end);
            if (length == 0)
            {
                ModelCore.FailNoBytes(DeclaredType);
            }
            session.End(r.Unread(ref end).Length);
        }
        catch (Exception failure)
        {
            r.Abandon();
            if (ModelCore.FailIn(session, failure) is { } explained)
            {
                throw explained;
            }
            throw;
        }
        r.Release();
        core.CountRead(length);
        value = read;
        return true;
    }
}
