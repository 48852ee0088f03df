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
    [
        typeof(SmallConference), typeof(Conference), typeof(Company), typeof(Book[]), typeof(Link), typeof(Catalogue), typeof(Order[]), typeof(Person[]),
        typeof(BookShelf),
    ];

    // The floor's ids.
    private static readonly Dictionary<Type, ushort> s_ids =
        new() { [typeof(SmallConference)] = SmallConferenceCodec.Id, [typeof(Company)] = CompanyCodec.Id, [typeof(Book[])] = ReferencesCodec.Id };

    /// <summary>What Hyperion is told of, so that no names travel.</summary>
    public static IReadOnlyList<Type> KnownToPeers { get; } =
    [
        .. s_roots, typeof(Talk), typeof(Presenter), typeof(Hall), typeof(List<Talk>), typeof(Speaker), typeof(Session), typeof(Room), typeof(Track),
        typeof(List<Speaker>), typeof(List<Session>), typeof(Employee), typeof(List<Employee>), typeof(OrderLine), typeof(List<OrderLine>), typeof(Address),
        typeof(Order), typeof(Person), typeof(Dictionary<string, Track>), typeof(Dictionary<string, List<OrderLine>>), typeof(List<Book>),
    ];

    /// <summary>References = Preserve.</summary>
    public TypeModel Graphs { get; } = Create(ReferenceHandling.Preserve);

    /// <summary>References = None.</summary>
    public TypeModel Trees { get; } = Create(ReferenceHandling.None);

    // The linked list and the company are deeper than the limits for strangers allow.
    private static TypeModel Create(ReferenceHandling references) =>
        TypeModel.Create(s_roots, new SerializerOptions { References = references, TypeIds = s_ids, Limits = SerializerLimits.Trusted });
}

/// <summary>This library on one graph. Its calls are generic, which costs some nanoseconds a graph.</summary>
internal sealed class EngineGraphContender<T>(string name, TypeModel model, T root) : ObjectContender(name, [root]) where T : class
{
    public override void Serialize(Stream stream) => model.Serialize(stream, Unsafe.As<T>(Items[0]));

    public override void Deserialize(Stream stream) => Received[0] = model.Deserialize<T>(stream);
}
