using System.Net;
using System.Net.Sockets;
using NetSerializer.Samples;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests.Samples;

/// <summary>The sample of System.IO.Pipelines.</summary>
public class PipelineTests
{
    private const int MostBytes = 1000;

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);
    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(V1.Order)], new SerializerOptions { Limits = new() { MaxInputBytes = MostBytes } });

    private readonly CancellationTokenSource _stop = new();
    private readonly List<string> _printed = [];
    private readonly SemaphoreSlim _told = new(0);
    private TcpListener _listener = null!;
    private Task _server = null!;

    [OneTimeSetUp]
    public void Start()
    {
        _listener = new TcpListener(IPAddress.Loopback, 0);
        _listener.Start();
        _server = PipelineSample.ListenAsync<V1.Order>(
            _listener, new SchemaStore(s_model, source: SchemaSource.Of(Versions.Second.Schema)), Accept, Print, _stop.Token);

        static V1.Order Accept(V1.Order order) => order.Id < 0 ? throw new InvalidOperationException("There is no tea.") : order with { Id = order.Id + 1 };
    }

    [OneTimeTearDown]
    public async Task StopAsync()
    {
        await _stop.CancelAsync();
        Assert.That(async () => await _server, Throws.InstanceOf<OperationCanceledException>());
        _listener.Dispose();
        _told.Dispose();
        _stop.Dispose();
    }

    [Test]
    public async Task The_sample_runs()
    {
        List<string> printed = [];
        using var stop = new CancellationTokenSource(s_patience);
        Task sample = PipelineSample.RunAsync(new IPEndPoint(IPAddress.Loopback, 0), new SchemaStore(TypeModel.Create(typeof(Order))), Print, stop.Token);
        Assert.That(async () => await sample, Throws.InstanceOf<OperationCanceledException>());
        Assert.That(printed, Is.EqualTo((string[])["Order { Id = 8, Customer = Ada }", "Order { Id = 9, Customer = Ada }"]));

        void Print(object line)
        {
            printed.Add($"{line}");
            if (printed.Count == 2)
            {
                stop.Cancel();
            }
        }
    }

    [Test]
    public async Task Versions_read_one_another()
    {
        using TcpClient own = Connect(), other = Connect();
        using FramedConnection first = await OpenAsync(own, new SchemaStore(s_model));
        using FramedConnection second = await OpenAsync(other, new SchemaStore(Versions.Second, source: SchemaSource.Of(s_model.Schema)));
        for (int id = 7; id < 9; id++)
        {
            await first.SendAsync(Versions.Sample(id), _stop.Token);
            await second.SendAsync(Versions.NextSample(id), _stop.Token);
            Assert.That((await first.TryReceiveAsync<V1.Order>(_stop.Token)).Value!.Id, Is.EqualTo(id + 1));
            Assert.That((await second.TryReceiveAsync<V2.Order>(_stop.Token)).Value!.Lines.Single(), Is.EqualTo(new V2.Line("Tea", 2)));
        }
    }

    [Test]
    public async Task Other_bytes_end_their_connection_and_no_other()
    {
        using TcpClient friend = Connect();
        using FramedConnection connection = await OpenAsync(friend, new SchemaStore(s_model));
        byte[] tag = s_model.Fingerprint[..TypeModel.TagLength].ToArray();
        var large = new MemoryStream();
        Versions.First.Serialize(large, Versions.Sample(7) with { Customer = new string('a', MostBytes) });
        var refused = new MemoryStream();
        s_model.Serialize(refused, Versions.Sample(-1));
        (byte[] Bytes, string Reason)[] others =
        [
            ([1, 2, 3, 4, 5, 6, 7, 8], "unknown schema"), ([.. tag, 1, 2, 3], "chunk"), ([.. tag, .. large.ToArray()], nameof(SerializerLimits.MaxInputBytes)),
            ([.. tag, .. refused.ToArray()], "There is no tea."),
        ];
        foreach ((byte[] bytes, string reason) in others)
        {
            using TcpClient client = Connect();
            await client.GetStream().WriteAsync(bytes);
            Assert.That(await _told.WaitAsync(s_patience), Is.True, reason);
            Assert.That(_printed[^1], Does.Contain(reason));
            Assert.That(await EndsAsync(client), Is.True, reason);
            await connection.SendAsync(Versions.Sample(7), _stop.Token);
            Assert.That((await connection.TryReceiveAsync<V1.Order>(_stop.Token)).Value!.Id, Is.EqualTo(8));
        }
        using TcpClient unknown = Connect();
        Assert.That(async () => await OpenAsync(unknown, new SchemaStore(Versions.First)), Throws.TypeOf<InvalidDataException>());
    }

    private void Print(object line)
    {
        _printed.Add($"{line}");
        _told.Release();
    }

    private TcpClient Connect()
    {
        var client = new TcpClient();
        client.Connect((IPEndPoint)_listener.LocalEndpoint);
        return client;
    }

    private Task<FramedConnection> OpenAsync(TcpClient client, SchemaStore schemas) => FramedConnection.OpenAsync(client, schemas, _stop.Token);

    private static async Task<bool> EndsAsync(TcpClient client)
    {
        try
        {
            await client.GetStream().CopyToAsync(Stream.Null).WaitAsync(s_patience);
            return true;
        }
        catch (IOException)
        {
            return true;
        }
    }
}
