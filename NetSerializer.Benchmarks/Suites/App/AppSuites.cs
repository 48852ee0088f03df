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
    public const string FixedName = "fixed";
    private const int Rows = 100, Thousand = 1_000, Hundred = 100;

    private static readonly Type[] s_expressions =
    [
        typeof(Constant), typeof(Quotation), typeof(Variable), typeof(Sum), typeof(Difference), typeof(Product), typeof(Quotient), typeof(Comparison),
        typeof(Negation), typeof(Conversion), typeof(Conditional), typeof(Call), typeof(List<Expression>),
    ];

    private static readonly SerializerOptions s_fixed = new() { Integers = IntegerEncoding.Fixed };

    private static readonly string[] s_others =
        [PeerNames.MessagePack, PeerNames.ProtobufNet, PeerNames.Hyperion, PeerNames.Orleans, PeerNames.Json, PeerNames.BinaryFormatter];

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
            .. ArraysOfValues(new()),
            Case("float[][]", 1, random => Of(Hundred, () => Of(10, () => (float)random.Fraction())), [typeof(float[])], PeerNames.ProtobufNet),
            Case("boxed values", 1, random => Of(Thousand, () => Boxed(random)), without: [PeerNames.MemoryPack, PeerNames.ProtobufNet, PeerNames.Json]),
            Case("Dictionary of objects", 1, random => Of(Thousand, () => random.Word(6, 12)).Distinct().ToDictionary(text => text, text =>
                new Book { Id = random.Below(100_000), Title = text }), [typeof(Book)]),
        ]) { IsSmall = true },
        new(ArrayName, "arrays of numbers and of small structs",
        [
            .. Arrays(new()),
            Case("string[1000]", 1, random => Of(Thousand, () => random.Word(2, 20))),
        ]) { IsSmall = true },
        new(FixedName, "the same arrays with Integers = Fixed, which copies, beside the peer that copies; they count for no overall figure",
        [
            .. ArraysOfValues(s_fixed),
            .. Arrays(s_fixed),
        ]) { IsSmall = true },
    ];

    private static SuiteCase[] ArraysOfValues(SerializerOptions options) =>
    [
        ArrayCase("TimeSpan[]", Thousand, random => TimeSpan.FromMilliseconds(random.Below(10_000_000)), options),
        ArrayCase("DateTimeOffset[]", Thousand, random => new DateTimeOffset(AppRandom.Date(random)).ToOffset(TimeSpan.FromHours(random.Below(3))), options,
            PeerNames.ProtobufNet),
        ArrayCase("int?[]", Thousand, random => random.Once(5) ? null : (int?)random.Below(100_000), options, PeerNames.ProtobufNet),
        ArrayCase("Guid[]", Thousand, AppRandom.Id, options),
        ArrayCase("struct of ints[]", Thousand, Cell.Create, options),
    ];

    private static SuiteCase[] Arrays(SerializerOptions options) =>
    [
        ArrayCase("int[100]", Hundred, random => random.Below(100_000), options),
        ArrayCase("int[100,000]", 100_000, random => random.Below(1_000_000), options),
        ArrayCase("long[1000]", Thousand, random => (long)random.Mixed(), options),
        ArrayCase("bool[1000]", Thousand, random => random.Once(2), options),
        ArrayCase("double[1000]", Thousand, random => random.Fraction(), options),
        ArrayCase("Guid[100]", Hundred, AppRandom.Id, options),
        ArrayCase("struct of ints[100]", Hundred, Cell.Create, options),
    ];

    private static SuiteCase ArrayCase<T>(string name, int count, Func<MixedRandom, T> create, SerializerOptions options, params string[] without) =>
        Case(name, 1, random => Of(count, () => create(random)), options, [typeof(T)], options.Integers == IntegerEncoding.Fixed ? s_others : without);

    private static SuiteCase Case<T>(string name, int count, Func<MixedRandom, T> create, Type[]? known = null, params string[] without) where T : notnull =>
        Case(name, count, create, new(), known ?? [], without);

    private static SuiteCase Case<T>(string name, int count, Func<MixedRandom, T> create, SerializerOptions options, Type[] known, string[] without)
        where T : notnull =>
        new(name, _ =>
        {
            object?[] items = SuiteCase.Many(count, random => create(random));
            Type[] types = [typeof(T), .. known];
            Contender[] all =
            [
                new EngineContender<DirectCalls<T>>(NetSerializerPeer.CreateModel(types, options), items),
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
