using NetSerializer.Graph;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// References to known objects that follow each other in streams of numbers, one or several by turns, and in such as only seem to, against a dictionary by
/// reference: what is expected is never more than a guess.
/// </summary>
// What is allocated depends on what others have taken from the pools.
[TestFixture, NonParallelizable]
internal sealed class ExpectedNumberTests
{
    private static readonly SerializerOptions s_options = new() { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted };

    [Test]
    public void Streams_in_any_mixture_give_the_numbers_of_a_dictionary([Range(1, 40)] int seed)
    {
        var random = new Random(seed);
        var check = new Check();
        NumberRoom room = default;
        for (int value = 0; value < 6; value++)
        {
            // Sizes on both sides of the room on the stack; what was learned from a larger value leads beyond a smaller one.
            object[] objects = Make(random.Next(4) switch { 0 => random.Next(3, 12), 1 => random.Next(60, 70), 2 => random.Next(120, 140), _ => 3_000 });
            check.Begin(ref room);
            int begun = random.Next(1, objects.Length);
            for (int i = 0; i < begun; i++)
            {
                check.Ask(objects[i]);
            }
            for (int phase = 0; phase < 8; phase++)
            {
                begun = Phase(check, objects, begun, random);
                if (seed % 4 == 0 && phase == 4)
                {
                    GC.Collect(phase % 2, GCCollectionMode.Forced, blocking: true, compacting: true);
                }
            }
            check.End();
        }
    }

    [Test]
    public void Streams_go_on_where_the_list_has_longer_segments([Values(1, 2, -1, 31)] int step)
    {
        object[] objects = Make(120_000);
        var check = new Check();
        NumberRoom room = default;
        check.Begin(ref room);
        check.AskAll(objects);
        foreach (int middle in (int[])[2_048, 65_536, 73_728])
        {
            int other = step > 0 ? 0 : 119_999;
            for (int at = middle - (40 * step), i = 0; i < 80; at += step, other += step, i++)
            {
                check.Ask(objects[at]);
                check.Ask(objects[other]);
            }
        }
        check.End();
    }

    [Test]
    public void A_stream_follows_no_segment_of_the_value_before([Range(0, 4)] int segment, [Values(1, -1)] int step)
    {
        const int Length = 2_048, Last = 4, Place = 300;
        object[] objects = Make((Last + 1) * Length);
        var check = new Check();
        NumberRoom room = default;
        // The arrays go back to a pool, which gives them for other segments.
        for (int value = 0; value < 4; value++)
        {
            check.Begin(ref room);
            check.AskAll(objects);
            if (value % 2 == 1)
            {
                check.Ask(objects[(segment * Length) + Place]);
            }
            else
            {
                for (int number = Place - (20 * step); number != Place; number += step)
                {
                    check.Ask(objects[(Last * Length) + number]);
                }
            }
            check.End();
        }
    }

    [Test]
    public void What_is_expected_beyond_the_end_is_not_taken_for_what_stands_there([Values] bool isLast)
    {
        // Behind 64 objects their places on the stack are used again: the place of number 64 + k holds object k until that number is given.
        object[] objects = Make(140);
        var check = new Check();
        NumberRoom room = default;
        for (int k = 3; k < 60; k++)
        {
            check.Begin(ref room);
            check.AskAll(objects);
            for (int number = 64 + k - 10; number < 64 + k; number++)
            {
                check.Ask(objects[number]);
            }
            if (isLast)
            {
                check.Ask(objects[64 + k]);
            }
            check.End();
            check.Begin(ref room);
            for (int number = 0; number < 66; number++)
            {
                check.Ask(objects[number]);
            }
            check.Ask(objects[k]);
            check.End();
        }
    }

    [Test]
    public void Where_a_stream_that_goes_back_was_beyond_the_end_is_not_taken_for_what_stands_there()
    {
        object[] objects = Make(140);
        var check = new Check();
        NumberRoom room = default;
        for (int k = 3; k < 60; k++)
        {
            check.Begin(ref room);
            check.AskAll(objects);
            for (int number = 64 + k + 10; number >= 64 + k; number--)
            {
                check.Ask(objects[number]);
            }
            check.End();
            // What is expected next is the last one there is, and the one before that would be number 64 + k.
            check.Begin(ref room);
            for (int number = 0; number < 64 + k; number++)
            {
                check.Ask(objects[number]);
            }
            check.Ask(objects[k]);
            check.End();
        }
    }

    [Test]
    public void References_that_are_expected_need_no_index()
    {
        // An index of 2^21 places comes from no pool.
        const int Count = 1_200_000;
        var model = TypeModel.Create([typeof(Node[])], s_options);
        Node[] nodes = new Node[Count];
        for (int i = 0; i < Count; i++)
        {
            nodes[i] = new Node { Half = nodes[i / 2], Third = nodes[i / 3], Before = nodes[Math.Max(0, i - 1)] };
        }
        using var stream = new MemoryStream(new byte[16 * Count]);
        Assert.That(Allocated(model, stream, nodes), Is.LessThan(16 << 10));
        stream.Position = 0;
        Node[] read = model.Deserialize<Node[]>(stream)!;
        for (int i = 1; i < Count; i++)
        {
            if (read[i].Half != read[i / 2] || read[i].Third != read[i / 3] || read[i].Before != read[i - 1])
            {
                Assert.Fail($"node {i}");
            }
        }
    }

