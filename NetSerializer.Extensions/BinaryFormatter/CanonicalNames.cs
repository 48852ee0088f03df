using System.Reflection.Metadata;

namespace NetSerializer.Nrbf;

/// <summary>Names of types without assemblies, the same for a type of the run-time and for its name in a payload.</summary>
internal static class CanonicalNames
{
    private const int Shown = 200;

    public static string Of(Type type) =>
        type.IsArray ? Of(type.GetElementType()!) + Rank(type.IsSZArray, type.GetArrayRank())
        : type.IsConstructedGenericType ? $"{type.GetGenericTypeDefinition().FullName}[{string.Join(',', type.GetGenericArguments().Select(Of))}]"
        : type.FullName!;

    /// <param name="name">The name in a payload.</param>
    /// <param name="renamed">Gives the name of today for that of a simple type or a generic definition.</param>
    public static string Of(TypeName name, Func<string, string> renamed) =>
        name.IsArray ? Of(name.GetElementType(), renamed) + Rank(name.IsSZArray, name.GetArrayRank())
        : name.IsConstructedGenericType
            ? $"{renamed(name.GetGenericTypeDefinition().FullName)}[{string.Join(',', name.GetGenericArguments().Select(argument => Of(argument, renamed)))}]"
        : renamed(name.FullName);

    /// <summary>The name without type arguments.</summary>
    public static string Definition(TypeName name) => name.IsConstructedGenericType ? name.GetGenericTypeDefinition().FullName : name.FullName;

    /// <summary>A name of the payload in a message: short, and without characters that would write over the rest of a log.</summary>
    public static string Display(TypeName name) => Display(Of(name, same => same));

    /// <inheritdoc cref="Display(TypeName)"/>
    public static string Display(string name) =>
        string.Concat(name.Take(Shown).Select(character => char.IsControl(character) || char.IsSurrogate(character) ? '?' : character))
            + (name.Length > Shown ? "..." : "");

    private static string Rank(bool isVector, int rank) => isVector ? "[]" : rank == 1 ? "[*]" : $"[{new string(',', rank - 1)}]";
}
