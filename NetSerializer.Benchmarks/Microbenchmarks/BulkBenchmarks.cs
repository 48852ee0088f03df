using BenchmarkDotNet.Attributes;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;

namespace NetSerializer.Benchmarks.Microbenchmarks;

/// <summary>Arrays of one element type.</summary>
[GenericTypeArguments(typeof(byte))]
[GenericTypeArguments(typeof(bool))]
[GenericTypeArguments(typeof(int))]
[GenericTypeArguments(typeof(long))]
[GenericTypeArguments(typeof(double))]
[GenericTypeArguments(typeof(decimal))]
[GenericTypeArguments(typeof(DateTime))]
public class BulkArrayBenchmarks<T> where T : struct
{
    private EngineBuffer<T[]>? _array;

    [Params(10, 1_000, 100_000)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        MixedRandom random = new(MainJob.Seed);
        T[] elements = new T[Length];
        for (int i = 0; i < elements.Length; i++)
        {
            elements[i] = Element(random);
        }
        _array = new(elements, typeof(T[]));
    }

    [Benchmark]
    public int Serialize() => _array!.Serialize();

    [Benchmark]
    public object? Deserialize() => _array!.Deserialize();

    private static T Element(MixedRandom random) => (T)(object)(default(T) switch
    {
        byte => (object)(byte)random.Mixed(),
        bool => random.Once(2),
        int => (int)random.Mixed(),
        long => (long)random.Mixed(),
        double => random.Fraction(),
        decimal => random.Decimal(),
        _ => new DateTime((long)random.Mixed(), DateTimeKind.Utc),
    });
}

/// <summary>Strings by length and script.</summary>
public class StringBenchmarks
{
    private const int EmojiFirst = 0x1F600;
    private const int EmojiCount = 64;

    private EngineBuffer<string>? _text;

    [Params(3, 12, 40, 1_000)]
    public int Length { get; set; }

    [Params("Ascii", "Latin1", "Cyrillic", "Han", "Emoji")]
    public string Script { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        MixedRandom random = new(MainJob.Seed);
        _text = new(string.Concat(Enumerable.Range(0, Length).Select(_ => Character(random)))[..Length], typeof(string));
    }

    [Benchmark]
    public int Serialize() => _text!.Serialize();

    [Benchmark]
    public object? Deserialize() => _text!.Deserialize();

    private string Character(MixedRandom random) => Script switch
    {
        "Ascii" => ((char)(' ' + random.Below(95))).ToString(),
        "Latin1" => ((char)(0xC0 + random.Below(64))).ToString(),
        "Cyrillic" => ((char)(0x410 + random.Below(64))).ToString(),
        "Han" => ((char)(0x4E00 + random.Below(20_000))).ToString(),
        _ => char.ConvertFromUtf32(EmojiFirst + random.Below(EmojiCount)),
    };
}
