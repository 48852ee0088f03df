using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.IO;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

// The calls of ValueWriter and ValueReader, documented there. Leaves take 0.7-0.95 of the time of a whole writer and 0.88-0.97 of that of a whole reader,
// small structs and numbers the least.
internal sealed partial class RootSlot<T>
{
    private const int NotALeaf = -1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(ModelCore core, SessionSink session, in T value)
    {
        if (IsRaw)
        {
            WriteRaw(core, session, in value);
            return;
        }
        if (TryFindLeafWriter(core, in value, out nint leaf, out _) && WriteLeaf(session, in value, leaf))
        {
            return;
        }
        WriteWhole(core, session, in value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteWhole(ModelCore core, SessionSink session, in T value)
    {
        var w = new WireWriter(core.Dispatch, session, session.Begin());
        try
        {
            ref byte end = ref Write(ref w, ref w.Start, in value);
            session.End(w.Complete(ref end).Length);
        }
        catch (Exception failure)
        {
            session.Fail();
            if (failure is ValueNotSerializableException { Path.Length: 0 } nameless)
            {
                throw core.Locate(nameless, value);
            }
            throw;
        }
    }

    // Nothing is kept for another way behind a leaf's call, which takes that way itself: small messages take 0.95-0.98 of the time.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? Read(ModelCore core, SessionSource session)
    {
        if (IsRaw)
        {
            return ReadRaw(core, session);
        }
        if (session.TryLookAhead(out ReadOnlySpan<byte> window))
        {
            if (TryFindBoundedLeaf(window, out nint leaf))
            {
                if (session.TryBeginLeaf())
                {
                    return ReadBoundedLeaf(core, session, ref MemoryMarshal.GetReference(window), leaf);
                }
            }
            else if (TryFindLeaf(window, out leaf) && session.TryBeginLeaf())
            {
                return ReadLeaf(core, session, window, leaf);
            }
        }
        return ReadWhole(core, session);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryRead(ModelCore core, SessionSource session, out T? value)
    {
        if (session.TryLookAhead(out _))
        {
            value = Read(core, session);
            return true;
        }
        return TryReadWhole(core, session, out value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private T? ReadWhole(ModelCore core, SessionSource session) => TryReadWhole(core, session, out T? value) ? value : FailEnd();

    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryReadWhole(ModelCore core, SessionSource session, out T? value)
    {
        // Before the value begins: at the first use of a model this can fail.
        ObjectDispatch dispatch = core.Dispatch;
        if (!session.Begin())
        {
            value = default;
            return false;
        }
        Unsafe.SkipInit(out ScratchBuffer scratch);
        var r = new WireReader(dispatch, core.Limits, session.Unread, ref scratch.First, session);
        T read;
        try
        {
            ref byte end = ref Read(ref r, ref r.Start, out read);
            r.Complete(ref end);
            session.End(r.Unread(ref end).Length);
        }
        catch (Exception failure)
        {
            r.Abandon();
            session.Fail();
            if (!session.HasFailed && failure is not MalformedDataException && ModelCore.IsVerdict(failure))
            {
                throw ModelCore.Verdict(failure);
            }
            throw;
        }
        r.Release();
        // Not by a conditional expression, which would copy the other structs once more (1.2 for one of three floats).
        if (IsGathered)
        {
            value = GatheredCopy.Take(ref read);
        }
        else
        {
            value = read;
        }
        return true;
    }

    // False, and nothing is written, when there is little room, or a whole writer has to find out what is wrong with the value.
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private static unsafe bool WriteLeaf(SessionSink session, in T value, nint leaf)
    {
        if (!session.TryBeginLeaf(out Span<byte> window))
        {
            return false;
        }
        Unsafe.SkipInit(out LeafWriter room);
        int written = NotALeaf;
        fixed (byte* start = window)
        {
            void* w = LeafWriter.Make(&room, start + window.Length);
            try
            {
                ref byte end = ref *start;
                if (typeof(T).IsValueType)
                {
                    end = ref ((delegate*<void*, ref byte, ref T, ref byte>)leaf)(w, ref end, ref Unsafe.AsRef(in value));
                }
                else
                {
                    end = ref ((delegate*<void*, ref byte, object, ref byte>)leaf)(w, ref end, value!);
                }
                if (!Unsafe.AsRef<WireWriter>(w).IsRefused)
                {
                    written = (int)Unsafe.ByteOffset(in *start, in end);
                }
            }
            catch (Exception)
            {
                // What is wrong is found out by a whole writer.
            }
        }
        if (written < 0)
        {
            session.Fail();
            return false;
        }
        session.End(written);
        return true;
    }

    // Apart from what finds the leaf, which would keep on the stack what a handler may need. A value has begun, so that there is one.
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private unsafe T? ReadLeaf(ModelCore core, SessionSource session, ReadOnlySpan<byte> window, nint leaf)
    {
        SerializerLimits limits = core.Limits;
        Unsafe.SkipInit(out LeafReader room);
        fixed (byte* start = &MemoryMarshal.GetReference(window))
        {
            void* r = LeafReader.Make(&room, start, Math.Min(window.Length, limits.LongestLeaf), limits);
            // The value is returned from inside, as by DeserializeLeaf.
            try
            {
                if (typeof(T).IsValueType)
                {
                    T value = default!;
                    ref byte end = ref ((delegate*<void*, ref byte, ref T, ref byte>)leaf)(r, ref *start, ref value);
                    if (Unsafe.AsRef<WireReader>(r).IsWithinLeaf(ref end))
                    {
                        session.EndLeaf((int)Unsafe.ByteOffset(in *start, in end));
                        return IsGathered ? GatheredCopy.Take(ref value) : value;
                    }
                }
                else
                {
                    object made = ((delegate*<void*, ref byte, object>)leaf)(r, ref *(start + 1));
                    ref byte end = ref Unsafe.AsRef<WireReader>(r).LeafEnd;
                    if (Unsafe.AsRef<WireReader>(r).IsWithinLeaf(ref end))
                    {
                        session.EndLeaf((int)Unsafe.ByteOffset(in *start, in end));
                        return Unsafe.As<object, T>(ref made);
                    }
                }
            }
            catch (Exception)
            {
                // What is wrong is found out by a whole reader, which also finds a session that has been closed.
            }
        }
        session.LeaveLeaf();
        return ReadWhole(core, session);
    }

    // All of it lies in the window, whatever its bytes, and no limit concerns it: messages of one number take 0.88-0.96 of the time of another leaf,
    // values 0.84-0.86. Behind the shortest window there is as much again that can be loaded.
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private unsafe T? ReadBoundedLeaf(ModelCore core, SessionSource session, ref byte window, nint leaf)
    {
        Unsafe.SkipInit(out LeafReader room);
        fixed (byte* start = &window)
        {
            void* r = LeafReader.MakeBlank(&room, start + (2 * ByteSource.Slack));
            try
            {
                if (typeof(T).IsValueType)
                {
                    T value = default!;
                    ref byte end = ref ((delegate*<void*, ref byte, ref T, ref byte>)leaf)(r, ref *start, ref value);
                    session.EndLeaf((int)Unsafe.ByteOffset(in *start, in end));
                    return IsGathered ? GatheredCopy.Take(ref value) : value;
                }
                object made = ((delegate*<void*, ref byte, object>)leaf)(r, ref *(start + 1));
                session.EndLeaf((int)Unsafe.ByteOffset(in *start, in Unsafe.AsRef<WireReader>(r).LeafEnd));
                return Unsafe.As<object, T>(ref made);
            }
            catch (Exception)
            {
                // As above.
            }
        }
        session.LeaveLeaf();
        return ReadWhole(core, session);
    }

    [DoesNotReturn]
    private static T FailEnd() => throw new EndOfStreamException("The stream ends where a value should begin.");
}
