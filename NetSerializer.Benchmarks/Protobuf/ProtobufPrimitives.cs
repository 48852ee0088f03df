using Google.Protobuf;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Protobuf;

/// <summary>One field for each member of <see cref="PrimitivesMessage"/>, in its order; the date as fixed64 ticks.</summary>
internal sealed class ProtobufPrimitives : ProtobufMessage<ProtobufPrimitives>
{
    private bool _boolean;
    private uint _byte;
    private uint _character;
    private ulong _date;
    private double _double;
    private int _figure;
    private int _int16;
    private int _int32;
    private long _int64;
    private int _sbyte;
    private float _single;
    private uint _uint16;
    private uint _uint32;
    private ulong _uint64;

    public static ProtobufPrimitives From(object message)
    {
        PrimitivesMessage m = (PrimitivesMessage)message;
        return new()
        {
            _boolean = m.Boolean,
            _byte = m.Byte,
            _character = m.Character,
            _date = (ulong)m.Date.Ticks,
            _double = m.Double,
            _figure = (int)m.Figure,
            _int16 = m.Int16,
            _int32 = m.Int32,
            _int64 = m.Int64,
            _sbyte = m.SByte,
            _single = m.Single,
            _uint16 = m.UInt16,
            _uint32 = m.UInt32,
            _uint64 = m.UInt64,
        };
    }

    public PrimitivesMessage Back() => new()
    {
        Boolean = _boolean,
        Byte = (byte)_byte,
        Character = (char)_character,
        Date = new DateTime((long)_date, DateTimeKind.Utc),
        Double = _double,
        Figure = (Figure)_figure,
        Int16 = (short)_int16,
        Int32 = _int32,
        Int64 = _int64,
        SByte = (sbyte)_sbyte,
        Single = _single,
        UInt16 = (ushort)_uint16,
        UInt32 = _uint32,
        UInt64 = _uint64,
    };

    public override int CalculateSize()
    {
        int size = _boolean ? 2 : 0;
        size += _byte == 0 ? 0 : 1 + CodedOutputStream.ComputeUInt32Size(_byte);
        size += _character == 0 ? 0 : 1 + CodedOutputStream.ComputeUInt32Size(_character);
        size += _date == 0 ? 0 : 9;
        size += _double == 0 ? 0 : 9;
        size += _figure == 0 ? 0 : 1 + CodedOutputStream.ComputeEnumSize(_figure);
        size += _int16 == 0 ? 0 : 1 + CodedOutputStream.ComputeSInt32Size(_int16);
        size += _int32 == 0 ? 0 : 1 + CodedOutputStream.ComputeSInt32Size(_int32);
        size += _int64 == 0 ? 0 : 1 + CodedOutputStream.ComputeSInt64Size(_int64);
        size += _sbyte == 0 ? 0 : 1 + CodedOutputStream.ComputeSInt32Size(_sbyte);
        size += _single == 0 ? 0 : 5;
        size += _uint16 == 0 ? 0 : 1 + CodedOutputStream.ComputeUInt32Size(_uint16);
        size += _uint32 == 0 ? 0 : 1 + CodedOutputStream.ComputeUInt32Size(_uint32);
        size += _uint64 == 0 ? 0 : 1 + CodedOutputStream.ComputeUInt64Size(_uint64);
        return size;
    }

    public override void InternalWriteTo(ref WriteContext output)
    {
        if (_boolean)
        {
            output.WriteRawTag(8);
            output.WriteBool(_boolean);
        }
        if (_byte != 0)
        {
            output.WriteRawTag(16);
            output.WriteUInt32(_byte);
        }
        if (_character != 0)
        {
            output.WriteRawTag(24);
            output.WriteUInt32(_character);
        }
        if (_date != 0)
        {
            output.WriteRawTag(33);
            output.WriteFixed64(_date);
        }
        if (_double != 0)
        {
            output.WriteRawTag(41);
            output.WriteDouble(_double);
        }
        if (_figure != 0)
        {
            output.WriteRawTag(48);
            output.WriteEnum(_figure);
        }
        if (_int16 != 0)
        {
            output.WriteRawTag(56);
            output.WriteSInt32(_int16);
        }
        if (_int32 != 0)
        {
            output.WriteRawTag(64);
            output.WriteSInt32(_int32);
        }
        if (_int64 != 0)
        {
            output.WriteRawTag(72);
            output.WriteSInt64(_int64);
        }
        if (_sbyte != 0)
        {
            output.WriteRawTag(80);
            output.WriteSInt32(_sbyte);
        }
        if (_single != 0)
        {
            output.WriteRawTag(93);
            output.WriteFloat(_single);
        }
        if (_uint16 != 0)
        {
            output.WriteRawTag(96);
            output.WriteUInt32(_uint16);
        }
        if (_uint32 != 0)
        {
            output.WriteRawTag(104);
            output.WriteUInt32(_uint32);
        }
        if (_uint64 != 0)
        {
            output.WriteRawTag(112);
            output.WriteUInt64(_uint64);
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
                    _boolean = input.ReadBool();
                    break;
                case 16:
                    _byte = input.ReadUInt32();
                    break;
                case 24:
                    _character = input.ReadUInt32();
                    break;
                case 33:
                    _date = input.ReadFixed64();
                    break;
                case 41:
                    _double = input.ReadDouble();
                    break;
                case 48:
                    _figure = input.ReadEnum();
                    break;
                case 56:
                    _int16 = input.ReadSInt32();
                    break;
                case 64:
                    _int32 = input.ReadSInt32();
                    break;
                case 72:
                    _int64 = input.ReadSInt64();
                    break;
                case 80:
                    _sbyte = input.ReadSInt32();
                    break;
                case 93:
                    _single = input.ReadFloat();
                    break;
                case 96:
                    _uint16 = input.ReadUInt32();
                    break;
                case 104:
                    _uint32 = input.ReadUInt32();
                    break;
                case 112:
                    _uint64 = input.ReadUInt64();
                    break;
                default:
                    Skip(ref input);
                    break;
            }
        }
    }
}
