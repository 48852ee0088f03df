using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.Extensions.DependencyInjection;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests.Readmes;

/// <summary>The programs of docs/chat.md: <see cref="ReadmeTests"/> finds their lines here.</summary>
public class ChatExample : ReadmeExample
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly TaskCompletionSource<WebApplication> _started = new();
    private readonly string _address = $"http://127.0.0.1:{LocalServer.FreePort()}";

    [Test]
    public async Task It_runs()
    {
        // A client of the first version, which knew one kind of messages.
        TypeModel first = TypeModel.Create(typeof(Said), typeof(Message[]));
        Directory.CreateDirectory("schemas");
        string file = Path.Combine("schemas", $"{Versions.Tag(first)}.schema");
        await File.WriteAllBytesAsync(file, first.Schema.ToBytes());
        Task server = ServerAsync(["--urls", _address]);
        WebApplication app = await _started.Task.WaitAsync(s_patience);
        await TypeAsync("Ada", "Is there tea?");

        using var http = new HttpClient { BaseAddress = new Uri(_address) };
        var schemas = new SchemaStore(first, options: new ResolveOptions { UnknownTypes = UnknownTypes.Null }, source: new ServerSchemas(http));
        await using HubConnection connection = new HubConnectionBuilder().WithUrl($"{_address}/chat").AddNetSerializerProtocol(schemas).Build();
        await connection.StartAsync();
        Message?[] earlier = await connection.InvokeAsync<Message?[]>("Join", "Old Bob");
        Assert.That(earlier.Select(message => (message as Said)?.Text).Take(2), Is.EqualTo((string?[])[null, "Is there tea?"]));
        await connection.InvokeAsync("Say", "There is.");
        Assert.That(async () => await connection.InvokeAsync("Say", new string('a', 2_001)), Throws.InstanceOf<HubException>(), "longer than a text may be");
        await TypeAsync("Cecilia");

        app.Lifetime.StopApplication();
        await server.WaitAsync(s_patience);
        File.Delete(file);
        string[] lines = ["Ada is here.", "Ada: Is there tea?", "Old Bob is here.", "Old Bob: There is."];
        Assert.That(Printed(lines).Distinct(), Is.EqualTo(lines), "clients may hear of themselves");
    }

    // A client whose user types lines, and then an empty one.
    private async Task TypeAsync(string name, params string[] lines)
    {
        TextReader keyboard = Console.In;
        Console.SetIn(new StringReader(string.Join('\n', lines)));
        try
        {
            await ClientAsync([_address, name]).WaitAsync(s_patience);
        }
        finally
        {
            Console.SetIn(keyboard);
        }
    }

    private async Task ServerAsync(string[] args)
    {
        var builder = WebApplication.CreateBuilder(args);
        builder.Services.AddNetSerializer(o => o
            .Types(ChatTypes.All)
            .Options(options => options with { Limits = options.Limits with { MaxStringBytes = 2_000 } })
            .Schemas(SchemaSource.Folder("schemas")));
        builder.Services.AddSignalR(options => options.MaximumReceiveMessageSize = 4_000).AddNetSerializerProtocol();
        builder.Services.AddSingleton<ChatLog>();

        WebApplication app = builder.Build();
        app.MapHub<ChatHub>("/chat");
        app.MapGet("/schemas/{tag}", (string tag, TypeModel model) =>
            tag == Convert.ToHexStringLower(model.Fingerprint.Span[..TypeModel.TagLength]) ? Results.Bytes(model.Schema.ToBytes()) : Results.NotFound());

        app.Lifetime.ApplicationStarted.Register(() => _started.SetResult(app));
        await app.RunAsync();
    }

    private static async Task ClientAsync(string[] args)
    {
        (string address, string name) = (args[0], args[1]);
        using var http = new HttpClient { BaseAddress = new Uri(address), MaxResponseContentBufferSize = 1 << 20 };
        var options = new ResolveOptions { UnknownTypes = UnknownTypes.Null };
        var schemas = new SchemaStore(TypeModel.Create(ChatTypes.All), options: options, source: new ServerSchemas(http));

        await using HubConnection connection = new HubConnectionBuilder()
            .WithUrl($"{address}/chat").AddNetSerializerProtocol(schemas).Build();
        connection.On("Heard", (Message? message) => Print(message));
        await connection.StartAsync();
        foreach (Message? message in await connection.InvokeAsync<Message?[]>("Join", name)) { Print(message); }

        while (Console.ReadLine() is { Length: > 0 } line) { await connection.InvokeAsync("Say", line); }
    }

    static void Print(Message? message) => Console.WriteLine(message switch
    {
        Said said => $"{said.Name}: {said.Text}",
        Joined joined => $"{joined.Name} is here.",
        Left left => $"{left.Name} has left.",
        _ => "(a message for a newer client)",
    });

    public class ServerSchemas(HttpClient server) : ISchemaSource
    {
        public WireSchema? Find(ReadOnlySpan<byte> tag)
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, $"/schemas/{Convert.ToHexStringLower(tag)}");
            using HttpResponseMessage answer = server.Send(request);
            if (!answer.IsSuccessStatusCode) { return null; }

            using var bytes = new MemoryStream();
            answer.Content.ReadAsStream().CopyTo(bytes);
            return WireSchema.Parse(bytes.ToArray());
        }
    }

    public interface IChat
    {
        Task Heard(Message message);
    }

    public class ChatHub(ChatLog log) : Hub<IChat>
    {
        public async Task<Message[]> Join(string name)
        {
            Message[] earlier = log.Latest;
            Context.Items["name"] = name;
            await TellAsync(new Joined(DateTime.UtcNow, name));
            return earlier;
        }

        public Task Say(string text) => TellAsync(new Said(DateTime.UtcNow, Name, text));

        public override async Task OnDisconnectedAsync(Exception? exception)
        {
            if (Context.Items.ContainsKey("name")) { await TellAsync(new Left(DateTime.UtcNow, Name)); }
        }

        private string Name => Context.Items["name"] as string ?? throw new HubException("Join first.");

        private Task TellAsync(Message message)
        {
            log.Add(message);
            return Clients.All.Heard(message);
        }
    }

    public class ChatLog
    {
        private readonly ConcurrentQueue<Message> _messages = [];

        public Message[] Latest => [.. _messages];

        public void Add(Message message)
        {
            _messages.Enqueue(message);
            while (_messages.Count > 100) { _messages.TryDequeue(out _); }
        }
    }

    [Serializable]
    public abstract record Message(DateTime At, string Name);

    [Serializable]
    public sealed record Joined(DateTime At, string Name) : Message(At, Name);

    [Serializable]
    public sealed record Left(DateTime At, string Name) : Message(At, Name);

    [Serializable]
    public sealed record Said(DateTime At, string Name, string Text) : Message(At, Name);

    public static class ChatTypes
    {
        public static Type[] All => [typeof(Joined), typeof(Left), typeof(Said), typeof(Message[])];
    }
}
