using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Text;

namespace NetSerializer.Emit
{
    /// <summary>
    /// The container of a model's generated methods: static methods of a type of a dynamic assembly, of several types where there are more methods
    /// than the runtime allows for one. Only methods of an assembly that is not collectible are re-optimised with profiles, and calls between them are
    /// direct and can be inlined. A call into a type that is not created yet fails in the JIT, so <see cref="Complete"/> creates all before any runs.
    /// Methods that are begun later go into further types. Not for two threads at once.
    /// </summary>
    internal sealed class GeneratedAssembly
    {
        // The runtime takes some fewer than 65,536.
        private const int MethodsOfType = 60_000;

        private static int s_count;
        private readonly ModuleBuilder _module;
        private readonly Dictionary<GeneratedMethod, MethodBuilder> _builders = [];
        // Not created yet.
        private readonly List<TypeBuilder> _types = [];
        private readonly RuntimeBackend _backend;
        private int _typeCount;
        // Of the type that takes methods now; none does before the first one and behind Complete.
        private int _room;

        public GeneratedAssembly(bool collectible, IEnumerable<Assembly> accessed)
        {
            var assembly = AssemblyBuilder.DefineDynamicAssembly(
                new AssemblyName { Name = "NetSerializer.Generated." + Interlocked.Increment(ref s_count) },
                collectible ? AssemblyBuilderAccess.RunAndCollect : AssemblyBuilderAccess.Run);
            ConstructorInfo attribute = typeof(IgnoresAccessChecksToAttribute).GetConstructor([typeof(string)])!;
            var names = new HashSet<string>(StringComparer.Ordinal) { typeof(GeneratedAssembly).Assembly.GetName().Name! };
            foreach (Assembly other in accessed)
            {
                names.Add(other.GetName().Name!);
            }
            foreach (string name in names)
            {
                assembly.SetCustomAttribute(attribute, AttributeOf(name));
            }
            _module = assembly.DefineDynamicModule("Generated");
            _backend = new RuntimeBackend(BuilderOf);
        }

        // The attribute with its one argument as metadata has it (ECMA-335, II.23.3); a CustomAttributeBuilder makes the same of more.
        private static byte[] AttributeOf(string argument)
        {
            byte[] text = Encoding.UTF8.GetBytes(argument);
            // Compressed lengths (II.23.2): one, two or four bytes, the first bits say which.
            byte[] length = text.Length switch
            {
                < 0x80 => [(byte)text.Length],
                < 0x4000 => [(byte)(0x80 | text.Length >> 8), (byte)text.Length],
                _ => [(byte)(0xC0 | text.Length >> 24), (byte)(text.Length >> 16), (byte)(text.Length >> 8), (byte)text.Length],
            };
            // Prolog and number of named arguments around it.
            byte[] attribute = new byte[2 + length.Length + text.Length + 2];
            attribute[0] = 1;
            length.CopyTo(attribute, 2);
            text.CopyTo(attribute, 2 + length.Length);
            return attribute;
        }

        /// <summary>Begins a method. The sink returned takes its instructions, until the next method is begun.</summary>
        public IInstructionSink Begin(GeneratedMethod method)
        {
            _backend.Begin(method);
            return _backend;
        }

        /// <summary>Makes the types, when all methods that were begun or called so far are there.</summary>
        public void Complete()
        {
            foreach (TypeBuilder type in _types)
            {
                type.CreateType();
            }
            Forget();
        }

        /// <summary>Leaves out the methods that are not complete. No other method may call them.</summary>
        public void Forget()
        {
            _types.Clear();
            _room = 0;
        }

        /// <summary>The address of a complete method, good as long as this object lives.</summary>
        public nint AddressOf(GeneratedMethod method) => _module.ResolveMethod(_builders[method].MetadataToken)!.MethodHandle.GetFunctionPointer();

        private MethodBuilder BuilderOf(GeneratedMethod method)
        {
            if (_builders.TryGetValue(method, out MethodBuilder? builder))
            {
                return builder;
            }
            if (_room == 0)
            {
                _room = MethodsOfType;
                _types.Add(_module.DefineType(
                    "NetSerializer.Generated.Serializers" + ++_typeCount,
                    TypeAttributes.Public | TypeAttributes.Abstract | TypeAttributes.Sealed | TypeAttributes.BeforeFieldInit));
            }
            Type[] parameters = new Type[method.Arguments.Count];
            for (int i = 0; i < parameters.Length; i++)
            {
                parameters[i] = method.Arguments[i].Type;
            }
            _room--;
            builder = _types[^1].DefineMethod(method.Name, MethodAttributes.Public | MethodAttributes.Static, method.ReturnType, parameters);
            // Locals are assigned before use, so the prologue need not clear them.
            builder.InitLocals = false;
            _builders.Add(method, builder);
            return builder;
        }
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
