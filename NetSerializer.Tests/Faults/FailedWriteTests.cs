using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Faults;

/// <summary>
/// Values that cannot be written, among others that can: the caller has the cause, and a reader sees the others, each whole, and nothing else.
/// </summary>
[TestFixture]
internal sealed class FailedWriteTests
{
    private static readonly TypeModel s_model = FaultModels.Model;

    /// <summary>What no writer accepts, and what comes of it. Stands behind as much as a test likes.</summary>
    private static IEnumerable<(string Name, Func<object> Make, Func<Exception, bool> IsCause)> Refusals()
    {
        yield return ("an unregistered type", () => new Version(1, 0), failure =>
            failure is ValueNotSerializableException { Code: ErrorCode.TypeNotRegistered });
        yield return ("a cycle", Cycle, failure => failure is ValueNotSerializableException { Code: ErrorCode.Cycle });
        yield return ("more depth than MaxDepth", Deep, failure => failure is ValueNotSerializableException { Code: ErrorCode.ValueTooDeep });
        yield return ("an unknown comparer", () => new Dictionary<string, object>(new Odd()) { ["a"] = 1 }, failure =>
            failure is ValueNotSerializableException { Code: ErrorCode.UnknownComparer });
        foreach (Exception thrown in (Exception[])[new IOException("of the user"), new ObjectDisposedException("of the user"),
            new NotSupportedException("of the user"), new OperationCanceledException(), new InvalidDataException()])
        {
            yield return ($"{thrown.GetType().Name} of a callback", () => new Refusing { Failure = thrown }, failure => ReferenceEquals(failure, thrown));
        }
    }

    private static IEnumerable<TestCaseData> Cases() =>
        Refusals().Select(refusal => new TestCaseData(refusal.Make, refusal.IsCause).SetArgDisplayNames(refusal.Name));

    [TestCaseSource(nameof(Cases))]
    public void AStreamOfValues(Func<object> refused, Func<Exception, bool> isCause)
    {
        using var pool = new CountingPool();
        using var stream = new MemoryStream();
        List<object> expected = [];
        var random = new Random(7);
        int aborted = 0;
        for (int i = 0; i < 16; i++)
        {
            object good = Good(random, i);
            s_model.Serialize(stream, good);
            expected.Add(good);
            long before = stream.Length;
            AssertFails(() => s_model.Serialize(stream, Behind(Length(random), refused())), isCause);
            pool.AssertAllBack($"value {i}");
            aborted += stream.Length > before ? 1 : 0;
        }
        Assert.That(aborted, Is.InRange(2, 14), "some fail when a part of them is out, and some before");
        foreach (bool inMemory in (bool[])[true, false])
        {
            stream.Position = 0;
            using Stream source = inMemory ? new MemoryStream(stream.ToArray(), 0, (int)stream.Length, false, true) : new FaultStream(stream.ToArray(), 10_000);
            SurfaceCheck.AssertBytes("what a reader sees", ReadAll(source), [.. expected.SelectMany(s_model.Serialize)]);
        }
        Assert.That(Aborted(stream.ToArray()), Is.EqualTo(aborted));
    }

    [TestCaseSource(nameof(Cases))]
    public async Task AStreamOfAwaitedValues(Func<object> refused, Func<Exception, bool> isCause)
    {
        using var stream = new MemoryStream();
        await s_model.SerializeAsync<object>(stream, "first");
        long before = stream.Length;
        try
        {
            await s_model.SerializeAsync<object>(stream, Behind(200_000, refused()));
            Assert.Fail("accepted");
        }
        catch (Exception failure) when (failure is not AssertionException)
        {
            Assert.That(isCause(failure), failure.ToString());
        }
        Assert.That(stream.Length, Is.EqualTo(before), "nothing is sent of a value that fails, however long");
    }

    [TestCaseSource(nameof(Cases))]
    public void ASession(Func<object> refused, Func<Exception, bool> isCause)
    {
        for (int length = 0; length < 200_000; length += 24_999)
        {
            using var pool = new CountingPool();
            using var stream = new MemoryStream();
            List<object> expected = [];
            bool isBroken = false;
            using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
            {
                var random = new Random(length);
                for (int i = 0; i < 4 && !isBroken; i++)
                {
                    object good = Good(random, i);
                    writer.Write(good);
                    expected.Add(good);
                    AssertFails(() => writer.Write(Behind(length, refused())), isCause);
                    try
                    {
                        writer.Write<object>(i);
                        expected.Add(i);
                    }
                    catch (InvalidOperationException)
                    {
                        isBroken = true;
                    }
                }
            }
            pool.AssertAllBack($"{length} bytes");
            Assert.That(isBroken, Is.EqualTo(length > 65_536), "what does not fit the buffer has left it");
            using ValueReader reader = s_model.OpenReader(new MemoryStream(stream.ToArray()));
            foreach (object value in expected)
            {
                SurfaceCheck.AssertBytes($"{length} bytes", s_model.Serialize(reader.Read<object>()), s_model.Serialize(value));
            }
            if (isBroken)
            {
                Assert.That(Malformed.AssertRejected($"{length} bytes", () => reader.Read<object>()).Code, Is.EqualTo(ErrorCode.Truncated));
            }
            else
            {
                Assert.That(reader.TryRead<object>(out _), Is.False);
            }
        }
    }

