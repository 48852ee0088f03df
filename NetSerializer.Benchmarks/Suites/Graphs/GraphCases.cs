using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;

namespace NetSerializer.Benchmarks.Suites.Graphs;

/// <summary>One row group of the suite.</summary>
/// <param name="Name">What the table calls it.</param>
/// <param name="Objects">How many objects the graph has, about: for the time of one.</param>
/// <param name="IsTree">Nothing in it is shared, so that the tree mode takes part.</param>
/// <param name="Contenders">Made for the warm-up, where all are small, and when it is measured, so that only one case is in memory then.</param>
internal sealed record GraphCase(string Name, int Objects, bool IsTree, Func<GraphModels, IReadOnlyList<Contender>> Contenders);

/// <summary>The graphs that are measured.</summary>
internal static class GraphCases
{
    private const int Orders = 500;
    private const int People = 1_000;
    private const int Lists = 1_000;
    private const int WarmBooks = 10_000;

    public static IReadOnlyList<GraphCase> All(bool quick)
    {
        int references = quick ? 1_000 : 100_000;
        int links = quick ? 500 : 10_000;
        int scattered = quick ? 1_000 : 100_000;
        List<GraphCase> cases =
        [
            new("conference", 2_000, false, models => Graph(models, Conference.Create(Random()))),
            new("identical refs", references, false, models => Graph(models, Enumerable.Repeat(new Book { Id = 1, Title = "One" }, references).ToArray())),
            new("linked list", links, false, models => Graph(models, Link.CreateList(links))),
            new("shared lists", Lists * 13, false, models => Graph(models, Catalogue.Create(Lists, Random()))),
            new("orders", Orders * 24, true, models => Tree(models, Many(Orders, Order.Create))),
            new("people", People * 6, true, models => Tree(models, Many(People, Person.Create))),
            Books(WarmBooks),
            new("scattered books", scattered * 2, true, models => Tree(models, Scattered(scattered))),
        ];
        if (!quick)
        {
            // Behind the smaller shelves, whose samples have compiled all of the code.
            cases.Add(Books(1_000_000));
        }
        return cases;
    }

    private static GraphCase Books(int count) =>
        new(FormattableString.Invariant($"{count:N0} books"), count * 2, true, models =>
        {
            BookShelf shelf = BookShelf.Create(count);
            return [.. Tree(models, shelf), new BooksByHand(shelf)];
        });

    // In no order of addresses, as in a heap that has lived for a while.
    private static BookShelf Scattered(int count)
    {
        BookShelf shelf = BookShelf.Create(count);
        Book[] books = [.. shelf.Books!];
        new Random(1).Shuffle(books);
        shelf.Books = [.. books];
        return shelf;
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

    private static IReadOnlyList<Contender> Graph<T>(GraphModels models, T root) where T : class =>
    [
        new EngineGraphContender<T>(NetSerializerPeer.Name, models.Graphs, root),
        new DataContractGraphContender(root),
        new BinaryFormatterContender([root]),
    ];

    private static IReadOnlyList<Contender> Tree<T>(GraphModels models, T root) where T : class =>
        [.. Graph(models, root), new EngineGraphContender<T>(GraphModels.TreesName, models.Trees, root)];
}
