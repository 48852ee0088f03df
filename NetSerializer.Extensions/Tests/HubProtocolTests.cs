using System.Buffers;
using System.Net.WebSockets;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.AspNetCore.SignalR.Protocol;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests;

/// <summary>The bytes of messages: every kind, every cut and every changed byte, and a client that sends anything.</summary>
public class HubProtocolTests
{
    private static readonly NetSerializerHubProtocol s_protocol = new(Versions.First);

    private static readonly HubMessage[] s_messages =
    [
        new InvocationMessage("1", "Accept", [Versions.Sample(7)], ["2", "3"]) { Headers = new Dictionary<string, string> { ["trace"] = "on" } },
        new InvocationMessage(null, "Nothing", []),
        new StreamInvocationMessage("1", "Accept", [Versions.Sample(7)]),
        new StreamItemMessage("1", Versions.Sample(7)),
        CompletionMessage.WithResult("1", Versions.Sample(7)),
        CompletionMessage.WithResult("1", null),
        CompletionMessage.WithError("1", "There is no tea."),
        CompletionMessage.Empty("1"),
        new CancelInvocationMessage("1"),
        PingMessage.Instance,
        new CloseMessage("The shop is closed.", true),
        new AckMessage(7),
        new SequenceMessage(long.MaxValue),
    ];

    private static IEnumerable<TestCaseData> Messages => s_messages.Select(message => new TestCaseData(message).SetArgDisplayNames(Text(message)));

    [TestCaseSource(nameof(Messages))]
    public void A_message_comes_as_it_went(HubMessage message)
    {
        var input = new ReadOnlySequence<byte>(s_protocol.GetMessageBytes(message));
        Assert.That(s_protocol.TryParseMessage(ref input, new Binder(), out HubMessage? read), Is.True);
        Assert.That(input.IsEmpty, Is.True);
        Assert.That(Text(read!), Is.EqualTo(Text(message)));
    }

    [Test]
    public void Messages_follow_one_another()
    {
        var output = new ArrayBufferWriter<byte>();
        foreach (HubMessage message in s_messages)
        {
            s_protocol.WriteMessage(message, output);
        }
        var input = new ReadOnlySequence<byte>(output.WrittenMemory);
        List<string> read = [];
        while (s_protocol.TryParseMessage(ref input, new Binder(), out HubMessage? message))
        {
            read.Add(Text(message));
        }
        Assert.That(read, Is.EqualTo(s_messages.Select(Text)));
    }

    [TestCaseSource(nameof(Messages))]
    public void A_message_that_is_not_all_there_is_waited_for(HubMessage message)
    {
        ReadOnlyMemory<byte> bytes = s_protocol.GetMessageBytes(message);
        for (int length = 0; length < bytes.Length; length++)
        {
            var input = new ReadOnlySequence<byte>(bytes[..length]);
            Assert.That(s_protocol.TryParseMessage(ref input, new Binder(), out _), Is.False);
            Assert.That(input.Length, Is.EqualTo(length));
        }
    }

    // Whatever the bytes are: a message, a failure of one call, or the one exception that ends the connection.
    [TestCaseSource(nameof(Messages))]
    public void A_changed_byte_makes_no_other_type_and_no_other_exception(HubMessage message)
    {
        byte[] bytes = s_protocol.GetMessageBytes(message).ToArray();
        for (int i = 0; i < bytes.Length; i++)
        {
            for (int value = 0; value < 256; value++)
            {
                byte[] changed = [.. bytes];
                changed[i] = (byte)value;
                RequireHarmless(changed);
            }
        }
    }

    [Test]
    public void A_shorter_body_makes_no_other_exception()
    {
        foreach (HubMessage message in s_messages)
        {
            byte[] body = s_protocol.GetMessageBytes(message).ToArray()[1..];
            for (int length = 0; length < body.Length; length++)
            {
                RequireHarmless([(byte)length, .. body[..length]]);
            }
        }
    }

    [TestCase(new byte[] { 0x80, 0x00 })]
    [TestCase(new byte[] { 0xFF, 0xFF, 0xFF, 0xFF, 0x08 })]
    [TestCase(new byte[] { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF })]
    [TestCase(new byte[] { 0x00 })]
    [TestCase(new byte[] { 0x01, 0x00 })]
    [TestCase(new byte[] { 0x01, 0x2A })]
    public void A_malformed_message_is_invalid(byte[] bytes)
    {
        var input = new ReadOnlySequence<byte>(bytes);
        Assert.That(() => s_protocol.TryParseMessage(ref input, new Binder(), out _), Throws.TypeOf<InvalidDataException>());
    }