    [TestCaseSource(nameof(Cases))]
    public void Memory(Func<object> refused, Func<Exception, bool> isCause)
    {
        using var pool = new CountingPool();
        foreach (int length in (int[])[0, 5_000, 200_000])
        {
            object value = Behind(length, refused());
            AssertFails(() => s_model.Serialize(value), isCause);
            AssertFails(() => s_model.TrySerialize(new byte[100], value, out _), isCause);
            AssertFails(() => s_model.DeepClone(value), isCause);
            AssertFails(() => s_model.Serialize(new System.Buffers.ArrayBufferWriter<byte>(), value), isCause);
            pool.AssertAllBack($"{length} bytes");
        }
    }

    /// <summary>
    /// When even the mark of an aborted value cannot be sent, the stream's exception is what the caller must know: the stream is to be closed.
    /// </summary>
    [Test]
    public void AStreamThatBreaksAtTheMarkOfAnAbortedValue()
    {
        object value = Behind(200_000, new Version(1, 0));
        var whole = new FaultStream();
        AssertFails(() => s_model.Serialize(whole, value), failure => failure is ValueNotSerializableException);
        using var pool = new CountingPool();
        var cause = new IOException("broken");
        AssertFails(() => s_model.Serialize(new FaultStream { FaultAt = whole.Calls - 1, Fault = () => throw cause }, value), failure =>
            ReferenceEquals(failure, cause));
        pool.AssertAllBack("the mark");
    }

    /// <summary>ReadAsync begins a value anew when more has come, also when code of the user made a failure of its own of that.</summary>
    [Test]
    public async Task AnAwaitedValueWhoseCodeMakesItsOwnOfWhatIsThrown()
    {
        TypeModel model = TypeModel.Create([typeof(Stamp[])], new SerializerOptions { Serializers = [CustomSerializer.For(new SuspiciousSerializer())] });
        Stamp[] stamps = [new(1, "one"), new(2, new string('2', 300)), new(3, "three")];
        using ValueReader reader = model.OpenReader(new FaultStream(model.Serialize(stamps), 1));
        Assert.That(await reader.ReadAsync<Stamp[]>(), Is.EqualTo(stamps));
    }

    private static void AssertFails(Action write, Func<Exception, bool> isCause)
    {
        try
        {
            write();
        }
        catch (Exception failure)
        {
            Assert.That(isCause(failure), failure.ToString());
            return;
        }
        Assert.Fail("accepted");
    }

    private static byte[] ReadAll(Stream source)
    {
        List<byte> values = [];
        while (true)
        {
            try
            {
                values.AddRange(s_model.Serialize(s_model.Deserialize(source)));
            }
            catch (MalformedDataException aborted) when (aborted.Code == ErrorCode.ValueAborted)
            {
            }
            catch (EndOfStreamException)
            {
                return [.. values];
            }
        }
    }

    private static int Aborted(byte[] bytes)
    {
        using var stream = new MemoryStream(bytes);
        int count = 0;
        while (stream.Position < stream.Length)
        {
            try
            {
                s_model.Deserialize(stream);
            }
            catch (MalformedDataException aborted) when (aborted.Code == ErrorCode.ValueAborted)
            {
                count++;
            }
        }
        return count;
    }

    private static object Good(Random random, int i) =>
        i % 4 == 0 ? Parcel.Of(random.Next(40)) : i % 4 == 1 ? new byte[random.Next(150_000)] : i % 4 == 2 ? i : $"text {i}";

    private static int Length(Random random) => random.Next(2) == 0 ? random.Next(1_000) : random.Next(200_000);

    private static object Behind(int length, object refused) =>
        new object[] { new byte[length], "in front", new Refusing { Before = "before", Content = refused }, "behind" };

    private static object Cycle()
    {
        var link = new Refusing();
        link.Content = link;
        return link;
    }

    private static object Deep()
    {
        object value = "the bottom";
        for (int i = 0; i <= SerializerLimits.Default.MaxDepth; i++)
        {
            value = new object[] { value };
        }
        return value;
    }

    private sealed class Odd : IEqualityComparer<string>
    {
        public bool Equals(string? x, string? y) => x == y;

        public int GetHashCode(string text) => text.Length;
    }

    private sealed class SuspiciousSerializer : ICustomSerializer<Stamp>
    {
        public int MinimumSize => 2;

        public void Write(ref WireWriter writer, Stamp value) => new StampSerializer().Write(ref writer, value);

        public Stamp Read(ref WireReader reader)
        {
            try
            {
                return new StampSerializer().Read(ref reader);
            }
            catch (Exception failure)
            {
                throw new InvalidDataException("That is no stamp.", failure);
            }
        }
    }
}
