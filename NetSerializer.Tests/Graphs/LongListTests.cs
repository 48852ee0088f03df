using System.Runtime.CompilerServices;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>So many objects that the table of those that have been written grows many times, each time at a power of two.</summary>
internal sealed class LongListTests
{
    private const int Many = 300_000;

    private static readonly SerializerOptions s_options = new() { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted };

    // What is numbered is one more than the items: the array is the first.
    private static readonly int[] s_looked =
    [
        .. new[] { 1, 128, 2_048, 4_096, 32_768, 65_536, 131_072, 262_144, Many }
            .SelectMany(at => Enumerable.Range(at - 3, 5))
            .Where(at => at is >= 0 and < Many),
    ];

    [Test]
    public void Objects_on_both_sides_of_each_limit_are_found([Values] bool isListedFromTheBeginning)
    {
        var model = TypeModel.Create([typeof(Item[])], s_options);
        Item[] items = Make(isListedFromTheBeginning);
        Item[] read = model.Deserialize<Item[]>(model.Serialize(items))!;
        Assert.That(read.Zip(items).All(pair => pair.First.Id == pair.Second.Id));
        int first = items.Length - s_looked.Length;
        for (int i = 0; i < s_looked.Length; i++)
        {
            int at = Array.IndexOf(items, items[first + i]);
            Assert.That(read[first + i], Is.SameAs(read[at]), $"number {s_looked[i]}");
        }
        Assert.That(read.Distinct().Count(), Is.EqualTo(Many));
    }

    [Test]
    public void Nothing_is_allocated_for_as_many_objects_as_the_last_value_had([Values(3, 127, 128, 2_000, 60_000)] int count)
    {
        var model = TypeModel.Create([typeof(Item[])], s_options);
        Item[] items = [.. Enumerable.Range(0, count).Select(i => new Item { Id = i })];
        byte[] buffer = new byte[20 * count + 20];
        long least = long.MaxValue;
        for (int i = 0; i < 8; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            model.TrySerialize(buffer, items, out _);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        Assert.That(least, Is.Zero);
    }

    [Test]
    [Category(TestRun.Liveness)]
    public void Nothing_of_it_is_kept_alive()
    {
        var model = TypeModel.Create([typeof(Item[])], s_options);
        WeakReference[] some = Write(model);
        GC.Collect();
        Assert.That(some.Count(item => item.IsAlive), Is.Zero);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] Write(TypeModel model)
    {
        Item[] items = Make(isListedFromTheBeginning: true);
        model.Serialize(items);
        return [.. items.Where((_, i) => i % 1_000 == 0).Concat(items[^100..]).Select(item => new WeakReference(item))];
    }

    private static Item[] Make(bool isListedFromTheBeginning)
    {
        Item[] items = new Item[Many];
        for (int i = 0; i < Many; i++)
        {
            items[i] = new Item { Id = i };
        }
        IEnumerable<Item> again = s_looked.Select(at => items[at]);
        return isListedFromTheBeginning ? [items[0], items[0], .. items[1..], .. again] : [.. items, .. again];
    }

    [Serializable]
    private sealed class Item
    {
        public int Id { get; set; }
    }
}
