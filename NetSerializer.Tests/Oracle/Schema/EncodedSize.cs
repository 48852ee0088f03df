using System.Runtime.Serialization;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>Section 6, which members are of bounded size.</summary>
internal static class EncodedSize
{
    private const int LargestBounded = 256;

    /// <summary>Bytes of the largest encoding of a bounded type, null for the others.</summary>
    public static int? LargestOf(Type type, bool fixedIntegers)
    {
        if (type.IsEnum)
            return LargestOf(type.GetEnumUnderlyingType(), fixedIntegers);
        if (Scalars.FindName(type) is { } scalar)
            return LargestOfScalar(scalar, fixedIntegers);
        if (!type.IsValueType || ArrayViews.Contains(type) || FrameworkValues.Contains(type) || type.IsAssignableTo(typeof(ISerializable)))
            return null;
        if (TypeKinds.IsUnion(type) || TypeKinds.IsRaw(type, fixedIntegers, finiteFloats: false))
            return TypeKinds.SizeOf(type) is <= LargestBounded and var whole ? whole : null;
        int? size = Nullable.GetUnderlyingType(type) is { } underlying
            ? 1 + LargestOf(underlying, fixedIntegers)
            : Fields.AllOf(type).Where(Fields.Travels).Aggregate(
                (int?)0, (sum, field) => sum + LargestOf(field.FieldType, fixedIntegers));
        return size <= LargestBounded ? size : null;
    }

    private static int? LargestOfScalar(string name, bool fixedIntegers) => name switch
    {
        "bool" or "byte" or "sbyte" => 1,
        "half" => 2,
        "char" or "int16" or "uint16" => fixedIntegers ? 2 : 3,
        "int32" or "uint32" => fixedIntegers ? 4 : 5,
        "int64" or "uint64" or "nint" or "nuint" => fixedIntegers ? 8 : 10,
        "float" => 4,
        "double" or "datetime" or "timespan" or "timeonly" => 8,
        "int128" or "uint128" or "guid" => 16,
        "decimal" => 1 + 10 + 5,
        "datetimeoffset" => 8 + 2,
        "dateonly" => 4,
        _ => null,
    };
}
