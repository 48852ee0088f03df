using Google.Protobuf;

namespace NetSerializer.Benchmarks.Protobuf;

/// <summary>message { oneof any { ... } }: what protobuf has instead of a base class. The field number is the set's.</summary>
internal sealed class ProtobufEnvelope(Func<int, IBufferMessage> create) : IBufferMessage
{
    private const int LengthDelimited = 2;

    private int _field;

    public IBufferMessage? Message { get; private set; }

    public Google.Protobuf.Reflection.MessageDescriptor Descriptor => throw new NotSupportedException("Messages of the benchmark have no reflection.");

    public void Set(int field, IBufferMessage message) => (_field, Message) = (field, message);

    public int CalculateSize() =>
        Message is null ? 0 : CodedOutputStream.ComputeTagSize(_field) + CodedOutputStream.ComputeMessageSize(Message);

    public void InternalWriteTo(ref WriteContext output)
    {
        if (Message is not null)
        {
            output.WriteTag(_field, WireFormat.WireType.LengthDelimited);
            output.WriteMessage(Message);
        }
    }

    public void InternalMergeFrom(ref ParseContext input)
    {
        uint tag;
        while ((tag = input.ReadTag()) != 0)
        {
            if ((tag & 7) != LengthDelimited)
            {
                throw new InvalidDataException("Unknown field.");
            }
            _field = (int)(tag >> 3);
            Message = create(_field);
            input.ReadMessage(Message);
        }
    }

    public void MergeFrom(CodedInputStream input) => input.ReadRawMessage(this);

    public void WriteTo(CodedOutputStream output) => output.WriteRawMessage(this);
}
