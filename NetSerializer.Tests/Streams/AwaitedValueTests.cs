using System.Globalization;
using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.IO;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Faults;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>
/// Values that arrive in so many pieces that <see cref="ValueReader.ReadAsync"/> gives them a thread that waits: decoded a few times at most, and
/// otherwise as any other value.
/// </summary>
[TestFixture]
internal sealed class AwaitedValueTests
{
    // Byte by byte, these get their thread soon after a byte for each, the least that they can have.
    private const int Count = 600, ThreadStart = 1_400;

    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(Step[]), typeof(Spot[]), typeof(Link), typeof(Catcher), typeof(Ending), typeof(Person)],
        new SerializerOptions { Serializers = [CustomSerializer.For(new CatcherSerializer())], Limits = SerializerLimits.Default with { MaxDepth = 100_000 } });

    private static readonly byte[] s_sent = Sent(Steps(Count), Steps(7));

    private static readonly int s_length = s_model.Serialize(Steps(Count)).Length;

    // How many elements were completed on a thread that is neither the test's nor the pool's.
    private int _onThread;

    [SetUp]
    public void Hook()
    {
        Thread test = Thread.CurrentThread;
        _onThread = 0;
        Step.Hook = () => _onThread += Thread.CurrentThread.IsThreadPoolThread || Thread.CurrentThread == test ? 0 : 1;
    }

    [TearDown]
    public void Unhook() => Step.Hook = null;

    [Test]
    public async Task WorkIsLinearInTheLengthOfAValue([Values(1_000, 4_000)] int count)
    {
        byte[] bytes = Sent(Steps(count));
        int calls = 0;
        Step.Hook = () => Interlocked.Increment(ref calls);
        using ValueReader reader = s_model.OpenReader(new Feed(bytes));
        Assert.That(await reader.ReadAsync<Step[]>(), Has.Length.EqualTo(count));
        // 64 KiB of them, and the attempt that comes to it; all anew each time: half of the square of the count, and more.
        Assert.That(calls, Is.InRange(count, count + (66 * 1024 / 2)));
    }

    [Test]
    public async Task LargeValuesOfEveryShapeArriveWhole([Values(1_400, 20_000)] int bytesAtATime)
    {
        object[] values = [.. StreamModels.LargeValues()];
        using var stream = new MemoryStream();
        using (ValueWriter writer = StreamModels.Messages.OpenWriter(stream, leaveOpen: true))
        {
            Array.ForEach(values, writer.Write);
        }
        using ValueReader reader = StreamModels.Messages.OpenReader(new ArrivingStream(stream.ToArray(), bytesAtATime));
        foreach (object value in values)
        {
            SurfaceCheck.AssertSame("session", value, await reader.ReadAsync<object>());
        }
    }

    [Test]
    public async Task NoByteBehindTheValueIsAwaited()
    {
        using ValueReader reader = s_model.OpenReader(new ArrivingStream(Sent(Steps(Count), Steps(3)), 1));
        AssertSame(Count, await reader.ReadAsync<Step[]>());
        Assert.That(_onThread, Is.EqualTo(Count));
        AssertSame(3, await reader.ReadAsync<Step[]>());
        Assert.That(_onThread, Is.EqualTo(Count));
    }

    [Test]
    public async Task CancelledOrFailedAtAnyAwaitASessionGoesOn([Values] bool isCancelled)
    {
        for (int call = ThreadStart; call < s_length; call += 223)
        {
            using var cancellation = new CancellationTokenSource();
            Feed feed = new(s_sent)
            {
                Before = at =>
                {
                    if (at != call)
                    {
                        return;
                    }
                    if (!isCancelled)
                    {
                        throw new IOException("once");
                    }
                    cancellation.Cancel();
                },
            };
            using ValueReader reader = s_model.OpenReader(feed);
            Assert.That(async () => await reader.ReadAsync<Step[]>(cancellation.Token),
                isCancelled ? Throws.InstanceOf<OperationCanceledException>() : Throws.TypeOf<IOException>(), $"call {call}");
            Assert.That(_onThread, Is.GreaterThan(0));
            AssertSame(Count, await reader.ReadAsync<Step[]>());
            AssertSame(7, await reader.ReadAsync<Step[]>());
        }
    }

    [Test]
    public async Task WhatIsCutShortIsTruncated()
    {
        for (int length = ThreadStart; length < s_length; length += 211)
        {
            using ValueReader reader = s_model.OpenReader(new Feed(s_sent[..length]));
            MalformedDataException? failure = await Assert.ThrowsAsync<MalformedDataException>(async () => await reader.ReadAsync<Step[]>(), $"{length} bytes");
            Assert.That(failure!.Code, Is.EqualTo(ErrorCode.Truncated), $"{length} bytes");
            Assert.That(_onThread, Is.GreaterThan(0));
            Assert.That(async () => await reader.ReadAsync<Step[]>(), Throws.InvalidOperationException.With.Message.Contains("broken"));
        }
    }

    [Test]
    public async Task BadBytesAreRejectedAsInASynchronousRead()
    {
        byte[] bytes = Sent(Steps(Count));
        // A varint with a needless byte.
        (bytes[^2], bytes[^1]) = (0x80, 0x00);
        using ValueReader awaiting = s_model.OpenReader(new Feed(bytes)), waiting = s_model.OpenReader(new Feed(bytes));
        MalformedDataException? failure = await Assert.ThrowsAsync<MalformedDataException>(async () => await awaiting.ReadAsync<Step[]>());
        MalformedDataException expected = Assert.Throws<MalformedDataException>(() => waiting.Read<Step[]>());
        Assert.That((failure!.Code, failure.Offset), Is.EqualTo((expected.Code, expected.Offset)));
    }

    [Test]
    public void ClosedMeanwhileAValueFailsAndGivesItsBufferBackOnce([Values] bool leaveOpen)
    {
        using var pool = new CountingPool();
        Thread test = Thread.CurrentThread;
        // On the thread of the value, which is gone with it.
        Step.Hook = () => Buffers.OfThread = Thread.CurrentThread.IsThreadPoolThread || Thread.CurrentThread == test ? Buffers.OfThread : pool;
        byte[] bytes = Sent(Steps(Count));
        for (int call = ThreadStart; call < bytes.Length; call += 331)
        {
            ValueReader? reader = null;
            reader = s_model.OpenReader(new Feed(bytes) { Before = at => (at == call ? reader : null)?.Dispose() }, leaveOpen);
            Assert.That(async () => await reader.ReadAsync<Step[]>(), Throws.TypeOf<ObjectDisposedException>(), $"call {call}");
            pool.AssertAllBack($"call {call}");
        }
    }

    [Test]
    public void CodeThatCatchesEverythingDoesNotKeepAValueThatIsGivenUp()
    {
        using var cancellation = new CancellationTokenSource();
        byte[] bytes = Sent(new Catcher { Items = Count });
        using ValueReader reader = s_model.OpenReader(new Feed(bytes) { Before = at => (at == 400 ? cancellation : null)?.Cancel() });
        Assert.That(async () => await reader.ReadAsync<Catcher>(cancellation.Token), Throws.InstanceOf<OperationCanceledException>());
        Assert.That(async () => (await reader.ReadAsync<Catcher>())!.Items, Is.EqualTo(Count));
    }

    /// <summary>It is no part of the value, and has nothing to do with what that was awaited with.</summary>
    [Test]
    public async Task WhatIsReadAtTheEndOfAValueIsCancelledOnItsOwn()
    {
        using var cancellation = new CancellationTokenSource();
        byte[] first = Sent(new Ending { Steps = Steps(Count) }), second = Sent(new Ending { Steps = Steps(7) });
        using ValueReader reader = s_model.OpenReader(
            new Feed([.. first, .. second]) { Before = at => (at == first.Length + 5 ? cancellation : null)?.Cancel() });
        Exception? failure = null;
        Ending.Hook = () =>
        {
            Ending.Hook = null;
            failure = Assert.Catch(() => reader.ReadAsync<Ending>(cancellation.Token).AsTask().GetAwaiter().GetResult());
        };
        AssertSame(Count, (await reader.ReadAsync<Ending>())!.Steps);
        Assert.That(_onThread, Is.GreaterThan(0));
        Assert.That(failure, Is.InstanceOf<OperationCanceledException>());
        AssertSame(7, (await reader.ReadAsync<Ending>())!.Steps);
    }

    [Test]
    public async Task AnInterruptionDoesNotLeaveTheBufferToTwo()
    {
        byte[] bytes = Sent(Steps(1_000));
        Action count = Step.Hook!;
        Step.Hook = () =>
        {
            count();
            if (_onThread % 100 == 99)
            {
                Thread.CurrentThread.Interrupt();
            }
        };
        using ValueReader reader = s_model.OpenReader(new Feed(bytes));
        AssertSame(1_000, await reader.ReadAsync<Step[]>());
    }

    /// <summary>The lock of a semaphore is a place where an interruption arrives as well: the value does not fail there.</summary>
    [Test]
    public async Task AnInterruptionDoesNotArriveWhileTheThreadWaits()
    {
        var reading = new ReadingThread(new SessionSource(new Feed(s_sent)), CancellationToken.None);
        object arriving = typeof(ReadingThread).GetField("_arrived", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(reading)!;
        object guard = typeof(SemaphoreSlim).GetFields(BindingFlags.Instance | BindingFlags.NonPublic)
            .Single(field => field.Name.Contains("lock", StringComparison.OrdinalIgnoreCase)).GetValue(arriving)!;
        Exception? failure = null, arrived = null;
        using ManualResetEventSlim isHeld = new(), isOver = new(), isNever = new();
        await reading.RunAsync(() =>
        {
            Thread self = Thread.CurrentThread;
            new Thread(() =>
            {
                lock (guard)
                {
                    isHeld.Set();
                    SpinWait.SpinUntil(() => isOver.IsSet && self.ThreadState.HasFlag(ThreadState.WaitSleepJoin));
                }
            }).Start();
            isHeld.Wait();
            isOver.Set();
            self.Interrupt();
            failure = Caught(() => reading.WaitFor(1));
            arrived = Caught(() => isNever.Wait(TimeSpan.FromSeconds(20)));
        });
        Assert.That(failure, Is.Null);
        Assert.That(arrived, Is.TypeOf<ThreadInterruptedException>(), "it arrives when that is over");
    }

    /// <summary>The least bytes that its elements have are awaited before any of them is read.</summary>
    [Test]
    public async Task ACollectionIsNotBegunBeforeItsLeastBytesAreThere()
    {
        int calls = 0;
        Step.Hook = () => Interlocked.Increment(ref calls);
        using ValueReader reader = s_model.OpenReader(new ArrivingStream(Sent(new Spot[300]), 1));
        Assert.That(await reader.ReadAsync<Spot[]>(), Has.Length.EqualTo(300));
        Assert.That(calls, Is.EqualTo(300));
    }

    /// <summary>Each attempt in vain ends with an exception, which costs more than all the rest: members of known lengths are awaited at once.</summary>
    [Test]
    public async Task ASmallValueIsBegunAFewTimes()
    {
        int calls = 0;
        Step.Hook = () => Interlocked.Increment(ref calls);
        Person sent = new()
        {
            AStep = new Step { Number = 7 }, Name = new string('n', 40), Other = new string('\u4E2D', 10), Height = 1.5, Numbers = [1, 2, 300], Day = 9,
        };
        using ValueReader reader = s_model.OpenReader(new ArrivingStream(Sent(sent), 1));
        Person? read = await reader.ReadAsync<Person>();
        Assert.That((read!.Name, read.Other, read.Height, read.Day), Is.EqualTo((sent.Name, sent.Other, sent.Height, sent.Day)));
        Assert.That(read.Numbers, Is.EqualTo(sent.Numbers));
        Assert.That(calls, Is.InRange(2, 12));
    }

    /// <summary>A change of threads for each byte would cost more than all the rest.</summary>
    [Test]
    public async Task TheThreadAsksTheStreamItself()
    {
        HashSet<string?> names = [];
        using ValueReader reader = s_model.OpenReader(new PieceStream(s_sent, new Random(1), 1) { Asked = () => names.Add(Thread.CurrentThread.Name) });
        AssertSame(Count, await reader.ReadAsync<Step[]>());
        Assert.That(names, Has.Member("NetSerializer awaited value"));
        Assert.That(_onThread, Is.EqualTo(Count));
    }

    private static Exception? Caught(Action action)
    {
        try
        {
            action();
            return null;
        }
        catch (Exception failure)
        {
            return failure;
        }
    }

    [Test]
    public async Task TheCallersContextIsSeen()
    {
        var local = new AsyncLocal<string> { Value = "here" };
        CultureInfo before = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("tr-TR");
        try
        {
            string? seen = null;
            Step.Hook = () => seen = $"{local.Value} {CultureInfo.CurrentCulture.Name}";
            using ValueReader reader = s_model.OpenReader(new Feed(Sent(Steps(1_000))));
            await reader.ReadAsync<Step[]>();
            Assert.That(seen, Is.EqualTo("here tr-TR"));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Test]
    public async Task DeepValuesArrive()
    {
        const int Depth = 20_000;
        Link? chain = null;
        for (int i = 0; i < Depth; i++)
        {
            chain = new Link { Next = chain };
        }
        using ValueReader reader = s_model.OpenReader(new Feed(Sent(chain!)));
        Link? read = await reader.ReadAsync<Link>();
        int depth = 0;
        for (; read != null; read = read.Next)
        {
            depth++;
        }
        Assert.That(depth, Is.EqualTo(Depth));
    }

    private static void AssertSame(int count, Step[]? read) => Assert.That(read!.Select(step => step.Number), Is.EqualTo(Enumerable.Range(0, count)));

    private static Step[] Steps(int count) => [.. Enumerable.Range(0, count).Select(i => new Step { Number = i })];

    private static byte[] Sent<T>(T first, params T[] more)
    {
        using var stream = new MemoryStream();
        using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
        {
            foreach (T value in (T[])[first, .. more])
            {
                writer.Write(value);
            }
        }
        return stream.ToArray();
    }

    /// <summary>Tells that it is begun.</summary>
    [Serializable]
    private sealed class Step
    {
        // Of five bytes, which nothing in front of it tells.
        private const int Large = 1 << 28;

        private readonly int _number;

        public static Action? Hook { get; set; }

        public int Number
        {
            get => _number - Large;
            init => _number = value + Large;
        }

        [OnDeserializing]
        private void Begin(StreamingContext context) => Hook?.Invoke();
    }

    /// <summary>Of one byte.</summary>
    [Serializable]
    private struct Spot
    {
        public int Place { get; set; }

        [OnDeserializing]
        private void Begin(StreamingContext context) => Step.Hook?.Invoke();
    }

    [Serializable]
    private sealed class Person
    {
        // The first member by name, so that it tells of each attempt.
        public Step? AStep { get; init; }

        public string? Name { get; init; }

        public string? Other { get; init; }

        public double Height { get; init; }

        public int[]? Numbers { get; init; }

        public long Day { get; init; }
    }

    [Serializable]
    private sealed class Ending
    {
        public static Action? Hook { get; set; }

        public Step[] Steps { get; init; } = [];

        [OnDeserialized]
        private void End(StreamingContext context) => Hook?.Invoke();
    }

    [Serializable]
    private sealed class Link
    {
        public Link? Next { get; init; }
    }

    private sealed class Catcher
    {
        public int Items { get; init; }
    }

    private sealed class CatcherSerializer : ICustomSerializer<Catcher>
    {
        public void Write(ref WireWriter writer, Catcher value)
        {
            for (int i = 0; i < value.Items; i++)
            {
                writer.WriteByte(1);
            }
            writer.WriteByte(0);
        }

        public Catcher Read(ref WireReader reader)
        {
            int items = 0;
            try
            {
                while (reader.ReadByte() != 0)
                {
                    items++;
                }
            }
            catch (Exception)
            {
                // What came so far is as good as all of it.
            }
            return new() { Items = items };
        }
    }

    /// <summary>Gives a byte a call, asynchronously.</summary>
    private sealed class Feed(byte[] bytes) : MemoryStream(bytes)
    {
        private int _calls;

        /// <summary>Called before each call with its number.</summary>
        public Action<int>? Before { get; init; }

        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(1, count));

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Before?.Invoke(_calls++);
            cancellationToken.ThrowIfCancellationRequested();
            await Task.Yield();
            return base.Read(buffer.Span[..Math.Min(1, buffer.Length)]);
        }
    }
}
