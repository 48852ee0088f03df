using System.Runtime.Serialization;
using NetSerializer.Graph;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Objects that lie in memory in the order in which they are written are seen to be new by that, and such that do not are compared with others or marked.
/// The same types in a model whose writing runs code of theirs, which keeps a list of its objects always, tell what the bytes must be.
/// </summary>
[NonParallelizable]
public sealed class TopTests
{
    private static readonly SerializerOptions s_options = new() { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted };
    private static readonly TypeModel s_listing = TypeModel.Create([typeof(object[]), typeof(Leaf), typeof(Pair), typeof(Notified)], s_options);

    private readonly TypeModel _model = TypeModel.Create([typeof(object[]), typeof(List<object>), typeof(Leaf), typeof(Pair)], s_options);

    // What other values were like is not expected of the next one.
    [SetUp]
    public void Forget() => Needs.ExpectNumbersOnly(_model);

    [Test]
    public void What_lies_in_order_needs_no_marks(
        [Values("parents first", "children first", "old one last", "old text last")] string order, [Values(70, 1_000)] int count)
    {
        // A collection in between may change the order.
        Assert.That(Enumerable.Range(0, 5).Any(_ => !NeedsMarks(Make(order, count))));
    }

    [Test]
    public void What_does_not_lie_in_order_needs_them([Values("swapped", "again")] string order, [Values(200, 1_000)] int count) =>
        Assert.That(Enumerable.Range(0, 5).All(_ => NeedsMarks(Make(order, count))));

    [Test]
    public void The_bytes_are_those_of_a_list(
        [Values("parents first", "children first", "old one last", "old text last", "swapped", "backwards", "again")] string order,
        [Values(1, 20, 31, 32, 33, 64, 65, 70, 600)] int count)
    {
        object[] values = Make(order, count);
        for (int round = 0; round < 3; round++)
        {
            byte[] bytes = _model.Serialize(values);
            Assert.That(bytes.AsSpan().SequenceEqual(s_listing.Serialize(values)), $"round {round}");
            AssertSameShape(values, _model.Deserialize<object[]>(bytes)!);
        }
    }

    [Test]
    public void Any_order_and_any_sharing_gives_the_bytes_of_a_list([Range(1, 60)] int seed)
    {
        var random = new Random(seed);
        object[] made = Make("parents first", 1 + random.Next(300));
        var values = new List<object>(made);
        // Few that are out of order, or many; and the same for those that appear again.
        for (int i = random.Next(2) * random.Next(1 << random.Next(8)); i > 0; i--)
        {
            int from = random.Next(values.Count), to = random.Next(values.Count);
            (values[from], values[to]) = (values[to], values[from]);
        }
        for (int i = random.Next(2) * random.Next(1 << random.Next(8)); i > 0; i--)
        {
            object again = values[random.Next(values.Count)];
            values.Insert(random.Next(2) == 0 ? values.Count : random.Next(values.Count), again is Pair pair && random.Next(2) == 0 ? pair.Inner! : again);
        }
        object[] all = [.. values];
        for (int round = 0; round < 3; round++)
        {
            byte[] bytes = _model.Serialize(all);
            Assert.That(bytes.AsSpan().SequenceEqual(s_listing.Serialize(all)), $"round {round}");
            AssertSameShape(all, _model.Deserialize<object[]>(bytes)!);
            if (round < 2)
            {
                GC.Collect(round, GCCollectionMode.Forced, blocking: true, compacting: true);
            }
        }
    }

    [Test]
    public void What_changed_in_between_is_not_taken_for_what_was_written()
    {
        for (int attempt = 0; attempt < 5; attempt++)
        {
            Forget();
            object[] values = Make("again", 20_000);
            using var stream = new InterruptedStream(() => values[10] = Copy(values[10]));
            ValueNotSerializableException failure = Assert.Throws<ValueNotSerializableException>(() => _model.Serialize(stream, values))!;
            Assert.That(failure.Code, Is.EqualTo(ErrorCode.CollectionChanged));
        }

        static object Copy(object value) => value is Pair pair ? new Pair { Inner = pair.Inner, Name = pair.Name } : new Leaf { Number = ((Leaf)value).Number };
    }

    [Test]
    public void The_list_is_kept_where_code_runs([Values(1, 70, 600)] int count)
    {
        object[] values = [.. Enumerable.Range(0, count).Select(_ => new Notified())];
        object[] copy = s_listing.DeepClone<object[]>([.. values, .. values]);
        AssertSameShape([.. values, .. values], copy);
    }

