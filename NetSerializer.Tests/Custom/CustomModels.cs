using System.Globalization;
using System.Text;

namespace NetSerializer.Tests.Custom;

/// <summary>All primitives of the public writer and reader, in one value.</summary>
internal sealed record Everything(
    bool Boolean, byte Byte, sbyte SByte, char Char, short Int16, ushort UInt16, int Int32, uint UInt32, long Int64, ulong UInt64, Half Half, float Single,
    double Double, decimal Decimal,
    DateTime DateTime, DateTimeOffset DateTimeOffset, TimeSpan TimeSpan, DateOnly DateOnly, TimeOnly TimeOnly, Guid Guid, string? Text, string Name,
    string Bytes);

internal sealed class EverythingSerializer : ICustomSerializer<Everything>
{
    public int MinimumSize => 60;

    public string Format => "everything 1";

    public void Write(ref WireWriter writer, Everything value)
    {
        writer.WriteBoolean(value.Boolean);
        writer.WriteByte(value.Byte);
        writer.WriteSByte(value.SByte);
        writer.WriteChar(value.Char);
        writer.WriteInt16(value.Int16);
        writer.WriteUInt16(value.UInt16);
        writer.WriteInt32(value.Int32);
        writer.WriteUInt32(value.UInt32);
        writer.WriteInt64(value.Int64);
        writer.WriteUInt64(value.UInt64);
        writer.WriteHalf(value.Half);
        writer.WriteSingle(value.Single);
        writer.WriteDouble(value.Double);
        writer.WriteDecimal(value.Decimal);
        writer.WriteDateTime(value.DateTime);
        writer.WriteDateTimeOffset(value.DateTimeOffset);
        writer.WriteTimeSpan(value.TimeSpan);
        writer.WriteDateOnly(value.DateOnly);
        writer.WriteTimeOnly(value.TimeOnly);
        writer.WriteGuid(value.Guid);
        writer.WriteString(value.Text);
        writer.WriteString(value.Name);
        byte[] bytes = Encoding.UTF8.GetBytes(value.Bytes);
        writer.WriteCount(bytes.Length);
        writer.WriteBytes(bytes);
    }

    public Everything Read(ref WireReader reader)
    {
        var value = new Everything(
            reader.ReadBoolean(), reader.ReadByte(), reader.ReadSByte(), reader.ReadChar(), reader.ReadInt16(), reader.ReadUInt16(), reader.ReadInt32(),
            reader.ReadUInt32(), reader.ReadInt64(),
            reader.ReadUInt64(), reader.ReadHalf(), reader.ReadSingle(), reader.ReadDouble(), reader.ReadDecimal(), reader.ReadDateTime(),
            reader.ReadDateTimeOffset(), reader.ReadTimeSpan(), reader.ReadDateOnly(),
            reader.ReadTimeOnly(), reader.ReadGuid(), reader.ReadString(), reader.ReadNonNullString(), "");
        int count = reader.ReadCount(minimumSize: 1);
        reader.Charge(64 + (3L * count));
        byte[] bytes = new byte[count];
        reader.ReadBytes(bytes);
        string text = Encoding.UTF8.GetString(bytes);
        if (!Encoding.UTF8.GetBytes(text).AsSpan().SequenceEqual(bytes))
        {
            reader.Reject("No UTF-8.");
        }
        return value with { Bytes = text };
    }
}

/// <summary>A generic type without [Serializable], with nested values, one of them its own kind.</summary>
internal sealed class Chain<T>(T? head, Chain<T>? tail)
{
    public T? Head => head;

    public Chain<T>? Tail => tail;

    public override bool Equals(object? obj) => obj is Chain<T> other && Equals(head, other.Head) && Equals(tail, other.Tail);

    public override int GetHashCode() => HashCode.Combine(head, tail);
}

internal sealed class ChainSerializer<T> : ICustomSerializer<Chain<T>>
{
    public IReadOnlyList<Type> NestedTypes => [typeof(T), typeof(Chain<T>)];

