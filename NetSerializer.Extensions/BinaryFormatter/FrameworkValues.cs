using System.Data.SqlTypes;
using System.Drawing;
using System.Formats.Nrbf;
using System.Globalization;
using System.Net;
using System.Numerics;
using System.Reflection.Metadata;
using System.Text;
using NetSerializer.Trees;

namespace NetSerializer.Nrbf;

/// <summary>Values of the framework from the fields and entries that .NET Framework and .NET give them: finished values of a tree.</summary>
internal static class FrameworkValues
{
    // A zone of the system has some two hundred at most.
    private const int MostRules = 1024;

    /// <param name="record">The record.</param>
    /// <param name="typeOf">Finds a type of the model.</param>
    /// <param name="value">The value.</param>
    /// <returns>False for a record of any other type.</returns>
    public static bool TryMake(ClassRecord record, Func<TypeName, Type?> typeOf, out object? value)
    {
        string name = CanonicalNames.Definition(record.TypeName);
        value = null;
        if (!name.StartsWith("System.", StringComparison.Ordinal))
        {
            return false;
        }
        try
        {
            value = Scalar(record, name) ?? Object(record, name) ?? Unity(record, name, typeOf) ?? Sql(record, name) ?? Comparer(record, name, typeOf);
        }
        catch (Exception failure) when (Payload.IsVerdict(failure) || failure is CultureNotFoundException or TimeZoneNotFoundException)
        {
            throw Payload.Malformed($"No {CanonicalNames.Display(name)} is like that.", failure);
        }
        return value != null;
    }

    private static object? Scalar(ClassRecord record, string name) => name switch
    {
        "System.Guid" => new Guid(record.GetInt32("_a"), record.GetInt16("_b"), record.GetInt16("_c"), record.GetByte("_d"), record.GetByte("_e"),
            record.GetByte("_f"), record.GetByte("_g"), record.GetByte("_h"), record.GetByte("_i"), record.GetByte("_j"), record.GetByte("_k")),
        "System.DateTimeOffset" => Offset(record.GetDateTime("DateTime"), record.GetInt16("OffsetMinutes")),
        "System.IntPtr" => (nint)record.GetInt64("value"),
        "System.UIntPtr" => (nuint)record.GetUInt64("value"),
        "System.Decimal" => new decimal([record.GetInt32("lo"), record.GetInt32("mid"), record.GetInt32("hi"), record.GetInt32("flags")]),
        "System.DateTime" => DateTime.FromBinary((long)record.GetUInt64("dateData")),
        "System.TimeSpan" => new TimeSpan(record.GetInt64("_ticks")),
        "System.Boolean" or "System.Byte" or "System.SByte" or "System.Char" or "System.Int16" or "System.UInt16" or "System.Int32" or "System.UInt32"
            or "System.Int64" or "System.UInt64" or "System.Single" or "System.Double" => record.GetRawValue("m_value"),
        _ => null,
    };

    // The entry is the time in UTC.
    private static DateTimeOffset Offset(DateTime utc, short minutes) =>
        new DateTimeOffset(DateTime.SpecifyKind(utc, DateTimeKind.Utc)).ToOffset(TimeSpan.FromMinutes(minutes));

    private static object? Object(ClassRecord record, string name) => name switch
    {
        "System.Uri" => record.HasMember("RelativeUri") && record.GetString("AbsoluteUri") is null or ""
            ? new Uri(record.GetString("RelativeUri")!, UriKind.Relative) : new Uri(record.GetString("AbsoluteUri")!, UriKind.Absolute),
        "System.Version" => MakeVersion(record),
        "System.Text.StringBuilder" => new StringBuilder(0, record.GetInt32("m_MaxCapacity")).Append(record.GetString("m_StringValue")),
        "System.Numerics.BigInteger" => Integer(record),
        "System.Object" => new object(),
        "System.DBNull" => DBNull.Value,
        "System.Globalization.CultureInfo" => CultureInfo.GetCultureInfo(record.GetString("m_name")!, predefinedOnly: true),
        "System.Globalization.CompareInfo" => CompareInfo.GetCompareInfo(record.GetString("m_name")!),
        "System.TimeZoneInfo" => Zone(record),
        "System.Drawing.Color" => MakeColor(record),
        "System.Net.Cookie" => MakeCookie(record),
        _ => null,
    };

