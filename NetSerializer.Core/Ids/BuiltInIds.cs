namespace NetSerializer.Ids;

/// <summary>The ids that every model has (docs/wire-format.md, sections 2 and 8).</summary>
internal static class BuiltInIds
{
    public const int FirstFree = 32, ReservedStart = 0x3F00, ReservedEnd = 0x4000, Last = 0xFFFF;
    public const int Arrays = ReservedStart, Lists = ReservedStart + 0x20, StringObjectDictionary = ReservedStart + 0x40;

    /// <summary>Scalar types by id; index 0 is null.</summary>
    public static IReadOnlyList<(Type Type, string Name)> Scalars { get; } =
    [
        (typeof(void), ""),
        (typeof(bool), "bool"), (typeof(byte), "byte"), (typeof(sbyte), "sbyte"), (typeof(char), "char"), (typeof(short), "int16"), (typeof(ushort), "uint16"),
        (typeof(int), "int32"), (typeof(uint), "uint32"), (typeof(long), "int64"), (typeof(ulong), "uint64"), (typeof(nint), "nint"), (typeof(nuint), "nuint"),
        (typeof(Half), "half"), (typeof(float), "float"), (typeof(double), "double"), (typeof(Int128), "int128"), (typeof(UInt128), "uint128"), (typeof(decimal), "decimal"),
        (typeof(DateTime), "datetime"), (typeof(DateTimeOffset), "datetimeoffset"), (typeof(TimeSpan), "timespan"), (typeof(DateOnly), "dateonly"), (typeof(TimeOnly), "timeonly"),
        (typeof(Guid), "guid"), (typeof(string), "string"), (typeof(object), "object"),
    ];

    private static readonly Dictionary<Type, int> s_ids = MakeIds();
    private static readonly Dictionary<Type, string> s_names = Scalars.Skip(1).ToDictionary(scalar => scalar.Type, scalar => scalar.Name);

    /// <summary>Every built-in type with its id.</summary>
    public static IReadOnlyDictionary<Type, int> All => s_ids;

    /// <summary>0 for a type that is not built in.</summary>
    public static int Find(Type type) => s_ids.GetValueOrDefault(type);

    public static string? ScalarName(Type type) => s_names.GetValueOrDefault(type);

    private static Dictionary<Type, int> MakeIds()
    {
        var ids = new Dictionary<Type, int>();
        for (int id = 1; id < Scalars.Count; id++)
        {
            Type scalar = Scalars[id].Type;
            ids.Add(scalar, id);
            ids.Add(scalar.MakeArrayType(), Arrays + id);
            ids.Add(typeof(List<>).MakeGenericType(scalar), Lists + id);
        }
        ids.Add(typeof(Dictionary<string, object>), StringObjectDictionary);
        return ids;
    }
}
