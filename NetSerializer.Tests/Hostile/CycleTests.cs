using System.Collections.Immutable;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Objects that contain themselves, in a model of trees: an ordinary error, at once, with the path of the cycle.</summary>
[TestFixture]
internal sealed class CycleTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(Ring), typeof(object[]), typeof(Holder)], new SerializerOptions { Limits = new SerializerLimits { MaxDepth = 512 } });
    private static readonly TypeModel s_deep =
        TypeModel.Create([typeof(Ring), typeof(object[]), typeof(Holder), typeof(ArraySegment<object>)], new SerializerOptions
        { Limits = SerializerLimits.Trusted with { MaxDepth = 20_000 } });

    public static IEnumerable<TestCaseData> Cycles()
    {
        yield return Case("itself", ring => ring.Next = ring, "CycleTests.Ring.Next");
        yield return Case("an array", ring => ring.Array = [null, ring], "CycleTests.Ring.Array[1]");
        yield return Case("a list", ring => ring.List = [ring], "CycleTests.Ring.List[0]");
        yield return Case("a dictionary", ring => ring.Map = new() { [7] = ring }, "CycleTests.Ring.Map[0].Value");
        yield return Case("a boxed struct", ring => ring.Any = new Holder { Ring = ring }, "CycleTests.Ring.Any.Ring");
        yield return Case("a struct", ring => ring.Held = new Holder { Ring = new Ring { Next = ring } }, "CycleTests.Ring.Held.Ring.Next");
    }

    [TestCaseSource(nameof(Cycles))]
    public void ACycleIsNamed(Action<Ring> close, string path)
    {
        var ring = new Ring();
        close(ring);
        foreach (TypeModel model in new[] { s_model, s_deep })
        {
            ValueNotSerializableException refused = Assert.Throws<ValueNotSerializableException>(() => model.Serialize(ring))!;
            Assert.That(refused.Code, Is.EqualTo(ErrorCode.Cycle));
            Assert.That(refused.Path, Does.EndWith(path));
            Assert.That(() => model.Serialize(Stream.Null, ring),
                Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.Cycle));
        }
    }

    /// <summary>Nothing looks for cycles while a value is written: the limit of levels ends it.</summary>
    [TestCase(1), TestCase(17), TestCase(5000)]
    public void ACycleUnderAHighLimitIsOne(int length)
    {
        Ring first = new(), last = first;
        for (int i = 1; i < length; i++)
        {
            last = last.Next = new Ring();
        }
        last.Next = first;
        AssertCycle(s_deep, first, length);
    }

    /// <summary>The writer counts such structs as levels, in boxes of their own: these are never met again.</summary>
    [TestCase(0), TestCase(1)]
    public void ACycleThroughAStructThatCountsIsOne(int before)
    {
        var ring = new Ring();
        ring.Any = new ArraySegment<object>([ring]);
        object root = ring;
        for (int i = 0; i < before; i++)
        {
            root = new object[] { root };
        }
        Assert.That(() => s_deep.Serialize(root), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.Cycle));
    }

    [Test]
    public void WhatIsDeepOrSharedIsNoCycle()
    {
        var shared = new Ring();
        Ring deep = new() { Array = [shared, shared], Next = shared };
        for (int i = 0; i < 600; i++)
        {
            deep = new Ring { Next = deep, Any = shared };
        }
        Assert.That(() => s_model.Serialize(deep), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueTooDeep));
        Assert.That(s_deep.Deserialize<Ring>(s_deep.Serialize(deep))!.Any, Is.Not.Null);
    }

    /// <summary>What a surrogate makes, and whatever else is made while a value is written, is never met again: only the object that it is made of.</summary>
    [Test]
    public void ACycleThroughFreshObjectsIsOne([Values(0, 1, 50)] int between, [Values(512, 20_000)] int limit)
    {
        TypeModel model = Surrogates(between, new SerializerLimits { MaxDepth = limit });
        var sender = new Sender();
        sender.Inner = sender;
        Assert.That(() => model.Serialize<object>(sender), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.Cycle));
    }

    /// <summary>Longer than the limit, or below it.</summary>
    [TestCase(600, 0), TestCase(1, 600), TestCase(511, 0), TestCase(512, 0), TestCase(513, 0), TestCase(1, 511), TestCase(1, 512), TestCase(20_000, 10_000)]
    public void ACycleBeyondTheLimitIsOne(int length, int before)
    {
        Ring first = new(), last = first;
        for (int i = 1; i < length; i++)
        {
            last = last.Next = new Ring();
        }
        last.Next = first;
        for (int i = 0; i < before; i++)
        {
            first = new Ring { Next = first };
        }
        foreach (int limit in new[] { 1, 20, 512 })
        {
            AssertCycle(ModelOf(limit), first, length + before);
        }
    }

    [TestCase(1), TestCase(20), TestCase(512)]
    public void ADoublyLinkedListIsACycle(int limit)
    {
        var nodes = new Doubly[600];
        for (int i = 0; i < nodes.Length; i++)
        {
            nodes[i] = new Doubly { Previous = i == 0 ? null : nodes[i - 1] };
            if (i > 0)
            {
                nodes[i - 1].Next = nodes[i];
            }
        }
        // In the order of the members: to the end, and back by one.
        AssertCycle(ModelOf(limit), nodes[0], 600);
    }

    /// <summary>What is too deep need not be what leads back.</summary>
    [Test]
    public void ACycleBesideWhatIsTooDeepIsFound()
    {
        var node = new Doubly();
        node.Next = new Doubly { Next = node };
        AssertCycle(ModelOf(1), node, 2);
        var ring = new Ring { Any = Below(600, new Ring()) };
        ring.Next = ring;
        AssertCycle(ModelOf(512), ring, 1);
    }

    [Test]
    public void WhatIsTooDeepWithoutACycleIsSaidToBeSo()
    {
        ValueNotSerializableException refused = Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize(Below(600, new Ring())))!;
        Assert.That(refused.Code, Is.EqualTo(ErrorCode.ValueTooDeep));
        Assert.That(refused.Message, Does.Contain("No object in it contains itself"));
        Assert.That(Steps(refused.Path), Is.EqualTo(512), "where the limit is");
    }

    /// <summary>Each object is gone through once, however many ways lead to it.</summary>
    [Test]
    public void SharedObjectsBelowTheLimitAreLookedAtOnce()
    {
        var ladder = new Ring();
        for (int i = 0; i < 100; i++)
        {
            ladder = new Ring { Next = ladder, Any = ladder, List = [ladder, ladder] };
        }
        Assert.That(() => s_model.Serialize(Below(512, ladder)),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueTooDeep));
    }

    [Test]
    public void WhatElseIsWrongBelowTheLimitIsNotTold()
    {
        ValueNotSerializableException refused =
            Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize(Below(600, new Ring { Any = new CycleTests() })))!;
        Assert.That(refused.Code, Is.EqualTo(ErrorCode.ValueTooDeep));
        Assert.That(refused.Message, Does.Contain("not all was looked at"));
        Assert.That(Steps(refused.Path), Is.EqualTo(512));
    }

    /// <summary>Not where the cycle ends, nor on the way back to the limit, nor above it.</summary>
    [Test]
    public void WhatElseIsWrongBehindACycleIsNotTold([Values(513, 600, 5_000)] int length, [Values(0, 511, 512)] int at)
    {
        object?[] first = new object?[2], last = first;
        for (int i = 1; i < length; i++)
        {
            object?[] next = new object?[2];
            last[0] = next;
            last = next;
            last[1] = i < at ? null : new CycleTests();
        }
        last[0] = first;
        ValueNotSerializableException refused = Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize(first))!;
        Assert.That(refused.Code, Is.EqualTo(ErrorCode.Cycle));
        Assert.That(refused.Message, Does.Contain("A System.Object[] contains itself"));
        Assert.That(Steps(refused.Path), Is.EqualTo(length));
        Assert.That(refused.Path, Does.EndWith("[0]").And.Not.Contain("[1]"));
    }

    /// <summary>No object is met again, and there is no end: the search has one.</summary>
    [Test]
    public void WhatGoesOnForeverIsGivenUp()
    {
        var endless = CustomSerializer.Surrogate<Sender, object[]>(_ => [new Sender(), new Sender()], _ => new Sender());
        TypeModel model = TypeModel.Create([typeof(Sender), typeof(object[])], new SerializerOptions { Serializers = [endless] });
        ValueNotSerializableException refused = Assert.Throws<ValueNotSerializableException>(() => model.Serialize(new Sender()))!;
        Assert.That(refused.Code, Is.EqualTo(ErrorCode.ValueTooDeep));
        Assert.That(refused.Message, Does.Contain("not all was looked at"));

        var views = new Bud[2];
        views[0].Segment = views[1].Segment = new ArraySegment<Bud>(views);
        model = TypeModel.Create([typeof(Bud)]);
        refused = Assert.Throws<ValueNotSerializableException>(() => model.Serialize(views[0]))!;
        Assert.That(refused.Code, Is.EqualTo(ErrorCode.ValueTooDeep));
        Assert.That(refused.Message, Does.Contain("not all was looked at"));
    }

    [Test]
    public void TheCureIsOneThatWorks([Values(1, 512)] int limit)
    {
        // A value of a custom serializer is made of its whole content, so numbers are of no use to it.
        var sender = new Sender();
        sender.Inner = sender;
        ValueNotSerializableException refused =
            Assert.Throws<ValueNotSerializableException>(() => Surrogates(0, new SerializerLimits { MaxDepth = limit }).Serialize(sender))!;
        Assert.That(refused.Message, Does.Contain("surrogate of NetSerializer.Tests.Hostile.CycleTests.Sender: let that write an id").And.Contain(
            "no cure").And.Not.Contain("NonSerialized"));

        // Entered by another object, the same cycle travels with numbers.
        var ring = new Ring();
        ring.Any = new Sender { Inner = ring };
        refused = Assert.Throws<ValueNotSerializableException>(() => Surrogates(0, new SerializerLimits { MaxDepth = limit }).Serialize(ring))!;
        Assert.That(refused.Message, Does.Contain("A NetSerializer.Tests.Hostile.CycleTests.Ring contains itself, by way of").And.Contain(
            "Or set SerializerOptions.References = Preserve"));
        Ring copy = Surrogates(0, SerializerLimits.Default, ReferenceHandling.Preserve).DeepClone(ring);
        Assert.That(((Sender)copy.Any!).Inner, Is.SameAs(copy));

        // One that is over has nothing to do with it.
        ring = new Ring { Any = new Sender() };
        ring.Map = new() { [7] = ring };
        refused = Assert.Throws<ValueNotSerializableException>(() => Surrogates(0, new SerializerLimits { MaxDepth = 512 }).Serialize(ring))!;
        Assert.That(refused.Message, Does.Contain("[NonSerialized]").And.Not.Contain("surrogate"));
    }

    private static void AssertCycle<T>(TypeModel model, T ring, int steps)
    {
        ValueNotSerializableException refused = Assert.Throws<ValueNotSerializableException>(() => model.Serialize(ring))!;
        Assert.That(refused.Code, Is.EqualTo(ErrorCode.Cycle));
        Assert.That(Steps(refused.Path), Is.EqualTo(steps));
        Assert.That(() => model.Serialize(Stream.Null, ring), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.Cycle));
        Assert.That(() => model.DeepClone(ring), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.Cycle));
    }

    // With those that are left out.
    private static int Steps(string path)
    {
        System.Text.RegularExpressions.Match left = System.Text.RegularExpressions.Regex.Match(path, @" \.\.\. \((\d+) levels\) \.\.\. ");
        return left.Success ? 40 + int.Parse(left.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture)
            : path[(path.IndexOf("CycleTests.", StringComparison.Ordinal) + 11)..].Count(c => c is '.' or '[');
    }

    private static Ring Below(int levels, Ring ring)
    {
        for (int i = 0; i < levels; i++)
        {
            ring = new Ring { Next = ring };
        }
        return ring;
    }

    private static TypeModel ModelOf(int limit) =>
        TypeModel.Create([typeof(Ring), typeof(Doubly)], new SerializerOptions { Limits = new SerializerLimits { MaxDepth = limit } });

    private static TypeModel Surrogates(int between, SerializerLimits limits, ReferenceHandling references = ReferenceHandling.None) =>
        TypeModel.Create([typeof(Sender), typeof(Ring), typeof(object[])], new SerializerOptions
        {
            Limits = limits,
            References = references,
            Serializers = [CustomSerializer.Surrogate<Sender, object?[]>(sender => [Nested(between, sender.Inner)], inner => new Sender { Inner = inner[0] })],
        });

    private static object? Nested(int levels, object? inner)
    {
        for (int i = 0; i < levels; i++)
        {
            inner = new object?[] { inner };
        }
        return inner;
    }

    [Serializable]
    private sealed class Doubly
    {
        /// <summary>Comes first, and counts as a level even where it is the default.</summary>
        public ImmutableArray<Doubly> Children { get; set; }

        public Doubly? Next { get; set; }

        public Doubly? Previous { get; set; }
    }

    private sealed class Sender
    {
        public object? Inner;
    }

    private static TestCaseData Case(string name, Action<Ring> close, string path) => new TestCaseData(close, path).SetArgDisplayNames(name);

    [Serializable]
    internal struct Holder
    {
        public Ring? Ring;
    }

    [Serializable]
    internal sealed class Ring
    {
        public Ring? Next;
        public object? Any;
        public Ring?[]? Array;
        public List<Ring>? List;
        public Dictionary<int, Ring>? Map;
        public Holder Held;
    }
}
