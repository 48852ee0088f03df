using System.Data.SqlTypes;
using NetSerializer.Values;

namespace NetSerializer.Data;

/// <summary>The values of System.Data.SqlTypes: whether there is one, and then its parts (docs/wire-format.md, section 5h).</summary>
internal static class SqlValues
{
    // The overhead of an array, with the bytes that its size is rounded up by.
    private const int DecimalParts = 4, Overhead = 32;
    private const decimal MoneyScale = 10_000m;

    /// <summary>The serializer of one of these types, or null.</summary>
    public static object? Find(Type type) => type.Name switch
    {
        nameof(SqlBoolean) => Of((ref w, v) => w.WriteBoolean(v.Value), (ref r) => new SqlBoolean(r.ReadBoolean()), SqlBoolean.Null),
        nameof(SqlByte) => Of((ref w, v) => w.WriteByte(v.Value), (ref r) => new SqlByte(r.ReadByte()), SqlByte.Null),
        nameof(SqlInt16) => Of((ref w, v) => w.WriteInt16(v.Value), (ref r) => new SqlInt16(r.ReadInt16()), SqlInt16.Null),
        nameof(SqlInt32) => Of((ref w, v) => w.WriteInt32(v.Value), (ref r) => new SqlInt32(r.ReadInt32()), SqlInt32.Null),
        nameof(SqlInt64) => Of((ref w, v) => w.WriteInt64(v.Value), (ref r) => new SqlInt64(r.ReadInt64()), SqlInt64.Null),
        nameof(SqlSingle) => Of((ref w, v) => w.WriteSingle(v.Value), (ref r) => new SqlSingle(r.ReadSingle()), SqlSingle.Null),
        nameof(SqlDouble) => Of((ref w, v) => w.WriteDouble(v.Value), (ref r) => new SqlDouble(r.ReadDouble()), SqlDouble.Null),
        nameof(SqlMoney) => Of(
            (ref w, v) => w.WriteInt64((long)(v.Value * MoneyScale)), (ref r) => new SqlMoney(r.ReadInt64() / MoneyScale), SqlMoney.Null),
        nameof(SqlDecimal) => Of(WriteDecimal, ReadDecimal, SqlDecimal.Null),
        nameof(SqlDateTime) => Of(
            (ref w, v) =>
            {
                w.WriteInt32(v.DayTicks);
                w.WriteInt32(v.TimeTicks);
            },
            (ref r) => new SqlDateTime(r.ReadInt32(), r.ReadInt32()), SqlDateTime.Null),
        nameof(SqlGuid) => Of((ref w, v) => w.WriteGuid(v.Value), (ref r) => new SqlGuid(r.ReadGuid()), SqlGuid.Null),
        nameof(SqlString) => Of(
            (ref w, v) =>
            {
                w.WriteString(v.Value);
                w.WriteInt32(v.LCID);
                w.WriteInt32((int)v.SqlCompareOptions);
            },
            (ref r) =>
            {
                string text = r.ReadNonNullString();
                return new SqlString(text, r.ReadInt32(), (SqlCompareOptions)r.ReadInt32());
            },
            SqlString.Null),
        nameof(SqlBinary) => Of((ref w, v) => CountedBytes.Write(ref w, v.Value), (ref r) => new SqlBinary(ReadCopied(ref r)), SqlBinary.Null),
        nameof(SqlBytes) => Of((ref w, v) => CountedBytes.Write(ref w, v.Value), (ref r) => new SqlBytes(CountedBytes.Read(ref r)), SqlBytes.Null),
        nameof(SqlChars) => Of(
            (ref w, v) => w.WriteString(new string(v.Value)),
            (ref r) =>
            {
                string text = r.ReadNonNullString();
                r.Charge(Overhead + sizeof(char) * (long)text.Length);
                return new SqlChars(text.ToCharArray());
            },
            SqlChars.Null),
        _ => null,
    };

    private static Serializer<T> Of<T>(WritePart<T> write, ReadPart<T> read, T none) where T : INullable => new(write, read, none);

    private static byte[] ReadCopied(ref WireReader reader)
    {
        byte[] bytes = CountedBytes.Read(ref reader);
        reader.Charge(Overhead + (long)bytes.Length);
        return bytes;
    }

    private static void WriteDecimal(ref WireWriter writer, SqlDecimal value)
    {
        writer.WriteByte(value.Precision);
        writer.WriteByte(value.Scale);
        writer.WriteBoolean(value.IsPositive);
        foreach (int part in value.Data)
        {
            writer.WriteUInt32((uint)part);
        }
    }

    private static SqlDecimal ReadDecimal(ref WireReader reader)
    {
        byte precision = reader.ReadByte(), scale = reader.ReadByte();
        bool isPositive = reader.ReadBoolean();
        Span<int> parts = stackalloc int[DecimalParts];
        foreach (ref int part in parts)
        {
            part = (int)reader.ReadUInt32();
        }
        var made = new SqlDecimal(precision, scale, isPositive, parts[0], parts[1], parts[2], parts[3]);
        if (made.IsPositive != isPositive)
        {
            reader.Reject("A SqlDecimal is 0, and negative.");
        }
        return made;
    }

    private delegate void WritePart<T>(ref WireWriter writer, T value);

    private delegate T ReadPart<T>(ref WireReader reader);

    private sealed class Serializer<T>(WritePart<T> write, ReadPart<T> read, T none) : ICustomSerializer<T> where T : INullable
    {
        public int MinimumSize => 1;

        public string Format => typeof(T).Name;

        public void Write(ref WireWriter writer, T value)
        {
            writer.WriteBoolean(!value.IsNull);
            if (!value.IsNull)
            {
                write(ref writer, value);
            }
        }

        public T Read(ref WireReader reader)
        {
            try
            {
                return reader.ReadBoolean() ? read(ref reader) : None();
            }
            catch (Exception failure) when (failure is SqlTypeException or ArgumentException or OverflowException)
            {
                reader.Reject($"No {typeof(T).Name} has such parts.");
                return none;
            }
        }

        // A null value of a class can be changed, so each is an object of its own.
        private T None() => typeof(T).IsValueType ? none : Activator.CreateInstance<T>();
    }
}
