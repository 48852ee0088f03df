using BenchmarkDotNet.Attributes;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Suites;

namespace NetSerializer.Benchmarks.Microbenchmarks;

/// <summary>A person of 20 members.</summary>
public class PersonBenchmarks
{
    private readonly EngineBuffer<Person> _person = new(Person.Create(new MixedRandom(MainJob.Seed)), typeof(Person));

    [Benchmark]
    public int Serialize() => _person.Serialize();

    [Benchmark]
    public object? Deserialize() => _person.Deserialize();
}

/// <summary>An order with an address and ten lines.</summary>
public class OrderBenchmarks
{
    private readonly EngineBuffer<Order> _order = new(Order.Create(new MixedRandom(MainJob.Seed)), typeof(Order));

    [Benchmark]
    public int Serialize() => _order.Serialize();

    [Benchmark]
    public object? Deserialize() => _order.Deserialize();
}

/// <summary>1,000 objects of 4, 32 or 256 classes, behind their base class.</summary>
public class DispatchBenchmarks
{
    private EngineBuffer<Shape[]>? _shapes;

    [Params(4, 32, 256)]
    public int Types { get; set; }

    [GlobalSetup]
    public void Setup() => _shapes = new(Shapes.Instances(Types, 1_000, seed: 1), [typeof(Shape[]), .. Shapes.Types(Types)]);

    [Benchmark]
    public int Serialize() => _shapes!.Serialize();

    [Benchmark]
    public object? Deserialize() => _shapes!.Deserialize();
}

/// <summary>Dictionaries with text keys.</summary>
public class DictionaryBenchmarks
{
    private EngineBuffer<Dictionary<string, int>>? _table;

    [Params(100, 250_000)]
    public int Count { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        MixedRandom random = new(MainJob.Seed);
        Dictionary<string, int> table = new(Count);
        while (table.Count < Count)
        {
            table[random.Word(6, 12)] = table.Count;
        }
        _table = new(table, typeof(Dictionary<string, int>));
    }

    [Benchmark]
    public int Serialize() => _table!.Serialize();

    [Benchmark]
    public object? Deserialize() => _table!.Deserialize();
}
