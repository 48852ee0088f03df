using System.Reflection;
using System.Runtime.Loader;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>A small closed world of types that a seed makes: an assembly that is loaded from memory.</summary>
internal sealed class RandomWorld : IDisposable
{
    private readonly Assembly _assembly;

    /// <param name="seed">All that decides the types.</param>
    /// <param name="edits">The differences of a version; null for a world without versions.</param>
    /// <param name="isSmall">Few types, so that many worlds take little time.</param>
    public RandomWorld(int seed, WorldEdits? edits = null, bool isSmall = false)
    {
        Seed = seed;
        // A model for types that can be unloaded has code that is made otherwise.
        IsCollectible = seed % 2 == 1;
        Context = new AssemblyLoadContext($"World{seed}", IsCollectible);
        _assembly = Context.LoadFromStream(new MemoryStream(WorldBuilder.Build(seed, edits, isSmall)));
        Roots = [.. _assembly.GetType(WorldBuilder.RootsName)!.GetFields(BindingFlags.Static | BindingFlags.Public).Select(field => field.FieldType)
            .Distinct()];
    }

    /// <summary>Each third world has of the framework only what BinaryFormatter takes too.</summary>
    public static bool IsClassicSeed(int seed) => seed % 3 == 0;

    public int Seed { get; }

    public bool IsCollectible { get; }

    public AssemblyLoadContext Context { get; }

    /// <summary>The types to make a model of.</summary>
    public IReadOnlyList<Type> Roots { get; }

    /// <summary>All that the world defines.</summary>
    public IEnumerable<Type> Defined => _assembly.GetTypes().Where(type => type.FullName != WorldBuilder.RootsName);

    /// <summary>A type by the name that BinaryFormatter gives it.</summary>
    public Type? Find(string assemblyName, string typeName) => Type.GetType(
        $"{typeName}, {assemblyName}",
        name => name.Name == _assembly.GetName().Name ? _assembly : Assembly.Load(name),
        (assembly, name, _) => assembly!.GetType(name));

    public void Dispose()
    {
        if (IsCollectible)
            Context.Unload();
    }

    public override string ToString() => $"world {Seed}";
}
