using System.Reflection;
using System.Text;

namespace NetSerializer.Tests.Structure;

/// <summary>
/// The public surface of an assembly as text, one line for each type and member, in an order of its own so that a difference shows as few lines.
/// </summary>
internal static class PublicApi
{
    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static
        | BindingFlags.DeclaredOnly;
    private static readonly NullabilityInfoContext s_nullability = new();

    /// <summary>Public and protected members of exported types, without what the compiler makes for records.</summary>
    public static IEnumerable<MemberInfo> Members(Type type) =>
        type.GetMembers(Declared)
            .Where(member => IsVisible(member) && (!type.IsEnum || member.Name != "value__")
                && (member is not MethodInfo method || !method.IsSpecialName || method.Name.StartsWith("op_", StringComparison.Ordinal)));

    public static string Print(Assembly assembly)
    {
        var text = new StringBuilder();
        foreach (Type type in assembly.GetExportedTypes().OrderBy(type => type.FullName, StringComparer.Ordinal))
        {
            text.Append(Header(type)).Append('\n');
            string[] members = type.IsEnum
                ? [.. type.GetFields(BindingFlags.Public | BindingFlags.Static)
                    .Select(field => $"{field.Name} = {Convert.ToInt64(field.GetRawConstantValue(), null)}")]
                : [.. Members(type).Select(Line).Order(StringComparer.Ordinal)];
            foreach (string member in members)
            {
                text.Append("    ").Append(member).Append('\n');
            }
        }
        return text.ToString();
    }

    private static string Header(Type type)
    {
        string kind = type switch
        {
            { IsEnum: true } => "enum",
            { IsInterface: true } => "interface",
            { IsValueType: true, IsByRefLike: true } => "ref struct",
            { IsValueType: true } => "struct",
            { IsAbstract: true, IsSealed: true } => "static class",
            { IsAbstract: true } => "abstract class",
            { IsSealed: true } => "sealed class",
            _ => "class",
        };
        IEnumerable<Type> bases = type.BaseType is { } baseType && baseType != typeof(object) && baseType != typeof(ValueType) && baseType != typeof(Enum)
            ? [baseType] : [];
        string[] names = [.. bases.Concat(
            type.IsEnum ? [] : type.GetInterfaces().Where(implemented => implemented.IsPublic).OrderBy(implemented => implemented.Name, StringComparer.Ordinal))
            .Select(Name)];
        return $"{kind} {type.Namespace}.{Name(type)}{(names.Length == 0 ? "" : " : " + string.Join(", ", names))}";
    }

    private static bool IsVisible(MemberInfo member) => member switch
    {
        FieldInfo field => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly,
        MethodBase method => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly,
        PropertyInfo property => property.GetAccessors(true).Any(IsVisible),
        EventInfo added => IsVisible(added.AddMethod!),
        Type nested => nested.IsNestedPublic || nested.IsNestedFamily,
        _ => false,
    };

    private static string Constancy(FieldInfo field) => field.IsLiteral ? "const " : field.IsInitOnly ? "readonly " : "";

    private static string Line(MemberInfo member) => member switch
    {
        FieldInfo field => $"{Static(field.IsStatic)}{Constancy(field)}{Nullable(s_nullability.Create(field))} {field.Name}",
        PropertyInfo property => Property(property),
        ConstructorInfo constructor => $"{Access(constructor)}{Name(constructor.DeclaringType!)}({Parameters(constructor)})",
        MethodInfo method => Method(method),
        _ => $"{member.MemberType} {member.Name}",
    };

    private static string Property(PropertyInfo property)
    {
        MethodInfo any = property.GetAccessors(true)[0];
        string index = property.GetIndexParameters() is { Length: > 0 } parameters ? $"this[{string.Join(", ", parameters.Select(Parameter))}]" : property.Name;
        string set = property.SetMethod is { } setter && IsVisible(setter)
            ? setter.ReturnParameter.GetRequiredCustomModifiers().Any(modifier => modifier.Name == "IsExternalInit") ? " init;" : " set;"
            : "";
        return $"{Access(any)}{Static(any.IsStatic)}{Nullable(s_nullability.Create(property))} {index} "
            + $"{{{(property.GetMethod is { } getter && IsVisible(getter) ? " get;" : "")}{set} }}";
    }

