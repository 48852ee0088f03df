using System.Runtime.CompilerServices;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests;

/// <summary>A service whose contract is an interface, over Kestrel and HTTP/2.</summary>
public class GrpcTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);
    private static TaskCompletionSource s_left = new();

    private WebApplication _app = null!;
    private GrpcChannel _channel = null!;
    private IShop _shop = null!;

    public interface IShop
    {
        Task<V1.Order> AcceptAsync(V1.Order order, CallOptions options = default);

        IAsyncEnumerable<V1.Order> Count(V1.Order first, CancellationToken cancellationToken = default);

        IAsyncEnumerable<V1.Order> Watch(V1.Order order);

        Task<V1.Order> SumAsync(IAsyncEnumerable<V1.Order> orders, CancellationToken cancellationToken = default);

        IAsyncEnumerable<V1.Order> Next(IAsyncEnumerable<V1.Order> orders, CallOptions options = default);
    }

    [OneTimeSetUp]
    public async Task StartAsync()
    {
        _app = await WebServer.StartAsync(
            builder => builder.Services.AddScoped<IShop, Shop>().AddSingleton(Versions.FirstStore).AddGrpc(),
            app => app.MapGrpcService(services => NetSerializerGrpc.Bind(
                call => call.GetHttpContext().RequestServices.GetRequiredService<IShop>(), services.GetRequiredService<SchemaStore>())),
            HttpProtocols.Http2);
        _channel = GrpcChannel.ForAddress(_app.Address());
        _shop = NetSerializerGrpc.CreateClient<IShop>(_channel, Versions.First);
    }

    [OneTimeTearDown]
    public async Task StopAsync()
    {
        _channel.Dispose();
        await _app.DisposeAsync();
    }

    [Test]
    public async Task A_value_goes_and_another_comes()
    {
        V1.Order order = await _shop.AcceptAsync(Versions.Sample(7));
        Assert.That((order.Id, order.Lines.Single()), Is.EqualTo((8, new V1.Line("Tea", 2))));
    }

    [Test]
    public async Task A_server_streams() => Assert.That(await IdsAsync(_shop.Count(Versions.Sample(3))), Is.EqualTo((int[])[0, 1, 2]));

    [Test]
    public async Task A_stream_can_be_left()
    {
        using var stop = new CancellationTokenSource();
        await foreach (V1.Order order in _shop.Count(Versions.Sample(int.MaxValue), stop.Token))
        {
            if (order.Id == 3)
            {
                break;
            }
        }
        Assert.That((await _shop.AcceptAsync(Versions.Sample(7))).Id, Is.EqualTo(8));
    }

    [Test]
    public async Task A_server_learns_that_a_stream_is_left()
    {
        s_left = new TaskCompletionSource();
        await foreach (V1.Order order in _shop.Watch(Versions.Sample(3)))
        {
            break;
        }
        await s_left.Task.WaitAsync(s_patience);
    }

    [Test]
    public async Task A_source_of_requests_learns_that_no_more_are_wanted()
    {
        var left = new TaskCompletionSource();
        Assert.That((await _shop.SumAsync(Waiting(-1, left))).Id, Is.EqualTo(-1));
        await left.Task.WaitAsync(s_patience);
        left = new TaskCompletionSource();
        Assert.That(await IdsAsync(_shop.Next(Waiting(-1, left))), Is.EqualTo((int[])[0]));
        await left.Task.WaitAsync(s_patience);
    }

    [Test]
    public async Task A_client_streams() => Assert.That((await _shop.SumAsync(Orders(4))).Id, Is.EqualTo(6));

    [Test]
    public async Task Both_stream_at_the_same_time()
    {
        var turn = new SemaphoreSlim(1);
        List<int> ids = [];
        await foreach (V1.Order order in _shop.Next(InTurn(turn, 4)))
        {
            ids.Add(order.Id);
            turn.Release();
        }
        Assert.That(ids, Is.EqualTo((int[])[1, 2, 3, 4]));
    }

    [Test]
    public async Task A_server_may_answer_before_it_has_all_requests()
    {
        V1.Order first = await _shop.SumAsync(Endless(-1)).WaitAsync(TimeSpan.FromSeconds(30));
        Assert.That(first.Id, Is.EqualTo(-1));
        Assert.That(await IdsAsync(_shop.Next(Endless(-1))), Is.EqualTo((int[])[0]));
    }

    [Test]
    public void A_failure_of_the_requests_is_the_caller_s()
    {
        Assert.That(async () => await _shop.SumAsync(Failing()), Throws.InvalidOperationException.With.Message.EqualTo("There is no more tea."));
        Assert.That(async () => await IdsAsync(_shop.Next(Failing())), Throws.InvalidOperationException.With.Message.EqualTo("There is no more tea."));
    }

    [Test]
    public void A_deadline_ends_a_call()
    {
        var options = new CallOptions(deadline: DateTime.UtcNow.AddMilliseconds(100));
        Assert.That(async () => await _shop.AcceptAsync(Versions.Sample(-2), options).WaitAsync(s_patience), Status("DeadlineExceeded"));
    }

    [Test]
    public void A_cancelled_call_ends()
    {
        using var stop = new CancellationTokenSource();
        Task<V1.Order> call = _shop.AcceptAsync(Versions.Sample(-2), new CallOptions(cancellationToken: stop.Token));
        stop.Cancel();
        Assert.That(async () => await call.WaitAsync(s_patience), Status("Cancelled"));
    }

    [Test]
    public void A_status_of_the_service_is_told() =>
        Assert.That(async () => await _shop.AcceptAsync(Versions.Sample(-1)), Status("NotFound", "There is no tea."));

    [Test]
    public async Task Another_version_is_understood_where_both_sides_know_its_schema()
    {
        var next = NetSerializerMarshaller.Create<V2.Order>(Versions.SecondStore);
        V2.Order order = await CallAsync(next, next, Versions.NextSample(7));
        Assert.That((order.Id, order.Lines.Single(), order.Note), Is.EqualTo((8, new V2.Line("Tea", 2), default(string))));
    }

    [Test]
    public void An_unknown_version_is_told_apart_by_name()
    {
        var unknown = NetSerializerMarshaller.Create<V2.Order>(Versions.Unknown);
        Assert.That(async () => await CallAsync(unknown, unknown, Versions.NextSample(7)), Status(
            "FailedPrecondition", $"{Versions.Tag(Versions.Unknown)}, and this side has {Versions.Tag(Versions.First)}"));
        Assert.That(async () => await CallAsync(NetSerializerMarshaller.Create<V1.Order>(Versions.First), unknown, Versions.Sample(7)), Status(
            "FailedPrecondition", $"{Versions.Tag(Versions.First)}, and this side has {Versions.Tag(Versions.Unknown)}"));
    }

    [Test]
    public void Malformed_messages_are_invalid_arguments_with_the_code_and_nothing_else()
    {
        byte[] tag = Versions.First.Fingerprint[..TypeModel.TagLength].ToArray(), order = Versions.First.SerializeTagged(Versions.Sample(7));
        Dictionary<string, byte[]> messages = new()
        {
            ["Truncated"] = tag,
            ["TrailingBytes"] = [.. order, 0],
            ["NullNotAllowed"] = [.. tag, 0],
            ["UnknownTypeId"] = [.. tag, 0xFF, 0x7F],
            ["TypeIdNotAdmitted"] = Versions.First.SerializeTagged("tea"),
        };
        foreach ((string code, byte[] bytes) in messages)
        {
            Assert.That(async () => await SendAsync(bytes), Throws.TypeOf<RpcException>().With.Property("Status").EqualTo(new Status(
                StatusCode.InvalidArgument, code)).Using<Status>((left, right) => (left.StatusCode, left.Detail) == (right.StatusCode, right.Detail)), code);
        }
        Assert.That(async () => await SendAsync([]), Status("FailedPrecondition"));
    }

    [Test]
    public async Task Every_changed_byte_is_an_answer()
    {
        byte[] order = Versions.First.SerializeTagged(Versions.Sample(7));
        for (int i = 0; i < order.Length; i++)
        {
            byte[] changed = [.. order];
            changed[i] ^= 0x55;
            try
            {
                await SendAsync(changed);
            }
            catch (RpcException failure)
            {
                Assert.That(failure.StatusCode, Is.EqualTo(StatusCode.InvalidArgument).Or.EqualTo(StatusCode.FailedPrecondition));
            }
        }
    }

    [TestCase(typeof(INoTask))]
    [TestCase(typeof(IStructs))]
    [TestCase(typeof(IMany))]
    [TestCase(typeof(INothing))]
    public void Other_shapes_are_refused_by_name(Type contract) => Assert.That(
        () => typeof(NetSerializerGrpc).GetMethods().First(method => method.Name == nameof(NetSerializerGrpc.CreateClient)
            && method.GetParameters() is [{ ParameterType: var to }, { ParameterType: var by }] && to == typeof(CallInvoker) && by == typeof(TypeModel))
            .MakeGenericMethod(contract)
            .Invoke(null, System.Reflection.BindingFlags.DoNotWrapExceptions, null, [_channel.CreateCallInvoker(), Versions.First], null),
        Throws.ArgumentException.With.Message.Contains($"{contract}.Call"));

    private async Task SendAsync(byte[] message)
    {
        var bytes = Marshallers.Create((byte[] value) => value, value => value);
        await CallAsync(bytes, bytes, message);
    }

    private async Task<TAnswer> CallAsync<TRequest, TAnswer>(Marshaller<TRequest> requests, Marshaller<TAnswer> answers, TRequest request)
        where TRequest : class where TAnswer : class
    {
        var method = new Method<TRequest, TAnswer>(
            MethodType.Unary, "NetSerializer.Extensions.Tests.GrpcTests.IShop", "AcceptAsync", requests, answers);
        return await _channel.CreateCallInvoker().AsyncUnaryCall(method, null, default, request);
    }

    private static NUnit.Framework.Constraints.Constraint Status(string code, string detail = "") => Throws.TypeOf<RpcException>()
        .With.Property("StatusCode").EqualTo(Enum.Parse<StatusCode>(code)).And.Message.Contains(detail);

    private static async Task<List<int>> IdsAsync(IAsyncEnumerable<V1.Order> orders)
    {
        List<int> ids = [];
        await foreach (V1.Order order in orders)
        {
            ids.Add(order.Id);
        }
        return ids;
    }

    private static async IAsyncEnumerable<V1.Order> Orders(int count)
    {
        for (int i = 0; i < count; i++)
        {
            await Task.Yield();
            yield return Versions.Sample(i);
        }
    }

    // Each request waits for the answer to the one before.
    private static async IAsyncEnumerable<V1.Order> InTurn(SemaphoreSlim turn, int count)
    {
        for (int i = 0; i < count; i++)
        {
            await turn.WaitAsync();
            yield return Versions.Sample(i);
        }
    }

    // Looks at no token: it is left alone when nobody wants more.
    private static async IAsyncEnumerable<V1.Order> Endless(int id)
    {
        yield return Versions.Sample(id);
        await new TaskCompletionSource().Task;
    }

    private static async IAsyncEnumerable<V1.Order> Waiting(
        int id, TaskCompletionSource left, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        try
        {
            yield return Versions.Sample(id);
            await Task.Delay(Timeout.Infinite, cancellationToken);
        }
        finally
        {
            left.SetResult();
        }
    }

    private static async IAsyncEnumerable<V1.Order> Failing()
    {
        yield return Versions.Sample(1);
        await Task.Yield();
        throw new InvalidOperationException("There is no more tea.");
    }

    private sealed class Shop : IShop
    {
        public async Task<V1.Order> AcceptAsync(V1.Order order, CallOptions options)
        {
            if (order.Id == -1)
            {
                throw new RpcException(new Status(StatusCode.NotFound, "There is no tea."));
            }
            if (order.Id == -2)
            {
                await Task.Delay(Timeout.Infinite, options.CancellationToken);
            }
            return order with { Id = order.Id + 1 };
        }

        public async IAsyncEnumerable<V1.Order> Count(V1.Order first, [EnumeratorCancellation] CancellationToken cancellationToken)
        {
            for (int i = 0; i < first.Id; i++)
            {
                await Task.Yield();
                yield return Versions.Sample(i);
            }
        }

        // The contract has no token: the one of the call comes with the enumerator.
        public IAsyncEnumerable<V1.Order> Watch(V1.Order order) => Waiting(order.Id, s_left);

        public async Task<V1.Order> SumAsync(IAsyncEnumerable<V1.Order> orders, CancellationToken cancellationToken)
        {
            int sum = 0;
            await foreach (V1.Order order in orders)
            {
                sum += order.Id;
                if (order.Id < 0)
                {
                    break;
                }
            }
            return Versions.Sample(sum);
        }

        public async IAsyncEnumerable<V1.Order> Next(IAsyncEnumerable<V1.Order> orders, CallOptions options)
        {
            await foreach (V1.Order order in orders)
            {
                yield return order with { Id = order.Id + 1 };
                if (order.Id < 0)
                {
                    break;
                }
            }
        }
    }

    public interface INoTask
    {
        V1.Order Call(V1.Order order);
    }

    public interface IStructs
    {
        Task<V1.Order> Call(int id);
    }

    public interface IMany
    {
        Task<V1.Order> Call(V1.Order first, V1.Order second);
    }

    public interface INothing
    {
        Task Call(V1.Order order);
    }
}
