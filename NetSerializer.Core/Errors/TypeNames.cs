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
        if (type.IsGenericParameter)
        {
            return type.Name;
        }
        var text = new StringBuilder(type.Namespace is { Length: > 0 } space && !type.IsNested ? space + "." : "");
        if (type.IsNested)
        {
            text.Append(Display(type.DeclaringType!)).Append('.');
        }
        int arity = type.Name.IndexOf('`');
        text.Append(arity < 0 ? type.Name : type.Name[..arity]);
        if (type.IsGenericType && arity >= 0)
        {
            text.Append('<').AppendJoin(", ", type.GetGenericArguments().Select(Display)).Append('>');
        }
        return text.ToString();
    }
}
