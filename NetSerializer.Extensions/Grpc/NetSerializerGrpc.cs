using System.Reflection;
using Grpc.Core;

namespace NetSerializer;

/// <summary>
/// Services of gRPC whose contract is a C# interface. Its methods take one of four shapes, in which the last parameter may be left out:
/// <list type="bullet">
/// <item><description><c>Task&lt;Answer&gt; M(Request request, CancellationToken token)</c>: unary</description></item>
/// <item><description><c>IAsyncEnumerable&lt;Answer&gt; M(Request request, CancellationToken token)</c>: the server streams</description></item>
/// <item><description><c>Task&lt;Answer&gt; M(IAsyncEnumerable&lt;Request&gt; requests, CancellationToken token)</c>: the client streams</description></item>
/// <item><description><c>IAsyncEnumerable&lt;Answer&gt; M(IAsyncEnumerable&lt;Request&gt; requests, CancellationToken token)</c>: both do</description></item>
/// </list>
/// In place of the token stands <see cref="CallOptions"/> where a client gives a deadline or headers. Messages are classes. The service has the full name
/// of the interface, a method its own name. Calls with a <see cref="SchemaStore"/> in place of the model read messages of all schemas that it knows.
/// Thread-safe.
/// </summary>
public static class NetSerializerGrpc
{
    /// <summary>A client: calls of the interface go over the channel.</summary>
    /// <param name="channel">The channel.</param>
    /// <param name="model">The model.</param>
    /// <example><code>IShop shop = NetSerializerGrpc.CreateClient&lt;IShop&gt;(channel, model);</code></example>
    /// <exception cref="ArgumentException">The interface has a method of another shape. The message names it.</exception>
    public static T CreateClient<T>(ChannelBase channel, TypeModel model) where T : class
    {
        ArgumentNullException.ThrowIfNull(channel);
        return CreateClient<T>(channel.CreateCallInvoker(), model);
    }

    /// <inheritdoc cref="CreateClient{T}(ChannelBase, TypeModel)"/>
    /// <param name="channel">The channel.</param>
    /// <param name="schemas">The model with the schemas of others.</param>
    public static T CreateClient<T>(ChannelBase channel, SchemaStore schemas) where T : class
    {
        ArgumentNullException.ThrowIfNull(channel);
        return CreateClient<T>(channel.CreateCallInvoker(), schemas);
    }

    /// <inheritdoc cref="CreateClient{T}(ChannelBase, TypeModel)"/>
    /// <param name="invoker">Makes the calls, with interceptors perhaps.</param>
    /// <param name="model">The model.</param>
    public static T CreateClient<T>(CallInvoker invoker, TypeModel model) where T : class => CreateClient<T>(invoker, SchemaStores.Of(model));

    /// <inheritdoc cref="CreateClient{T}(ChannelBase, TypeModel)"/>
    /// <param name="invoker">Makes the calls, with interceptors perhaps.</param>
    /// <param name="schemas">The model with the schemas of others.</param>
    public static T CreateClient<T>(CallInvoker invoker, SchemaStore schemas) where T : class
    {
        ArgumentNullException.ThrowIfNull(invoker);
        ArgumentNullException.ThrowIfNull(schemas);
        T client = DispatchProxy.Create<T, ClientProxy>();
        ((ClientProxy)(object)client).Connect(invoker, ContractMethod.AllOf(typeof(T), schemas));
        return client;
    }

    /// <summary>A service: calls go to one object.</summary>
    /// <param name="service">The object, which is called by any number of calls at once.</param>
    /// <param name="model">The model.</param>
    /// <example><code>app.MapGrpcService(NetSerializerGrpc.Bind&lt;IShop&gt;(new Shop(), model));</code></example>
    /// <exception cref="ArgumentException">The interface has a method of another shape. The message names it.</exception>
    public static ServerServiceDefinition Bind<T>(T service, TypeModel model) where T : class
    {
        ArgumentNullException.ThrowIfNull(service);
        return Bind(_ => service, model);
    }

    /// <inheritdoc cref="Bind{T}(T, TypeModel)"/>
    /// <param name="service">The object, which is called by any number of calls at once.</param>
    /// <param name="schemas">The model with the schemas of others.</param>
    public static ServerServiceDefinition Bind<T>(T service, SchemaStore schemas) where T : class
    {
        ArgumentNullException.ThrowIfNull(service);
        return Bind(_ => service, schemas);
    }

    /// <summary>A service: each call goes to an object of its own, or to one that calls share.</summary>
    /// <param name="find">The object for a call.</param>
    /// <param name="model">The model.</param>
    /// <example><code>
    /// app.MapGrpcService(services => NetSerializerGrpc.Bind(
    ///     call => call.GetHttpContext().RequestServices.GetRequiredService&lt;IShop&gt;(), services.GetRequiredService&lt;TypeModel&gt;()));
    /// </code></example>
    /// <exception cref="ArgumentException">The interface has a method of another shape. The message names it.</exception>
    public static ServerServiceDefinition Bind<T>(Func<ServerCallContext, T> find, TypeModel model) where T : class => Bind(find, SchemaStores.Of(model));

    /// <inheritdoc cref="Bind{T}(Func{ServerCallContext, T}, TypeModel)"/>
    /// <param name="find">The object for a call.</param>
    /// <param name="schemas">The model with the schemas of others.</param>
    public static ServerServiceDefinition Bind<T>(Func<ServerCallContext, T> find, SchemaStore schemas) where T : class
    {
        ArgumentNullException.ThrowIfNull(find);
        ArgumentNullException.ThrowIfNull(schemas);
        ServerServiceDefinition.Builder builder = ServerServiceDefinition.CreateBuilder();
        foreach (ContractMethod method in ContractMethod.AllOf(typeof(T), schemas))
        {
            method.Bind(builder, find);
        }
        return builder.Build();
    }
}

/// <summary>The object behind a client's interface.</summary>
internal class ClientProxy : DispatchProxy
{
    private CallInvoker? _invoker;
    private Dictionary<MethodInfo, ContractMethod>? _methods;

    public void Connect(CallInvoker invoker, IReadOnlyList<ContractMethod> methods) =>
        (_invoker, _methods) = (invoker, methods.ToDictionary(method => method.Declared));

    protected override object? Invoke(MethodInfo? targetMethod, object?[]? args) => _methods![targetMethod!].Call(_invoker!, args!);
}
