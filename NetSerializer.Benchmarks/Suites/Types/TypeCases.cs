using System.Collections;
using System.Collections.Immutable;
using System.Data;
using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;

namespace NetSerializer.Benchmarks.Suites.Types;

/// <summary>Values of one type of the framework.</summary>
/// <param name="Name">What the table calls it.</param>
/// <param name="Contenders">Those that can take it.</param>
/// <param name="AreSame">Whether a result is the original again.</param>
internal sealed record TypeCase(string Name, Func<TypeModel, IReadOnlyList<Contender>> Contenders, Func<object, object, bool> AreSame);

/// <summary>The types of the framework that programs put into the fields of their classes.</summary>
internal static class TypeCases
{
    private const int Few = 100, Many = 1_000;

    public static IReadOnlyList<TypeCase> All { get; } =
    [
        Sequence("HashSet<int>", random => new HashSet<int>(Numbers(random))),
        Sequence("HashSet<string>", random => new HashSet<string>(Texts(random))),
        Sequence("Queue<int>", random => new Queue<int>(Numbers(random))),
        Sequence("Queue<string>", random => new Queue<string>(Texts(random))),
        Sequence("ImmutableArray<int>", random => ImmutableArray.CreateRange(Numbers(random)), hasFormatters: false),
        Sequence("SortedDictionary", random => new SortedDictionary<string, int>(Texts(random).Distinct().ToDictionary(text => text, text => text.Length))),
        new("Uri", model => Peers<Uri>(model, Items(Few, random => new Uri($"https://{random.Word(3, 12)}.org/{random.Word(5, 20)}?q={random.Word(1, 8)}"))),
            Equals),
        new("exception", model => Peers<Exception>(model, Items(Few, Failure), hasJson: false), (left, right) => left.ToString() == right.ToString()),
        new("DataTable", model => Peers<DataTable>(model, Items(1, Table), hasJson: false), (left, right) =>
            TextOf((DataTable)left) == TextOf((DataTable)right)),
    ];

    /// <summary>The model for all cases.</summary>
    public static TypeModel CreateModel() => TypeModel.Create(
        typeof(HashSet<int>), typeof(HashSet<string>), typeof(Queue<int>), typeof(Queue<string>), typeof(ImmutableArray<int>),
        typeof(SortedDictionary<string, int>), typeof(Uri), typeof(InvalidOperationException),
        typeof(ArgumentException), typeof(DataTable));

    private static TypeCase Sequence<T>(string name, Func<MixedRandom, T> create, bool hasFormatters = true) where T : notnull, IEnumerable =>
        new(name, model => Peers<T>(model, Items(1, random => create(random)), hasJson: true, hasFormatters), (left, right) =>
            ((IEnumerable)left).Cast<object>().SequenceEqual(((IEnumerable)right).Cast<object>()));

    private static IReadOnlyList<Contender> Peers<T>(TypeModel model, object?[] items, bool hasJson = true, bool hasFormatters = true) where T : notnull =>
    [
        new EngineContender<ItemCalls<T>>(model, items),
        .. hasJson ? (Contender[])[new JsonContender(typeof(T), items)] : [],
        .. hasFormatters ? (Contender[])[new DataContractContender(typeof(T), [typeof(InvalidOperationException), typeof(ArgumentException)], items),
            new BinaryFormatterContender(items)] : [],
    ];

    private static object?[] Items(int count, Func<MixedRandom, object> create)
    {
        MixedRandom random = new(MainJob.Seed);
        object?[] items = new object?[count];
        for (int i = 0; i < count; i++)
        {
            items[i] = create(random);
        }
        return items;
    }

    // Of all magnitudes, each as often.
    private static int[] Numbers(MixedRandom random) =>
        [.. Enumerable.Range(0, Many).Select(_ => (int)(random.Fraction() * Math.Pow(2, 31 * random.Fraction())))];

    private static string[] Texts(MixedRandom random) => [.. Enumerable.Range(0, Few).Select(_ => random.Word(1, 40))];

    private static Exception Failure(MixedRandom random)
    {
        try
        {
            Throw(random.Word(10, 40));
        }
        catch (InvalidOperationException failure)
        {
            return failure;
        }
        throw new InvalidOperationException("Nothing was thrown.");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Throw(string message) => throw new InvalidOperationException(message, new ArgumentException(message, nameof(message)));

    private static DataTable Table(MixedRandom random)
    {
        var table = new DataTable("people");
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("name", typeof(string));
        table.Columns.Add("balance", typeof(decimal));
        table.PrimaryKey = [table.Columns[0]];
        for (int i = 0; i < Few; i++)
        {
            table.Rows.Add(i, random.Word(1, 30), i * 1.25m);
        }
        table.AcceptChanges();
        return table;
    }

    private static string TextOf(DataTable table)
    {
        var text = new StringWriter();
        table.WriteXml(text, XmlWriteMode.DiffGram);
        return text.ToString();
    }
}

/// <summary>Values of any type, value types unboxed at each call.</summary>
internal readonly struct ItemCalls<T> : IEngineCalls where T : notnull
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, (T)item!);

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<T>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write((T)item!);

    public static object? Read(ValueReader reader) => reader.Read<T>();
}
