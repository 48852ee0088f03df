using Google.Protobuf;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Protobuf;

/// <summary>message { sint32 number = 1; sint64 value = 2; }</summary>
internal sealed class ProtobufLeaf : ProtobufMessage<ProtobufLeaf>
{
    public int Number;
    public long Value;

    public static ProtobufLeaf? From(LeafBase? leaf) => leaf is null ? null : new() { Number = leaf.Number, Value = ((Leaf)leaf).Value };

    public Leaf Back() => new() { Number = Number, Value = Value };

    public override int CalculateSize() =>
        (Number == 0 ? 0 : 1 + CodedOutputStream.ComputeSInt32Size(Number)) + (Value == 0 ? 0 : 1 + CodedOutputStream.ComputeSInt64Size(Value));

    public override void InternalWriteTo(ref WriteContext output)
    {
        if (Number != 0)
        {
            output.WriteRawTag(8);
            output.WriteSInt32(Number);
        }
        if (Value != 0)
        {
            output.WriteRawTag(16);
            output.WriteSInt64(Value);
        }
    }

    public override void InternalMergeFrom(ref ParseContext input)
    {
        uint tag;
        while ((tag = input.ReadTag()) != 0)
        {
            switch (tag)
            {
                case 8:
                    Number = input.ReadSInt32();
                    break;
                case 16:
                    Value = input.ReadSInt64();
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }
}

/// <summary>message { Leaf abstract = 1; Int64 interface = 2; Int32 message = 3; Leaf sealed = 4; }</summary>
internal sealed class ProtobufComplex : ProtobufMessage<ProtobufComplex>
{
    private ProtobufLeaf? _abstract;
    private ProtobufInt64? _interface;
    private ProtobufInt32? _message;
    private ProtobufLeaf? _sealed;

    public static ProtobufComplex From(object message)
    {
        ComplexMessage m = (ComplexMessage)message;
        return new()
        {
            _abstract = ProtobufLeaf.From(m.Abstract),
            _interface = m.Interface is Marked marked ? new() { Value = marked.Value } : null,
            _message = m.Message is { } inner ? new() { Value = inner.Value } : null,
            _sealed = ProtobufLeaf.From(m.Sealed),
        };
    }

    public ComplexMessage Back() => new()
    {
        Abstract = _abstract?.Back(),
        Interface = _interface is null ? null : new Marked { Value = _interface.Value },
        Message = _message is null ? null : new S16Message { Value = (short)_message.Value },
        Sealed = _sealed?.Back(),
    };

    public override int CalculateSize()
    {
        int size = _abstract is null ? 0 : 1 + CodedOutputStream.ComputeMessageSize(_abstract);
        size += _interface is null ? 0 : 1 + CodedOutputStream.ComputeMessageSize(_interface);
        size += _message is null ? 0 : 1 + CodedOutputStream.ComputeMessageSize(_message);
        size += _sealed is null ? 0 : 1 + CodedOutputStream.ComputeMessageSize(_sealed);
        return size;
    }

    public override void InternalWriteTo(ref WriteContext output)
    {
        if (_abstract is not null)
        {
            output.WriteRawTag(10);
            output.WriteMessage(_abstract);
        }
        if (_interface is not null)
        {
            output.WriteRawTag(18);
            output.WriteMessage(_interface);
        }
        if (_message is not null)
        {
            output.WriteRawTag(26);
            output.WriteMessage(_message);
        }
        if (_sealed is not null)
        {
            output.WriteRawTag(34);
            output.WriteMessage(_sealed);
        }
    }

    public override void InternalMergeFrom(ref ParseContext input)
    {
        uint tag;
        while ((tag = input.ReadTag()) != 0)
        {
            switch (tag)
            {
                case 10:
                    input.ReadMessage(_abstract ??= new());
                    break;
                case 18:
                    input.ReadMessage(_interface ??= new());
                    break;
                case 26:
                    input.ReadMessage(_message ??= new());
                    break;
                case 34:
                    input.ReadMessage(_sealed ??= new());
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }
}
