using System.Data;
using System.Globalization;
using System.Numerics;
using System.Reflection.Metadata;
using System.Xml;
using NetSerializer.Data;

namespace NetSerializer.Nrbf.Tables;

/// <summary>The types of columns by their names in old tables, and their cells from texts. Names are looked up in lists; none is ever loaded.</summary>
internal static class CellTexts
{
    // Parsing takes longer than in proportion to the digits.
    private const int MostDigits = 1 << 16;

    /// <summary>The type of an XML schema type that a column or cell has.</summary>
    public static Type OfSchema(string name) => name switch
    {
        "anyType" => typeof(object),
        "anyURI" => typeof(Uri),
        "base64Binary" or "hexBinary" => typeof(byte[]),
        "boolean" => typeof(bool),
        "byte" => typeof(sbyte),
        "date" or "dateTime" or "time" or "gDay" or "gMonth" or "gMonthDay" or "gYear" or "gYearMonth" => typeof(DateTime),
        "decimal" => typeof(decimal),
        "double" => typeof(double),
        "duration" => typeof(TimeSpan),
        "float" => typeof(float),
        "int" => typeof(int),
        "integer" or "long" or "negativeInteger" or "nonPositiveInteger" => typeof(long),
        "nonNegativeInteger" or "positiveInteger" or "unsignedLong" => typeof(ulong),
        "short" => typeof(short),
        "unsignedByte" => typeof(byte),
        "unsignedInt" => typeof(uint),
        "unsignedShort" => typeof(ushort),
        "ENTITIES" or "ENTITY" or "ID" or "IDREF" or "IDREFS" or "language" or "Name" or "NCName" or "NMTOKEN" or "NMTOKENS" or "normalizedString"
            or "NOTATION" or "QName" or "string" => typeof(string),
        _ => throw TableXml.Unknown($"the type {name}"),
    };

    /// <summary>The type of a column or cell by its name of the run-time, with or without an assembly.</summary>
    public static Type OfName(string? name) =>
        TypeName.TryParse(name, out TypeName? parsed, Payload.NameOptions) && DataCells.FindType(parsed.FullName) is { } type
            ? type
            : throw Payload.Mismatch($"A column or cell of the type {CanonicalNames.Display(name ?? "null")}. Those of numbers, dates, strings, byte[], "
                + "char[], Uri, BigInteger and object are read.");

    /// <param name="text">The text of the cell.</param>
    /// <param name="type">The type of the cell.</param>
    /// <param name="mode">The setting of its column for times; the column itself gives them their kind.</param>
    /// <exception cref="FormatException">The text is none of the type; also <see cref="OverflowException"/>.</exception>
    public static object Parse(string text, Type type, DataSetDateTime mode)
    {
        if (type == typeof(string))
        {
            return text;
        }
        if (type == typeof(DateTime))
        {
            // Such a time was written with the offset of its machine, which does not count.
            return XmlConvert.ToDateTime(text,
                mode == DataSetDateTime.UnspecifiedLocal ? XmlDateTimeSerializationMode.Unspecified : XmlDateTimeSerializationMode.RoundtripKind);
        }
        return type == typeof(byte[]) ? Convert.FromBase64String(text)
            : type == typeof(Uri) ? new Uri(text)
            : type == typeof(Guid) ? new Guid(text)
            : type == typeof(TimeSpan) ? XmlConvert.ToTimeSpan(text)
            : type == typeof(DateTimeOffset) ? XmlConvert.ToDateTimeOffset(text)
            : type == typeof(BigInteger) ? Integer(text)
            : Scalar(text, type);
    }

    private static object Integer(string text) =>
        text.Length <= MostDigits ? BigInteger.Parse(text, CultureInfo.InvariantCulture) : throw new FormatException($"More than {MostDigits} digits.");

    private static object Scalar(string text, Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.Boolean => XmlConvert.ToBoolean(text),
        TypeCode.Char => XmlConvert.ToChar(text),
        TypeCode.SByte => XmlConvert.ToSByte(text),
        TypeCode.Byte => XmlConvert.ToByte(text),
        TypeCode.Int16 => XmlConvert.ToInt16(text),
        TypeCode.UInt16 => XmlConvert.ToUInt16(text),
        TypeCode.Int32 => XmlConvert.ToInt32(text),
        TypeCode.UInt32 => XmlConvert.ToUInt32(text),
        TypeCode.Int64 => XmlConvert.ToInt64(text),
        TypeCode.UInt64 => XmlConvert.ToUInt64(text),
        TypeCode.Single => XmlConvert.ToSingle(text),
        TypeCode.Double => XmlConvert.ToDouble(text),
        TypeCode.Decimal => XmlConvert.ToDecimal(text),
        _ => throw new FormatException($"{nameof(DataSet)} reads no text as a {type.Name}."),
    };
}