    private static string Method(MethodInfo method)
    {
        string arguments = method.IsGenericMethod ? $"<{string.Join(", ", method.GetGenericArguments().Select(Name))}>" : "";
        string kind = method.IsStatic ? "static "
            : method.GetBaseDefinition() != method ? "override " : method.IsAbstract ? "abstract " : method.IsVirtual && !method.IsFinal ? "virtual " : "";
        return $"{Access(method)}{kind}{TypeOf(method.ReturnParameter)} {method.Name}{arguments}({Parameters(method)})";
    }

    private static string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(Parameter));

    private static string Parameter(ParameterInfo parameter)
    {
        string mode = parameter.IsOut ? "out "
            : parameter.ParameterType.IsByRef ? parameter.IsIn
            ? "in " : "ref " : parameter.IsDefined(typeof(ParamArrayAttribute))
            || parameter.IsDefined(typeof(System.Runtime.CompilerServices.ParamCollectionAttribute)) ? "params " : "";
        string value = parameter.HasDefaultValue
            ? $" = {parameter.DefaultValue switch { null => "null", bool flag => flag ? "true" : "false", var other => other }}" : "";
        return $"{mode}{TypeOf(parameter)} {parameter.Name}{value}";
    }

    // An open T counts as nullable for the runtime's own reading of the annotations, whether it is annotated or not.
    private static string TypeOf(ParameterInfo parameter)
    {
        Type type = parameter.ParameterType.IsByRef ? parameter.ParameterType.GetElementType()! : parameter.ParameterType;
        return type.IsGenericParameter ? type.Name + (Annotation(parameter) == 2 ? "?" : "") : Nullable(s_nullability.Create(parameter));
    }

    private static byte Annotation(ParameterInfo parameter)
    {
        CustomAttributeData? own = parameter.CustomAttributes.FirstOrDefault(attribute => attribute.AttributeType.Name == "NullableAttribute");
        CustomAttributeData? context = parameter.Member.CustomAttributes.Concat(parameter.Member.DeclaringType!.CustomAttributes)
            .FirstOrDefault(attribute => attribute.AttributeType.Name == "NullableContextAttribute");
        return (own ?? context)?.ConstructorArguments[0].Value is byte annotation ? annotation : (byte)0;
    }

    private static string Access(MethodBase method) => method.IsPublic ? "" : "protected ";

    private static string Static(bool isStatic) => isStatic ? "static " : "";

    private static string Nullable(NullabilityInfo info)
    {
        Type type = info.Type.IsByRef ? info.Type.GetElementType()! : info.Type;
        string mark = info.ReadState == NullabilityState.Nullable && !(type.IsValueType && System.Nullable.GetUnderlyingType(type) != null) ? "?" : "";
        if (info.ElementType is { } element)
        {
            return $"{Nullable(element)}[]{mark}";
        }
        return info.GenericTypeArguments is { Length: > 0 } arguments && !type.IsNested && System.Nullable.GetUnderlyingType(type) == null
            ? $"{type.Name[..type.Name.IndexOf('`')]}<{string.Join(", ", arguments.Select(Nullable))}>{mark}"
            : Name(type) + mark;
    }

    private static string Name(Type type)
    {
        if (System.Nullable.GetUnderlyingType(type) is { } value)
        {
            return Name(value) + "?";
        }
        if (type.IsArray)
        {
            return Name(type.GetElementType()!) + "[]";
        }
        if (type.IsByRef)
        {
            return Name(type.GetElementType()!);
        }
        string name = type.IsNested && !type.IsGenericParameter ? $"{Name(type.DeclaringType!)}.{type.Name}" : type.Name;
        return type.IsGenericType && name.Contains('`', StringComparison.Ordinal)
            ? $"{name[..name.IndexOf('`')]}<{string.Join(", ", type.GetGenericArguments().Select(Name))}>" : name;
    }
}
