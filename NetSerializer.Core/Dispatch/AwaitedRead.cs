using NetSerializer.IO;

namespace NetSerializer.Dispatch;

/// <summary>
/// Reads a value of a session for an asynchronous call. Generated code keeps its state on the stack and never waits, so the call waits for the bytes
/// before that code runs.
/// </summary>
internal sealed class AwaitedRead<T>(RootSlot<T> root, ModelCore core, SessionSource session)
{
    /// <summary>
    /// When a value that arrives in pieces has been begun anew so often that more bytes were decoded in vain than there are now, and so many, it gets
    /// a thread that waits for the rest: no peer makes the work grow with the square of its length.
    /// </summary>
    private const int MostDecodedInVain = 64 * 1024;

    public async ValueTask<(bool Found, T? Value)> TryReadAsync(CancellationToken cancellationToken)
    {
        int wanted = 1;
        long decoded = 0;
        while (await session.FillAsync(wanted, cancellationToken).ConfigureAwait(false))
        {
            int unread = session.UnreadLength;
            if (decoded > MostDecodedInVain + unread)
            {
                return await ReadOnThreadAsync(cancellationToken).ConfigureAwait(false);
            }
            decoded += unread;
            if (TryReadBuffered(out T? value, out wanted))
            {
                return (true, value);
            }
        }
        return (false, default);
    }

    // A value that is not all there is begun anew when more has come: its code cannot stop half-way.
    private bool TryReadBuffered(out T? value, out int wanted)
    {
        // Around it another one may have ended, on a thread of its own.
        (session.IsAwaited, session.Thread) = (true, null);
        value = default;
        bool found = false;
        try
        {
            found = root.TryRead(core, session, out value);
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

    private async ValueTask<(bool Found, T? Value)> ReadOnThreadAsync(CancellationToken cancellationToken)
    {
        var thread = new ReadingThread(session, cancellationToken);
        (session.IsAwaited, session.Thread) = (true, thread);
        try
        {
            T? value = default;
            await thread.RunAsync(() => root.TryRead(core, session, out value)).ConfigureAwait(false);
            return (true, value);
        }
        finally
        {
            (session.IsAwaited, session.Thread) = (false, null);
        }
    }
}