    [Test]
    public void A_message_has_one_form()
    {
        byte[] ping = s_protocol.GetMessageBytes(PingMessage.Instance).ToArray();
        A_malformed_message_is_invalid([(byte)(ping[0] | 0x80), 0, .. ping[1..]]);
        A_malformed_message_is_invalid([(byte)(ping[0] + 1), .. ping[1..], 0]);
        A_malformed_message_is_invalid(s_protocol.GetMessageBytes(new InvocationMessage("1", "Accept", [Versions.Sample(7)], [null!])).ToArray());
        A_malformed_message_is_invalid(s_protocol.GetMessageBytes(new StreamItemMessage(null!, Versions.Sample(7))).ToArray());
    }

    [Test]
    public void A_value_of_another_type_fails_the_call_before_it_is_made()
    {
        foreach (object other in new object[] { "tea", 7, new List<V1.Order>(), new Dictionary<string, object>() })
        {
            Assert.That(Failure(new InvocationMessage("1", "Accept", [other])), Is.TypeOf<MalformedDataException>());
        }
        Assert.That(Failure(new InvocationMessage("1", "Accept", [])), Is.TypeOf<InvalidDataException>());
        Assert.That(Failure(new InvocationMessage("1", "Accept", [Versions.Sample(1), Versions.Sample(2)])), Is.TypeOf<InvalidDataException>());
        Assert.That(Failure(new InvocationMessage("1", "Elsewhere", [])), Is.TypeOf<KeyNotFoundException>());
    }

    // A schema adds readers, and takes nothing from the limits and the types of the model.
    [Test]
    public void A_changed_byte_of_another_version_makes_no_other_type_and_no_other_exception()
    {
        var first = new NetSerializerHubProtocol(Versions.FirstStore);
        var next = new NetSerializerHubProtocol(Versions.Second);
        byte[] bytes = next.GetMessageBytes(new InvocationMessage("1", "Accept", [Versions.NextSample(7)])).ToArray();
        for (int i = 0; i < bytes.Length; i++)
        {
            byte[] changed = [.. bytes];
            changed[i] ^= 0x55;
            RequireHarmless(changed, first);
        }
    }

    [Test]
    public void A_result_that_another_server_waits_for_goes_on_as_it_came()
    {
        CompletionMessage result = CompletionMessage.WithResult("raw", Versions.Sample(7));
        ReadOnlyMemory<byte> bytes = s_protocol.GetMessageBytes(result);
        var input = new ReadOnlySequence<byte>(bytes);
        Assert.That(s_protocol.TryParseMessage(ref input, new Binder(), out HubMessage? read), Is.True);
        Assert.That(((CompletionMessage)read!).Result, Is.TypeOf<RawResult>());
        Assert.That(s_protocol.GetMessageBytes(read!).ToArray(), Is.EqualTo(bytes.ToArray()));
    }

    [Test]
    public async Task A_hostile_client_harms_nobody()
    {
        await using WebApplication app = await SignalRTests.StartServerAsync(_ => { }, new SchemaStore(Versions.First));
        await using HubConnection friend = await SignalRTests.ConnectAsync(app, Versions.First);
        byte[] call = s_protocol.GetMessageBytes(new InvocationMessage("1", "Accept", [Versions.Sample(7)])).ToArray();
        byte[] noise = new byte[100];
        new Random(1).NextBytes(noise);
        byte[] deep = new byte[20_000];
        (byte[] Bytes, bool Closes)[] attacks =
        [
            ([(byte)noise.Length, .. noise], true),
            ([0xFF, 0xFF, 0xFF, 0xFF, 0x07], false), // of a message that never comes
            ([0xFF, 0xFF, 0xFF, 0xFF, 0x07, .. new byte[40_000]], true), // longer than a message may be
            ([.. call[..^1], (byte)(call[^1] ^ 0xFF)], false),
            ([0xA0, 0x9C, 0x01, .. deep], true),
        ];
        foreach ((byte[] bytes, bool closes) in attacks)
        {
            using var socket = new ClientWebSocket();
            await socket.ConnectAsync(new UriBuilder(new Uri(app.Address(), "/shop")) { Scheme = "ws" }.Uri, CancellationToken.None);
            await socket.SendAsync(Encoding.UTF8.GetBytes("{\"protocol\":\"netserializer\",\"version\":1}\u001e"), WebSocketMessageType.Text, true, default);
            await socket.SendAsync(bytes, WebSocketMessageType.Binary, true, default);
            if (closes)
            {
                Assert.That(await IsClosedAsync(socket), Is.True);
            }
            Assert.That((await friend.InvokeAsync<V1.Order>("Accept", Versions.Sample(7))).Id, Is.EqualTo(8));
        }
    }

