namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>Type names as section 10 prints them: full names without assembly, scalars and arrays in the notation of the wire format.</summary>
public static class SchemaNames
{
    public static string Of(Type type)
    {
        if (Scalars.FindName(type) is { } scalar)
            return scalar;
        if (type.IsArray)
            return Of(type.GetElementType()!) + RankNotation(type);
        if (Nullable.GetUnderlyingType(type) is { } underlying)
            return $"nullable<{Of(underlying)}>";
        if (type.IsConstructedGenericType)
        {
            string name = type.GetGenericTypeDefinition().FullName!;
            string arguments = string.Join(",", type.GetGenericArguments().Select(Of));
            return $"{WithoutArities(name)}<{arguments}>";
        }

        return type.FullName!;
    }

    private static string RankNotation(Type array)
    {
        if (array.IsSZArray)
            return "[]";
        int rank = array.GetArrayRank();
        return rank == 1 ? "[*]" : $"[{new string(',', rank - 1)}]";
    }

    private static string WithoutArities(string name)
    {
        IEnumerable<string> parts = name.Split('+').Select(part => part.Split('`')[0]);
        return string.Join('+', parts);
    }
}
