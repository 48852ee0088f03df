using System.Collections.Immutable;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Peers;

namespace NetSerializer.Benchmarks.Suites.App;

/// <summary>What applications send, and nobody tuned for. There is no floor: nobody writes these by hand.</summary>
internal static class AppSuites
{
    public const string AppName = "app";
    public const string ArrayName = "array";
    private const int Rows = 100, Thousand = 1_000, Hundred = 100;

    private static readonly Type[] s_expressions =
    [
        typeof(Constant), typeof(Quotation), typeof(Variable), typeof(Sum), typeof(Difference), typeof(Product), typeof(Quotient), typeof(Comparison),
        typeof(Negation), typeof(Conversion), typeof(Conditional), typeof(Call), typeof(List<Expression>),
    ];

    public static IReadOnlyList<Suite> All { get; } =
    [
        new(AppName, "data that applications send; arrays and tables have 1,000 elements where nothing else is said",
        [
            Case("row, 95 % set", Rows, random => Row.Create(random, 95)),
            Case("row, 15 % set", Rows, random => Row.Create(random, 15)),
            Case("10,000 trades", 1, random => Trade.CreateDay(10_000, random), [typeof(Trade)]),
            Case("ticks by Guid", 1, random => Tick.CreateTable(20, Hundred, random), [typeof(Tick), typeof(List<Tick>)]),
            Case("expression tree", 1, random => Expression.Create(5_000, random), s_expressions),
            Case("game state", 1, random => GameState.Create(2_000, random), [typeof(Entity), typeof(Vector3), typeof(Entity[])]),
            Case("log lines", 1, random => LogLine.CreateLog(Thousand, random), [typeof(LogLine)]),
            Case("posts", 1, random => Post.CreateMany(300, random), [typeof(Post)]),
            Case("2 MB attachment", 1, random => Attachment.Create(2 << 20, random)),
            Case("HashSet<string>", 1, random => new HashSet<string>(Of(Thousand, () => random.Word(4, 16)))),
            Case("ImmutableDictionary", 1, random => Of(Thousand, () => random.Word(4, 16)).Distinct().ToImmutableDictionary(text => text, text => text.Length),
                without: [PeerNames.BinaryFormatter]),
            Case("TimeSpan[]", 1, random => Of(Thousand, () => TimeSpan.FromMilliseconds(random.Below(10_000_000)))),
            Case("DateTimeOffset[]", 1, random => Of(Thousand, () => new DateTimeOffset(AppRandom.Date(random)).ToOffset(TimeSpan.FromHours(random.Below(3)))),
                without: [PeerNames.ProtobufNet]),
            Case("int?[]", 1, random => Of(Thousand, () => random.Once(5) ? null : (int?)random.Below(100_000)), without: [PeerNames.ProtobufNet]),
            Case("Guid[]", 1, random => Of(Thousand, () => AppRandom.Id(random))),
            Case("struct of ints[]", 1, random => Of(Thousand, () => Cell.Create(random)), [typeof(Cell)]),
            Case("float[][]", 1, random => Of(Hundred, () => Of(10, () => (float)random.Fraction())), [typeof(float[])], PeerNames.ProtobufNet),
            Case("boxed values", 1, random => Of(Thousand, () => Boxed(random)), without: [PeerNames.MemoryPack, PeerNames.ProtobufNet, PeerNames.Json]),
            Case("Dictionary of objects", 1, random => Of(Thousand, () => random.Word(6, 12)).Distinct().ToDictionary(text => text, text =>
                new Book { Id = random.Below(100_000), Title = text }), [typeof(Book)]),
        ]) { IsSmall = true },
        new(ArrayName, "arrays of numbers and of small structs",
        [
            Case("int[100]", 1, random => Of(Hundred, () => random.Below(100_000))),
            Case("int[100,000]", 1, random => Of(100_000, () => random.Below(1_000_000))),
            Case("long[1000]", 1, random => Of(Thousand, () => (long)random.Mixed())),
            Case("bool[1000]", 1, random => Of(Thousand, () => random.Once(2))),
            Case("double[1000]", 1, random => Of(Thousand, random.Fraction)),
            Case("Guid[100]", 1, random => Of(Hundred, () => AppRandom.Id(random))),
            Case("struct of ints[100]", 1, random => Of(Hundred, () => Cell.Create(random)), [typeof(Cell)]),
            Case("string[1000]", 1, random => Of(Thousand, () => random.Word(2, 20))),
        ]) { IsSmall = true },
    ];

    private static SuiteCase Case<T>(string name, int count, Func<MixedRandom, T> create, Type[]? known = null, params string[] without) where T : notnull =>
        new(name, _ =>
        {
            object?[] items = SuiteCase.Many(count, random => create(random));
            Type[] types = [typeof(T), .. known ?? []];
            Contender[] all =
            [
                new EngineContender<DirectCalls<T>>(NetSerializerPeer.CreateModel(types), items),
                .. PeerList.Of(items, PeerModel<T>.Plain, types, without),
                new JsonContender(typeof(T), items),
                new BinaryFormatterContender(items),
            ];
            return [.. all.Where(contender => !without.Contains(contender.Name))];
        });

    private static T[] Of<T>(int count, Func<T> create) => AppRandom.Many(count, create);

    private static object Boxed(MixedRandom random) => random.Below(5) switch
    {
        0 => random.Below(100_000),
        1 => (long)random.Mixed(),
        2 => random.Fraction(),
        3 => random.Once(2),
        _ => random.Word(3, 12),
    };
}
