using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Oracle.Schema;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Lists of objects that share texts and other objects: the bytes are those of the slow writer, wherever the objects lie.</summary>
internal sealed class SharingTests
{
    private static readonly (TypeModel Model, OracleModel Oracle)[] s_models = [.. Enum.GetValues<StringHandling>().Select(Create)];

    [Test]
    public void Any_order_and_any_sharing_give_the_bytes_of_the_slow_writer([Range(1, 80)] int seed)
    {
        var random = new Random(seed);
        int count = random.Next(4) == 0 ? random.Next(3_000) : random.Next(80), shared = random.Next(3) * random.Next(1, 20);
        string[] texts = [.. Enumerable.Range(0, count + 1).Select(i => i % 9 == 0 ? "" : $"text {i}")];
        Town[] towns = [.. Enumerable.Range(0, count + 1).Select(i => new Town { Name = texts[random.Next(i + 1)] })];
        Guest[] guests =
        [
            .. Enumerable.Range(0, count).Select(i => new Guest { Number = i, Name = Pick(texts, i), Home = Pick(towns, i), Nick = Pick(texts, i) }),
        ];
        if (random.Next(2) == 0)
        {
            random.Shuffle(guests);
        }
        var house = new House { First = guests.FirstOrDefault(), Guests = [.. guests, .. guests.Take(shared)], Towns = [.. towns.Take(shared)] };
        foreach ((TypeModel model, OracleModel oracle) in s_models)
        {
            byte[] expected = new SlowWriter(oracle).Write(typeof(object), house);
            Assert.That(model.Serialize<object>(house).AsSpan().SequenceEqual(expected));
            Assert.That(model.Serialize<object>(model.Deserialize<object>(expected)!).AsSpan().SequenceEqual(expected), "the copy");
        }

        T? Pick<T>(T[] all, int i)
            where T : class => random.Next(10) == 0 ? null : shared > 0 && random.Next(3) == 0 ? all[random.Next(shared) % all.Length] : all[i];
    }

    private static (TypeModel, OracleModel) Create(StringHandling strings)
    {
        TypeModel model = TypeModel.Create([typeof(House)], new SerializerOptions
        { References = ReferenceHandling.Preserve, Strings = strings, Limits = SerializerLimits.Trusted });
        return (model, new OracleModel(model.Describe(), model.TypeIds.Select(pair => (pair.Value, pair.Key))));
    }

    [Serializable]
    private sealed class Town
    {
        public string? Name { get; set; }
    }

    [Serializable]
    private sealed class Guest
    {
        public Town? Home { get; set; }

        public string? Name { get; set; }

        public string? Nick { get; set; }

        public int Number { get; set; }
    }

    [Serializable]
    private sealed class House
    {
        public Guest? First { get; set; }

        public List<Guest?> Guests { get; set; } = [];

        public Town?[] Towns { get; set; } = [];
    }
}
