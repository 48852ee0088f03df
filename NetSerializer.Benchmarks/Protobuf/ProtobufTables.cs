using Google.Protobuf;
using Google.Protobuf.Collections;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Protobuf;

/// <summary>message { map of sint32 to sint32 numbers = 1; map of string to Int64 objects = 2; }. Maps have no null: an empty one stands for it.</summary>
internal sealed class ProtobufTables : ProtobufMessage<ProtobufTables>
{
    private static readonly MapField<int, int>.Codec s_numbersCodec =
        new(FieldCodec.ForSInt32(8, 0), FieldCodec.ForSInt32(16, 0), 10);

    private static readonly MapField<string, ProtobufInt64>.Codec s_objectsCodec =
        new(FieldCodec.ForString(10, ""), FieldCodec.ForMessage(18, new MessageParser<ProtobufInt64>(() => new())), 18);

    private readonly MapField<int, int> _numbers = [];
    private readonly MapField<string, ProtobufInt64> _objects = [];

    public static ProtobufTables From(object message)
    {
        DictionaryMessage m = (DictionaryMessage)message;
        ProtobufTables tables = new();
        foreach (KeyValuePair<int, int> entry in m.Numbers ?? [])
        {
            tables._numbers.Add(entry.Key, entry.Value);
        }
        foreach (KeyValuePair<string, Marked> entry in m.Objects ?? [])
        {
            tables._objects.Add(entry.Key, new() { Value = entry.Value.Value });
        }
        return tables;
    }

    public DictionaryMessage Back()
    {
        DictionaryMessage message = new();
        if (_numbers.Count > 0)
        {
            message.Numbers = new(_numbers);
        }
        if (_objects.Count > 0)
        {
            message.Objects = _objects.ToDictionary(entry => entry.Key, entry => new Marked { Value = entry.Value.Value });
        }
        return message;
    }

    public override int CalculateSize() => _numbers.CalculateSize(s_numbersCodec) + _objects.CalculateSize(s_objectsCodec);

    public override void InternalWriteTo(ref WriteContext output)
    {
        _numbers.WriteTo(ref output, s_numbersCodec);
        _objects.WriteTo(ref output, s_objectsCodec);
    }

    public override void InternalMergeFrom(ref ParseContext input)
    {
        uint tag;
        while ((tag = input.ReadTag()) != 0)
        {
            switch (tag)
            {
                case 10:
                    _numbers.AddEntriesFrom(ref input, s_numbersCodec);
                    break;
                case 18:
                    _objects.AddEntriesFrom(ref input, s_objectsCodec);
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }
}
