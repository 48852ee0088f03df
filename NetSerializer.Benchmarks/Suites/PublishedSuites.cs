using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Peers;

namespace NetSerializer.Benchmarks.Suites;

/// <summary>The comparisons that this field knows, beside BinaryFormatter in the same run.</summary>
internal static class PublishedSuites
{
    public const string CustomerName = "customer";
    public const string DawgName = "dawg";
    public const string PersonName = "person";
    public const string BookShelfName = "bookshelf";
    private const int Customers = 1_000;
    private const int People = 200;
    private const int TextLength = 100_000;

    public static IReadOnlyList<Suite> All(bool quick) =>
    [
        new(
            CustomerName,
            "published, 10,000,000 times through a MemoryStream: hand-written code 16 (write) and 14 (read) times as fast as BinaryFormatter, 41 against "
                + "232 bytes",
            [
                new(CustomerName, model => Classes<Customer.Body, CustomerCalls, CustomerModel>(
                    model, SuiteCase.Many(Customers, Customer.Create), Customer.Model)),
            ]),
        new(
            DawgName,
            "published, loaded from a file 1,000 times: hand-written code 495 ms, BinaryFormatter 2,162 ms (4.4 times); 1,322,620 bytes",
            [
                new("word graph", model => Classes<Dawg.Body, DawgCalls, Dawg>(model, SuiteCase.Many(1, Dawg.Create), PeerModel<Dawg>.Plain)),
                new("Vector3[100]", model => Roots<VectorsCodec, VectorsCalls, Vector3[]>(
                    model, SuiteCase.Many(1, random => Vectors(random, 100)), PeerModel<Vector3[]>.Plain)),
                new("string of 100,000", model => Roots<TextCodec, TextCalls, string>(
                    model, SuiteCase.Many(1, random => random.Word(TextLength, TextLength)), PeerModel<string>.Plain)),
                new("Person[1000]", model => Roots<PeopleCodec, PeopleCalls, Person[]>(
                    model,
                    SuiteCase.Many(1, random => Enumerable.Range(0, 1_000).Select(_ => Person.Create(random)).ToArray()),
                    PeerModel<Person[]>.Plain)),
            ]),
        new(
            PersonName,
            "published: SlimSerializer 13.4 (write) and 7.8 (read) times as fast as BinaryFormatter, 94 against 1,188 bytes",
            [new(PersonName, model => Classes<Person.Body, PersonCalls, Person>(model, SuiteCase.Many(People, Person.Create), PeerModel<Person>.Plain))]),
        new(
            BookShelfName,
            "published as charts of first and later calls; the sizes are theirs",
            [.. (quick ? [1, 100, 10_000] : new[] { 1, 100, 10_000, 1_000_000 }).Select(count =>
                new SuiteCase(FormattableString.Invariant($"{count:N0} books"), model =>
                    Classes<BookShelf.Body, BookShelfCalls, BookShelfModel>(model, [BookShelf.Create(count)], BookShelf.Model)))]),
    ];

    /// <summary>One person, whose round trips two threads make with one model.</summary>
    public static IReadOnlyList<Contender> OnePerson(TypeModel model)
    {
        Person person = Person.Create(new MixedRandom(MainJob.Seed));
        return Classes<Person.Body, PersonCalls, Person>(model, [.. Enumerable.Repeat(person, People)], PeerModel<Person>.Plain);
    }

    private static IReadOnlyList<Contender> Classes<TBody, TCalls, T>(TypeModel model, object?[] items, PeerModel<T> peerModel)
        where TBody : struct, IFloorBody where TCalls : struct, IEngineCalls => Roots<OneClass<TBody>, TCalls, T>(model, items, peerModel);

    private static IReadOnlyList<Contender> Roots<TCodec, TCalls, T>(TypeModel model, object?[] items, PeerModel<T> peerModel)
        where TCodec : struct, IFloorCodec where TCalls : struct, IEngineCalls =>
    [
        new FloorContender<TCodec>(items),
        new EngineContender<TCalls>(model, items),
        .. PeerList.Of(items, peerModel, [items[0]!.GetType(), typeof(Person), typeof(Book), typeof(List<string>), typeof(List<Book>), typeof(Vector3)]),
        new JsonContender(items[0]!.GetType(), items),
        new DataContractContender(items[0]!.GetType(), [], items),
        new BinaryFormatterContender(items),
    ];

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
