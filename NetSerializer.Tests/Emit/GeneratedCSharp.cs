using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using ICSharpCode.Decompiler;
using ICSharpCode.Decompiler.CSharp;
using ICSharpCode.Decompiler.DebugInfo;
using ICSharpCode.Decompiler.Metadata;
using ICSharpCode.Decompiler.TypeSystem;
using NetSerializer.Emit;
using NetSerializer.Tests.Emit.Checking;

namespace NetSerializer.Tests.Emit;

/// <summary>Generated methods as C#: saved as an assembly by the same backend that the library runs, and decompiled.</summary>
internal static partial class GeneratedCSharp
{
    private const string TypeName = "Serializers";

    /// <summary>The text of each method.</summary>
    public static IReadOnlyDictionary<string, string> Decompile(IReadOnlyList<GeneratedMethod> methods)
    {
        using var file = new PEFile("Generated", new MemoryStream(Save(methods)), PEStreamOptions.PrefetchEntireImage);
        var resolver = new UniversalAssemblyResolver(null, throwOnError: true, file.DetectTargetFrameworkId());
        resolver.AddSearchDirectory(AppContext.BaseDirectory);
        resolver.AddSearchDirectory(RuntimeEnvironment.GetRuntimeDirectory());
        var settings = new DecompilerSettings(LanguageVersion.Latest) { ThrowOnAssemblyResolveErrors = true, AlwaysUseBraces = true };
        settings.CSharpFormattingOptions.IndentationString = "    ";
        var types = new DecompilerTypeSystem(file, resolver, settings);
        var decompiler = new CSharpDecompiler(types, settings) { DebugInfoProvider = new RecordedNames(methods, types) };
        ITypeDefinition type = types.MainModule.TypeDefinitions.Single(type => type.Name == TypeName);
        return type.Methods.ToDictionary(method => method.Name, method => Shorten(decompiler.DecompileAsString(method.MetadataToken)));
    }

    // Without what every method has, and the type of a function whose name follows.
    private static string Shorten(string text)
    {
        IEnumerable<string> lines = text.ReplaceLineEndings("\n").Split('\n')
            .SkipWhile(line => line.Length == 0 || line.StartsWith("using ", StringComparison.Ordinal));
        text = string.Join("\n", lines).Trim().Replace("public unsafe static", "static", StringComparison.Ordinal)
            .Replace("public static", "static", StringComparison.Ordinal);
        return OwnNamespace().Replace(FunctionType().Replace(text, "&$1"), "");
    }

    [GeneratedRegex(@"\(nint\)\(delegate\*<.*?>\)\(&(\w+)\)")]
    private static partial Regex FunctionType();

    // The decompiler spells them out because types of other namespaces have the same names.
    [GeneratedRegex(@"\bNetSerializer\.(Wire|Errors)\.")]
    private static partial Regex OwnNamespace();

    private static byte[] Save(IReadOnlyList<GeneratedMethod> methods)
    {
        OutArguments outputs = OutArguments.Find(methods);
        var assembly = new PersistedAssemblyBuilder(new AssemblyName("Generated"), typeof(object).Assembly);
        TypeBuilder type = assembly.DefineDynamicModule("Generated")
            .DefineType(TypeName, TypeAttributes.Public | TypeAttributes.Abstract | TypeAttributes.Sealed);
        Dictionary<GeneratedMethod, MethodBuilder> builders = [];
        foreach (GeneratedMethod method in methods)
        {
            MethodBuilder builder = type.DefineMethod(
                method.Name, MethodAttributes.Public | MethodAttributes.Static, method.ReturnType, [.. method.Arguments.Select(argument => argument.Type)]);
            foreach (Argument argument in method.Arguments)
            {
                builder.DefineParameter(argument.Index + 1, outputs.Contains(method, argument.Index) ? ParameterAttributes.Out : ParameterAttributes.None,
                    argument.Name);
            }
            builders.Add(method, builder);
        }
        var backend = new RuntimeBackend(method => builders[method]);
        foreach (GeneratedMethod method in methods)
        {
            backend.Begin(method);
            foreach (Instruction instruction in method.Instructions)
            {
                backend.Take(instruction.Kind, instruction.Code, instruction.Operand);
            }
        }
        type.CreateType();
        using var saved = new MemoryStream();
        assembly.Save(saved);
        return saved.ToArray();
    }

    /// <summary>Gives the decompiler the names of locals.</summary>
    private sealed class RecordedNames(IReadOnlyList<GeneratedMethod> methods, IDecompilerTypeSystem types) : IDebugInfoProvider
    {
        public string Description => "the recorded methods";

        public string SourceFileName => "";

        public IList<ICSharpCode.Decompiler.DebugInfo.SequencePoint> GetSequencePoints(MethodDefinitionHandle method) => [];

        public IList<Variable> GetVariables(MethodDefinitionHandle method) =>
            [.. Find(method).Locals.Select(local => new Variable(local.Index, local.Name))];

        public bool TryGetName(MethodDefinitionHandle method, int index, out string name)
        {
            IReadOnlyList<Local> locals = Find(method).Locals;
            name = index < locals.Count ? locals[index].Name : "";
            return index < locals.Count;
        }

        public bool TryGetExtraTypeInfo(MethodDefinitionHandle method, int index, out PdbExtraTypeInfo extraTypeInfo)
        {
            extraTypeInfo = default;
            return false;
        }

        private GeneratedMethod Find(MethodDefinitionHandle handle)
        {
            string name = types.MainModule.GetDefinition(handle).Name;
            return methods.First(method => method.Name == name);
        }
    }
}
