using System.Buffers;
using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;

namespace NetSerializer.Samples;

/// <summary>
/// One side of a connection on pipes. It begins with the tag of its model, by which the other side finds the reader. Frames follow, one for each value.
/// </summary>
public sealed class FramedConnection : IDisposable
{
    private readonly TcpClient _client;
    private readonly TypeModel _model;
    private readonly PipeReader _input;
    private readonly PipeWriter _output;
    private ModelReader? _reader;

    private FramedConnection(TcpClient client, TypeModel model)
    {
        (_client, _model) = (client, model);
        (_input, _output) = (PipeReader.Create(client.GetStream()), PipeWriter.Create(client.GetStream()));
    }

    /// <summary>Exchanges tags.</summary>
    /// <exception cref="InvalidDataException">The other side has a schema that the store does not know.</exception>
    public static async Task<FramedConnection> OpenAsync(TcpClient client, SchemaStore schemas, CancellationToken stop)
    {
        var connection = new FramedConnection(client, schemas.Model);
        await connection._output.WriteAsync(schemas.Model.Fingerprint[..TypeModel.TagLength], stop);
        ReadResult read = await connection._input.ReadAtLeastAsync(TypeModel.TagLength, stop);
        byte[] tag = read.Buffer.Slice(0, Math.Min(TypeModel.TagLength, read.Buffer.Length)).ToArray();
        connection._input.AdvanceTo(read.Buffer.GetPosition(tag.Length));
        connection._reader = (tag.Length < TypeModel.TagLength ? null : schemas.FindReader(tag))
            ?? throw new InvalidDataException("The other side has an unknown schema.");
        return connection;
    }

    /// <summary>Sends a value.</summary>
    public async Task SendAsync<T>(T value, CancellationToken stop) => await _model.SerializeFramedAsync(_output, value, stop);

    /// <summary>Awaits a value; Found is false when the other side has closed the connection.</summary>
    /// <exception cref="MalformedDataException">The bytes are no T, or longer than the limit of the model.</exception>
    public ValueTask<(bool Found, T? Value)> TryReceiveAsync<T>(CancellationToken stop) => _reader!.TryDeserializeFramedAsync<T>(_input, stop);

    public void Dispose()
    {
        _input.Complete();
        _client.Dispose();
    }
}

/// <summary>A server that accepts orders, any number on a connection, and a client that sends two.</summary>
public static class PipelineSample
{
    public static async Task RunAsync(IPEndPoint address, SchemaStore schemas, Action<object> print, CancellationToken stop)
    {
        using var listener = new TcpListener(address);
        listener.Start();
        Task server = ListenAsync<Order>(listener, schemas, order => order with { Id = order.Id + 1 }, print, stop);

        using var client = new TcpClient();
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint, stop);
        using FramedConnection connection = await FramedConnection.OpenAsync(client, schemas, stop);
        for (int id = 7; id < 9; id++)
        {
            await connection.SendAsync(new Order(id, "Ada"), stop);
            print((await connection.TryReceiveAsync<Order>(stop)).Value!);
        }
        await server;
    }

    /// <summary>Serves any number of clients until it is stopped.</summary>
    public static async Task ListenAsync<T>(
        TcpListener listener, SchemaStore schemas, Func<T, T> accept, Action<object> print, CancellationToken stop) where T : class
    {
        while (true)
        {
            _ = ServeAsync(await listener.AcceptTcpClientAsync(stop), schemas, accept, print, stop);
        }
    }

    private static async Task ServeAsync<T>(TcpClient client, SchemaStore schemas, Func<T, T> accept, Action<object> print, CancellationToken stop)
        where T : class
    {
        using TcpClient owned = client;
        try
        {
            using FramedConnection connection = await FramedConnection.OpenAsync(client, schemas, stop);
            while (await connection.TryReceiveAsync<T>(stop) is (true, { } order))
            {
                await connection.SendAsync(accept(order), stop);
            }
        }
        catch (Exception failure) when (!stop.IsCancellationRequested)
        {
            // This connection is of no more use. The others go on.
            print(failure.Message);
        }
    }
}
