using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Errors;
using NetSerializer.Languages;

namespace NetSerializer.Scanning;

/// <summary>Selects the fields of a class or struct that travel, in their order: the fields of the most-base class first, then by ordinal name.</summary>
internal static class MemberSelector
{
    private static readonly string[] s_frameworkKeys =
        ["b77a5c561934e089", "b03f5f7f11d50a3a", "7cec85d7bea7798e", "cc7b13ffcd2ddd51", "adb9793829ddae60", "31bf3856ad364e35"];

    /// <param name="type">The class or struct.</param>
    /// <param name="context">The context that decides, and takes problems.</param>
    /// <param name="content">The base class whose fields do not travel, nor the fields of its bases; null for none.</param>
    public static IReadOnlyList<FieldInfo> Select(Type type, ScanContext context, Type? content = null) => Select(Levels(type, content), context);

    /// <summary>The fields of some levels of a class.</summary>
    public static IReadOnlyList<FieldInfo> Select(IEnumerable<Type> levels, ScanContext context)
    {
        var members = new List<FieldInfo>();
        foreach (Type level in levels)
        {
            List<FieldInfo> fields = DataFields(level);
            fields.RemoveAll(field => !Travels(field, context));
            // Two fields of one level can have one name only in assemblies of other compilers, which tell them apart by their types.
            fields.Sort((x, y) => string.CompareOrdinal(x.Name, y.Name) is not 0 and var order ? order : x.MetadataToken.CompareTo(y.MetadataToken));
            members.AddRange(fields);
        }
        return members;
    }

    /// <summary>The fields that a class declares itself and does not mark as none of its data.</summary>
    public static List<FieldInfo> DataFields(Type level)
    {
        var fields = new List<FieldInfo>();
        foreach (FieldInfo field in level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
        {
            if ((field.Attributes & NotSerialized) == 0)
            {
                fields.Add(field);
            }
        }
        return fields;
    }

    /// <summary>The class and its bases but object, the most-base one first; only classes derived from <paramref name="content"/> when that is given.</summary>
    public static List<Type> Levels(Type type, Type? content = null)
    {
        var levels = new List<Type>();
        for (Type? level = type; level != null && level != typeof(object) && level != typeof(ValueType) && level != content; level = level.BaseType)
        {
            levels.Add(level);
        }
        levels.Reverse();
        return levels;
    }

    /// <summary>Part of the framework: never by its private fields, which are no contract.</summary>
    public static bool IsFrameworkType(Type type)
    {
        if (type.Assembly == typeof(object).Assembly)
        {
            return true;
        }
        // "System.Linq, Version=10.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a". The parts one by one would cost an AssemblyName each time.
        string name = type.Assembly.FullName ?? "";
        return (name.StartsWith("System", StringComparison.Ordinal) || name.StartsWith("Microsoft.", StringComparison.Ordinal)
                || name.StartsWith("netstandard,", StringComparison.Ordinal) || name.StartsWith("mscorlib,", StringComparison.Ordinal)
                || name.StartsWith("WindowsBase,", StringComparison.Ordinal))
            && Array.Exists(s_frameworkKeys, key => name.EndsWith("PublicKeyToken=" + key, StringComparison.Ordinal));
    }

    /// <summary>Carries [Serializable].</summary>
    public static bool HasAttribute(Type type) => (type.Attributes & SerializableFlag) != 0;

    private static bool Travels(FieldInfo field, ScanContext context)
    {
        Type type = field.FieldType, owner = field.DeclaringType!;
        bool isFunction = FSharpTypes.IsCode(type);
        if (isFunction || typeof(Delegate).IsAssignableFrom(type))
        {
            if (context.Custom(type) != null)
            {
                return true;
            }
            if (context.Options.Delegates == DelegateHandling.Refuse)
            {
                string name = TypeNames.Member(owner, field.Name);
                bool isOfCSharp = SourceLanguages.Of(owner) == SourceLanguage.CSharp;
                string which = isFunction ? "function"
                        : TypeNames.IsProperty(field.Name) || TypeNames.IsParameter(field.Name) ? "delegate" : "delegate or an event",
                    onEvent = which.EndsWith("event", StringComparison.Ordinal) && isOfCSharp ? " ([field: NonSerialized] on an event)" : "";
                context.Problem(
                    ErrorCode.TypeNotSupported,
                    $"{name} is a {which}; {TypeNames.Omission(owner, field.Name, "it", "its place")}{onEvent}, or set "
                        + $"{nameof(SerializerOptions.Delegates)} = {nameof(DelegateHandling.Skip)}.",
                    name);
            }
            return false;
        }
        // The compiler makes a struct inside of that of the field. To look at every field would load the assemblies of all attributes that they have.
        if (type is { IsValueType: true, IsNested: true } && field.IsDefined(typeof(FixedBufferAttribute), false))
        {
            context.Problem(ErrorCode.TypeNotSupported, $"{field.Name} is a fixed-size buffer; use an array, or mark it [NonSerialized].", field.Name);
            return false;
        }
        if (type.IsPointer || type.IsFunctionPointer || type.IsByRef)
        {
            context.Problem(ErrorCode.TypeNotSupported,
                $"{TypeNames.Member(field.Name)} is a pointer: {TypeNames.Display(type)} has no meaning elsewhere; "
                    + $"{TypeNames.Omission(owner, field.Name, "it", "its place")}.", TypeNames.Member(field.Name));
            return false;
        }
        return true;
    }

    // FieldInfo.IsNotSerialized and Type.IsSerializable are marked obsolete with the formatters; the metadata flags are not going away.
    /// <summary>The flag that [NonSerialized] sets.</summary>
    public const FieldAttributes NotSerialized = (FieldAttributes)0x0080;

    private const TypeAttributes SerializableFlag = (TypeAttributes)0x2000;
}
