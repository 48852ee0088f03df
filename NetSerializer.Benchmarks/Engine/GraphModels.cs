using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Suites;
using NetSerializer.Benchmarks.Suites.Graphs;

namespace NetSerializer.Benchmarks.Engine;

/// <summary>The types of the graph suite in both reference modes.</summary>
internal sealed class GraphModels
{
    public const string TreesName = "NetSerializer trees";

    private static readonly Type[] s_roots =
        [typeof(Conference), typeof(Book[]), typeof(Link), typeof(Catalogue), typeof(Order[]), typeof(Person[]), typeof(BookShelf)];

    /// <summary>References = Preserve.</summary>
    public TypeModel Graphs { get; } = Create(ReferenceHandling.Preserve);

    /// <summary>References = None.</summary>
    public TypeModel Trees { get; } = Create(ReferenceHandling.None);

    // The linked list is deeper than the limits for strangers allow.
    private static TypeModel Create(ReferenceHandling references) =>
        TypeModel.Create(s_roots, new SerializerOptions { References = references, Limits = SerializerLimits.Trusted });
}

/// <summary>This library on one graph. Its calls are generic, which costs some nanoseconds a graph.</summary>
internal sealed class EngineGraphContender<T>(string name, TypeModel model, T root) : ObjectContender(name, [root]) where T : class
{
    public override void Serialize(Stream stream) => model.Serialize(stream, Unsafe.As<T>(Items[0]));

    public override void Deserialize(Stream stream) => Received[0] = model.Deserialize<T>(stream);
}
