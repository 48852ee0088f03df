using System.Reflection;
using Grpc.Core;

namespace NetSerializer;

/// <summary>A method of a contract: its shape, and how it is called on both sides.</summary>
internal abstract class ContractMethod(MethodInfo declared)
{
    /// <summary>The method of the interface.</summary>
    public MethodInfo Declared => declared;

    /// <summary>The methods of a contract, those of its base interfaces included.</summary>
    /// <exception cref="ArgumentException">It is no interface, or has a method of another shape.</exception>
    public static IReadOnlyList<ContractMethod> AllOf(Type contract, SchemaStore schemas)
    {
        if (!contract.IsInterface)
        {
            throw new ArgumentException($"The contract {contract} is no interface.");
        }
        IEnumerable<MethodInfo> methods = contract.GetInterfaces().Append(contract).SelectMany(type => type.GetMethods());
        return [.. methods.Select(method => Make(contract, method, schemas))];
    }

    /// <summary>Adds the method to a service.</summary>
    public abstract void Bind(ServerServiceDefinition.Builder builder, Func<ServerCallContext, object> find);

    /// <summary>Calls the method of a service somewhere else.</summary>
    public abstract object Call(CallInvoker invoker, object?[] arguments);

    private static ContractMethod Make(Type contract, MethodInfo method, SchemaStore schemas)
    {
        ParameterInfo[] parameters = method.GetParameters();
        bool isKnown = !method.IsGenericMethod && parameters.Length is 1 or 2
            && (parameters.Length == 1 || parameters[1].ParameterType == typeof(CancellationToken) || parameters[1].ParameterType == typeof(CallOptions));
        Type? request = isKnown ? Unwrap(parameters[0].ParameterType, typeof(IAsyncEnumerable<>)) ?? parameters[0].ParameterType : null,
            streamed = Unwrap(method.ReturnType, typeof(IAsyncEnumerable<>)), answer = streamed ?? Unwrap(method.ReturnType, typeof(Task<>));
        if (request is not { IsClass: true } || answer is not { IsClass: true })
        {
            throw new ArgumentException(
                $"The method {contract}.{method.Name} has none of the shapes of a contract: Task<Answer> or IAsyncEnumerable<Answer>, of a class, with the "
                + "parameters Request or IAsyncEnumerable<Request>, of a class, and perhaps CancellationToken or CallOptions.");
        }
        MethodType type = (request != parameters[0].ParameterType, streamed != null) switch
        {
            (false, false) => MethodType.Unary,
            (false, true) => MethodType.ServerStreaming,
            (true, false) => MethodType.ClientStreaming,
            (true, true) => MethodType.DuplexStreaming,
        };
        return (ContractMethod)Activator.CreateInstance(
            typeof(ContractMethod<,>).MakeGenericType(request, answer), contract.FullName!.Replace('+', '.'), method, type, schemas)!;
    }

    private static Type? Unwrap(Type type, Type definition) =>
        type.IsGenericType && type.GetGenericTypeDefinition() == definition ? type.GetGenericArguments()[0] : null;
}

/// <inheritdoc/>
internal sealed class ContractMethod<TRequest, TAnswer>(string service, MethodInfo declared, MethodType type, SchemaStore schemas) : ContractMethod(declared)
    where TRequest : class where TAnswer : class
{
    private readonly Method<TRequest, TAnswer> _method = new(
        type, service, declared.Name, NetSerializerMarshaller.Create<TRequest>(schemas), NetSerializerMarshaller.Create<TAnswer>(schemas));

    public override void Bind(ServerServiceDefinition.Builder builder, Func<ServerCallContext, object> find)
    {
        switch (_method.Type)
        {
            case MethodType.Unary:
                builder.AddMethod(_method, (TRequest request, ServerCallContext context) => (Task<TAnswer>)Invoke(find(context), request, context));
                break;
            case MethodType.ClientStreaming:
                builder.AddMethod(_method, (IAsyncStreamReader<TRequest> requests, ServerCallContext context) =>
                    (Task<TAnswer>)Invoke(find(context), Streams.ReadAll(requests), context));
                break;
            case MethodType.ServerStreaming:
                builder.AddMethod(_method, (TRequest request, IServerStreamWriter<TAnswer> answers, ServerCallContext context) =>
                    Streams.WriteAll((IAsyncEnumerable<TAnswer>)Invoke(find(context), request, context), answers, context.CancellationToken));
                break;
            default:
                builder.AddMethod(_method, (IAsyncStreamReader<TRequest> requests, IServerStreamWriter<TAnswer> answers, ServerCallContext context) =>
                    Streams.WriteAll(
                        (IAsyncEnumerable<TAnswer>)Invoke(find(context), Streams.ReadAll(requests), context), answers, context.CancellationToken));
                break;
        }
    }

    public override object Call(CallInvoker invoker, object?[] arguments)
    {
        CallOptions options = arguments.Length < 2 ? default
            : arguments[1] is CallOptions given ? given : new CallOptions(cancellationToken: (CancellationToken)arguments[1]!);
        object request = arguments[0] ?? throw new ArgumentNullException(Declared.GetParameters()[0].Name);
        return _method.Type switch
        {
            MethodType.Unary => invoker.AsyncUnaryCall(_method, null, options, (TRequest)request).ResponseAsync,
            MethodType.ServerStreaming => Streams.Receive(() => invoker.AsyncServerStreamingCall(_method, null, options, (TRequest)request)),
            MethodType.ClientStreaming => Streams.Send(
                token => invoker.AsyncClientStreamingCall(_method, null, options.WithCancellationToken(token)), (IAsyncEnumerable<TRequest>)request,
                options.CancellationToken),
            _ => Streams.Exchange(
                token => invoker.AsyncDuplexStreamingCall(_method, null, options.WithCancellationToken(token)), (IAsyncEnumerable<TRequest>)request,
                options.CancellationToken),
        };
    }

    private object Invoke(object service, object request, ServerCallContext context)
    {
        object?[] arguments = Declared.GetParameters() switch
        {
            [_] => [request],
            [_, { ParameterType: var second }] when second == typeof(CallOptions) =>
                [request, new CallOptions(context.RequestHeaders, context.Deadline, context.CancellationToken)],
            _ => [request, context.CancellationToken],
        };
        return Declared.Invoke(service, BindingFlags.DoNotWrapExceptions, null, arguments, null)!;
    }
}
