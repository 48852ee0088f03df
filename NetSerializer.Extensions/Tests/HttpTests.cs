using System.Net;
using System.Net.Http.Headers;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests;

/// <summary>Bodies of requests and responses, over Kestrel: once through MVC, once through minimal APIs.</summary>
[TestFixture("mvc")]
[TestFixture("minimal")]
public class HttpTests(string kind)
{
    private const int MostBytes = 1000;

    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(V1.Order)], new SerializerOptions { Limits = new() { MaxInputBytes = MostBytes } });

    private static readonly SchemaStore s_next = new(Versions.Second, source: SchemaSource.Of(s_model.Schema));

    private static readonly SchemaStore s_store = new(s_model, source: SchemaSource.Of(Versions.Second.Schema));

    private WebApplication _app = null!;
    private HttpClient _client = null!;

    [OneTimeSetUp]
    public async Task StartAsync()
    {
        _app = await WebServer.StartAsync(
            builder =>
            {
                builder.Services.AddSingleton(s_model).AddSingleton(s_store);
                builder.Services.AddControllers().AddNetSerializerFormatters().AddApplicationPart(typeof(OrdersController).Assembly);
            },
            app =>
            {
                app.MapControllers();
                app.MapPost("/minimal", (NetSerializerBody<V1.Order> body) => Results.NetSerializer(OrdersController.Next(body.Value), 201));
                app.MapGet("/minimal/{id}", (int id) => Results.NetSerializer(Versions.Sample(id)));
                app.MapGet("/minimal/unknown", () => Results.NetSerializer(new OrdersController()));
            });
        _client = new HttpClient { BaseAddress = _app.Address() };
    }

    [OneTimeTearDown]
    public async Task StopAsync()
    {
        _client.Dispose();
        await _app.DisposeAsync();
    }

    [Test]
    public async Task A_value_goes_and_another_comes()
    {
        using HttpResponseMessage response = await PostAsync(s_model.Serialize(Versions.Sample(7)), NetSerializerMediaType.Of(s_model));
        Assert.That(response.StatusCode, Is.EqualTo(HttpStatusCode.Created));
        Assert.That(response.Content.Headers.ContentType!.ToString(), Is.EqualTo($"application/vnd.netserializer; fp={Versions.Tag(s_model)}"));
        V1.Order order = s_model.Deserialize<V1.Order>(await response.Content.ReadAsByteArrayAsync())!;
        Assert.That((order.Id, order.Lines.Single().Article), Is.EqualTo((8, "Tea")));
        Assert.That(response.Content.Headers.ContentLength, Is.EqualTo(s_model.Serialize(Versions.Sample(8)).Length));
    }

    [Test]
    public async Task A_value_comes()
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"/{kind}/7");
        request.Headers.Accept.Add(MediaTypeWithQualityHeaderValue.Parse(NetSerializerMediaType.Name));
        using HttpResponseMessage response = await _client.SendAsync(request);
        Assert.That(s_model.Deserialize<V1.Order>(await response.Content.ReadAsByteArrayAsync())!.Id, Is.EqualTo(7));
    }

    [Test]
    public async Task The_fingerprint_may_be_left_out()
    {
        using HttpResponseMessage response = await PostAsync(s_model.Serialize(Versions.Sample(7)), NetSerializerMediaType.Name);
        Assert.That(response.StatusCode, Is.EqualTo(HttpStatusCode.Created));
    }

    [Test]
    public async Task A_body_of_another_version_is_read_where_its_schema_is_known()
    {
        string type = NetSerializerMediaType.Of(Versions.Second);
        byte[] body = Versions.Second.Serialize(Versions.NextSample(7));
        foreach (string known in new[] { type, type.Replace(Versions.Tag(Versions.Second), $"\"{Versions.Tag(Versions.Second).ToUpperInvariant()}\"") })
        {
            using HttpResponseMessage response = await PostAsync(body, known);
            Assert.That(response.StatusCode, Is.EqualTo(HttpStatusCode.Created), known);
            byte[] answer = await response.Content.ReadAsByteArrayAsync();
            Assert.That(s_model.Deserialize<V1.Order>(answer)!.Lines.Single(), Is.EqualTo(new V1.Line("Tea", 2)));
            ModelReader reader = NetSerializerMediaType.FindReader(response.Content.Headers.ContentType!.ToString(), s_next)!;
            Assert.That(reader.Deserialize<V2.Order>(answer)!.Id, Is.EqualTo(8), "as a client of that version reads it");
        }
        using HttpResponseMessage malformed = await PostAsync(body[..^1], type);
        Assert.That(malformed.StatusCode, Is.EqualTo(HttpStatusCode.BadRequest));
        using HttpResponseMessage tooLong = await PostAsync(new byte[MostBytes + 1], type);
        Assert.That(tooLong.StatusCode, Is.EqualTo(HttpStatusCode.RequestEntityTooLarge));
    }

    [Test]
    public async Task A_body_of_an_unknown_version_or_another_type_is_unsupported()
    {
        byte[] body = Versions.Unknown.Serialize(Versions.NextSample(7));
        string own = NetSerializerMediaType.Of(s_model);
        string[] types =
        [
            NetSerializerMediaType.Of(Versions.Unknown), $"{NetSerializerMediaType.Name}; fp=0", $"{NetSerializerMediaType.Name}; fp=0123456789abcdeg",
            $"{own}00", $"{own}; fp=0", "application/octet-stream",
        ];
        foreach (string type in types)
        {
            using HttpResponseMessage response = await PostAsync(body, type);
            Assert.That(response.StatusCode, Is.EqualTo(HttpStatusCode.UnsupportedMediaType), type);
        }
    }

    [Test]
    public async Task A_malformed_body_is_a_bad_request_with_the_code_and_nothing_else()
    {
        byte[] body = s_model.Serialize(Versions.Sample(7));
        Dictionary<string, byte[]> bodies = new()
        {
            ["Truncated"] = body[..1],
            ["TrailingBytes"] = [.. body, 0],
            ["UnknownTypeId"] = [0xFF, 0x7F],
            ["TypeIdNotAdmitted"] = s_model.Serialize("tea"),
        };
        foreach ((string code, byte[] bytes) in bodies)
        {
            using HttpResponseMessage response = await PostAsync(bytes, NetSerializerMediaType.Of(s_model));
            Assert.That(response.StatusCode, Is.EqualTo(HttpStatusCode.BadRequest), code);
            string text = await response.Content.ReadAsStringAsync();
            Assert.That(kind == "mvc" ? text : $"[\"{text}\"]", Does.Contain($"[\"{code}\"]"));
            Assert.That(text, Does.Not.Contain("Order").And.Not.Contain("byte"), "nothing about the types");
        }
    }

    [Test]
    public async Task Every_prefix_and_every_changed_byte_is_an_answer()
    {
        byte[] body = s_model.Serialize(Versions.Sample(7));
        for (int i = 0; i < body.Length; i++)
        {
            byte[] changed = [.. body];
            changed[i] ^= 0xFF;
            foreach (byte[] bytes in new[] { body[..i], changed })
            {
                using HttpResponseMessage response = await PostAsync(bytes, NetSerializerMediaType.Of(s_model));
                Assert.That(response.StatusCode, Is.EqualTo(HttpStatusCode.BadRequest).Or.EqualTo(HttpStatusCode.Created));
            }
        }
    }

    [Test]
    public async Task A_body_that_is_too_long_is_refused()
    {
        using HttpResponseMessage told = await PostAsync(new byte[MostBytes + 1], NetSerializerMediaType.Of(s_model));
        Assert.That(told.StatusCode, Is.EqualTo(HttpStatusCode.RequestEntityTooLarge));
        using HttpResponseMessage chunked = await PostAsync(new byte[MostBytes + 1], NetSerializerMediaType.Of(s_model), isChunked: true);
        Assert.That(chunked.StatusCode, Is.EqualTo(HttpStatusCode.RequestEntityTooLarge));
    }

    [Test]
    public async Task A_body_that_is_said_to_be_too_long_is_not_asked_for()
    {
        // A client sends a body of up to 1,024 bytes even when it is refused.
        var body = new WatchedStream(new byte[2 * MostBytes]);
        using var request = new HttpRequestMessage(HttpMethod.Post, $"/{kind}") { Content = new StreamContent(body) };
        request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(NetSerializerMediaType.Of(s_model));
        request.Headers.ExpectContinue = true;
        using HttpResponseMessage response = await _client.SendAsync(request);
        Assert.That((response.StatusCode, body.IsRead), Is.EqualTo((HttpStatusCode.RequestEntityTooLarge, false)));
    }

    [Test]
    public async Task A_body_in_chunks_is_read()
    {
        using HttpResponseMessage response = await PostAsync(s_model.Serialize(Versions.Sample(7)), NetSerializerMediaType.Of(s_model), isChunked: true);
        Assert.That(response.StatusCode, Is.EqualTo(HttpStatusCode.Created));
    }

    [Test]
    public async Task Null_is_a_value()
    {
        using HttpResponseMessage response = await PostAsync(s_model.Serialize<V1.Order?>(null), NetSerializerMediaType.Of(s_model));
        Assert.That(response.StatusCode, Is.EqualTo(kind == "mvc" ? HttpStatusCode.BadRequest : HttpStatusCode.Created), "MVC asks for a body");
    }

    [Test]
    public async Task A_value_that_cannot_be_written_is_an_error_of_the_server()
    {
        if (kind == "minimal")
        {
            using HttpResponseMessage response = await _client.GetAsync("/minimal/unknown");
            Assert.That((response.StatusCode, response.Content.Headers.ContentLength), Is.EqualTo((HttpStatusCode.InternalServerError, 0L)));
            return;
        }
        // MVC asks the formatter before, and has another one for the type.
        using var request = new HttpRequestMessage(HttpMethod.Get, "/mvc/unknown");
        request.Headers.Accept.Add(MediaTypeWithQualityHeaderValue.Parse(NetSerializerMediaType.Name));
        using HttpResponseMessage other = await _client.SendAsync(request);
        Assert.That(other.Content.Headers.ContentType!.MediaType, Is.EqualTo("application/json"));
    }

    [Test]
    public async Task A_client_that_names_no_type_gets_what_it_got_before()
    {
        using HttpResponseMessage response = await _client.GetAsync("/mvc/7");
        Assert.That(response.Content.Headers.ContentType!.MediaType, Is.EqualTo("application/json"));
    }

    private async Task<HttpResponseMessage> PostAsync(byte[] body, string type, bool isChunked = false)
    {
        HttpContent content = isChunked ? new StreamContent(new ChunkedStream(body)) : new ByteArrayContent(body);
        content.Headers.ContentType = MediaTypeHeaderValue.Parse(type);
        using var request = new HttpRequestMessage(HttpMethod.Post, $"/{kind}") { Content = content };
        request.Headers.TransferEncodingChunked = isChunked;
        request.Headers.Accept.Add(MediaTypeWithQualityHeaderValue.Parse(NetSerializerMediaType.Of(s_model)));
        return await _client.SendAsync(request);
    }

    private sealed class WatchedStream(byte[] bytes) : MemoryStream(bytes)
    {
        public bool IsRead { get; private set; }

        public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
        {
            IsRead = true;
            return base.CopyToAsync(destination, bufferSize, cancellationToken);
        }
    }

    // A stream of no known length.
    private sealed class ChunkedStream(byte[] bytes) : MemoryStream(bytes)
    {
        public override bool CanSeek => false;
    }
}

[ApiController, Route("mvc")]
public sealed class OrdersController : ControllerBase
{
    internal static V1.Order Next(V1.Order? order) => order == null ? Versions.Sample(0) : order with { Id = order.Id + 1 };

    [HttpPost]
    public IActionResult Accept(V1.Order order) => StatusCode(201, Next(order));

    [HttpGet("{id:int}")]
    public V1.Order Find(int id) => Versions.Sample(id);

    [HttpGet("unknown")]
    public Unknown FindUnknown() => new();

    public sealed class Unknown
    {
        public int Id { get; set; }
    }
}