    [Test]
    public async Task Another_version_of_the_protocol_is_refused_in_the_handshake()
    {
        await using WebApplication app = await SignalRTests.StartServerAsync(_ => { }, new SchemaStore(Versions.First));
        using var socket = new ClientWebSocket();
        await socket.ConnectAsync(new UriBuilder(new Uri(app.Address(), "/shop")) { Scheme = "ws" }.Uri, CancellationToken.None);
        await socket.SendAsync(Encoding.UTF8.GetBytes("{\"protocol\":\"netserializer\",\"version\":3}\u001e"), WebSocketMessageType.Text, true, default);
        byte[] answer = new byte[1000];
        WebSocketReceiveResult received = await socket.ReceiveAsync(answer, default);
        Assert.That(Encoding.UTF8.GetString(answer, 0, received.Count), Does.Contain("version 3"));
    }

    private static async Task<bool> IsClosedAsync(WebSocket socket)
    {
        byte[] buffer = new byte[4096];
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(30));
        try
        {
            while ((await socket.ReceiveAsync(buffer, patience.Token)).MessageType != WebSocketMessageType.Close)
            {
            }
            return true;
        }
        catch (WebSocketException)
        {
            return true;
        }
    }

    private static Exception Failure(HubMessage message)
    {
        var input = new ReadOnlySequence<byte>(s_protocol.GetMessageBytes(message));
        s_protocol.TryParseMessage(ref input, new Binder(), out HubMessage? read);
        return ((InvocationBindingFailureMessage)read!).BindingFailure.SourceException;
    }

    private static void RequireHarmless(byte[] bytes, NetSerializerHubProtocol? protocol = null)
    {
        protocol ??= s_protocol;
        var input = new ReadOnlySequence<byte>(bytes);
        try
        {
            while (protocol.TryParseMessage(ref input, new Binder(), out HubMessage? read))
            {
                object?[] values = read switch
                {
                    HubMethodInvocationMessage call => call.Arguments,
                    StreamItemMessage item => [item.Item],
                    CompletionMessage completion => [completion.Result],
                    _ => [],
                };
                Assert.That(values, Has.All.Null.Or.TypeOf<V1.Order>().Or.TypeOf<RawResult>());
            }
        }
        catch (InvalidDataException)
        {
            return;
        }
    }

    private static string Text(HubMessage message) => message switch
    {
        InvocationMessage call => $"call {call.InvocationId} {Text(call)}",
        StreamInvocationMessage call => $"stream {call.InvocationId} {Text(call)}",
        StreamItemMessage item => $"item {item.InvocationId} {Text(item.Item)}",
        CompletionMessage completion => $"end {completion.InvocationId} {completion.HasResult} {Text(completion.Result)} {completion.Error}",
        CancelInvocationMessage cancel => $"cancel {cancel.InvocationId}",
        CloseMessage close => $"close {close.Error} {close.AllowReconnect}",
        AckMessage ack => $"ack {ack.SequenceId}",
        SequenceMessage sequence => $"sequence {sequence.SequenceId}",
        _ => message.GetType().Name,
    };

    private static string Text(HubMethodInvocationMessage call)
    {
        IEnumerable<string> headers = (call.Headers ?? new Dictionary<string, string>()).Select(header => $"{header}");
        return string.Join(' ', [call.Target, .. call.Arguments.Select(Text), .. call.StreamIds ?? [], .. headers]);
    }

    private static string Text(object? value) => value is V1.Order order ? Convert.ToHexString(Versions.First.Serialize(order)) : $"{value}";

    /// <summary>The declared types of the methods of a hub.</summary>
    private sealed class Binder : IInvocationBinder
    {
        public IReadOnlyList<Type> GetParameterTypes(string methodName) => methodName switch
        {
            "Accept" => [typeof(V1.Order)],
            "Nothing" => [],
            _ => throw new KeyNotFoundException(methodName),
        };

        public Type GetReturnType(string invocationId) => invocationId == "raw" ? typeof(RawResult) : typeof(V1.Order);

        public Type GetStreamItemType(string streamId) => typeof(V1.Order);
    }
}
