using System.Collections.Concurrent;
using System.Globalization;
using System.Text;
using NetSerializer.Ids;

namespace NetSerializer.Schema;

/// <summary>Names of types as docs/wire-format.md, section 10, prints them. For any number of threads.</summary>
/// <param name="ambiguous">Full names that two types of the model share.</param>
internal sealed class SchemaNames(IReadOnlySet<string> ambiguous)
{
    // A schema has most names many times.
    private readonly ConcurrentDictionary<Type, string> _names = new();

    /// <summary>The names of a model with these types in its lines.</summary>
    public static SchemaNames For(IEnumerable<Type> named) =>
        new(named.SelectMany(Definitions).Distinct().GroupBy(type => type.FullName!).Where(group => group.Count() > 1).Select(group => group.Key).ToHashSet());

    /// <summary>The types without arguments and the definitions that a name is made of.</summary>
    public static IEnumerable<Type> Definitions(Type type) =>
        type.HasElementType ? Definitions(type.GetElementType()!)
        : type.IsGenericType ? type.GetGenericArguments().SelectMany(Definitions).Append(type.GetGenericTypeDefinition())
        : [type];

    public string Of(Type type) => _names.GetOrAdd(type, Make);

    private string Make(Type type)
    {
        if (BuiltInIds.ScalarName(type) is { } scalar)
        {
            return scalar;
        }
        if (type.IsArray)
        {
            string rank = type.IsVariableBoundArray && type.GetArrayRank() == 1 ? "*" : new string(',', type.GetArrayRank() - 1);
            return $"{Of(type.GetElementType()!)}[{rank}]";
        }
        if (!type.IsGenericType)
        {
            return OfType(type.FullName! + Mark(type));
        }
        Type[] arguments = type.GetGenericArguments();
        if (type.GetGenericTypeDefinition() == typeof(Nullable<>))
        {
            return $"nullable<{Of(arguments[0])}>";
        }
        // Without the arity, and with all arguments at the end also for types nested in generic ones.
        var name = new StringBuilder();
        string definition = type.GetGenericTypeDefinition().FullName!;
        for (int i = 0; i < definition.Length; i++)
        {
            if (definition[i] == '`')
            {
                while (i + 1 < definition.Length && char.IsAsciiDigit(definition[i + 1]))
                {
                    i++;
                }
                continue;
            }
            name.Append(definition[i]);
        }
        name.Append(Mark(type.GetGenericTypeDefinition()));
        return $"{OfType(name.ToString())}<{string.Join(',', arguments.Select(Of))}>";
    }

    private string Mark(Type type) => ambiguous.Contains(type.FullName!) ? $"@{type.Assembly.GetName().Name}" : "";

    /// <summary>The name of a type with the characters escaped that end a name in the text.</summary>
    public static string OfType(string name) => Escape(name, EndsType);

    /// <summary>The name of a member with the characters escaped that end a line.</summary>
    public static string OfMember(string name) => Escape(name, EndsLine);

    /// <summary>Whether the name of a type may stand in a text.</summary>
    public static bool IsType(string name) => name.Length > 0 && !HasAny(name, EndsType);

    /// <summary>Whether the name of a member, or of a form, may stand in a text.</summary>
    public static bool IsMember(string name) => name.Length > 0 && !HasAny(name, EndsLine);

    private static bool EndsType(char character) => char.IsWhiteSpace(character) || char.IsControl(character) || character is '?' or '!' or '{' or '}';

    // The line ends that .NET knows.
    private static bool EndsLine(char character) => character is '\n' or '\r' or '\f' or '\u0085' or '\u2028' or '\u2029';

    private static string Escape(string name, Func<char, bool> isSpecial)
    {
        if (!HasAny(name, isSpecial))
        {
            return name;
        }
        var escaped = new StringBuilder();
        for (int i = 0; i < name.Length; i++)
        {
            if (isSpecial(name[i]) || IsLoneSurrogate(name, i))
            {
                escaped.Append("\\u").Append(((int)name[i]).ToString("X4", CultureInfo.InvariantCulture));
            }
            else
            {
                escaped.Append(name[i]);
            }
        }
        return escaped.ToString();
    }

    private static bool HasAny(string name, Func<char, bool> isSpecial)
    {
        for (int i = 0; i < name.Length; i++)
        {
            if (isSpecial(name[i]) || IsLoneSurrogate(name, i))
            {
                return true;
            }
        }
        return false;
    }

    // UTF-8, which the fingerprint is taken of, has no such characters.
    private static bool IsLoneSurrogate(string name, int i) =>
        char.IsHighSurrogate(name[i]) ? i + 1 == name.Length || !char.IsLowSurrogate(name[i + 1])
        : char.IsLowSurrogate(name[i]) && (i == 0 || !char.IsHighSurrogate(name[i - 1]));
}
