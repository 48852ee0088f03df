namespace NetSerializer.Schema;

/// <summary>Which numbers can be read as which others, by the names of the schema text.</summary>
internal static class NumericConversion
{
    /// <summary>Every value of the one is a value of the other.</summary>
    public static bool IsLossless(string from, string to) => from == to || from switch
    {
        "byte" => to is "int16" or "uint16" or "int32" or "uint32" or "int64" or "uint64" or "nint" or "nuint" or "int128" or "uint128" or "half" or "float"
            or "double" or "decimal",
        "sbyte" => to is "int16" or "int32" or "int64" or "nint" or "int128" or "half" or "float" or "double" or "decimal",
        "int16" => to is "int32" or "int64" or "nint" or "int128" or "float" or "double" or "decimal",
        "uint16" => to is "int32" or "uint32" or "int64" or "uint64" or "nint" or "nuint" or "int128" or "uint128" or "float" or "double" or "decimal",
        "char" => to is "uint16" or "int32" or "uint32" or "int64" or "uint64" or "nint" or "nuint" or "int128" or "uint128" or "float" or "double"
            or "decimal",
        "int32" => to is "int64" or "nint" or "int128" or "double" or "decimal",
        "uint32" => to is "int64" or "uint64" or "nuint" or "int128" or "uint128" or "double" or "decimal",
        "int64" => to is "int128" or "decimal",
        "uint64" => to is "int128" or "uint128" or "decimal",
        "nint" => to is "int64" or "int128" or "decimal",
        "nuint" => to is "uint64" or "int128" or "uint128" or "decimal",
        "half" => to is "float" or "double",
        "float" => to is "double",
        _ => false,
    };
}
