namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>The table of section 2: which types are scalars, their names in the schema and their ids.</summary>
public static class Scalars
{
    private static readonly (Type Type, string Name)[] Table =
    [
        (typeof(bool), "bool"), (typeof(byte), "byte"), (typeof(sbyte), "sbyte"), (typeof(char), "char"),
        (typeof(short), "int16"), (typeof(ushort), "uint16"), (typeof(int), "int32"), (typeof(uint), "uint32"),
        (typeof(long), "int64"), (typeof(ulong), "uint64"), (typeof(nint), "nint"), (typeof(nuint), "nuint"),
        (typeof(Half), "half"), (typeof(float), "float"), (typeof(double), "double"),
        (typeof(Int128), "int128"), (typeof(UInt128), "uint128"), (typeof(decimal), "decimal"),
        (typeof(DateTime), "datetime"), (typeof(DateTimeOffset), "datetimeoffset"), (typeof(TimeSpan), "timespan"),
        (typeof(DateOnly), "dateonly"), (typeof(TimeOnly), "timeonly"), (typeof(Guid), "guid"),
        (typeof(string), "string"), (typeof(object), "object"),
    ];

    private static readonly Dictionary<Type, string> Names = Table.ToDictionary(row => row.Type, row => row.Name);

    /// <summary>All scalars in the order of their ids; the id of the first is 1.</summary>
    public static IReadOnlyList<Type> All { get; } = [.. Table.Select(row => row.Type)];

    public static bool Contains(Type type) => Names.ContainsKey(type);

    public static string NameOf(Type type) => Names[type];

    public static string? FindName(Type type) => Names.GetValueOrDefault(type);

    /// <summary>
    /// The types that are always in the model, section 8: the scalars, their arrays, lists and arrays of arrays, and <c>Dictionary&lt;string,
    /// object&gt;</c>.
    /// </summary>
    public static IEnumerable<(ushort Id, Type Type)> AlwaysInTheModel()
    {
        for (int scalar = 1; scalar <= Table.Length; scalar++)
        {
            Type type = Table[scalar - 1].Type;
            yield return ((ushort)scalar, type);
            yield return ((ushort)(0x3F00 + scalar), type.MakeArrayType());
            yield return ((ushort)(0x3F20 + scalar), typeof(List<>).MakeGenericType(type));
            if (type != typeof(object))
            {
                yield return ((ushort)(0x3F60 + scalar), type.MakeArrayType().MakeArrayType());
            }
        }

        yield return (0x3F40, typeof(Dictionary<string, object>));
    }

    public static bool IsReservedId(ushort id) => id is > 0 and < 32 or >= 0x3F00 and < 0x4000;
}