    // .NET Framework wrote the objects of which a program has one each as this class: by their kind, and types by their names.
    private static object? Unity(ClassRecord record, string name, Func<TypeName, Type?> typeOf)
    {
        const int nothing = 2, type = 4;
        if (name != "System.UnitySerializationHolder")
        {
            return null;
        }
        return record.GetInt32("UnityType") switch
        {
            nothing => DBNull.Value,
            type => TypeName.TryParse(record.GetString("Data"), out TypeName? given, Payload.NameOptions)
                ? (object?)typeOf(given) ?? new WireUnknown(name, $"The type {CanonicalNames.Display(given)}, a value here, is not in the model. Add it, "
                    + $"or give its type of today in {nameof(BinaryFormatterOptions)}.{nameof(BinaryFormatterOptions.Names)}.")
                : throw Payload.Malformed("The name of a type that is a value is none."),
            _ => new WireUnknown(name, "An assembly, a module, an open generic type or a type parameter does not travel."),
        };
    }

    private static Version MakeVersion(ClassRecord record)
    {
        (int major, int minor, int build, int revision) =
            (record.GetInt32("_Major"), record.GetInt32("_Minor"), record.GetInt32("_Build"), record.GetInt32("_Revision"));
        return build < 0 ? new Version(major, minor) : revision < 0 ? new Version(major, minor, build) : new Version(major, minor, build, revision);
    }

    // Small ones have no bits.
    private static BigInteger Integer(ClassRecord record)
    {
        int sign = record.GetInt32("_sign");
        if (record.GetArrayRecord("_bits") is not SZArrayRecord<uint> bits)
        {
            return sign;
        }
        // The decoder has read as many numbers as there are.
        byte[] bytes = new byte[sizeof(uint) * bits.Length];
        Buffer.BlockCopy(bits.GetArray(), 0, bytes, 0, bytes.Length);
        var magnitude = new BigInteger(bytes, isUnsigned: true);
        return sign < 0 ? -magnitude : magnitude;
    }

    private static TimeZoneInfo Zone(ClassRecord record)
    {
        string id = record.GetString("Id")!;
        TimeSpan offset = record.GetTimeSpan("BaseUtcOffset");
        bool hasRules = record.GetRawValue("AdjustmentRules") != null;
        if (TimeZoneInfo.TryFindSystemTimeZoneById(id, out TimeZoneInfo? known) && known.BaseUtcOffset == offset
            && known.SupportsDaylightSavingTime == hasRules)
        {
            return known;
        }
        SerializationRecord?[] rules = record.GetArrayRecord("AdjustmentRules") switch
        {
            null => [],
            SZArrayRecord<SerializationRecord> { Length: <= MostRules } array => array.GetArray(),
            _ => throw Payload.Malformed("The rules of a time zone are none."),
        };
        return TimeZoneInfo.CreateCustomTimeZone(
            id, offset, record.GetString("DisplayName"), record.GetString("StandardName"), record.GetString("DaylightName"),
            [.. rules.Select(rule => Rule((ClassRecord)rule!))]);
    }

    private static TimeZoneInfo.AdjustmentRule Rule(ClassRecord rule)
    {
        if (rule.HasMember("NoDaylightTransitions") && rule.GetBoolean("NoDaylightTransitions"))
        {
            throw Payload.Mismatch("A time zone of another system, whose rules programs cannot make.");
        }
        return TimeZoneInfo.AdjustmentRule.CreateAdjustmentRule(rule.GetDateTime("DateStart"), rule.GetDateTime("DateEnd"), rule.GetTimeSpan("DaylightDelta"),
            Transition(rule.GetClassRecord("DaylightTransitionStart")!), Transition(rule.GetClassRecord("DaylightTransitionEnd")!),
            rule.HasMember("BaseUtcOffsetDelta") ? rule.GetTimeSpan("BaseUtcOffsetDelta") : TimeSpan.Zero);
    }

    private static TimeZoneInfo.TransitionTime Transition(ClassRecord time) =>
        time.GetBoolean("IsFixedDateRule")
            ? TimeZoneInfo.TransitionTime.CreateFixedDateRule(time.GetDateTime("TimeOfDay"), time.GetByte("Month"), time.GetByte("Day"))
            : TimeZoneInfo.TransitionTime.CreateFloatingDateRule(time.GetDateTime("TimeOfDay"), time.GetByte("Month"), time.GetByte("Week"),
                (DayOfWeek)time.GetClassRecord("DayOfWeek")!.GetInt32("value__"));

    // A member that is not set stays as it is in a new cookie.
    private static Cookie MakeCookie(ClassRecord record)
    {
        var cookie = new Cookie(record.GetString("m_name")!, record.GetString("m_value"))
        {
            Discard = record.GetBoolean("m_discard"), HttpOnly = record.GetBoolean("m_httpOnly"), Secure = record.GetBoolean("m_secure"),
            Expires = record.GetDateTime("m_expires"),
        };
        Set(record, "m_comment", text => cookie.Comment = text);
        Set(record, "m_domain", text => cookie.Domain = text);
        Set(record, "m_path", text => cookie.Path = text);
        Set(record, "m_port", text => cookie.Port = text);
        if (record.GetClassRecord("m_commentUri") is { } uri)
        {
            cookie.CommentUri = (Uri)Object(uri, "System.Uri")!;
        }
        if (record.GetInt32("m_version") is not 0 and var version)
        {
            cookie.Version = version;
        }
        return cookie;
    }

