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

    private static readonly Dictionary<Type, int> s_scalarIds = MakeScalarIds();

    // Not before it is asked for: the collections are types that the runtime has to make, with some fifteen interfaces each, and most models need few.
    private static volatile Dictionary<Type, int>? s_all;

    /// <summary>The scalars, in the order of their ids.</summary>
    public static IEnumerable<Type> Scalars => Between(1, FirstFree);

    /// <summary>Their arrays, lists and arrays of arrays, and the dictionary, in the order of their ids.</summary>
    public static IEnumerable<Type> Collections => Between(ReservedStart, ReservedEnd);

    /// <summary>Both.</summary>
    public static IEnumerable<Type> Types => Between(1, ReservedEnd);

    /// <summary>Every built-in type with its id. To look a type up, <see cref="Find"/> takes less.</summary>
    public static IReadOnlyDictionary<Type, int> All => s_all ??= MakeAll();

    /// <summary>0 for a type that is not built in.</summary>
    public static int Find(Type type)
    {
        if (s_scalarIds.TryGetValue(type, out int id))
        {
            return id;
        }
        if (type.IsSZArray)
        {
            Type element = type.GetElementType()!;
            return s_scalarIds.TryGetValue(element, out id) ? Arrays + id
                : element.IsSZArray && s_scalarIds.TryGetValue(element.GetElementType()!, out id) && HasJagged(s_scalars[id]!) ? JaggedArrays + id
                : 0;
        }
        if (!type.IsConstructedGenericType)
        {
            return 0;
        }
        return type.GetGenericTypeDefinition() == typeof(List<>) ? s_scalarIds.TryGetValue(type.GenericTypeArguments[0], out id) ? Lists + id : 0
            : type == typeof(Dictionary<string, object>) ? StringObjectDictionary
            : 0;
    }

    public static string? ScalarName(Type type) => s_scalarIds.TryGetValue(type, out int id) ? s_scalarNames[id] : null;

    /// <summary>The type with a built-in id, or null.</summary>
    public static Type? FindType(uint id)
    {
        if (id == StringObjectDictionary)
        {
            return typeof(Dictionary<string, object>);
        }
        uint first = id switch { < FirstFree => 0, >= JaggedArrays => JaggedArrays, >= Lists => Lists, _ => Arrays };
        if (id - first >= (uint)s_scalars.Length || s_scalars[id - first] is not { } scalar)
        {
            return null;
        }
        return first switch
        {
            0 => scalar,
            Lists => typeof(List<>).MakeGenericType(scalar),
            Arrays => scalar.MakeArrayType(),
            _ => HasJagged(scalar) ? scalar.MakeArrayType().MakeArrayType() : null,
        };
    }

    // The rows of an object[][] can be arrays of any class of a model, which the shared code of the built-in types knows nothing of.
    private static bool HasJagged(Type scalar) => scalar != typeof(object);

    private static Dictionary<Type, int> MakeScalarIds()
    {
        var ids = new Dictionary<Type, int>(s_scalars.Length);
        for (int id = 1; id < s_scalars.Length; id++)
        {
            ids.Add(s_scalars[id]!, id);
        }
        return ids;
    }

    private static Dictionary<Type, int> MakeAll()
    {
        var ids = new Dictionary<Type, int>();
        foreach (Type type in Types)
        {
            ids.Add(type, Find(type));
        }
        return ids;
    }

    private static IEnumerable<Type> Between(uint start, uint end)
    {
        for (uint id = start; id < end; id = id == FirstFree ? ReservedStart : id + 1)
        {
            if (FindType(id) is { } type)
            {
                yield return type;
            }
        }
    }
}
