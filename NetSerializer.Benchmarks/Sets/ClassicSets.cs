using Google.Protobuf;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Messages;
using NetSerializer.Benchmarks.Peers;
using NetSerializer.Benchmarks.Peers.Models;
using NetSerializer.Benchmarks.Protobuf;

namespace NetSerializer.Benchmarks.Sets;

/// <summary>The data sets of the classic tables, in their order.</summary>
internal static class ClassicSets
{
    private const int Small = 2_000;
    private const int Medium = 1_000;
    private const int Large = 16;
    private const int Quick = 200;
    private const int QuickLarge = 2;

    public static IReadOnlyList<DataSet> All { get; } =
    [
        new MessageSet<U8Message, U8Body, U8Calls>("U8", Small, Quick, U8Message.Create)
        {
            Peers = PeerMapping.Of(item => (U8Model)MessageModel.From(item), model => model.Back()),
            Protobuf = ProtobufMapping.Of<ProtobufUInt32>(1, item => new() { Value = ((U8Message)item).Value }, message =>
                new U8Message { Value = (byte)message.Value }),
        },
        new MessageSet<S16Message, S16Body, S16Calls>("S16", Small, Quick, S16Message.Create)
        {
            Peers = PeerMapping.Of(item => (S16Model)MessageModel.From(item), model => model.Back()),
            Protobuf = ProtobufMapping.Of<ProtobufInt32>(2, item => new() { Value = ((S16Message)item).Value }, message =>
                new S16Message { Value = (short)message.Value }),
        },
        new MessageSet<S32Message, S32Body, S32Calls>("S32", Small, Quick, S32Message.Create)
        {
            Peers = PeerMapping.Of(item => (S32Model)MessageModel.From(item), model => model.Back()),
            Protobuf = ProtobufMapping.Of<ProtobufInt32>(3, item => new() { Value = ((S32Message)item).Value }, message =>
                new S32Message { Value = message.Value }),
        },
        new MessageSet<S64Message, S64Body, S64Calls>("S64", Small, Quick, S64Message.Create)
        {
            Peers = PeerMapping.Of(item => (S64Model)MessageModel.From(item), model => model.Back()),
            Protobuf = ProtobufMapping.Of<ProtobufInt64>(4, item => new() { Value = ((S64Message)item).Value }, message =>
                new S64Message { Value = message.Value }),
        },
        new MessageSet<PrimitivesMessage, PrimitivesBody, PrimitivesCalls>("Primitives", Medium, Quick, PrimitivesMessage.Create)
        {
            Peers = PeerMapping.Of(item => (PrimitivesModel)MessageModel.From(item), model => model.Back()),
            Protobuf = ProtobufMapping.Of(5, ProtobufPrimitives.From, message => message.Back()),
        },
        new MessageSet<DecimalMessage, DecimalBody, DecimalCalls>("Decimal", Small, Quick, DecimalMessage.Create)
        {
            Peers = PeerMapping.Of(item => (DecimalModel)MessageModel.From(item), model => model.Back()),
        },
        new MessageSet<NullableDecimalMessage, NullableDecimalBody, NullableDecimalCalls>("NullableDecimal", Small, Quick, NullableDecimalMessage.Create)
        {
            Peers = PeerMapping.Of(item => (NullableDecimalModel)MessageModel.From(item), model => model.Back()),
        },
        new MessageSet<ComplexMessage, ComplexBody, ComplexCalls>("Complex", Medium, Quick, ComplexMessage.Create)
        {
            Peers = PeerMapping.Of(item => (ComplexModel)MessageModel.From(item), model => model.Back()),
            Protobuf = ProtobufMapping.Of(8, ProtobufComplex.From, message => message.Back()),
        },
        new MessageSet<StringMessage, StringBody, StringCalls>("String", Medium, Quick, StringMessage.Create)
        {
            Peers = PeerMapping.Of(item => (StringModel)MessageModel.From(item), model => model.Back()),
            Protobuf = ProtobufMapping.Of<ProtobufText>(9, item => new() { Text = ((StringMessage)item).Text }, message =>
                new StringMessage { Text = message.Text }),
        },
        new MessageSet<StructMessage, StructBody, StructCalls>("Struct", Medium, Quick, StructMessage.Create)
        {
            Peers = PeerMapping.Of(item => (StructModel)MessageModel.From(item), model => model.Back()),
            Protobuf = ProtobufMapping.Of(10, ProtobufStruct.From, message => message.Back()),
        },
        new MessageSet<BoxedPrimitivesMessage, BoxedPrimitivesBody, BoxedPrimitivesCalls>("BoxedPrimitives", Medium, Quick, BoxedPrimitivesMessage.Create)
        {
            Peers = PeerMapping.HyperionAlone,
            Json = false,
        },
        new MessageSet<ByteArrayMessage, ByteArrayBody, ByteArrayCalls>("ByteArray", Large, QuickLarge, ByteArrayMessage.Create)
        {
            Peers = PeerMapping.Of(ByteArrayModel.From, model => model.Back()),
            HasLongArrays = true,
            Protobuf = ProtobufMapping.Of<ProtobufBytes>(
                11,
                item => new() { Value = UnsafeByteOperations.UnsafeWrap(((ByteArrayMessage)item).Bytes) },
                message => new ByteArrayMessage { Bytes = message.Value.ToByteArray() }),
        },
        new MessageSet<IntArrayMessage, IntArrayBody, IntArrayCalls>("IntArray", Large, QuickLarge, IntArrayMessage.Create)
        {
            Peers = PeerMapping.Of(IntArrayModel.From, model => model.Back()),
            HasLongArrays = true,
            Protobuf = ProtobufMapping.Of(12, ArrayToProtobuf, message => new IntArrayMessage { Numbers = [.. message.Values] }),
        },
        new MessageSet<TriDimensionalMessage, TriDimensionalBody, TriDimensionalCalls>("TriDimensional", Large, QuickLarge, TriDimensionalMessage.Create)
        {
            Peers = PeerMapping.Of(TriDimensionalModel.From, model => model.Back(), PeerNames.ProtobufNet),
            HasLongArrays = true,
            Json = false,
            DataContract = false,
        },
        new MessageSet<DictionaryMessage, DictionaryBody, DictionaryCalls>("Dictionary", Large, QuickLarge, DictionaryMessage.Create)
        {
            Peers = PeerMapping.Of(DictionaryModel.From, model => model.Back()),
            HasLongArrays = true,
            Protobuf = ProtobufMapping.Of(13, ProtobufTables.From, message => message.Back()),
        },
        new ValueSet<LargeStruct, LargeStructCodec>(
            "LargeStruct", Small, Quick, LargeStruct.Create, ProtobufMapping.Of(14, StructToProtobuf, StructFromProtobuf),
            PeerMapping.Of(LargeStructModel.From, model => model.Back())),
        new ValueSet<Guid, GuidCodec>(
            "Guid",
            Small,
            Quick,
            random => new Guid((int)random.Mixed(), (short)random.Mixed(), (short)random.Mixed(), BitConverter.GetBytes(random.Mixed())),
            ProtobufMapping.Of<ProtobufBytes>(15, item => new() { Value = ByteString.CopyFrom(((Guid)item).ToByteArray()) }, message =>
                new Guid(message.Value.Span)),
            PeerMapping.Of(item => (Guid)item, value => value)),
        new ValueSet<int, Int32Codec>(
            "Int32",
            Small,
            Quick,
            random => (int)random.Mixed(),
            ProtobufMapping.Of<ProtobufInt32>(16, item => new() { Value = (int)item }, message => message.Value),
            PeerMapping.Of(item => (int)item, value => value)),
    ];

    private static ProtobufIntArray ArrayToProtobuf(object message)
    {
        ProtobufIntArray array = new();
        array.Values.AddRange(((IntArrayMessage)message).Numbers ?? []);
        return array;
    }

    private static ProtobufLargeStruct StructToProtobuf(object value)
    {
        LargeStruct s = (LargeStruct)value;
        return new() { A = s.A, B = s.B, C = s.C, D = s.D };
    }

    private static object StructFromProtobuf(ProtobufLargeStruct message) =>
        new LargeStruct { A = message.A, B = message.B, C = message.C, D = message.D };
}
