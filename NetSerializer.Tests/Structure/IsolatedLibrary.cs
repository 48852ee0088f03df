using System.Reflection;
using System.Runtime.Loader;

namespace NetSerializer.Tests.Structure;

/// <summary>
/// Loads the library and these tests once more, so that a piece of test code finds the process-wide <see cref="Serializer"/> as in a fresh process,
/// whatever other tests have done to the usual one. Not unloadable: generated code that is not collectible must outlive nothing.
/// </summary>
internal sealed class IsolatedLibrary : AssemblyLoadContext
{
    private static readonly string s_folder = AppContext.BaseDirectory;

    /// <summary>Runs a static method without parameters of a type of these tests; its exception comes back as it is.</summary>
    public static void Run(Type type, string method)
    {
        var library = new IsolatedLibrary();
        Type twin = library.LoadFromAssemblyPath(type.Assembly.Location).GetType(type.FullName!, throwOnError: true)!;
        twin.GetMethod(method, BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic)!.Invoke(
            null, BindingFlags.DoNotWrapExceptions, null, null, null);
    }

    protected override Assembly? Load(AssemblyName assemblyName) =>
        assemblyName.Name == typeof(TypeModel).Assembly.GetName().Name ? LoadFromAssemblyPath(Path.Combine(s_folder, assemblyName.Name + ".dll")) : null;
}
