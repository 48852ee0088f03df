using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.IO;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

// The calls of ValueWriter and ValueReader, documented there. Generated code keeps its state on the stack and never waits: an asynchronous call waits for
// the bytes before that code runs.
internal sealed partial class RootSlot<T>
{
    /// <summary>
    /// When a value that arrives in pieces has been begun anew so often that more bytes were decoded in vain than there are now, and so many, it gets
    /// a thread that waits for the rest: no peer makes the work grow with the square of its length.
    /// </summary>
    private const int MostDecodedInVain = 64 * 1024;

    public void Write(ModelCore core, SessionSink session, in T value)
    {
        // Before the value begins: at the first use of a model this can fail.
        ObjectDispatch dispatch = core.Dispatch;
        var w = new WireWriter(dispatch, session, session.Begin());
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
                throw core.Locate(nameless, this, value);
            }
            throw;
        }
    }

    public T? Read(ModelCore core, SessionSource session) => TryRead(core, session, out T? value) ? value : FailEnd();

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
        value = read;
        return true;
    }

    public async ValueTask<T?> ReadAsync(ModelCore core, SessionSource session, CancellationToken cancellationToken)
    {
        (bool found, T? value) = await TryReadAsync(core, session, cancellationToken).ConfigureAwait(false);
        return found ? value : FailEnd();
    }

    public async ValueTask<(bool Found, T? Value)> TryReadAsync(ModelCore core, SessionSource session, CancellationToken cancellationToken)
    {
        int wanted = 1;
        long decoded = 0;
        while (await session.FillAsync(wanted, cancellationToken).ConfigureAwait(false))
        {
            int unread = session.UnreadLength;
            if (decoded > MostDecodedInVain + unread)
            {
                return await ReadOnThreadAsync(core, session, cancellationToken).ConfigureAwait(false);
            }
            decoded += unread;
            if (TryReadBuffered(core, session, out T? value, out wanted))
            {
                return (true, value);
            }
        }
        return (false, default);
    }

    // A value that is not all there is begun anew when more has come: its code cannot stop half-way.
    private bool TryReadBuffered(ModelCore core, SessionSource session, out T? value, out int wanted)
    {
        // Around it another one may have ended, on a thread of its own.
        (session.IsAwaited, session.Thread) = (true, null);
        value = default;
        bool found = false;
        try
        {
            found = TryRead(core, session, out value);
        }
        catch (Exception) when (session.MissingBytes > 0)
        {
            // Looked at below, because code of the user may catch everything, or throw something of its own instead.
        }
        finally
        {
            session.IsAwaited = false;
        }
        wanted = session.MissingBytes;
        if (wanted == 0)
        {
            return found;
        }
        session.Resume();
        value = default;
        return false;
    }

    private async ValueTask<(bool Found, T? Value)> ReadOnThreadAsync(ModelCore core, SessionSource session, CancellationToken cancellationToken)
    {
        var thread = new ReadingThread(session);
        (session.IsAwaited, session.Thread) = (true, thread);
        try
        {
            T? value = default;
            await thread.RunAsync(() => TryRead(core, session, out value), cancellationToken).ConfigureAwait(false);
            return (true, value);
        }
        finally
        {
            (session.IsAwaited, session.Thread) = (false, null);
        }
    }

    [DoesNotReturn]
    private static T FailEnd() => throw new EndOfStreamException("The stream ends where a value should begin.");
}
