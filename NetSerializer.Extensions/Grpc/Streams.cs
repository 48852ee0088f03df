using System.Runtime.CompilerServices;
using Grpc.Core;

namespace NetSerializer;

/// <summary>Between the streams of gRPC and those of C#.</summary>
internal static class Streams
{
    /// <summary>The messages that come, one after the other.</summary>
    public static async IAsyncEnumerable<T> ReadAll<T>(IAsyncStreamReader<T> reader, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        while (await reader.MoveNext(cancellationToken).ConfigureAwait(false))
        {
            yield return reader.Current;
        }
    }

    /// <summary>Sends the messages of a server.</summary>
    public static async Task WriteAll<T>(IAsyncEnumerable<T> messages, IAsyncStreamWriter<T> writer, CancellationToken cancellationToken)
    {
        await foreach (T message in messages.WithCancellation(cancellationToken).ConfigureAwait(false))
        {
            await writer.WriteAsync(message, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>The answers to a call that begins when the first one is asked for.</summary>
    public static async IAsyncEnumerable<TAnswer> Receive<TAnswer>(
        Func<AsyncServerStreamingCall<TAnswer>> begin, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using AsyncServerStreamingCall<TAnswer> call = begin();
        await foreach (TAnswer answer in ReadAll(call.ResponseStream, cancellationToken).ConfigureAwait(false))
        {
            yield return answer;
        }
    }

    /// <summary>Sends the requests and awaits the answer. A server that answers before it has all of them wants no more.</summary>
    public static async Task<TAnswer> Send<TRequest, TAnswer>(
        Func<CancellationToken, AsyncClientStreamingCall<TRequest, TAnswer>> begin, IAsyncEnumerable<TRequest> requests, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using AsyncClientStreamingCall<TRequest, TAnswer> call = begin(stop.Token);
        var sender = new RequestSender<TRequest>(requests, call.RequestStream, stop);
        sender.Start();
        try
        {
            return await call.ResponseAsync.ConfigureAwait(false);
        }
        catch (RpcException) when (sender.HasFailed)
        {
            sender.Throw();
            throw;
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Sends the requests while the answers are received.</summary>
    public static async IAsyncEnumerable<TAnswer> Exchange<TRequest, TAnswer>(
        Func<CancellationToken, AsyncDuplexStreamingCall<TRequest, TAnswer>> begin, IAsyncEnumerable<TRequest> requests, CancellationToken given,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(given, cancellationToken);
        using AsyncDuplexStreamingCall<TRequest, TAnswer> call = begin(stop.Token);
        var sender = new RequestSender<TRequest>(requests, call.RequestStream, stop);
        sender.Start();
        try
        {
            while (await MoveNext(call.ResponseStream, sender).ConfigureAwait(false))
            {
                yield return call.ResponseStream.Current;
            }
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
        }
    }

    private static async Task<bool> MoveNext<TRequest, TAnswer>(IAsyncStreamReader<TAnswer> answers, RequestSender<TRequest> sender)
    {
        try
        {
            return await answers.MoveNext(CancellationToken.None).ConfigureAwait(false);
        }
        catch (RpcException) when (sender.HasFailed)
        {
            sender.Throw();
            throw;
        }
    }
}
