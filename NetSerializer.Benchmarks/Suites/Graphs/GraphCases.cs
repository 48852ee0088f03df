using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Peers;

namespace NetSerializer.Benchmarks.Suites.Graphs;

/// <summary>One row group of the suite.</summary>
/// <param name="Name">What the table calls it.</param>
/// <param name="Contenders">Made for the warm-up, where all are small, and when it is measured, so that only one case is in memory then.</param>
internal sealed record GraphCase(string Name, Func<GraphModels, IReadOnlyList<Contender>> Contenders);

/// <summary>The graphs that are measured.</summary>
internal static class GraphCases
{
    public const string SmallConferenceName = "small conference";
    public const string CompanyName = "shuffled company";
    public const string ConferenceName = "conference";
    public const string ReferencesName = "identical refs";
    public const string LinkedListName = "linked list";
    public const string ListsName = "shared lists";

    private const int Orders = 500;
    private const int People = 1_000;
    private const int Lists = 1_000;
    private const int Books = 10_000;

    public static IReadOnlyList<GraphCase> All(bool quick)
    {
        int employees = quick ? 500 : 50_000;
        int references = quick ? 1_000 : 100_000;
        int links = quick ? 500 : 10_000;
        return
        [
            new(SmallConferenceName, models => WithFloor<SmallConference, SmallConferenceCodec>(
                models, SmallConference.Create(Random()), isDeep: false)),
            new(CompanyName, models => WithFloor<Company, CompanyCodec>(
                models, Company.Create(employees, Random()), isDeep: true, PeerNames.MemoryPack)),
            new(ConferenceName, models => Graph(models, Conference.Create(Random()), PeerNames.MemoryPack, PeerNames.Hyperion)),
            new(ReferencesName, models => WithFloor<Book[], ReferencesCodec>(
                models, [.. Enumerable.Repeat(new Book { Id = 1, Title = "One" }, references)], isDeep: false, PeerNames.MemoryPack)),
            new(LinkedListName, models => Deep(models, Link.CreateList(links), PeerNames.MemoryPack)),
            new(ListsName, models => Graph(models, Catalogue.Create(Lists, Random()), PeerNames.MemoryPack)),
            new("orders", models => Tree(models, Many(Orders, Order.Create), PeerModel<Order[]>.Plain)),
            new("people", models => Tree(models, Many(People, Person.Create), PeerModel<Person[]>.Plain)),
            new("10,000 books", models => Tree(models, BookShelf.Create(Books), BookShelf.Model)),
        ];
    }

    private static T[] Many<T>(int count, Func<MixedRandom, T> create)
    {
        MixedRandom random = Random();
        T[] items = new T[count];
        for (int i = 0; i < count; i++)
        {
            items[i] = create(random);
        }
        return items;
    }

    private static MixedRandom Random() => new(MainJob.Seed);

    private static IReadOnlyList<Contender> Graph<T>(GraphModels models, T root, params string[] without) where T : class =>
        Graph(models, root, PeerModel<T>.Plain, isDeep: false, without);

    private static IReadOnlyList<Contender> Deep<T>(GraphModels models, T root, params string[] without) where T : class =>
        Graph(models, root, PeerModel<T>.Plain, isDeep: true, without);

    private static IReadOnlyList<Contender> WithFloor<T, TCodec>(GraphModels models, T root, bool isDeep, params string[] without)
        where T : class where TCodec : struct, IGraphCodec =>
        [new GraphFloorContender<TCodec>(root), .. Graph(models, root, PeerModel<T>.Plain, isDeep, without)];

    // Nothing is shared, so the tree mode takes part.
    private static IReadOnlyList<Contender> Tree<T, TModel>(GraphModels models, T root, PeerModel<TModel> model) where T : class =>
        [.. Graph(models, root, model, isDeep: false), new EngineGraphContender<T>(GraphModels.TreesName, models.Trees, root)];

    private static IReadOnlyList<Contender> Graph<T, TModel>(GraphModels models, T root, PeerModel<TModel> model, bool isDeep, params string[] without)
        where T : class =>
    [
        new EngineGraphContender<T>(NetSerializerPeer.Name, models.Graphs, root),
        .. PeerList.OfGraph(root, model, GraphModels.KnownToPeers, isDeep, without),
        new DataContractGraphContender(root),
        new BinaryFormatterContender([root]),
    ];
}
