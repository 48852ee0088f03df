using Google.Protobuf;

namespace NetSerializer.Benchmarks.Protobuf;

/// <summary>message { sint32 value = 1; } for the 8-, 16- and 32-bit messages.</summary>
internal sealed class ProtobufInt32 : ProtobufMessage<ProtobufInt32>
{
    public int Value;

    public override int CalculateSize() => Value == 0 ? 0 : 1 + CodedOutputStream.ComputeSInt32Size(Value);

    public override void InternalWriteTo(ref WriteContext output)
    {
        if (Value != 0)
        {
            output.WriteRawTag(8);
            output.WriteSInt32(Value);
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
                    Value = input.ReadSInt32();
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }
}

/// <summary>message { sint64 value = 1; }</summary>
internal sealed class ProtobufInt64 : ProtobufMessage<ProtobufInt64>
{
    public long Value;

    public override int CalculateSize() => Value == 0 ? 0 : 1 + CodedOutputStream.ComputeSInt64Size(Value);

    public override void InternalWriteTo(ref WriteContext output)
    {
        if (Value != 0)
        {
            output.WriteRawTag(8);
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
                    Value = input.ReadSInt64();
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }
}

/// <summary>message { uint32 value = 1; } for bytes.</summary>
internal sealed class ProtobufUInt32 : ProtobufMessage<ProtobufUInt32>
{
    public uint Value;

    public override int CalculateSize() => Value == 0 ? 0 : 1 + CodedOutputStream.ComputeUInt32Size(Value);

    public override void InternalWriteTo(ref WriteContext output)
    {
        if (Value != 0)
        {
            output.WriteRawTag(8);
            output.WriteUInt32(Value);
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
                    Value = input.ReadUInt32();
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }
}

/// <summary>message { uint64 a = 1; uint64 b = 2; uint64 c = 3; uint64 d = 4; }</summary>
internal sealed class ProtobufLargeStruct : ProtobufMessage<ProtobufLargeStruct>
{
    public ulong A;
    public ulong B;
    public ulong C;
    public ulong D;

    public override int CalculateSize() => Size(A) + Size(B) + Size(C) + Size(D);

    public override void InternalWriteTo(ref WriteContext output)
    {
        if (A != 0)
        {
            output.WriteRawTag(8);
            output.WriteUInt64(A);
        }
        if (B != 0)
        {
            output.WriteRawTag(16);
            output.WriteUInt64(B);
        }
        if (C != 0)
        {
            output.WriteRawTag(24);
            output.WriteUInt64(C);
        }
        if (D != 0)
        {
            output.WriteRawTag(32);
            output.WriteUInt64(D);
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
                    A = input.ReadUInt64();
                    break;
                case 16:
                    B = input.ReadUInt64();
                    break;
                case 24:
                    C = input.ReadUInt64();
                    break;
                case 32:
                    D = input.ReadUInt64();
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }

    private static int Size(ulong value) => value == 0 ? 0 : 1 + CodedOutputStream.ComputeUInt64Size(value);
}

/// <summary>message { bytes value = 1; } for byte arrays and Guids.</summary>
internal sealed class ProtobufBytes : ProtobufMessage<ProtobufBytes>
{
    public ByteString Value = ByteString.Empty;

    public override int CalculateSize() => Value.Length == 0 ? 0 : 1 + CodedOutputStream.ComputeBytesSize(Value);

    public override void InternalWriteTo(ref WriteContext output)
    {
        if (Value.Length != 0)
        {
            output.WriteRawTag(10);
            output.WriteBytes(Value);
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
                    Value = input.ReadBytes();
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }
}

/// <summary>message { repeated sint32 values = 1 [packed]; }</summary>
internal sealed class ProtobufIntArray : ProtobufMessage<ProtobufIntArray>
{
    private static readonly FieldCodec<int> s_codec = FieldCodec.ForSInt32(10);

    public Google.Protobuf.Collections.RepeatedField<int> Values { get; } = [];

    public override int CalculateSize() => Values.CalculateSize(s_codec);

    public override void InternalWriteTo(ref WriteContext output) => Values.WriteTo(ref output, s_codec);

    public override void InternalMergeFrom(ref ParseContext input)
    {
        uint tag;
        while ((tag = input.ReadTag()) != 0)
        {
            switch (tag)
            {
                case 10:
                case 8:
                    Values.AddEntriesFrom(ref input, s_codec);
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }
}
