using System.Runtime.ExceptionServices;
using Grpc.Core;

namespace NetSerializer;

/// <summary>
/// Sends the requests of a client's stream beside the call that receives the answers. The call does not wait for it: a source of requests may take its
/// time, also when nobody wants them any more.
/// </summary>
/// <param name="requests">The requests.</param>
/// <param name="writer">The stream of the call.</param>
/// <param name="stop">Ends the call, and is cancelled at its end.</param>
internal sealed class RequestSender<T>(IAsyncEnumerable<T> requests, IClientStreamWriter<T> writer, CancellationTokenSource stop)
{
    private volatile ExceptionDispatchInfo? _failure;

    /// <summary>The source of requests has failed, which has ended the call.</summary>
    public bool HasFailed => _failure != null;

    /// <summary>Throws the exception of the source.</summary>
    public void Throw() => _failure?.Throw();

    public void Start() => _ = SendAsync();

    private async Task SendAsync()
    {
        try
        {
            await foreach (T request in requests.WithCancellation(stop.Token).ConfigureAwait(false))
            {
                if (!await TrySendAsync(request).ConfigureAwait(false))
                {
                    return;
                }
            }
            await writer.CompleteAsync().ConfigureAwait(false);
        }
        catch (Exception failure)
        {
            // No server can know that the rest will not come.
            if (!stop.IsCancellationRequested)
            {
                _failure = ExceptionDispatchInfo.Capture(failure);
                await stop.CancelAsync().ConfigureAwait(false);
            }
        }
    }

    // False when the call has ended: its status is told by the receiving side.
    private async Task<bool> TrySendAsync(T request)
    {
        try
        {
            await writer.WriteAsync(request).ConfigureAwait(false);
            return true;
        }
        catch (Exception failure) when (failure is RpcException or InvalidOperationException)
        {
            return false;
        }
    }
}
