using NetSerializer.Values;

namespace NetSerializer.Families;

/// <summary>All families; the first that handles a type has it.</summary>
internal static class FamilyCatalogue
{
    private static readonly ScalarFamily s_scalars = new();
    private static readonly CustomFamily s_custom = new();

    /// <summary>The custom serializer that is asked after the ones of the options, or null.</summary>
    public static CustomSerializer? Last(SerializerOptions options) => options.UndefinedEnums == UndefinedEnums.Reject ? NamedEnums.All : null;

    public static IReadOnlyList<TypeFamily> All { get; } =
    [
        s_custom,
        s_scalars,
        new StringFamily(),
        new EnumFamily(s_scalars),
        new NullableFamily(),
        new SequenceFamily(),
        new MultiDimensionalArrayFamily(),
        new BitVectorFamily(),
        new WrapperFamily(),
        new CollectionFamily(),
        new TupleFamily(),
        new FixedStructFamily(),
        new ValueFamily(s_custom),
        new SystemObjectFamily(),
        new CustomBinaryFamily(),
        new ExceptionFamily(),
        new SerializableFamily(),
        new RawStructFamily(),
        new ObjectFamily(),
    ];
}