    public int MinimumSize => 1;

    public void Write(ref WireWriter writer, Chain<T> value)
    {
        writer.Write(value.Head);
        writer.Write(value.Tail);
    }

    public Chain<T> Read(ref WireReader reader) => new(reader.Read<T>(), reader.Read<Chain<T>>());
}

/// <summary>A struct, with state in its serializer.</summary>
internal readonly record struct Meters(double Value);

internal sealed class MetersSerializer(double unit) : ICustomSerializer<Meters>
{
    public int MinimumSize => 8;

    public void Write(ref WireWriter writer, Meters value) => writer.WriteDouble(value.Value / unit);

    public Meters Read(ref WireReader reader) => new(reader.ReadDouble() * unit);
}

/// <summary>An abstract class of the framework whose objects are of classes that nobody can name.</summary>
internal sealed class CultureSerializer : ICustomSerializer<CultureInfo>
{
    public int MinimumSize => 1;

    public bool HandlesDerivedTypes => true;

    public void Write(ref WireWriter writer, CultureInfo value) => writer.WriteString(value.Name);

    public CultureInfo Read(ref WireReader reader)
    {
        string name = reader.ReadNonNullString();
        CultureInfo culture = CultureInfo.GetCultureInfo(name, predefinedOnly: true);
        if (culture.Name != name)
        {
            reader.Reject("The name of a culture in another spelling.");
        }
        return culture;
    }
}

internal sealed class NamedCulture() : CultureInfo("de-DE");

/// <summary>What has no default constructor and no fields that travel.</summary>
internal sealed class Angle
{
    private readonly Func<double> _radians;

    public Angle(double degrees) => _radians = () => degrees * Math.PI / 180;

    public double Degrees => Math.Round(_radians() * 180 / Math.PI, 6);

    public override bool Equals(object? obj) => obj is Angle other && Degrees == other.Degrees;

    public override int GetHashCode() => Degrees.GetHashCode();
}

/// <summary>Writes itself, and can be told to read too little or too much.</summary>
internal sealed class SelfWritten : ICustomBinarySerializable, IEquatable<SelfWritten>
{
    public string Text { get; set; } = "not set by reading";

    public int Number { get; set; }

    [field: ThreadStatic]
    public static int Excess { get; set; }

    public void WriteDataTo(BinaryWriter writer)
    {
        writer.Write(Text);
        writer.Write(Number);
    }

    public void SetDataFrom(BinaryReader reader)
    {
        Text = reader.ReadString();
        if (Excess >= 0)
        {
            Number = reader.ReadInt32();
        }
        for (int i = 0; i < Excess; i++)
        {
            reader.ReadByte();
        }
    }

    public bool Equals(SelfWritten? other) => other != null && Text == other.Text && Number == other.Number;

    public override bool Equals(object? obj) => Equals(obj as SelfWritten);

    public override int GetHashCode() => HashCode.Combine(Text, Number);
}

internal record struct SelfWrittenStruct(long Value) : ICustomBinarySerializable
{
    public readonly void WriteDataTo(BinaryWriter writer) => writer.Write7BitEncodedInt64(Value);

    public void SetDataFrom(BinaryReader reader) => Value = reader.Read7BitEncodedInt64();
}

/// <summary>Four bytes, from the highest to the lowest.</summary>
internal sealed class BigEndianSerializer : ICustomSerializer<int>
{
    public void Write(ref WireWriter w, int value)
    {
        for (int shift = 24; shift >= 0; shift -= 8)
        {
            w.WriteByte((byte)(value >> shift));
        }
    }

    public int Read(ref WireReader r)
    {
        int value = 0;
        for (int i = 0; i < 4; i++)
        {
            value = value << 8 | r.ReadByte();
        }
        return value;
    }
}

[Serializable]
internal sealed class Sides
{
    public int A, B;
    public uint C, D;
}
