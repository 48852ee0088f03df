using NetSerializer.Graph;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Numbers by identity against a dictionary by reference, in orders of appearance that suit the set of addresses and in such that do not, while collections move the objects.</summary>
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
            StackReferences recent = default;
            numbers.Begin(ref recent);
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
            StackReferences recent = default;
            numbers.Begin(ref recent);
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
    public void No_number_is_given_outside_of_a_call()
    {
        var numbers = new ObjectNumbers();
        Assert.That(() => numbers.FindOrAdd(numbers), Throws.InvalidOperationException);
        StackReferences recent = default;
        numbers.Begin(ref recent);
        Assert.That(numbers.FindOrAdd(numbers), Is.EqualTo(-1));
        numbers.Clear();
        Assert.That(() => numbers.FindOrAdd(numbers), Throws.InvalidOperationException);
    }

    [Test]
    public void Objects_that_lie_far_apart_have_numbers_too([Values(200, 900)] int count)
    {
        // A page for each of them.
        byte[][] objects = [.. Enumerable.Range(0, count).Select(_ => new byte[20_000])];
        var numbers = new ObjectNumbers();
        StackReferences recent = default;
        for (int value = 0; value < 2; value++)
        {
            numbers.Begin(ref recent);
            for (int round = 0; round < 2; round++)
            {
                for (int i = 0; i < count; i++)
                {
                    Assert.That(numbers.FindOrAdd(objects[i * 7 % count]), Is.EqualTo(round == 0 ? -1 : i));
                }
            }
            numbers.Clear();
        }
    }

    [Test]
    public void The_set_has_every_address_that_was_added_and_no_other([Values(1, 2, 3)] int seed, [Values(60, 6_000)] int count)
    {
        var random = new Random(seed);
        var set = new AddressSet();
        for (int value = 0; value < 3; value++)
        {
            var added = new HashSet<nuint>();
            nuint last = 1 << 20;
            for (int i = 0; i < count; i++)
            {
                nuint address = random.Next(5) switch
                {
                    0 => (nuint)random.Next(1, 1 << 20) << 13,
                    1 => last - ((nuint)random.Next(100) * 8),
                    2 => ((nuint)random.Next(1, 40) << 32) + 0x1FF8,
                    _ => last + (nuint)(8 * random.Next(3, 30)),
                };
                set.TurnTo(address);
                ulong bit = AddressSet.BitOf(address);
                Assert.That(set.IsHere(address));
                Assert.That((set.WordOf(address) & bit) != 0, Is.EqualTo(!added.Add(address)));
                set.WordOf(address) |= bit;
                last = address;
            }
            Assert.That(set.PageCount, Is.EqualTo(added.Select(address => address >> 13).Distinct().Count()));
            set.Clear();
            Assert.That(set.PageCount, Is.Zero);
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
