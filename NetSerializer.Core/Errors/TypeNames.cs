using System.Text;

namespace NetSerializer.Errors;

/// <summary>Names of types for messages, as C# writes them.</summary>
internal static class TypeNames
{
    /// <summary>The name of a field, or of the property behind a compiler-made one.</summary>
    public static string Member(string fieldName) =>
        fieldName.StartsWith('<') && fieldName.IndexOf('>') is > 1 and int end ? fieldName[1..end] : fieldName;

    public static string Display(Type type)
    {
        if (type.IsArray)
        {
            return $"{Display(type.GetElementType()!)}[{new string(',', type.GetArrayRank() - 1)}]";
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
        var text = new StringBuilder();
        Append(text, type, type.GetGenericArguments());
        return text.ToString();
    }

    // A nested type has the arguments of the types around it as its own, first those of the outermost.
    private static void Append(StringBuilder text, Type type, Type[] arguments)
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
            text.Append('<').AppendJoin(", ", arguments[outer..count].Select(Display)).Append('>');
        }
    }
}
