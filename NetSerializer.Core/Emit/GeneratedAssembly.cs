using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace NetSerializer.Emit
{
    /// <summary>
    /// The container of a model's generated methods: static methods of a type of a dynamic assembly, of several types where there are more methods
    /// than the runtime allows for one. Against hand-written C# that costs 0.88-1.04, DynamicMethod 0.94-1.20, RunAndCollect 0.99-1.29: only Run is
    /// re-optimised with profiles, and calls between its methods are direct and can be inlined. A call into a type that is not created yet fails in
    /// the JIT, so all are before any runs.
    /// </summary>
    internal sealed class GeneratedAssembly
    {
        // The runtime takes some fewer than 65,536.
        private const int MethodsOfType = 60_000;

        private static int s_count;
        private readonly ModuleBuilder _module;
        private readonly Dictionary<GeneratedMethod, MethodBuilder> _builders = [];
        private Type[]? _created;

        public GeneratedAssembly(bool collectible, IEnumerable<Assembly> accessed)
        {
            var assembly = AssemblyBuilder.DefineDynamicAssembly(
                new AssemblyName($"NetSerializer.Generated.{Interlocked.Increment(ref s_count)}"),
                collectible ? AssemblyBuilderAccess.RunAndCollect : AssemblyBuilderAccess.Run);
            ConstructorInfo attribute = typeof(IgnoresAccessChecksToAttribute).GetConstructor([typeof(string)])!;
            foreach (string name in accessed.Select(assembly => assembly.GetName().Name!).Append(typeof(GeneratedAssembly).Assembly.GetName().Name!)
                .Distinct(StringComparer.Ordinal))
            {
                assembly.SetCustomAttribute(new CustomAttributeBuilder(attribute, [name]));
            }
            _module = assembly.DefineDynamicModule("Generated");
        }

        /// <summary>Turns the recorded methods into IL and makes the types.</summary>
        public void Build(IReadOnlyCollection<GeneratedMethod> methods)
        {
            var types = new TypeBuilder[1 + (methods.Count / MethodsOfType)];
            for (int i = 0; i < types.Length; i++)
            {
                types[i] = _module.DefineType(
                    "NetSerializer.Generated.Serializers" + (i == 0 ? "" : $"{i + 1}"),
                    TypeAttributes.Public | TypeAttributes.Abstract | TypeAttributes.Sealed | TypeAttributes.BeforeFieldInit);
            }
            foreach (GeneratedMethod method in methods)
            {
                MethodBuilder builder = types[_builders.Count / MethodsOfType].DefineMethod(
                    method.Name, MethodAttributes.Public | MethodAttributes.Static, method.ReturnType, [.. method.Arguments.Select(argument => argument.Type)]);
                // Locals are assigned before use, so the prologue need not clear them.
                builder.InitLocals = false;
                _builders.Add(method, builder);
            }
            var backend = new RuntimeBackend(_builders);
            foreach (GeneratedMethod method in methods)
            {
                backend.Play(method);
            }
            _created = Array.ConvertAll(types, type => type.CreateType());
        }

        /// <summary>The finished method.</summary>
        public MethodInfo Find(GeneratedMethod method) =>
            Array.ConvertAll(_created!, type => type.GetMethod(method.Name, BindingFlags.Public | BindingFlags.Static)).First(found => found != null)!;
    }
}

namespace System.Runtime.CompilerServices
{
    /// <summary>Known to the runtime by name: the assembly that carries it may touch non-public members of the named one.</summary>
    [AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
    internal sealed class IgnoresAccessChecksToAttribute(string assemblyName) : Attribute
    {
        public string AssemblyName { get; } = assemblyName;
    }
}
