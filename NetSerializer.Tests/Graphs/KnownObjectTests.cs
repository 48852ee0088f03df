using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Oracle.Schema;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// A few objects that many others refer to, in one value after the other: they have other numbers in each, or none, and other objects may lie where they lay.
/// </summary>
internal sealed class KnownObjectTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(object[])], new SerializerOptions { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted });
    private static readonly OracleModel s_oracle = new(s_model.Describe(), s_model.TypeIds.Select(pair => (pair.Value, pair.Key)));

    [Test]
    public void The_same_objects_have_other_numbers_in_each_value([Range(1, 60)] int seed)
    {
        var random = new Random(seed);
        object[] pool = [.. Enumerable.Range(0, 2_500).Select(i => i % 3 == 0 ? $"text {i}" : new object())];
        for (int value = 0; value < 8; value++)
        {
            if (random.Next(4) == 0)
            {
                random.Shuffle(pool);
            }
            if (random.Next(4) == 0)
            {
                // Others come to lie where these lay.
                pool = [.. pool.Select((item, i) => i % 2 == 0 ? item : new object())];
                GC.Collect(random.Next(2), GCCollectionMode.Forced, blocking: true, compacting: true);
            }
            int hot = random.Next(1, 130), count = random.Next(hot, pool.Length), every = random.Next(1, 9);
            object[] shared = pool[random.Next(pool.Length - hot)..][..hot];
            object[] all = [.. pool.Take(count).SelectMany((item, i) => i % every == 0 ? [item, shared[random.Next(hot)]] : (object[])[item])];
            byte[] expected = new SlowWriter(s_oracle).Write(typeof(object), all);
            Assert.That(s_model.Serialize<object>(all).AsSpan().SequenceEqual(expected));
        }
    }
}
