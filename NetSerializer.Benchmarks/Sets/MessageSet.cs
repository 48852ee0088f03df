using Google.Protobuf;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Messages;
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

/// <summary>Messages of one class.</summary>
internal sealed class MessageSet<TMessage, TBody, TCalls>(string name, int count, int quickCount, Func<MixedRandom, TMessage> create)
    : DataSet(name, count, quickCount)
    where TMessage : MessageBase where TBody : struct, IFloorBody where TCalls : struct, IEngineCalls
{
    /// <summary>Null where protobuf has no such type.</summary>
    public ProtobufMapping? Protobuf { get; init; }

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
internal sealed class ValueSet<T, TCodec>(string name, int count, int quickCount, Func<MixedRandom, T> create, ProtobufMapping protobuf)
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
            new JsonContender(typeof(T), objects),
            new DataContractContender(typeof(T), [], objects),
            new BinaryFormatterContender(objects),
        ];
    }
}
