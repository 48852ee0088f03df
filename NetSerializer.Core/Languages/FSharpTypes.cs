using System.Reflection;

namespace NetSerializer.Languages;

/// <summary>
/// Types of F#, told by their shape and by the attribute that its compiler puts on them. The library has no reference to FSharp.Core, which may also
/// stand inside of a program's own assembly.
/// </summary>
internal static class FSharpTypes
{
    private const BindingFlags Nested = BindingFlags.Public | BindingFlags.NonPublic;
    private const string Mapping = "Microsoft.FSharp.Core.CompilationMappingAttribute", Core = "Microsoft.FSharp.Core";

    // Of SourceConstructFlags: the kind of a construct stands in the low bits.
    private const int KindMask = 31, SumType = 1, UnionCase = 8;

    /// <summary>
    /// The classes of the cases of a union that have fields, and of those without where the compiler makes some, in order of their names; none for any
    /// other type.
    /// </summary>
    public static IReadOnlyList<Type> Cases(Type type)
    {
        // Most types have no nested one of this name, and their attributes are not looked at: that would load assemblies.
        if (!type.IsClass || type.GetNestedType("Tags", Nested) == null || KindOf(type) != SumType)
        {
            return [];
        }
        Type union = Definition(type);
        return
        [
            .. union.GetNestedTypes(Nested).Where(nested => nested.BaseType is { } level && Definition(level) == union)
                .OrderBy(nested => nested.Name, StringComparer.Ordinal)
                .Select(nested => nested.IsGenericTypeDefinition ? nested.MakeGenericType(type.GetGenericArguments()) : nested),
        ];
    }

    /// <summary>The union that a class is a case of; null for any other type.</summary>
    public static Type? UnionOf(Type type) => type.IsNested && type.BaseType is { } level && Cases(level).Contains(type) ? level : null;

    /// <summary>
    /// The field that has the number of the case, and a text with a 1 at each number that an object of the class, or a value of the struct, can have;
    /// null for any other type, and where the class tells the case.
    /// </summary>
    public static (FieldInfo Field, string Cases)? Tag(Type type)
    {
        if (type.GetField("_tag", BindingFlags.Instance | BindingFlags.NonPublic) is not { } field || field.FieldType != typeof(int))
        {
            return null;
        }
        Type union = UnionOf(type) ?? type;
        if (KindOf(union) != SumType)
        {
            return null;
        }
        // The class of the union stands for the cases without fields, a class of a case for that one, and a struct for all.
        IEnumerable<int> numbers = Definition(union).GetMethods(BindingFlags.Static | Nested)
            .Where(method => union != type ? method.Name == "New" + type.Name : type.IsValueType || method.Name.StartsWith("get_", StringComparison.Ordinal))
            .Select(Mapped).Where(mapped => mapped.Length == 2 && (mapped[0] & KindMask) == UnionCase).Select(mapped => mapped[1]);
        char[] cases = [.. Enumerable.Repeat('0', numbers.DefaultIfEmpty(-1).Max() + 1)];
        foreach (int number in numbers)
        {
            cases[number] = '1';
        }
        return (field, new string(cases));
    }

    /// <summary>The option of FSharp.Core. Null stands for None.</summary>
    public static bool IsOption(Type type) => type is { IsGenericType: true, Namespace: Core, Name: "FSharpOption`1" } && IsMapped(type);

    /// <summary>A function, or work that is described and has not run: both are code.</summary>
    public static bool IsCode(Type type)
    {
        for (Type? level = type; level is { IsClass: true }; level = level.BaseType)
        {
            // Names are asked for last: most members are of other types.
            if (level.IsGenericType
                && level is { Namespace: Core, Name: "FSharpFunc`2" } or { Namespace: "Microsoft.FSharp.Control", Name: "FSharpAsync`1" })
            {
                return true;
            }
        }
        return false;
    }

    /// <summary>A list, set or map, or a definition of one.</summary>
    public static bool IsCollection(Type type) =>
        type is { IsGenericType: true, Namespace: "Microsoft.FSharp.Collections", Name: "FSharpList`1" or "FSharpSet`1" or "FSharpMap`2" } && IsMapped(type);

    /// <summary>The compiler of F# has put its attribute on the type.</summary>
    private static bool IsMapped(Type type) => KindOf(type) != 0;

    private static int KindOf(Type type) => Mapped(type) is [int kind, ..] ? kind & KindMask : 0;

    // The flags and the number that the compiler gives a type or a member.
    private static int[] Mapped(MemberInfo member) => member.GetCustomAttributesData().FirstOrDefault(attribute => attribute.AttributeType.FullName == Mapping)
        is { } mapping ? [.. mapping.ConstructorArguments.Select(argument => argument.Value).OfType<int>()] : [];

    private static Type Definition(Type type) => type.IsGenericType ? type.GetGenericTypeDefinition() : type;
}
