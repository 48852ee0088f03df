using Google.Protobuf;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Protobuf;

/// <summary>message { optional string text = 1; }</summary>
internal sealed class ProtobufText : ProtobufMessage<ProtobufText>
{
    public string? Text;

    public override int CalculateSize() => Text is null ? 0 : 1 + CodedOutputStream.ComputeStringSize(Text);

    public override void InternalWriteTo(ref WriteContext output)
    {
        if (Text is not null)
        {
            output.WriteRawTag(10);
            output.WriteString(Text);
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
                    Text = input.ReadString();
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }
}

/// <summary>message { uint32 byte = 1; sint32 int32 = 2; sint64 int64 = 3; }</summary>
internal sealed class ProtobufNumberStruct : ProtobufMessage<ProtobufNumberStruct>
{
    public uint Byte;
    public int Int32;
    public long Int64;

    public override int CalculateSize() =>
        (Byte == 0 ? 0 : 1 + CodedOutputStream.ComputeUInt32Size(Byte))
        + (Int32 == 0 ? 0 : 1 + CodedOutputStream.ComputeSInt32Size(Int32))
        + (Int64 == 0 ? 0 : 1 + CodedOutputStream.ComputeSInt64Size(Int64));

    public override void InternalWriteTo(ref WriteContext output)
    {
        if (Byte != 0)
        {
            output.WriteRawTag(8);
            output.WriteUInt32(Byte);
        }
        if (Int32 != 0)
        {
            output.WriteRawTag(16);
            output.WriteSInt32(Int32);
        }
        if (Int64 != 0)
        {
            output.WriteRawTag(24);
            output.WriteSInt64(Int64);
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
                    Byte = input.ReadUInt32();
                    break;
                case 16:
                    Int32 = input.ReadSInt32();
                    break;
                case 24:
                    Int64 = input.ReadSInt64();
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }
}

/// <summary>message { sint32 int32 = 1; optional string text = 2; }</summary>
internal sealed class ProtobufTextStruct : ProtobufMessage<ProtobufTextStruct>
{
    public int Int32;
    public string? Text;

    public override int CalculateSize() =>
        (Int32 == 0 ? 0 : 1 + CodedOutputStream.ComputeSInt32Size(Int32))
        + (Text is null ? 0 : 1 + CodedOutputStream.ComputeStringSize(Text));

    public override void InternalWriteTo(ref WriteContext output)
    {
        if (Int32 != 0)
        {
            output.WriteRawTag(8);
            output.WriteSInt32(Int32);
        }
        if (Text is not null)
        {
            output.WriteRawTag(18);
            output.WriteString(Text);
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
                    Int32 = input.ReadSInt32();
                    break;
                case 18:
                    Text = input.ReadString();
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }
}

/// <summary>message { NumberStruct numbers = 1; TextStruct texts = 2; }</summary>
internal sealed class ProtobufStruct : ProtobufMessage<ProtobufStruct>
{
    private ProtobufNumberStruct? _numbers;
    private ProtobufTextStruct? _texts;

    public static ProtobufStruct From(object message)
    {
        StructMessage m = (StructMessage)message;
        return new()
        {
            _numbers = new() { Byte = m.Numbers.Byte, Int32 = m.Numbers.Int32, Int64 = m.Numbers.Int64 },
            _texts = new() { Int32 = m.Texts.Int32, Text = m.Texts.Text },
        };
    }

    public StructMessage Back() => new()
    {
        Numbers = { Byte = (byte)_numbers!.Byte, Int32 = _numbers.Int32, Int64 = _numbers.Int64 },
        Texts = { Int32 = _texts!.Int32, Text = _texts.Text },
    };

    public override int CalculateSize() =>
        (_numbers is null ? 0 : 1 + CodedOutputStream.ComputeMessageSize(_numbers))
        + (_texts is null ? 0 : 1 + CodedOutputStream.ComputeMessageSize(_texts));

    public override void InternalWriteTo(ref WriteContext output)
    {
        if (_numbers is not null)
        {
            output.WriteRawTag(10);
            output.WriteMessage(_numbers);
        }
        if (_texts is not null)
        {
            output.WriteRawTag(18);
            output.WriteMessage(_texts);
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
                    input.ReadMessage(_numbers ??= new());
                    break;
                case 18:
                    input.ReadMessage(_texts ??= new());
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }
}
