using System.Diagnostics;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>A model is used by many threads at once, from its very first call on.</summary>
public class ConcurrencyTests
{
    private const int Threads = 16;

    [Test]
    public void First_calls_of_a_fresh_model_meet()
    {
        for (int round = 0; round < 10; round++)
        {
            TypeModel model = TypeModel.Create(typeof(Message), typeof(Derived));
            byte[] expected = TypeModel.Create(typeof(Message), typeof(Derived)).Serialize(Sample(round));
            // Half of them begin with reading, in the typed and the untyped form: four root slots are made by whoever comes first.
            object?[] results = Together.Run(Threads, i => (i % 4) switch
            {
                0 => model.Serialize(Sample(round)),
                1 => model.Serialize<object>(Sample(round)),
                2 => model.Deserialize<Message>(expected),
                _ => model.Deserialize<object>(expected),
            });
            foreach (object? result in results)
            {
                Assert.That(result is Message message ? model.Serialize(message) : result, Is.EqualTo(expected));
            }
        }
    }

    [Test]
    public void First_uses_of_many_root_types_meet()
    {
        Type[] roots = [typeof(int), typeof(string), typeof(Guid), typeof(int?), typeof(Message), typeof(Derived), typeof(List<int>), typeof((int, string)),
            typeof(DateTime), typeof(double[])];
        TypeModel model = TypeModel.Create(roots);
        System.Reflection.MethodInfo peek = typeof(ConcurrencyTests)
            .GetMethod(nameof(RoundTripDefault), System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic)!;
        bool[] results = Together.Run(Threads, i =>
            roots.Skip(i % roots.Length).Concat(roots.Take(i % roots.Length)).All(root => (bool)peek.MakeGenericMethod(root).Invoke(null, [model])!));
        Assert.That(results, Is.All.True);
    }

    [Test]
    public void First_collections_of_the_built_in_kind_meet()
    {
        object[] values = [new[] { 1, 2 }, new List<string?> { "a", null }, new[] { new[] { 1.5 } },
            new Dictionary<string, object?> { ["k"] = new byte[] { 1 } }, new object?[] { 7, "x" }];
        // The code is shared by all models with the same options, and its addresses are entered into the tables of each when it first meets one.
        byte[][] expected = [.. values.Select(TypeModel.Create(typeof(Message)).Serialize<object>)];
        for (int round = 0; round < 20; round++)
        {
            TypeModel model = TypeModel.Create(
                [typeof(Message)], new SerializerOptions { References = (ReferenceHandling)(round % 2), Strings = StringHandling.Values });
            byte[][] own = round % 2 == 0 ? expected : [.. values.Select(TypeModel.Create([typeof(Message)], model.Options).Serialize<object>)];
            byte[]?[] results = Together.Run(Threads, i =>
                i % 2 == 0 ? model.Serialize(values[i / 2 % values.Length]) : model.Serialize(model.Deserialize<object>(own[i / 2 % values.Length])));
            for (int i = 0; i < Threads; i++)
            {
                Assert.That(results[i], Is.EqualTo(own[i / 2 % values.Length]));
            }
        }
    }

    [Test]
    public void Models_are_created_by_many_threads_at_once()
    {
        string[] texts = Together.Run(Threads, i =>
        {
            TypeModel model = TypeModel.Create([typeof(Message), typeof(Derived)], new SerializerOptions { Integers = (IntegerEncoding)(i % 2) });
            Assert.That(model.DeepClone(Sample(i)).Number, Is.EqualTo(i));
            return model.Describe();
        });
        Assert.That(texts.Distinct(), Has.Exactly(2).Items);
    }

