using System.Globalization;
using System.Reflection;
using System.Text;

namespace NetSerializer.Emit;

/// <summary>Instructions, types and members as short text that is the same on every machine.</summary>
internal static class OperandText
{
    private static readonly Dictionary<Type, string> s_keywords = new()
    {
        [typeof(bool)] = "bool",
        [typeof(byte)] = "byte",
        [typeof(sbyte)] = "sbyte",
        [typeof(char)] = "char",
        [typeof(short)] = "short",
        [typeof(ushort)] = "ushort",
        [typeof(int)] = "int",
        [typeof(uint)] = "uint",
        [typeof(long)] = "long",
        [typeof(ulong)] = "ulong",
        [typeof(nint)] = "nint",
        [typeof(nuint)] = "nuint",
        [typeof(float)] = "float",
        [typeof(double)] = "double",
        [typeof(decimal)] = "decimal",
        [typeof(string)] = "string",
        [typeof(object)] = "object",
        [typeof(void)] = "void",
    };

    /// <summary>A type as C# writes it, without namespaces.</summary>
    public static string Name(Type type)
    {
        if (s_keywords.TryGetValue(type, out string? keyword))
        {
            return keyword;
        }
        if (type.IsGenericParameter)
        {
            return type.Name;
        }
        if (type.IsArray)
        {
            return $"{Name(type.GetElementType()!)}[{new string(',', type.GetArrayRank() - 1)}]";
        }
        if (type.IsByRef)
        {
            return $"ref {Name(type.GetElementType()!)}";
        }
        if (type.IsPointer)
        {
            return $"{Name(type.GetElementType()!)}*";
        }
        if (type.IsFunctionPointer)
        {
            return $"delegate*<{string.Join(", ", type.GetFunctionPointerParameterTypes().Append(type.GetFunctionPointerReturnType()).Select(Name))}>";
        }
        if (Nullable.GetUnderlyingType(type) is { } value)
        {
            return $"{Name(value)}?";
        }
        return Named(type);
    }

    /// <summary>An instruction without its operand's address or token.</summary>
    public static string Line(Instruction instruction) => instruction.Kind switch
    {
        InstructionKind.Mark => $"{((Label)instruction.Operand!).Name}:",
        InstructionKind.Statement => $"// {instruction.Operand}",
        _ when instruction.Operand == null => instruction.Code.Name!,
        _ => $"{instruction.Code.Name} {Operand(instruction.Operand)}",
    };

    private static string Operand(object operand) => operand switch
    {
        Argument argument => argument.Name,
        Local local => local.Name,
        Label label => label.Name,
        IReadOnlyList<Label> labels => $"({string.Join(", ", labels.Select(label => label.Name))})",
        GeneratedMethod method => $"{method.Name}({string.Join(", ", method.Arguments.Select(argument => Name(argument.Type)))})",
        MethodBase method => Member(method),
        FieldInfo field => $"{Name(field.DeclaringType!)}.{field.Name}",
        Type type => Name(type),
        string text => Quote(text),
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => operand.ToString()!,
    };

    private static string Member(MethodBase method)
    {
        string generic = method.IsGenericMethod ? $"<{string.Join(", ", method.GetGenericArguments().Select(Name))}>" : "";
        string parameters = string.Join(
            ", ", method.GetParameters().Select(parameter =>
                parameter.IsOut ? $"out {Name(parameter.ParameterType.GetElementType()!)}" : Name(parameter.ParameterType)));
        return $"{Name(method.DeclaringType!)}.{method.Name}{generic}({parameters})";
    }

    // The generic arguments of a nested type begin with the arguments of its owner. They are written with the owner's name, not again with its own.
    private static string Named(Type type)
    {
        Type[] arguments = type.IsGenericType ? type.GetGenericArguments() : [];
        var text = new StringBuilder();
        int used = 0;
        Stack<Type> levels = new();
        for (Type? level = type; level != null; level = level.DeclaringType)
        {
            levels.Push(level);
        }
        foreach (Type level in levels)
        {
            int tick = level.Name.IndexOf('`');
            text.Append(text.Length > 0 ? "." : "").Append(tick < 0 ? level.Name : level.Name[..tick]);
            int end = level.IsGenericType ? level.GetGenericArguments().Length : used;
            if (end > used)
            {
                text.Append('<').AppendJoin(", ", arguments[used..end].Select(Name)).Append('>');
                used = end;
            }
        }
        return text.ToString();
    }

    private static string Quote(string text)
    {
        var quoted = new StringBuilder("\"");
        foreach (char c in text)
        {
            quoted.Append(c is '"' or '\\' ? $"\\{c}" : c is >= ' ' and <= '~' ? c.ToString() : $"\\u{(int)c:X4}");
        }
        return quoted.Append('"').ToString();
    }
}