    [Test]
    public void What_is_expected_is_not_looked_for_where_no_list_is_kept()
    {
        var model = TypeModel.Create([typeof(Node[])], s_options);
        Node[] nodes = [.. Enumerable.Range(0, 3_000).Select(_ => new Node())];
        // On the same thread: what one value teaches is there for the next, whose list has to be made again when something else appears.
        for (int number = 1; number < 600; number += 23)
        {
            Node[] first = [.. nodes[..700], .. nodes[number..(number + 8)]], second = [.. nodes, nodes[number + 8], nodes[2_900], nodes[number + 9]];
            model.Serialize(first);
            Node[] copy = model.DeepClone(second);
            Assert.That(copy[3_000], Is.SameAs(copy[number + 8]));
            Assert.That(copy[3_001], Is.SameAs(copy[2_900]));
            Assert.That(copy[3_002], Is.SameAs(copy[number + 9]));
            // So that other values are not expected to need a list.
            for (int i = 0; i < 32; i++)
            {
                model.Serialize(nodes);
            }
        }
    }

    [Test]
    public void An_object_met_again_keeps_its_number_when_others_came_between([Values] StringHandling strings)
    {
        var model = TypeModel.Create([typeof(object[])], new SerializerOptions { References = ReferenceHandling.Preserve, Strings = strings });
        object item = new(), other = new();
        string text = "text", same = new("text");
        object[] items = [item, other, text, item, item, other, item, text, item, same, item, new(), item, other, other, same, other, item];
        object[] copy = model.DeepClone(items);
        for (int i = 0; i < items.Length; i++)
        {
            for (int k = 0; k < i; k++)
            {
                if (items[i] is not string)
                {
                    Assert.That(ReferenceEquals(copy[i], copy[k]), Is.EqualTo(ReferenceEquals(items[i], items[k])), $"{i}, {k}");
                }
            }
        }
        Assert.That(copy.OfType<string>(), Is.All.EqualTo("text"));
    }

    // The least that a few turns take, in bytes.
    private static long Allocated<T>(TypeModel model, MemoryStream stream, T value)
    {
        long least = long.MaxValue;
        for (int i = 0; i < 4; i++)
        {
            stream.Position = 0;
            long before = GC.GetAllocatedBytesForCurrentThread();
            model.Serialize(stream, value);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return least;
    }

    private static int Phase(Check check, object[] objects, int begun, Random random)
    {
        int streams = random.Next(1, 7), length = random.Next(5, 120);
        int[] at = [.. Enumerable.Range(0, streams).Select(_ => random.Next(begun))];
        int[] steps = [.. at.Select(_ => random.Next(6) switch { 0 => 0, 1 or 2 => 1, 3 => -1, 4 => random.Next(-34, 35), _ => random.Next(-3, 4) })];
        bool isDisturbed = random.Next(3) == 0;
        for (int i = 0; i < length; i++)
        {
            int stream = i % streams;
            if (isDisturbed && random.Next(4) == 0)
            {
                check.Ask(objects[random.Next(begun)]);
            }
            if (random.Next(4) == 0 && begun < objects.Length)
            {
                check.Ask(objects[begun++]);
            }
            at[stream] = (((at[stream] + steps[stream]) % begun) + begun) % begun;
            check.Ask(objects[at[stream]]);
        }
        return begun;
    }

    private static object[] Make(int count) => [.. Enumerable.Range(0, count).Select(i => i % 3 == 0 ? (object)new string('x', 1 + (i % 5)) : new byte[i % 7])];

    [Serializable]
    private sealed class Node
    {
        public Node? Half;
        public Node? Third;
        public Node? Before;
    }

    /// <summary>Numbers next to a dictionary.</summary>
    private sealed class Check
    {
        private readonly ObjectNumbers _numbers = new();
        private readonly Dictionary<object, int> _known = new(ReferenceEqualityComparer.Instance);

        public void Begin(ref NumberRoom room)
        {
            room = default;
            _numbers.Begin(ref room);
        }

        public void Ask(object item)
        {
            int number = _numbers.FindOrAdd(item), known = _known.TryAdd(item, _known.Count) ? -1 : _known[item];
            if (number != known)
            {
                Assert.Fail($"number {number}, not {known}, of {_known.Count} objects");
            }
        }

        public void AskAll(object[] items)
        {
            foreach (object item in items)
            {
                Ask(item);
            }
        }

        public void End()
        {
            _numbers.Clear();
            _known.Clear();
        }
    }
}
