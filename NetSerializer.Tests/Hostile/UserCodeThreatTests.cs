using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Where hostile bytes and changing values meet the code of a user's types: what runs, what it costs, and what of it a reader sees.</summary>
[TestFixture]
internal sealed class UserCodeThreatTests
{
    private static readonly TypeModel s_model =
        TypeModel.Create(typeof(Secret), typeof(Watcher), typeof(Watcher[]), typeof(Watched), typeof(Dictionary<Loose, int>), typeof(List<Growing>),
            typeof(object[]), typeof(Link));

    [Test]
    public void UnexpectedRoot_RunsNoCode()
    {
        byte[] watcher = s_model.Serialize(new Watcher()), watched = s_model.Serialize(new Watched());
        byte[] confused = [.. watched[..^1], .. watcher];
        Assert.That(Watcher.CallsOf(() => s_model.Deserialize<Watcher>(watcher)), Is.EqualTo(1), "what runs when it is expected");
        Assert.That(Watcher.CallsOf(() => Malformed.AssertRejected("a root", () => s_model.Deserialize<Secret>(watcher))), Is.Zero);
        Assert.That(Watcher.CallsOf(() =>
            Malformed.AssertRejected("a root of a stream", () => s_model.Deserialize<Secret>(new MemoryStream(Frames.Of(watcher))))), Is.Zero);
        Assert.That(Watcher.CallsOf(() =>
            Assert.That(Malformed.AssertRejected("a member", () => s_model.Deserialize<Watched>(confused)).Code, Is.EqualTo(ErrorCode.TypeIdNotAdmitted))),
            Is.Zero);
    }

    /// <summary>ValueType.GetHashCode looks at the first field alone where a struct has references.</summary>
    [Test]
    public void HashFlooding_OfStructsWithoutEqualityOfTheirOwn()
    {
        byte[] flood = s_model.Serialize(Enumerable.Range(0, 300).ToDictionary(i => new Loose { Name = "same", Number = i }));
        Assert.That(Malformed.AssertRejected("a flood", () => s_model.Deserialize<Dictionary<Loose, int>>(flood)).Code, Is.EqualTo(ErrorCode.KeyCollisions));
    }

    [Test]
    public void AFailedWrite_AListThatChangesMeanwhile()
    {
        List<Growing> list = [];
        list.Add(new Growing { List = list });
        using var stream = new MemoryStream();
        Assert.That(() => s_model.Serialize(stream, list),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.CollectionChanged));
        Assert.That(stream.Length, Is.Zero);
    }

    [Test]
    public void DeepClone_HasNoLimitButDepth()
    {
        TypeModel tight = TypeModel.Create(
            [typeof(object[]), typeof(Link), typeof(HashSet<long>)], new SerializerOptions
            { Limits = new() { MaxDepth = 3, MaxInputBytes = 10, MaxAllocatedBytes = 10, MaxCollectionLength = 2, MaxStringBytes = 2, MaxKeyCollisions = 1 } });
        object[] large = [new string('x', 1000), new byte[1000], 1, Enumerable.Range(0, 300).Select(i => ((long)i << 32) | (uint)i).ToHashSet()];
        Assert.That(tight.DeepClone(large), Is.EqualTo(large));
        Malformed.AssertRejected("the same from bytes", () => tight.Deserialize<object[]>(tight.Serialize(large)));
        var deep = new Link { Next = new Link { Next = new Link { Next = new Link() } } };
        Assert.That(() => tight.DeepClone(deep), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueTooDeep));
    }

    [TestCase(0xD800u, TestName = "The first surrogate as a Rune")]
    [TestCase(0xDFFFu, TestName = "The last surrogate as a Rune")]
    [TestCase(0x110000u, TestName = "A Rune behind the last")]
    public void ValuesOutOfTheRangeOfTheirType_Runes(uint number)
    {
        TypeModel model = TypeModel.Create(typeof(System.Text.Rune), typeof(System.Text.Rune[]));
        byte[] honest = Bytes.VarInt(0xD7FF);
        foreach (byte[] bytes in (byte[][])[model.Serialize<object>(new System.Text.Rune(0xD7FF)),
            model.Serialize<object>(new System.Text.Rune[] { new(0xD7FF) })])
        {
            int at = bytes.AsSpan().LastIndexOf(honest);
            Assert.That(at, Is.Positive);
            byte[] hostile = [.. bytes[..at], .. Bytes.VarInt(number), .. bytes[(at + honest.Length)..]];
            Malformed.AssertRejected($"{number:X}", () => model.Deserialize<object>((ReadOnlySpan<byte>)hostile));
        }
    }

    /// <summary>For ReadAsync of a session see <see cref="Streams.AwaitedValueTests"/>.</summary>
    [Test]
    public async Task AValueThatArrivesByteByByte_IsReadOnce()
    {
        byte[] bytes = s_model.Serialize(Enumerable.Range(0, 50).Select(i => new Watcher { Number = i }).ToArray());
        Assert.That(Watcher.CallsOf(() =>
        {
            using ValueReader session = s_model.OpenReader(new ArrivingStream(bytes, 1));
            Assert.That(session.Read<Watcher[]>(), Has.Length.EqualTo(50));
        }), Is.EqualTo(50), "a session");
        Assert.That(Watcher.CallsOf(() => s_model.Deserialize<Watcher[]>(new ArrivingStream(Frames.Of(bytes), 1))), Is.EqualTo(50), "a stream");
        int before = Watcher.Calls;
        await s_model.DeserializeAsync<Watcher[]>(new ArrivingStream(Frames.Of(bytes), 1));
        Assert.That(Watcher.Calls - before, Is.EqualTo(50), "a stream, awaited");
    }

    [Serializable]
    internal sealed class Watched
    {
        public IComparable? Any { get; init; }
    }

    /// <summary>Counts its callbacks, on whatever thread an awaited call goes on.</summary>
    [Serializable]
    internal sealed class Watcher
    {
        private static int s_calls;

        public static int Calls => Volatile.Read(ref s_calls);

        public int Number { get; init; }

        public static int CallsOf(Action action)
        {
            int before = Calls;
            action();
            return Calls - before;
        }

        [OnDeserializing]
        private void Begin(StreamingContext context) => Interlocked.Increment(ref s_calls);
    }

    [Serializable]
    internal struct Loose
    {
        public string? Name { get; set; }

        public int Number { get; set; }
    }

    /// <summary>Adds to the list that it is in as soon as it is written.</summary>
    [Serializable]
    internal sealed class Growing
    {
        [field: NonSerialized]
        public List<Growing>? List { get; init; }

        [OnSerializing]
        private void Begin(StreamingContext context) => List?.Add(new Growing());
    }
}
