using System.Data;
using System.Numerics;
using NetSerializer.Values;

namespace NetSerializer.Data;

/// <summary>
/// The cells of tables: values that are whole as soon as they are read, and whose comparison is the framework's. The kind of a cell that is a scalar
/// or a string is its type id.
/// </summary>
internal static class DataCells
{
    private const byte Object = 26;

    private static readonly Dictionary<Type, byte> s_kinds = new()
    {
        [typeof(bool)] = 1,
        [typeof(byte)] = 2,
        [typeof(sbyte)] = 3,
        [typeof(char)] = 4,
        [typeof(short)] = 5,
        [typeof(ushort)] = 6,
        [typeof(int)] = 7,
        [typeof(uint)] = 8,
        [typeof(long)] = 9,
        [typeof(ulong)] = 10,
        [typeof(Half)] = 13,
        [typeof(float)] = 14,
        [typeof(double)] = 15,
        [typeof(decimal)] = 18,
        [typeof(DateTime)] = 19,
        [typeof(DateTimeOffset)] = 20,
        [typeof(TimeSpan)] = 21,
        [typeof(DateOnly)] = 22,
        [typeof(TimeOnly)] = 23,
        [typeof(Guid)] = 24,
        [typeof(string)] = 25,
        [typeof(object)] = Object,
        [typeof(byte[])] = 27,
        [typeof(char[])] = 28,
        [typeof(Uri)] = 29,
        [typeof(BigInteger)] = 30,
    };

    private static readonly Dictionary<byte, Type> s_types = s_kinds.ToDictionary(pair => pair.Value, pair => pair.Key);

    /// <summary>The type of a column by its full name; null for one that does not travel.</summary>
    public static Type? FindType(string fullName) => s_kinds.Keys.FirstOrDefault(type => type.FullName == fullName);

    /// <summary>Whether a value can be the cell of a column of the given type.</summary>
    public static bool IsCell(object value, Type columnType) =>
        columnType == typeof(object) ? value.GetType() != typeof(object) && s_kinds.ContainsKey(value.GetType()) : value.GetType() == columnType;

    public static void WriteColumnType(ref WireWriter writer, DataColumn column)
    {
        if (!s_kinds.TryGetValue(column.DataType, out byte kind))
        {
            writer.Refuse($"The column {column.ColumnName} has the type {column.DataType}; columns of scalars, strings, byte[], char[], Uri, BigInteger and "
                + "object travel.");
        }
        writer.WriteByte(kind);
    }

    public static Type ReadColumnType(ref WireReader reader)
    {
        if (!s_types.TryGetValue(reader.ReadByte(), out Type? type))
        {
            reader.Reject("No such type of a column.");
        }
        return type!;
    }

    public static void Write(ref WireWriter writer, DataColumn column, object? cell)
    {
        if (cell is null or DBNull)
        {
            writer.WriteByte(0);
            return;
        }
        if (!s_kinds.TryGetValue(cell.GetType(), out byte kind) || kind == Object)
        {
            writer.Refuse($"A cell of the column {column.ColumnName} holds a {cell.GetType()}; scalars, strings, byte[], char[], Uri and BigInteger travel.");
        }
        writer.WriteByte(column.DataType == typeof(object) ? kind : (byte)1);
        WriteValue(ref writer, cell);
    }

    /// <summary>The cell of a column of the given type; null stands for <see cref="DBNull"/>.</summary>
    public static object? Read(ref WireReader reader, Type columnType)
    {
        byte kind = reader.ReadByte();
        if (kind == 0)
        {
            return null;
        }
        Type? type = columnType == typeof(object) ? s_types.GetValueOrDefault(kind) : kind == 1 ? columnType : null;
        if (type == null || type == typeof(object))
        {
            reader.Reject("No such kind of a cell.");
        }
        reader.Charge(32);
        return ReadValue(ref reader, s_kinds[type!]);
    }

    private static void WriteValue(ref WireWriter writer, object cell)
    {
        switch (cell)
        {
            case bool value: writer.WriteBoolean(value); break;
            case byte value: writer.WriteByte(value); break;
            case sbyte value: writer.WriteSByte(value); break;
            case char value: writer.WriteChar(value); break;
            case short value: writer.WriteInt16(value); break;
            case ushort value: writer.WriteUInt16(value); break;
            case int value: writer.WriteInt32(value); break;
            case uint value: writer.WriteUInt32(value); break;
            case long value: writer.WriteInt64(value); break;
            case ulong value: writer.WriteUInt64(value); break;
            case Half value: writer.WriteHalf(value); break;
            case float value: writer.WriteSingle(value); break;
            case double value: writer.WriteDouble(value); break;
            case decimal value: writer.WriteDecimal(value); break;
            case DateTime value: writer.WriteDateTime(value); break;
            case DateTimeOffset value: writer.WriteDateTimeOffset(value); break;
            case TimeSpan value: writer.WriteTimeSpan(value); break;
            case DateOnly value: writer.WriteDateOnly(value); break;
            case TimeOnly value: writer.WriteTimeOnly(value); break;
            case Guid value: writer.WriteGuid(value); break;
            case string value: writer.WriteString(value); break;
            case byte[] value: CountedBytes.Write(ref writer, value); break;
            case char[] value: writer.WriteString(new string(value)); break;
            case Uri value: new UriSerializer().Write(ref writer, value); break;
            default: new BigIntegerSerializer().Write(ref writer, (BigInteger)cell); break;
        }
    }

    private static object ReadValue(ref WireReader reader, byte kind) => kind switch
    {
        1 => reader.ReadBoolean(),
        2 => reader.ReadByte(),
        3 => reader.ReadSByte(),
        4 => reader.ReadChar(),
        5 => reader.ReadInt16(),
        6 => reader.ReadUInt16(),
        7 => reader.ReadInt32(),
        8 => reader.ReadUInt32(),
        9 => reader.ReadInt64(),
        10 => reader.ReadUInt64(),
        13 => reader.ReadHalf(),
        14 => reader.ReadSingle(),
        15 => reader.ReadDouble(),
        18 => reader.ReadDecimal(),
        19 => reader.ReadDateTime(),
        20 => reader.ReadDateTimeOffset(),
        21 => reader.ReadTimeSpan(),
        22 => reader.ReadDateOnly(),
        23 => reader.ReadTimeOnly(),
        24 => reader.ReadGuid(),
        25 => reader.ReadNonNullString(),
        27 => CountedBytes.Read(ref reader),
        28 => ReadChars(ref reader),
        29 => ReadUri(ref reader),
        _ => new BigIntegerSerializer().Read(ref reader),
    };

    private static char[] ReadChars(ref WireReader reader)
    {
        string text = reader.ReadNonNullString();
        reader.Charge(32 + (2L * text.Length));
        return text.ToCharArray();
    }

    // The object itself, which generated code charges where there is a member for it.
    private static Uri ReadUri(ref WireReader reader)
    {
        reader.Charge(96);
        return new UriSerializer().Read(ref reader);
    }
}
