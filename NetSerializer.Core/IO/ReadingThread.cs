using System.Runtime.ExceptionServices;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// Reads a value on a thread of its own, for which an asynchronous call awaits the bytes: the code that reads cannot stop half-way and go on later,
/// but it can wait. For values that arrive in so many pieces that beginning anew with each of them would cost more than a thread.
/// </summary>
/// <param name="session">Where the value stands. What is given up can be read again.</param>
internal sealed class ReadingThread(SessionSource session)
{
    private readonly SemaphoreSlim _asked = new(0), _answered = new(0);
    private int _wanted;
    private bool _hasEnded;
    // Why there are no more bytes: cancelled, or the stream has thrown.
    private ExceptionDispatchInfo? _refusal;

    /// <summary>
    /// Runs <paramref name="read"/> to its end, or until no bytes come any more: then the value is given up, whatever its code makes of that.
    /// </summary>
    public async ValueTask RunAsync(Action read, CancellationToken cancellationToken)
    {
        ExceptionDispatchInfo? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                read();
            }
            catch (Exception exception)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }
            _hasEnded = true;
            _asked.Release();
        })
        { IsBackground = true, Name = "NetSerializer awaited value" };
        thread.Start();
        while (true)
        {
            await _asked.WaitAsync(CancellationToken.None).ConfigureAwait(false);
            if (_hasEnded)
            {
                break;
            }
            try
            {
                await session.AwaitAsync(_wanted, cancellationToken).ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                _refusal = ExceptionDispatchInfo.Capture(exception);
            }
            _answered.Release();
        }
        if (_refusal != null)
        {
            session.Resume();
        }
        (_refusal ?? failure)?.Throw();
    }

    /// <summary>On the thread: waits until <paramref name="count"/> bytes are unread, or the stream has ended.</summary>
    /// <exception cref="MoreBytesWanted">The value is given up.</exception>
    public void WaitFor(int count)
    {
        if (_refusal == null)
        {
            _wanted = count;
            _asked.Release();
            WaitForAnswer();
        }
        if (_refusal != null)
        {
            throw new MoreBytesWanted();
        }
    }

    // Whatever happens: until the answer has come, the stream may write to the buffer.
    private void WaitForAnswer()
    {
        bool isInterrupted = false;
        while (true)
        {
            try
            {
                _answered.Wait(CancellationToken.None);
                break;
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }
        }
        if (isInterrupted)
        {
            Thread.CurrentThread.Interrupt();
        }
    }
}
