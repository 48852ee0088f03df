namespace NetSerializer.Ids;

/// <summary>The ids that every model has (docs/wire-format.md, sections 2 and 8).</summary>
internal static class BuiltInIds
{
    public const int FirstFree = 32, ReservedStart = 0x3F00, ReservedEnd = 0x4000, Last = 0xFFFF;
    public const int Arrays = ReservedStart, Lists = ReservedStart + 0x20, StringObjectDictionary = ReservedStart + 0x40, JaggedArrays = ReservedStart + 0x60;

    // By id; index 0 is null.
    private static readonly Type?[] s_scalars =
    [
        null, typeof(bool), typeof(byte), typeof(sbyte), typeof(char), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong),
        typeof(nint), typeof(nuint),
        typeof(Half), typeof(float), typeof(double), typeof(Int128), typeof(UInt128), typeof(decimal), typeof(DateTime), typeof(DateTimeOffset),
        typeof(TimeSpan), typeof(DateOnly), typeof(TimeOnly),
        typeof(Guid), typeof(string), typeof(object),
    ];

    private static readonly string[] s_scalarNames =
    [
        "", "bool", "byte", "sbyte", "char", "int16", "uint16", "int32", "uint32", "int64", "uint64", "nint", "nuint",
        "half", "float", "double", "int128", "uint128", "decimal", "datetime", "datetimeoffset", "timespan", "dateonly", "timeonly", "guid", "string", "object",
    ];

    private static readonly Dictionary<Type, int> s_ids = MakeIds();

    /// <summary>Every built-in type with its id.</summary>
    public static IReadOnlyDictionary<Type, int> All => s_ids;

    /// <summary>0 for a type that is not built in.</summary>
    public static int Find(Type type) => s_ids.TryGetValue(type, out int id) ? id : 0;

    public static string? ScalarName(Type type) => s_ids.TryGetValue(type, out int id) && id < FirstFree ? s_scalarNames[id] : null;

    /// <summary>The type with a built-in id, or null.</summary>
    public static Type? FindType(uint id)
    {
        foreach (Type type in s_ids.Keys)
        {
            if (s_ids[type] == id)
            {
                return type;
            }
        }
        return null;
    }

    private static Dictionary<Type, int> MakeIds()
    {
        var ids = new Dictionary<Type, int>();
        for (int id = 1; id < s_scalars.Length; id++)
        {
            Type scalar = s_scalars[id]!;
            ids.Add(scalar, id);
            ids.Add(scalar.MakeArrayType(), Arrays + id);
            ids.Add(typeof(List<>).MakeGenericType(scalar), Lists + id);
            // The rows of an object[][] can be arrays of any class of a model, which the shared code of the built-in types knows nothing of.
            if (scalar != typeof(object))
            {
                ids.Add(scalar.MakeArrayType().MakeArrayType(), JaggedArrays + id);
            }
        }
        ids.Add(typeof(Dictionary<string, object>), StringObjectDictionary);
        return ids;
    }
}
