using NetSerializer.Graph;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Numbers by identity against a dictionary by reference, in orders of appearance that suit the runs of addresses and in such that do not, while collections move the objects.</summary>
[TestFixture]
internal sealed class ObjectNumbersTests
{
    [Test]
    public void Each_object_has_one_number(
        [Values("as made", "backwards", "shuffled", "interleaved", "in blocks", "again and again", "in a row")] string order,
        [Values(10, 17, 8_000)] int count,
        [Values(0, 4, 40)] int collections)
    {
        var random = new Random(count + collections);
        var numbers = new ObjectNumbers();
        for (int value = 0; value < (collections > 4 ? 1 : 2); value++)
        {
            object[] objects = Make(count, random);
            int[] appearance = Appearance(order, count, random);
            var expected = new Dictionary<object, int>(ReferenceEqualityComparer.Instance);
            int step = collections == 0 ? int.MaxValue : Math.Max(1, appearance.Length / collections);
            for (int i = 0; i < appearance.Length; i++)
            {
                if (i % step == step - 1)
                {
                    GC.Collect(i % 2, GCCollectionMode.Forced, blocking: true, compacting: true);
                }
                object item = objects[appearance[i]];
                int number = numbers.FindOrAdd(item);
                if (number != (expected.TryGetValue(item, out int known) ? known : -1))
                {
                    Assert.Fail($"object {appearance[i]} at step {i}: number {number}, not {known}");
                }
                expected.TryAdd(item, expected.Count);
            }
            Assert.That(numbers.Count, Is.EqualTo(expected.Count));
            numbers.Clear();
            Assert.That(numbers.Count, Is.Zero);
        }
    }

    [Test]
    public void Objects_are_not_kept_alive()
    {
        var numbers = new ObjectNumbers();
        WeakReference[] gone = Number(numbers);
        GC.Collect();
        Assert.That(gone.Where(reference => reference.IsAlive), Is.Empty);
        GC.KeepAlive(numbers);

        static WeakReference[] Number(ObjectNumbers numbers)
        {
            object[] objects = Make(5_000, new Random(1));
            foreach (object item in objects)
            {
                numbers.FindOrAdd(item);
            }
            for (int again = 0; again < 3; again++)
            {
                numbers.FindOrAdd(objects[7]);
            }
            numbers.Clear();
            return [.. objects.Select(item => new WeakReference(item))];
        }
    }

    [Test]
    public void Runs_hold_every_address_that_was_added([Values(1, 2, 3)] int seed)
    {
        var random = new Random(seed);
        var runs = new AddressRuns();
        runs.Clear();
        var added = new SortedSet<nuint>();
        for (int i = 0; i < 5_000; i++)
        {
            // In regions of a megabyte, upwards for a while in each.
            nuint address = i % 50 == 0 || added.Count == 0 ? (nuint)random.Next(1, 400) << 20 : Math.Min(runs.Top, (nuint)1 << 40) + (nuint)random.Next(-100, 3_000);
            if (address > runs.Top && address < runs.Limit)
            {
                Assert.That(added.Contains(address), Is.False, "an address in the gap has been added before");
                runs.Top = address;
            }
            else if (!added.Contains(address))
            {
                runs.Add(address, i);
            }
            added.Add(address);
            Assert.That(runs.Limit - runs.Top <= 1 ? (nuint)0 : added.GetViewBetween(runs.Top + 1, runs.Limit - 1).Min, Is.EqualTo((nuint)0), "the gap holds an address");
        }
    }

    private static object[] Make(int count, Random random)
    {
        var objects = new object[count];
        for (int i = 0; i < count; i++)
        {
            objects[i] = random.Next(3) switch { 0 => new object(), 1 => new string('x', random.Next(1, 20)), _ => new byte[random.Next(40)] };
            // What lies between them dies, so that a collection has something to move.
            GC.KeepAlive(new byte[random.Next(60)]);
        }
        return objects;
    }

    private static int[] Appearance(string order, int count, Random random)
    {
        int[] indexes = [.. Enumerable.Range(0, count)];
        switch (order)
        {
            case "backwards":
                Array.Reverse(indexes);
                break;
            case "shuffled":
                random.Shuffle(indexes);
                break;
            case "interleaved":
                indexes = [.. indexes.Select(i => i % 2 == 0 ? i / 2 : count - 1 - (i / 2))];
                break;
            case "in blocks":
                int[][] blocks = [.. indexes.Chunk(Math.Max(2, count / 90))];
                random.Shuffle(blocks);
                indexes = [.. blocks.SelectMany(block => block)];
                break;
            case "again and again":
                indexes = [.. indexes.SelectMany(i => (int[])[i, i, random.Next(i + 1), Math.Max(0, i - 1)])];
                break;
            case "in a row":
                indexes = [.. indexes.SelectMany(i => Enumerable.Repeat(i, random.Next(1, 5)).Concat(Enumerable.Repeat(random.Next(i + 1), random.Next(5))))];
                break;
        }
        return indexes;
    }
}
