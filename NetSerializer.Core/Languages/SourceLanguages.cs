using System.Reflection;

namespace NetSerializer.Languages;

/// <summary>Tells languages apart, and has the words of a message that each of them writes in its own way.</summary>
internal static class SourceLanguages
{
    private const string OfFSharp = "Microsoft.FSharp.Core.FSharpInterfaceDataVersionAttribute";
    // The compiler of C# writes it into each module.
    private const string OfCSharp = "System.Runtime.CompilerServices.RefSafetyRulesAttribute";

    /// <summary>The language of a type, or of the first of its elements and type arguments that is not C#.</summary>
    public static SourceLanguage Of(Type type)
    {
        if (type.HasElementType)
        {
            return Of(type.GetElementType()!);
        }
        SourceLanguage own = Of(type.Assembly);
        foreach (Type argument in own == SourceLanguage.CSharp ? type.GetGenericArguments() : [])
        {
            own = own == SourceLanguage.CSharp && !argument.IsGenericParameter ? Of(argument) : own;
        }
        return own;
    }

    /// <summary>An attribute without arguments.</summary>
    public static string Attribute(Type owner, string name) => Of(owner) switch
    {
        SourceLanguage.FSharp => $"[<{name}>]",
        SourceLanguage.VisualBasic => $"<{name}>",
        _ => $"[{name}]",
    };

    /// <summary>The mark of a member that is to be left out, whether it is a field or a property.</summary>
    public static string NonSerialized(Type owner) =>
        Attribute(owner, "NonSerialized") + (Of(owner) == SourceLanguage.CSharp ? " ([field: NonSerialized] on a property)" : "");

    /// <summary>The calls that put the elements of a query into a list or an array.</summary>
    public static string Collecting(Type type) => Of(type) == SourceLanguage.FSharp ? "List.ofSeq, Array.ofSeq" : "ToList, ToArray";

    /// <summary>The expression for a type whose name is given as C# writes it.</summary>
    public static string TypeOf(Type type, string name) => Of(type) switch
    {
        // FSharp.Core compiles its types under longer names than programs know.
        SourceLanguage.FSharp => $"typeof<{name.Replace("Microsoft.FSharp.Core.FSharp", "Microsoft.FSharp.Core.", StringComparison.Ordinal)
            .Replace("Microsoft.FSharp.Collections.FSharp", "Microsoft.FSharp.Collections.", StringComparison.Ordinal)}>",
        SourceLanguage.VisualBasic => $"GetType({name.Replace('[', '(').Replace(']', ')')
            .Replace("<", "(Of ", StringComparison.Ordinal).Replace('>', ')')})",
        _ => $"typeof({name})",
    };

    private static SourceLanguage Of(Assembly assembly)
    {
        if (assembly.IsDynamic || assembly == typeof(object).Assembly)
        {
            return SourceLanguage.CSharp;
        }
        return Carries(assembly.GetCustomAttributesData(), OfFSharp) ? SourceLanguage.FSharp
            : assembly.GetReferencedAssemblies().Any(used => used.Name is "Microsoft.VisualBasic.Core" or "Microsoft.VisualBasic")
                && !Carries(assembly.ManifestModule.GetCustomAttributesData(), OfCSharp) ? SourceLanguage.VisualBasic
            : SourceLanguage.CSharp;
    }

    private static bool Carries(IEnumerable<CustomAttributeData> attributes, string name) =>
        attributes.Any(attribute => attribute.AttributeType.FullName == name);
}
