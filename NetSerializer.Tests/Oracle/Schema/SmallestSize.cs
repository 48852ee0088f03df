using System.Reflection;

namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>The fewest bytes that a slot can take: a count of more elements than the rest of the input can hold is refused where it stands.</summary>
internal static class SmallestSize
{
    public static int Of(OracleModel model, Slot slot) => slot.Form == SlotForm.Value ? OfBody(model, slot.Declared) : 1;

    private static int OfBody(OracleModel model, Type type) => model.ShapeOf(type) switch
    {
        EnumShape => OfScalar(Scalars.NameOf(type.GetEnumUnderlyingType()), model.Schema.FixedIntegers),
        ScalarShape => OfScalar(Scalars.NameOf(type), model.Schema.FixedIntegers),
        BitsShape => 4,
        CustomShape => model.Schema.FramedCustoms ? 1 : 0,
        UnionShape => TypeKinds.SizeOf(type),
        ValueShape when type == typeof(System.Numerics.BigInteger) => 2,
        MembersShape shape => shape.Members.Sum(((FieldInfo Field, Slot Slot) member) => Of(model, member.Slot)),
        _ => 1,
    };

    private static int OfScalar(string name, bool fixedIntegers) => name switch
    {
        "half" => 2,
        "char" or "int16" or "uint16" => fixedIntegers ? 2 : 1,
        "int32" or "uint32" => fixedIntegers ? 4 : 1,
        "int64" or "uint64" or "nint" or "nuint" => fixedIntegers ? 8 : 1,
        "float" => 4,
        "double" or "datetime" or "timespan" or "timeonly" => 8,
        "int128" or "uint128" or "guid" => 16,
        "decimal" => 3,
        "datetimeoffset" => 9,
        _ => 1,
    };
}
