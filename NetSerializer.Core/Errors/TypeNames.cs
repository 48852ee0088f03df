using System.Text;
using NetSerializer.Languages;

namespace NetSerializer.Errors;

/// <summary>Names of types for messages, as C# writes them.</summary>
internal static class TypeNames
{
    /// <summary>The name of a field, or of the property behind a compiler-made one.</summary>
    public static string Member(string fieldName) => MemberNames.Of(fieldName);

    /// <inheritdoc cref="Member(string)"/>
    public static string Member(Type owner, string fieldName) => MemberNames.Of(owner, fieldName);

    /// <summary>
    /// The sentence's part that says how a field is kept back, as it has to be written where the field is declared: the attribute is one of fields,
    /// so a property needs the word, and a parameter that the compiler keeps in a field takes none.
    /// </summary>
    /// <param name="owner">The class that has it.</param>
    /// <param name="fieldName">Its name.</param>
    /// <param name="member">The words for the field in the sentence.</param>
    /// <param name="place">The words for the place of a parameter.</param>
    /// <param name="more">The text that follows the words for the place.</param>
    public static string Omission(Type owner, string fieldName, string member, string place, string more = "") =>
        IsParameter(fieldName) ? $"mark a field in {place}{more} [NonSerialized]"
        : IsProperty(fieldName) ? $"mark {member}{more} [field: NonSerialized]"
        : MemberNames.Instead(owner, fieldName) is var (verb, end) ? $"{verb} {member}{more.TrimEnd(',')}{end}"
        : $"mark {member}{more} {SourceLanguages.Attribute(owner, "NonSerialized")}";

    /// <summary>The field is that of a property.</summary>
    public static bool IsProperty(string fieldName) => fieldName.EndsWith(">k__BackingField", StringComparison.Ordinal);

    /// <summary>The field is that of a parameter of a primary constructor.</summary>
    public static bool IsParameter(string fieldName) => fieldName.EndsWith(">P", StringComparison.Ordinal);

    public static string Display(Type type)
    {
        if (type.IsArray)
        {
            return DisplayArray(type);
        }
        if (type.IsByRef || type.IsPointer)
        {
            return Display(type.GetElementType()!) + (type.IsByRef ? "&" : "*");
        }
        if (type.IsFunctionPointer)
        {
            return $"delegate*<{string.Join(", ", type.GetFunctionPointerParameterTypes().Append(type.GetFunctionPointerReturnType()).Select(Display))}>";
        }
        if (type.IsGenericParameter)
        {
            return type.Name;
        }
        return DisplayGeneric(type, [.. type.GetGenericArguments().Select(Display)]);
    }

    /// <summary>
    /// The expression for a type, in the language that it is written in. None has a name for arrays of one dimension with a lower bound. F# has none for
    /// the cases of a union, which come with it.
    /// </summary>
    public static string Expression(Type type)
    {
        type = FSharpTypes.UnionOf(type) ?? type;
        if (!HasNoName(type))
        {
            return SourceLanguages.TypeOf(type, Display(type));
        }
        if (type.IsArray)
        {
            return $"{Expression(type.GetElementType()!)}.{nameof(Type.MakeArrayType)}({(type.IsSZArray ? "" : type.GetArrayRank())})";
        }
        Type[] arguments = type.GetGenericArguments();
        string open = DisplayGeneric(type, [.. arguments.Select(_ => "")]);
        string definition = SourceLanguages.TypeOf(type.GetGenericTypeDefinition(), open);
        return $"{definition}.{nameof(Type.MakeGenericType)}({string.Join(", ", arguments.Select(Expression))})";
    }

    private static bool HasNoName(Type type) =>
        type.HasElementType ? type.IsVariableBoundArray && type.GetArrayRank() == 1 || HasNoName(type.GetElementType()!)
            : type.GetGenericArguments().Any(HasNoName);

    // C# writes the brackets of the outermost array first.
    private static string DisplayArray(Type type)
    {
        var brackets = new StringBuilder();
        for (; type.IsArray; type = type.GetElementType()!)
        {
            brackets.Append('[').Append(type.IsSZArray ? "" : type.GetArrayRank() == 1 ? "*" : Commas(type.GetArrayRank() - 1)).Append(']');
        }
        return Display(type) + brackets;
    }

    // Not new string(',', count): the JIT would have to compile the code that fills a span, and the vector types that it uses.
    private static string Commas(int count) => count == 0 ? "" : Commas(count - 1) + ",";

    private static string DisplayGeneric(Type type, string[] arguments)
    {
        var text = new StringBuilder();
        Append(text, type, arguments);
        return text.ToString();
    }

    // The arguments of a nested type begin with the arguments of the types around it, the outermost type first.
    private static void Append(StringBuilder text, Type type, string[] arguments)
    {
        int outer = 0;
        if (type.IsNested)
        {
            Append(text, type.DeclaringType!, arguments);
            text.Append('.');
            outer = type.DeclaringType!.GetGenericArguments().Length;
        }
        else if (type.Namespace is { Length: > 0 } space)
        {
            text.Append(space).Append('.');
        }
        int arity = type.Name.IndexOf('`');
        text.Append(arity < 0 ? type.Name : type.Name[..arity]);
        int count = type.GetGenericArguments().Length;
        if (count > outer)
        {
            text.Append('<').AppendJoin(", ", arguments[outer..count]).Append('>');
        }
    }
}
