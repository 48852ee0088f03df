using System.Reflection;

namespace NetSerializer.Languages;

/// <summary>The names that programs know, of fields that compilers have named.</summary>
internal static class MemberNames
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
    private const string StaticLocal = "$STATIC$";

    /// <summary>
    /// Of a property of C# (<c>&lt;Name&gt;k__BackingField</c>) or F# (<c>Name@</c>), or a Static local of Visual Basic
    /// (<c>$STATIC$Method$Signature$Name</c>); other names are as they are.
    /// </summary>
    public static string Of(string field) =>
        field.StartsWith('<') && field.IndexOf('>') is > 1 and int end ? field[1..end]
        : field.IndexOf('@') is > 0 and int at ? field[..at]
        : field.StartsWith(StaticLocal, StringComparison.Ordinal) && field.Split('$') is { Length: > 4 } parts ? parts[4]
        : field;

    /// <summary>
    /// The same where the class that has the field is known: in Visual Basic <c>_Name</c> is that of a property and <c>NameEvent</c> that of an event,
    /// in F# <c>_name</c> that of a case.
    /// </summary>
    public static string Of(Type owner, string field)
    {
        const string ofEvent = "Event";
        return SourceLanguages.Of(owner) == SourceLanguage.CSharp ? Of(field)
            : IsProperty(owner, field) ? field[1..]
            : field.EndsWith(ofEvent, StringComparison.Ordinal) && owner.GetEvent(field[..^ofEvent.Length], Declared) != null ? field[..^ofEvent.Length]
            : Of(field);
    }

    /// <summary>How a field is kept back where <see cref="SourceLanguages.Attribute"/> on the member is no cure, as a verb and the end of its clause.</summary>
    public static (string Verb, string End)? Instead(Type owner, string field) => SourceLanguages.Of(owner) switch
    {
        SourceLanguage.FSharp when FSharpTypes.UnionOf(owner) != null => ("take", " out of the case"),
        SourceLanguage.VisualBasic when IsProperty(owner, field) => ("give", " a field of its own, marked <NonSerialized>"),
        _ => null,
    };

    private static bool IsProperty(Type owner, string field) => field.StartsWith('_') && owner.GetProperty(field[1..], Declared) != null;
}
