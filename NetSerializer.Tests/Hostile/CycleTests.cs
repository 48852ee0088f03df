using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Objects that contain themselves, in a model of trees: an ordinary error, at once, with the path of the cycle.</summary>
[TestFixture]
internal sealed class CycleTests
{
    private static readonly TypeModel s_model = TypeModel.Create([typeof(Ring), typeof(object[]), typeof(Holder)]);
    private static readonly TypeModel s_deep = TypeModel.Create([typeof(Ring), typeof(object[]), typeof(Holder), typeof(ArraySegment<object>)], new SerializerOptions { Limits = SerializerLimits.Trusted });

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
            Assert.That(() => model.Serialize(Stream.Null, ring), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.Cycle));
        }
    }

    [TestCase(1), TestCase(2), TestCase(3), TestCase(16), TestCase(17), TestCase(34), TestCase(500), TestCase(5000)]
    public void ALongCycleIsFoundWithoutGoingToTheLimit(int length)
    {
        Ring first = new(), last = first;
        for (int i = 1; i < length; i++)
        {
            last = last.Next = new Ring();
        }
        last.Next = first;
        // At the limit of a million levels it would be more than seven million bytes.
        var written = new CountingStream();
        Assert.That(() => s_deep.Serialize(written, first), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.Cycle));
        Assert.That(written.Length, Is.LessThan(2_000_000));
    }

    /// <summary>The writer counts such structs as levels, in boxes of their own: these are never met again.</summary>
    [TestCase(0), TestCase(1)]
    public void ACycleThroughAStructThatCountsIsFoundWithoutGoingToTheLimit(int before)
    {
        var ring = new Ring();
        ring.Any = new ArraySegment<object>([ring]);
        object root = ring;
        for (int i = 0; i < before; i++)
        {
            root = new object[] { root };
        }
        var written = new CountingStream();
        Assert.That(() => s_deep.Serialize(written, root), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.Cycle));
        Assert.That(written.Length, Is.Zero, "less than a chunk");
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
    public void ACycleThroughFreshObjectsIsFoundWithoutGoingToTheLimit([Values(0, 1, 2, 3, 4, 7, 15, 16, 17, 31, 33, 50)] int between)
    {
        TypeModel model = Surrogates(between, SerializerLimits.Trusted);
        var sender = new Sender();
        sender.Inner = sender;
        var written = new CountingStream();
        ValueNotSerializableException refused = Assert.Throws<ValueNotSerializableException>(() => model.Serialize<object>(written, sender))!;
        Assert.That(refused.Code, Is.EqualTo(ErrorCode.Cycle));
        Assert.That(written.Length, Is.LessThan(200_000), "five bytes a level or fewer, and a million levels");
    }

    private static TypeModel Surrogates(int between, SerializerLimits limits, ReferenceHandling references = ReferenceHandling.None) =>
        TypeModel.Create([typeof(Sender), typeof(Ring), typeof(object[])], new SerializerOptions
        {
            Limits = limits, References = references,
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

    private sealed class CountingStream : MemoryStream
    {
        public override void Write(ReadOnlySpan<byte> buffer) => SetLength(Length + buffer.Length);

        public override void Write(byte[] buffer, int offset, int count) => SetLength(Length + count);
    }
}
