using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;

namespace NetSerializer.Benchmarks.Suites;

/// <summary>One row group of a published comparison.</summary>
/// <param name="Name">What the table calls it.</param>
/// <param name="Contenders">Made when it is measured.</param>
internal sealed record SuiteCase(string Name, Func<TypeModel, IReadOnlyList<Contender>> Contenders);

/// <summary>A comparison that others published.</summary>
/// <param name="Name">The name for <c>--suite</c>.</param>
/// <param name="Published">Their figures.</param>
/// <param name="Cases">What is measured here.</param>
internal sealed record PublishedSuite(string Name, string Published, IReadOnlyList<SuiteCase> Cases);

/// <summary>The comparisons that this field knows, beside BinaryFormatter in the same run.</summary>
internal static class PublishedSuites
{
    public const string CustomerName = "customer";
    public const string DawgName = "dawg";
    public const string BookShelfName = "bookshelf";
    private const int Customers = 1_000;
    private const int People = 200;
    private const int TextLength = 100_000;

    public static IReadOnlyList<PublishedSuite> All(bool quick) =>
    [
        new(
            CustomerName,
            "published, 10,000,000 times through a MemoryStream: hand-written code 16 (write) and 14 (read) times as fast as BinaryFormatter, 41 against "
                + "232 bytes",
            [new(CustomerName, model => Classes<Customer.Body, CustomerCalls>(model, Many(Customers, Customer.Create)))]),
        new(
            DawgName,
            "published, loaded from a file 1,000 times: hand-written code 495 ms, BinaryFormatter 2,162 ms (4.4 times); 1,322,620 bytes",
            [
                new("word graph", model => Classes<Dawg.Body, DawgCalls>(model, Many(1, Dawg.Create))),
                new("Vector3[100]", model => Roots<VectorsCodec, VectorsCalls>(model, Many(1, random => Vectors(random, 100)))),
                new("string of 100,000", model => Roots<TextCodec, TextCalls>(model, Many(1, random => random.Word(TextLength, TextLength)))),
                new("Person[1000]", model => Roots<PeopleCodec, PeopleCalls>(
                    model, Many(1, random => Enumerable.Range(0, 1_000).Select(_ => Person.Create(random)).ToArray()))),
            ]),
        new(
            "person",
            "published: SlimSerializer 13.4 (write) and 7.8 (read) times as fast as BinaryFormatter, 94 against 1,188 bytes",
            [new("person", model => Classes<Person.Body, PersonCalls>(model, Many(People, Person.Create)))]),
        new(
            BookShelfName,
            "published as charts of first and later calls; the sizes are theirs",
            [.. (quick ? [1, 100, 10_000] : new[] { 1, 100, 10_000, 1_000_000 }).Select(count =>
                new SuiteCase(FormattableString.Invariant($"{count:N0} books"), model =>
                    Classes<BookShelf.Body, BookShelfCalls>(model, [BookShelf.Create(count)])))]),
    ];

    private static IReadOnlyList<Contender> Classes<TBody, TCalls>(TypeModel model, object?[] items)
        where TBody : struct, IFloorBody where TCalls : struct, IEngineCalls => Roots<OneClass<TBody>, TCalls>(model, items);

    private static IReadOnlyList<Contender> Roots<TCodec, TCalls>(TypeModel model, object?[] items)
        where TCodec : struct, IFloorCodec where TCalls : struct, IEngineCalls =>
    [
        new FloorContender<TCodec>(items),
        new EngineContender<TCalls>(model, items),
        new JsonContender(items[0]!.GetType(), items),
        new DataContractContender(items[0]!.GetType(), [], items),
        new BinaryFormatterContender(items),
    ];

    private static object?[] Many(int count, Func<MixedRandom, object> create)
    {
        MixedRandom random = new(MainJob.Seed);
        object?[] items = new object?[count];
        for (int i = 0; i < count; i++)
        {
            items[i] = create(random);
        }
        return items;
    }

    private static Vector3[] Vectors(MixedRandom random, int count)
    {
        Vector3[] vectors = new Vector3[count];
        for (int i = 0; i < count; i++)
        {
            vectors[i] = new() { X = (float)random.Fraction(), Y = (float)random.Fraction(), Z = (float)random.Fraction() };
        }
        return vectors;
    }
}
