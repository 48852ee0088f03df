using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Messages;
using NetSerializer.Benchmarks.Peers;
using NetSerializer.Benchmarks.Peers.Models;

namespace NetSerializer.Benchmarks.Sets;

/// <summary>
/// The small sets a hundred at a time, as an array of the base class: the price of a call to the stream is spread over them, so that what remains is
/// the code of the messages.
/// </summary>
internal sealed class BatchSet(DataSet inner) : DataSet($"{inner.Name} x{BatchLength}", Batches, QuickBatches)
{
    public const int BatchLength = 100;
    private const int Batches = 40;
    private const int QuickBatches = 4;

    private static readonly PeerMapping s_structPeers = PeerMapping.Of(
        batch => Array.ConvertAll((LargeStruct[])batch, item => LargeStructModel.From(item)), models => Array.ConvertAll(models, model => model.Back()));

    private static readonly PeerMapping s_messagePeers = PeerMapping.Of(
        batch => Array.ConvertAll((MessageBase[])batch, MessageModel.From), models => Array.ConvertAll(models, model => model.Back()));

    public static IReadOnlyList<DataSet> All { get; } =
    [
        .. ClassicSets.All.Where(set =>
            set.Name is "U8" or "S16" or "S32" or "S64" or "Primitives" or "Decimal" or "NullableDecimal" or "Complex" or "String" or "Struct"
            or "BoxedPrimitives" or "LargeStruct")
            .Select(set => new BatchSet(set)),
    ];

    public override Array Generate(int count, ulong seed)
    {
        Array messages = inner.Generate(count * BatchLength, seed);
        Array[] batches = new Array[count];
        for (int i = 0; i < count; i++)
        {
            batches[i] = messages is LargeStruct[]? new LargeStruct[BatchLength] : new MessageBase[BatchLength];
            Array.Copy(messages, i * BatchLength, batches[i], 0, BatchLength);
        }
        return batches;
    }

    public override IReadOnlyList<Contender> Contenders(Array items, Form form, TypeModel model)
    {
        object?[] batches = [.. items.Cast<object?>()];
        Type type = batches[0]!.GetType();
        bool structs = type == typeof(LargeStruct[]), hasModels = inner.Name != "BoxedPrimitives";
        List<Contender> contenders =
        [
            structs ? new FloorContender<LargeStructBatch>(batches) : new FloorContender<MessageBatch>(batches),
            structs ? new EngineContender<LargeStructBatchCalls>(model, batches) : new EngineContender<MessageBatchCalls>(model, batches),
        ];
        PeerMapping peers = structs ? s_structPeers : hasModels ? s_messagePeers : PeerMapping.HyperionAlone;
        contenders.AddRange(peers.Contenders(batches));
        if (hasModels)
        {
            contenders.Add(new JsonContender(type, batches));
        }
        contenders.Add(new DataContractContender(type, [.. ClassicTypes.KnownToDataContract], batches));
        contenders.Add(new BinaryFormatterContender(batches));
        return contenders;
    }
}

internal static class ClassicTypes
{
    /// <summary>What DataContractSerializer has to be told of; it refuses arrays of several dimensions.</summary>
    public static IEnumerable<Type> KnownToDataContract { get; } =
    [
        typeof(U8Message), typeof(S16Message), typeof(S32Message), typeof(S64Message), typeof(PrimitivesMessage), typeof(DecimalMessage),
        typeof(NullableDecimalMessage),
        typeof(ComplexMessage), typeof(StringMessage), typeof(StructMessage), typeof(BoxedPrimitivesMessage), typeof(Leaf), typeof(Marked), typeof(Figure),
    ];

    /// <summary>What Hyperion is told of, so that no names travel.</summary>
    public static IEnumerable<Type> KnownToPeers { get; } =
    [
        .. KnownToDataContract, typeof(ByteArrayMessage), typeof(IntArrayMessage), typeof(TriDimensionalMessage), typeof(DictionaryMessage),
        typeof(NumberStruct), typeof(TextStruct), typeof(LargeStruct), typeof(MessageBase[]), typeof(LargeStruct[]), typeof(Dictionary<int, int>),
        typeof(Dictionary<string, Marked>),
    ];
}