    private static void Set(ClassRecord record, string member, Action<string> set)
    {
        if (record.GetString(member) is { Length: > 0 } text)
        {
            set(text);
        }
    }

    private static Color MakeColor(ClassRecord record)
    {
        const short known = 1, argb = 2, named = 8;
        short state = record.GetInt16("state");
        return (state & known) != 0 ? Color.FromKnownColor((KnownColor)record.GetInt16("knownColor"))
            : (state & named) != 0 ? Color.FromName(record.GetString("name")!)
            : (state & argb) != 0 ? Color.FromArgb((int)record.GetInt64("value")) : Color.Empty;
    }

    private static object? Sql(ClassRecord record, string name)
    {
        if (!name.StartsWith("System.Data.SqlTypes.Sql", StringComparison.Ordinal))
        {
            return null;
        }
        bool isNull = record.HasMember("m_fNotNull") && !record.GetBoolean("m_fNotNull");
        return name["System.Data.SqlTypes.".Length..] switch
        {
            // 0 null, 1 false, 2 true.
            nameof(SqlBoolean) => record.GetByte("m_value") switch { 0 => SqlBoolean.Null, 1 => SqlBoolean.False, _ => SqlBoolean.True },
            nameof(SqlByte) => isNull ? SqlByte.Null : new SqlByte(record.GetByte("m_value")),
            nameof(SqlInt16) => isNull ? SqlInt16.Null : new SqlInt16(record.GetInt16("m_value")),
            nameof(SqlInt32) => isNull ? SqlInt32.Null : new SqlInt32(record.GetInt32("m_value")),
            nameof(SqlInt64) => isNull ? SqlInt64.Null : new SqlInt64(record.GetInt64("m_value")),
            nameof(SqlSingle) => isNull ? SqlSingle.Null : new SqlSingle(record.GetSingle("m_value")),
            nameof(SqlDouble) => isNull ? SqlDouble.Null : new SqlDouble(record.GetDouble("m_value")),
            nameof(SqlDateTime) => isNull ? SqlDateTime.Null : new SqlDateTime(record.GetInt32("m_day"), record.GetInt32("m_time")),
            nameof(SqlGuid) => record.GetArrayRecord("m_value") is SZArrayRecord<byte> { Length: 16 } bytes ? new SqlGuid(bytes.GetArray()) : SqlGuid.Null,
            nameof(SqlString) => isNull ? SqlString.Null : new SqlString(record.GetString("m_value"), record.GetInt32("m_lcid"),
                (SqlCompareOptions)record.GetClassRecord("m_flag")!.GetInt32("value__")),
            _ => null,
        };
    }

    private static object? Comparer(ClassRecord record, string name, Func<TypeName, Type?> typeOf)
    {
        switch (name)
        {
            case "System.OrdinalComparer" or "System.OrdinalCaseSensitiveComparer" or "System.OrdinalIgnoreCaseComparer":
                bool ignoresCase = OldComparers.IgnoresCase(record) || name.Contains("IgnoreCase", StringComparison.Ordinal);
                return ignoresCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal;
            case "System.CultureAwareComparer" when OldComparers.CultureOf(record, "_compareInfo") is { } culture:
                return StringComparer.Create(CultureInfo.GetCultureInfo(culture), OldComparers.IgnoresCase(record));
            case "System.Collections.Generic.GenericEqualityComparer`1" or "System.Collections.Generic.ObjectEqualityComparer`1"
                or "System.Collections.Generic.NullableEqualityComparer`1" or "System.Collections.Generic.EnumEqualityComparer`1":
                return DefaultOf(typeof(EqualityComparer<>), record, typeOf);
            case "System.Collections.Generic.GenericComparer`1" or "System.Collections.Generic.ObjectComparer`1"
                or "System.Collections.Generic.NullableComparer`1" or "System.Collections.Generic.EnumComparer`1":
                return DefaultOf(typeof(Comparer<>), record, typeOf);
            default:
                return null;
        }
    }

    private static object? DefaultOf(Type definition, ClassRecord record, Func<TypeName, Type?> typeOf) =>
        record.TypeName.IsConstructedGenericType && record.TypeName.GetGenericArguments() is [var argument] && typeOf(argument) is { } compared
            ? definition.MakeGenericType(compared).GetProperty(nameof(EqualityComparer<int>.Default))!.GetValue(null) : null;
}
