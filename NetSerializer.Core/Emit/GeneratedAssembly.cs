using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace NetSerializer.Emit
{
    /// <summary>
    /// The container of a model's generated methods: static methods of one type of one dynamic assembly. Against hand-written C# that costs 0.88-1.04, DynamicMethod 0.94-1.20, RunAndCollect 0.99-1.29:
    /// only Run is re-optimised with profiles, and calls between its methods are direct and can be inlined. A call into a type that is not created yet fails in the JIT, so there is one type.
    /// </summary>
    internal sealed class GeneratedAssembly
    {
        private static int s_count;
        private readonly TypeBuilder _type;
        private readonly Dictionary<GeneratedMethod, MethodBuilder> _builders = [];
        private Type? _created;

        public GeneratedAssembly(bool collectible, IEnumerable<Assembly> accessed)
        {
            var assembly = AssemblyBuilder.DefineDynamicAssembly(
                new AssemblyName($"NetSerializer.Generated.{Interlocked.Increment(ref s_count)}"),
                collectible ? AssemblyBuilderAccess.RunAndCollect : AssemblyBuilderAccess.Run);
            ConstructorInfo attribute = typeof(IgnoresAccessChecksToAttribute).GetConstructor([typeof(string)])!;
            foreach (string name in accessed.Select(assembly => assembly.GetName().Name!).Append(typeof(GeneratedAssembly).Assembly.GetName().Name!).Distinct(StringComparer.Ordinal))
            {
                assembly.SetCustomAttribute(new CustomAttributeBuilder(attribute, [name]));
            }
            _type = assembly.DefineDynamicModule("Generated").DefineType(
                "NetSerializer.Generated.Serializers",
                TypeAttributes.Public | TypeAttributes.Abstract | TypeAttributes.Sealed | TypeAttributes.BeforeFieldInit);
        }

        /// <summary>Turns the recorded methods into IL and makes the type.</summary>
        public void Build(IReadOnlyCollection<GeneratedMethod> methods)
        {
            foreach (GeneratedMethod method in methods)
            {
                MethodBuilder builder = _type.DefineMethod(
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
            _created = _type.CreateType();
        }

        /// <summary>The finished method.</summary>
        public MethodInfo Find(GeneratedMethod method) => _created!.GetMethod(method.Name, BindingFlags.Public | BindingFlags.Static)!;
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
