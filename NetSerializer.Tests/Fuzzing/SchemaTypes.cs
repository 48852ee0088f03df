using System.Reflection;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>Finds the type that a name of section 10 of docs/wire-format.md means.</summary>
internal sealed class SchemaTypes
{
    private static readonly Dictionary<string, Type> s_scalars = Scalars.AlwaysInTheModel().Select(row => row.Type)
        .Where(type => Scalars.FindName(type) is not null).ToDictionary(Scalars.NameOf);

    private static readonly ILookup<string, Type> s_own = typeof(SchemaTypes).Assembly.GetTypes().ToLookup(type => WithoutArities(type.FullName!));

    private static readonly Lazy<Assembly[]> s_framework = new(() => [.. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
        .Select(Path.GetFileNameWithoutExtension)
        .Where(name => name!.StartsWith("System.", StringComparison.Ordinal) || name is "FSharp.Core" or "Microsoft.VisualBasic.Core")
            .Select(name => Assembly.Load(new AssemblyName(name!)))]);

    private readonly string _text;
    private int _at;

    private SchemaTypes(string text) => _text = text;

    /// <exception cref="FormatException">No type has the name.</exception>
    public static Type Parse(string name)
    {
        var parser = new SchemaTypes(name);
        Type type = parser.ReadType();
        return parser._at == name.Length ? type : throw new FormatException($"'{name}' goes on after its type");
    }

    private Type ReadType()
    {
        int start = _at;
        while (_at < _text.Length && _text[_at] is not ('<' or '>' or ',' or '['))
        {
            _at++;
        }
        string name = _text[start.._at];
        List<Type> arguments = [];
        while (Take(arguments.Count == 0 ? '<' : ','))
        {
            arguments.Add(ReadType());
        }
        if (arguments.Count > 0 && !Take('>'))
        {
            throw new FormatException($"'{_text}' lacks a bracket");
        }
        return ReadRanks(Find(name, arguments));
    }

    private Type ReadRanks(Type type)
    {
        while (Take('['))
        {
            int rank = 1;
            bool isVector = !Take('*');
            while (Take(','))
            {
                rank++;
            }
            if (!Take(']'))
            {
                throw new FormatException($"'{_text}' lacks a bracket");
            }
            type = rank == 1 && isVector ? type.MakeArrayType() : type.MakeArrayType(rank);
        }
        return type;
    }

    private static Type Find(string name, List<Type> arguments)
    {
        if (name == "nullable")
        {
            return typeof(Nullable<>).MakeGenericType(arguments[0]);
        }
        if (s_scalars.TryGetValue(name, out Type? scalar))
        {
            return scalar;
        }
        Type found = s_own[name].FirstOrDefault(type => type.GetGenericArguments().Length == arguments.Count)
            ?? typeof(TypeModel).Assembly.GetType(name)
            ?? FindInFramework(arguments.Count == 0 ? name : $"{name}`{arguments.Count}")
            ?? throw new FormatException($"No type is called '{name}'");
        return arguments.Count == 0 ? found : found.MakeGenericType([.. arguments]);
    }

    private static Type? FindInFramework(string name) =>
        typeof(object).Assembly.GetType(name) ?? s_framework.Value.Select(assembly => assembly.GetType(name)).FirstOrDefault(type => type is not null);

    private bool Take(char sign)
    {
        bool taken = _at < _text.Length && _text[_at] == sign;
        _at += taken ? 1 : 0;
        return taken;
    }

    private static string WithoutArities(string name) => string.Join('+', name.Split('+').Select(part => part.Split('`')[0]));
}