    [Test]
    public void Need_that_was_felt_again_and_again_is_expected_for_longer_until_one_does_without()
    {
        var need = new LearnedNeed();
        Assert.That(need.Take(), Is.False);
        foreach (int expected in (int[])[31, 62, 124, 248, 496, 992, 1_024, 1_024])
        {
            need.Set();
            Assert.That(Taken(need), Is.EqualTo(expected));
        }
        // What Taken tried out last was not needed.
        Assert.That(need.Take(), Is.False);
        need.Set();
        Assert.That(Taken(need), Is.EqualTo(31));

        static int Taken(LearnedNeed need)
        {
            int taken = 0;
            while (need.Take())
            {
                taken++;
            }
            return taken;
        }
    }

    [Test]
    public void Need_is_expected_of_values_whose_roots_are_of_the_same_type()
    {
        object[] values = Make("swapped", 200);
        List<object> others = [.. Make("parents first", 200)];
        Assert.That(KindOf(values), Is.Not.EqualTo(KindOf(others)));
        _model.Serialize(values);
        _model.Serialize(others);
        Assert.That(_model.Core.Dispatch.MarkNeeds[KindOf(values)]!.Take());
        // Tried, and not needed; or once, when a collection has come in between.
        Assert.That(_model.Core.Dispatch.MarkNeeds[KindOf(others)], Is.Not.Null);
        Assert.That(Enumerable.Range(0, 5).Any(_ => !_model.Core.Dispatch.MarkNeeds[KindOf(others)]!.Take()));
    }

    private bool NeedsMarks(object[] values)
    {
        Forget();
        Assert.That(_model.Serialize(values).AsSpan().SequenceEqual(s_listing.Serialize(values)));
        return _model.Core.Dispatch.MarkNeeds[KindOf(values)]?.Take() ?? false;
    }

    private nint KindOf(object root) => TopAddresses.KindOf(AddressSet.TypeWord(root), _model.Core.Dispatch.KindFactor);

    private static object[] Make(string order, int count)
    {
        object old = new Leaf { Number = -1 };
        string text = new('o', 3);
        var values = new List<object>();
        for (int i = 0; i < count; i++)
        {
            if (order == "children first")
            {
                var inner = new Leaf { Number = i };
                values.Add(new Pair { Inner = inner, Name = new string('n', 1 + (i % 20)) });
            }
            else
            {
                values.Add(i % 3 == 0 ? new Leaf { Number = i } : new Pair { Name = new string('n', 1 + (i % 20)), Inner = new Leaf { Number = -i } });
            }
        }
        switch (order)
        {
            case "old one last":
                values.Add(old);
                break;
            case "old text last":
                values.Add(new Pair { Name = text });
                break;
            case "swapped":
                (values[count / 3], values[count / 2]) = (values[count / 2], values[count / 3]);
                break;
            case "backwards":
                values.Reverse();
                break;
            case "again":
                values.Add(values[count / 2]);
                break;
        }
        return [.. values];
    }

    // By plain comparisons: an assertion for each of many objects takes most of the time.
    private static void AssertSameShape(object[] expected, object[] copy)
    {
        Assert.That(copy, Has.Length.EqualTo(expected.Length));
        var copies = new Dictionary<object, object>(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < copy.Length; i++)
        {
            AssertSame(expected[i], copy[i]);
            if (expected[i] is Pair pair)
            {
                AssertSame(pair.Inner, ((Pair)copy[i]).Inner);
                AssertSame(pair.Name, ((Pair)copy[i]).Name);
            }
            else if (expected[i] is Leaf leaf && ((Leaf)copy[i]).Number != leaf.Number)
            {
                Assert.Fail($"element {i} has another number");
            }
        }

        void AssertSame(object? one, object? other)
        {
            if (other?.GetType() != one?.GetType())
            {
                Assert.Fail("a copy of another type");
            }
            if (one != null && !ReferenceEquals(copies.TryGetValue(one, out object? known) ? known : copies[one] = other!, other))
            {
                Assert.Fail("another copy");
            }
        }
    }

    [Serializable]
    private sealed class Leaf
    {
        public int Number { get; set; }
    }

    [Serializable]
    private sealed class Pair
    {
        public Leaf? Inner { get; set; }

        public string? Name { get; set; }
    }

    [Serializable]
    private sealed class Notified
    {
        [NonSerialized]
        private int _calls;

        [OnSerializing]
        private void Before(StreamingContext context) => _calls++;
    }
}