    [Test]
    public void First_failures_meet_in_the_traced_twin()
    {
        for (int round = 0; round < 5; round++)
        {
            TypeModel model = TypeModel.Create(typeof(Message), typeof(Derived));
            byte[] bytes = model.Serialize(new Message { Parts = [new Part { Flag = true }], Text = "" });
            bytes[Array.LastIndexOf(bytes, (byte)1)] = 2;
            string[] paths = Together.Run(Threads, i => i % 2 == 0
                ? Assert.Throws<MalformedDataException>(() => model.Deserialize<Message>(bytes))!.Path
                : Assert.Throws<ValueNotSerializableException>(() =>
                    model.Serialize(new Message { Parts = [new Part(), new Part { Any = new Stopwatch() }] }))!.Path);
            Assert.Multiple(() =>
            {
                Assert.That(paths.Where((_, i) => i % 2 == 0), Is.All.EndsWith("Message.Parts[0].Flag"));
                Assert.That(paths.Where((_, i) => i % 2 != 0), Is.All.EndsWith("Message.Parts[1].Any"));
                Assert.That(model.DeepClone(Sample(3)).Number, Is.EqualTo(3), "the model stays usable");
            });
        }
    }

    [Test]
    public void Eight_threads_use_one_model_in_all_its_forms()
    {
        TypeModel model = TypeModel.Create(typeof(Message), typeof(Derived));
        Message[] samples = [.. Enumerable.Range(0, 40).Select(Sample)];
        byte[][] expected = [.. samples.Select(model.Serialize)];
        var clock = Stopwatch.StartNew();
        int[] rounds = Together.Run(8, thread =>
        {
            int round = 0;
            // A machine under load may let a thread begin late: each does every form once.
            for (; round < 7 || clock.Elapsed < TimeSpan.FromSeconds(2); round++)
            {
                int i = (round * 7 + thread) % samples.Length;
                switch (round % 7)
                {
                    case 0:
                        Require(model.Serialize(samples[i]), expected[i]);
                        break;
                    case 1:
                        Require(model.Serialize(model.Deserialize<Message>(expected[i])), expected[i]);
                        break;
                    case 2:
                        var stream = new MemoryStream();
                        model.Serialize(stream, samples[i]);
                        stream.Position = 0;
                        // A MemoryStream is read where it lies, another stream through the shared buffers.
                        Require(model.Serialize(model.Deserialize(i % 2 == 0 ? stream : new BufferedStream(stream, 100))), expected[i]);
                        break;
                    case 5:
                        Require(model.Serialize(model.Deserialize<Message>(Segments.Cut(expected[i], 20))), expected[i]);
                        break;
                    case 6:
                        using (var writer = model.OpenWriter(stream = new MemoryStream(), leaveOpen: true))
                        {
                            writer.Write(samples[i]);
                            writer.Write(samples[^1]);
                        }
                        stream.Position = 0;
                        using (var reader = model.OpenReader(stream))
                        {
                            Require(model.Serialize(reader.Read<Message>()), expected[i]);
                            Require(model.Serialize(reader.Read<Message>()), expected[^1]);
                        }
                        break;
                    case 3:
                        Span<byte> buffer = new byte[expected[i].Length];
                        Require(model.TrySerialize(buffer, samples[i], out _) ? buffer.ToArray() : [], expected[i]);
                        break;
                    default:
                        Assert.Throws<MalformedDataException>(() => model.Deserialize<Message>(expected[i].AsSpan(0, expected[i].Length - 1)));
                        break;
                }
            }
            return round;
        });
        Assert.That(rounds, Is.All.GreaterThan(0));
    }

    private static void Require(byte[] actual, byte[] expected)
    {
        if (!actual.AsSpan().SequenceEqual(expected))
        {
            Assert.That(actual, Is.EqualTo(expected));
        }
    }

    private static bool RoundTripDefault<T>(TypeModel model)
    {
        T? copy = model.Deserialize<T>(model.Serialize<T>(default!));
        return EqualityComparer<T>.Default.Equals(copy, default);
    }

    private static Message Sample(int seed) => new Derived
    {
        Number = seed,
        Text = new string((char)('a' + seed % 26), seed * 5),
        Extra = seed * 1.5,
        Parts = [.. Enumerable.Range(0, seed % 5).Select(i => new Part { Flag = i % 2 == 0, Any = i % 3 == 0 ? i : new Derived { Number = -i } })],
        Values = [.. Enumerable.Range(0, seed * 10)],
    };

    [Serializable]
    public class Message
    {
        public int Number;
        public string? Text;
        public Part[]? Parts;
        public List<int>? Values;
    }

    [Serializable] public class Derived : Message { public double Extra; }

    [Serializable] public class Part { public object? Any; public bool Flag; }
}
