using Google.Protobuf;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Messages;
using NetSerializer.Benchmarks.Peers;
using NetSerializer.Benchmarks.Protobuf;

namespace NetSerializer.Benchmarks.Sets;

/// <summary>Between a message and its protobuf form.</summary>
internal sealed record ProtobufMapping(int Field, Func<object, IBufferMessage> To, Func<IBufferMessage> Create, Func<IBufferMessage, object?> From)
{
    public static ProtobufMapping Of<TProtobuf>(int field, Func<object, TProtobuf> to, Func<TProtobuf, object?> from) where TProtobuf : IBufferMessage, new() =>
        new(field, item => to(item), () => new TProtobuf(), message => from((TProtobuf)message));

    public Contender Contender(object?[] items, Form form) => form == Form.Typed
        ? new ProtobufContender(items, To, Create, From)
        : new ProtobufContender(items, Wrap, Envelope, message => From(((ProtobufEnvelope)message).Message!));

    private ProtobufEnvelope Wrap(object item)
    {
        ProtobufEnvelope envelope = Envelope();
        envelope.Set(Field, To(item));
        return envelope;
    }

    private ProtobufEnvelope Envelope() => new(field => field == Field ? Create() : throw new InvalidDataException("Unknown field."));
}

/// <summary>The peers on the messages of a set, by the model that they take.</summary>
internal sealed record PeerMapping(Func<object?[], IReadOnlyList<Contender>> Contenders)
{
    /// <summary>For boxed values, which the others refuse or read as something else.</summary>
    public static PeerMapping HyperionAlone { get; } = new(items => [new HyperionContender(items, ClassicTypes.KnownToPeers, references: false)]);

    public static PeerMapping Of<T>(Func<object, T> from, Func<T, object?> back, params string[] without) =>
        new(items => PeerList.Of(items, new PeerModel<T>(from, back), ClassicTypes.KnownToPeers, without));
}

/// <summary>Messages of one class.</summary>
internal sealed class MessageSet<TMessage, TBody, TCalls>(string name, int count, int quickCount, Func<MixedRandom, TMessage> create)
    : DataSet(name, count, quickCount)
    where TMessage : MessageBase where TBody : struct, IFloorBody where TCalls : struct, IEngineCalls
{
    /// <summary>Null where protobuf has no such type.</summary>
    public ProtobufMapping? Protobuf { get; init; }

    /// <summary>Only in the typed form, since they have no other.</summary>
    public required PeerMapping Peers { get; init; }

    /// <summary>False where System.Text.Json reads something else than was written.</summary>
    public bool Json { get; init; } = true;

    /// <summary>False where DataContractSerializer refuses the type.</summary>
    public bool DataContract { get; init; } = true;

    public override Array Generate(int count, ulong seed)
    {
        MixedRandom random = new(seed);
        object?[] items = new object?[count];
        for (int i = 0; i < count; i++)
        {
            items[i] = create(random);
        }
        return items;
    }

    public override IReadOnlyList<Contender> Contenders(Array items, Form form, TypeModel model)
    {
        object?[] objects = (object?[])items;
        bool typed = form == Form.Typed;
        List<Contender> contenders =
        [
            typed ? new FloorContender<OneClass<TBody>>(objects) : new FloorContender<AnyRoot>(objects),
            typed ? new EngineContender<TCalls>(model, objects) : new EngineContender<UntypedCalls>(model, objects),
        ];
        if (Protobuf is not null)
        {
            contenders.Add(Protobuf.Contender(objects, form));
        }
        if (typed)
        {
            contenders.AddRange(Peers.Contenders(objects));
        }
        Type declared = typed ? typeof(TMessage) : typeof(MessageBase);
        if (Json)
        {
            contenders.Add(new JsonContender(declared, objects));
        }
        if (DataContract)
        {
            contenders.Add(new DataContractContender(declared, [typeof(TMessage), typeof(Leaf), typeof(Marked), typeof(Figure)], objects));
        }
        contenders.Add(new BinaryFormatterContender(objects));
        return contenders;
    }
}

/// <summary>Values of one value type; boxed in the untyped form, before the measurement.</summary>
internal sealed class ValueSet<T, TCodec>(string name, int count, int quickCount, Func<MixedRandom, T> create, ProtobufMapping protobuf, PeerMapping peers)
    : DataSet(name, count, quickCount)
    where T : struct where TCodec : struct, IFloorValue<T>
{
    public override Array Generate(int count, ulong seed)
    {
        MixedRandom random = new(seed);
        T[] items = new T[count];
        for (int i = 0; i < count; i++)
        {
            items[i] = create(random);
        }
        return items;
    }

    public override IReadOnlyList<Contender> Contenders(Array items, Form form, TypeModel model)
    {
        T[] values = (T[])items;
        object?[] objects = Array.ConvertAll(values, value => (object?)value);
        return
        [
            form == Form.Typed ? new FloorContender<T, TCodec>(values) : new FloorContender<AnyRoot>(objects),
            form == Form.Typed ? new EngineValueContender<T>(model, values) : new EngineContender<UntypedCalls>(model, objects),
            protobuf.Contender(objects, form),
            .. form == Form.Typed ? peers.Contenders(objects) : [],
            new JsonContender(typeof(T), objects),
            new DataContractContender(typeof(T), [], objects),
            new BinaryFormatterContender(objects),
        ];
    }
}
