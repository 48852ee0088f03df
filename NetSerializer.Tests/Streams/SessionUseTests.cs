using System.Buffers;
using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Dispatch;
using NetSerializer.Tests.Faults;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>
/// Sessions that are used or closed by code that runs while a value is under way, and by other threads: no buffer goes back to the pool before the
/// value that lies in it has come to its end.
/// </summary>
[TestFixture]
internal sealed class SessionUseTests
{
    private static readonly TypeModel s_model = TypeModel.Create(typeof(Hooked), typeof(string), typeof(byte[]));
    private static readonly TypeModel s_grids = TypeModel.Create(typeof(int[,]), typeof(string));

    private static readonly byte[] s_sent = Sent("abc");

    [TearDown]
    public void Unhook() => Hooked.Hook = null;

    [Test]
    public void A_reader_that_is_closed_within_a_value_fails_and_reads_nobody_elses_bytes([Values] bool isAsynchronous)
    {
        ValueReader? reader = s_model.OpenReader(new ArrivingStream(Sent("abc"), 1 << 20), leaveOpen: true);
        byte[]? rented = null;
        Hooked.Hook = () =>
        {
            reader.Dispose();
            rented = RentAndFill();
        };
        Assert.That(() => isAsynchronous ? reader.ReadAsync<Hooked>().AsTask().GetAwaiter().GetResult() : reader.Read<Hooked>(),
            Throws.TypeOf<ObjectDisposedException>());
        Assert.That(Hooked.Last!.Name, Is.EqualTo("abc"));
        Assert.That(rented, Is.All.EqualTo((byte)'Z'));
        Hooked.Hook = null;
        Assert.That(() => reader.Read<Hooked>(), Throws.TypeOf<ObjectDisposedException>());
    }

    [Test]
    public void A_writer_that_is_closed_within_a_value_fails_and_writes_to_nobody_elses_buffer([Values] bool leaveOpen)
    {
        using var stream = new MemoryStream();
        ValueWriter writer = s_model.OpenWriter(stream, leaveOpen);
        writer.Write("first");
        writer.Flush();
        long length = stream.Length;
        byte[]? rented = null;
        Hooked.Hook = () =>
        {
            writer.Dispose();
            rented = RentAndFill();
        };
        Assert.That(() => writer.Write(new Hooked { Name = "outer", Tail = "tail" }), Throws.TypeOf<ObjectDisposedException>());
        Assert.That(rented, Is.All.EqualTo((byte)'Z'));
        Assert.That(stream.ToArray(), Has.Length.EqualTo(length));
        Hooked.Hook = null;
        Assert.That(() => writer.Write("more"), Throws.TypeOf<ObjectDisposedException>());
    }

    [Test]
    public void A_number_has_to_wait_for_the_value_around_it()
    {
        int[] behind = [.. Enumerable.Range(0, 500)];
        Exception? failure = null;
        using var stream = new MemoryStream();
        ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true);
        writer.Write(1);
        Hooked.Hook = () => failure = Assert.Catch(() => writer.Write(2));
        writer.Write(new Hooked { Name = "outer" });
        Array.ForEach(behind, writer.Write);
        Assert.That(failure, Is.TypeOf<InvalidOperationException>().With.Message.Contains("under way"));
        writer.Dispose();
        Assert.That(() => writer.Write(3), Throws.TypeOf<ObjectDisposedException>());

        stream.Position = 0;
        ValueReader reader = s_model.OpenReader(stream);
        Assert.That(reader.Read<int>(), Is.EqualTo(1));
        Hooked.Hook = () => failure = Assert.Catch(() => reader.Read<int>());
        failure = null;
        Assert.That(reader.Read<Hooked>()!.Name, Is.EqualTo("outer"));
        Assert.That(failure, Is.TypeOf<InvalidOperationException>().With.Message.Contains("under way"));
        Assert.That(behind.Select(_ => reader.Read<int>()), Is.EqualTo(behind));
        reader.Dispose();
        Assert.That(() => reader.Read<int>(), Throws.TypeOf<ObjectDisposedException>());
    }

    [Test]
    public void A_closed_session_gives_its_buffer_back_once([Values] bool isReader)
    {
        using var pool = new CountingPool();
        for (int i = 0; i < 20; i++)
        {
            if (isReader)
            {
                ValueReader reader = s_model.OpenReader(new ArrivingStream(s_sent, 1 << 20), leaveOpen: true);
                Hooked.Hook = reader.Dispose;
                Assert.That(() => reader.Read<Hooked>(), Throws.TypeOf<ObjectDisposedException>());
                reader.Dispose();
            }
            else
            {
                ValueWriter writer = s_model.OpenWriter(new MemoryStream());
                Hooked.Hook = writer.Dispose;
                Assert.That(() => writer.Write(new Hooked { Name = "outer" }), Throws.TypeOf<ObjectDisposedException>());
                writer.Dispose();
            }
            Hooked.Hook = null;
            pool.AssertAllBack($"session {i}");
        }
    }

    [Test]
    public void Nothing_else_is_written_or_sent_within_a_value([Values("Write", "Flush", "FlushAsync")] string call)
    {
        var stream = new MemoryStream();
        using ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true);
        writer.Write("first");
        Exception? failure = null;
        Hooked.Hook = () => failure = Assert.Catch(() =>
        {
            switch (call)
            {
                case "Write":
                    writer.Write("inner");
                    break;
                case "Flush":
                    writer.Flush();
                    break;
                default:
                    writer.FlushAsync().AsTask().GetAwaiter().GetResult();
                    break;
            }
        });
        writer.Write(new Hooked { Name = "outer", Tail = "tail" });
        Hooked.Hook = null;
        writer.Write("last");
        writer.Flush();
        Assert.That(failure, Is.TypeOf<InvalidOperationException>().With.Message.Contains("under way"));
        stream.Position = 0;
        using ValueReader reader = s_model.OpenReader(stream);
        Assert.That(reader.Read<string>(), Is.EqualTo("first"));
        Assert.That(reader.Read<Hooked>(), Has.Property("Tail").EqualTo("tail").And.Property("Name").EqualTo("outer"));
        Assert.That(reader.Read<string>(), Is.EqualTo("last"));
    }

    /// <summary>A peer that has sent one large value may say nothing more for days.</summary>
    [Test]
    public void A_reader_that_waits_for_a_value_keeps_no_buffer_of_a_larger_one([Values] bool isAsynchronous, [Values(600, 1_500)] int rows)
    {
        byte[] large = s_grids.Serialize<object>(new int[rows, 1_500]), small = s_grids.Serialize<object>("small");
        using var pool = new CountingPool();
        List<long> held = [];
        var stream = new IdleStream([large, small, large, small]) { Idle = () => held.Add(pool.Held) };
        ValueReader reader = s_grids.OpenReader(stream);
        for (int i = 0; i < 4; i++)
        {
            object? value = isAsynchronous ? reader.ReadAsync<object>().AsTask().GetAwaiter().GetResult() : reader.Read<object>();
            Assert.That(s_grids.Serialize(value).AsSpan().SequenceEqual(i % 2 == 0 ? large : small));
        }
        Assert.That(() => reader.Read<object>(), Throws.TypeOf<EndOfStreamException>());
        Assert.That(held, Has.Count.EqualTo(5).And.All.LessThan(1 << 20));
        reader.Dispose();
        pool.AssertAllBack("session");
    }

    [Test]
    public void Nothing_else_is_read_within_a_value()
    {
        using ValueReader reader = s_model.OpenReader(new MemoryStream([.. Sent("abc"), .. Sent("def")]));
        Exception? failure = null;
        Hooked.Hook = () => failure ??= Assert.Catch(() => reader.Read<Hooked>());
        Assert.That(reader.Read<Hooked>()!.Name, Is.EqualTo("abc"));
        Assert.That(failure, Is.TypeOf<InvalidOperationException>().With.Message.Contains("under way"));
        Assert.That(reader.Read<Hooked>()!.Name, Is.EqualTo("def"));
    }

    /// <summary>The value is read then, whether all of it was there, or it was awaited, or a thread of its own waited for it.</summary>
    [Test]
    public void What_waits_for_the_end_of_a_value_may_read_the_next_one(
        [Values] bool isAsynchronous, [Values] bool isInnerAsynchronous, [Values(1, 7, 100, 5_000)] int bytesAtATime, [Values(0, 700)] int length)
    {
        TypeModel model = TypeModel.Create(typeof(Waiting));
        const int Count = 5;
        var stream = new MemoryStream();
        using (ValueWriter writer = model.OpenWriter(stream, leaveOpen: true))
        {
            for (int i = 0; i < Count; i++)
            {
                writer.Write(new Waiting { Number = i, Items = [.. Enumerable.Repeat(new Item(), length)] });
            }
        }
        using ValueReader reader = model.OpenReader(new ArrivingStream(stream.ToArray(), bytesAtATime, endsCleanly: true));
        List<int> read = [];
        Waiting? Read(bool isAwaited) => isAwaited ? reader.ReadAsync<Waiting>().AsTask().GetAwaiter().GetResult() : reader.Read<Waiting>();
        Waiting.Hook = number =>
        {
            if (number % 2 == 0)
            {
                read.Add(Read(isInnerAsynchronous)!.Number);
            }
        };
        try
        {
            read.Add(Read(isAsynchronous)!.Number);
            read.Add(Read(isAsynchronous)!.Number);
            Waiting.Hook = null;
            read.Add(Read(isAsynchronous)!.Number);
            Assert.That(read, Is.EqualTo((int[])[1, 0, 3, 2, 4]));
            Assert.That(() => Read(isAsynchronous), Throws.TypeOf<EndOfStreamException>());
        }
        finally
        {
            Waiting.Hook = null;
        }
    }

    [Test]
    public void A_closed_writer_sends_nothing_of_what_is_under_way()
    {
        using var stream = new MemoryStream();
        ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true);
        writer.Write("first");
        Hooked.Hook = writer.Dispose;
        Assert.That(() => writer.Write(new Hooked { Name = new string('n', 400_000), Tail = new string('\u0416', 400_000) }),
            Throws.TypeOf<ObjectDisposedException>());
        Assert.That(stream.Length, Is.Zero);
    }

    [Test]
    public void Other_threads_may_close_writers()
    {
        ValueWriter? current = null;
        bool isDone = false;
        int rounds = 0;
        var watchdog = new Thread(() =>
        {
            while (!Volatile.Read(ref isDone))
            {
                Volatile.Read(ref current)?.Dispose();
                byte[] foreign = ArrayPool<byte>.Shared.Rent(64 << 10);
                foreign.AsSpan().Fill((byte)'Z');
                ArrayPool<byte>.Shared.Return(foreign);
                Interlocked.Increment(ref rounds);
            }
        });
        watchdog.Start();
        var wrong = new List<string>();
        byte[] one = s_model.Serialize("abc");
        for (int i = 0; i < 1_500; i++)
        {
            var stream = new MemoryStream();
            int written = 0;
            ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true);
            Volatile.Write(ref current, writer);
            try
            {
                for (; written < 200; written++)
                {
                    writer.Write("abc");
                }
            }
            catch (ObjectDisposedException)
            {
            }
            writer.Dispose();
            Volatile.Write(ref current, null);
            // The other thread may still be sending the last bytes.
            int seen = Volatile.Read(ref rounds);
            SpinWait.SpinUntil(() => Volatile.Read(ref rounds) >= seen + 2);
            byte[] sent = stream.ToArray();
            if (sent.Length > written * one.Length || sent.Where((value, at) => value != one[at % one.Length]).Any())
            {
                wrong.Add(Convert.ToHexString(sent.AsSpan(0, Math.Min(40, sent.Length))));
            }
        }
        Volatile.Write(ref isDone, true);
        watchdog.Join();
        Assert.That(wrong, Is.Empty);
    }

    // A value that ends and a close that begins may each find the session idle, and the buffer theirs.
    [Test]
    public void What_a_closed_writer_sends_is_in_nobody_elses_buffer()
    {
        ValueWriter? current = null;
        bool isDone = false;
        var watchdog = new Thread(() =>
        {
            while (!Volatile.Read(ref isDone))
            {
                Volatile.Read(ref current)?.Dispose();
            }
        });
        watchdog.Start();
        int wrong = 0;
        for (int i = 0; i < 1_500; i++)
        {
            var stream = new WatchedStream();
            using ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true);
            Volatile.Write(ref current, writer);
            try
            {
                while (true)
                {
                    writer.Write("abc");
                }
            }
            catch (ObjectDisposedException)
            {
                ArrayPool<byte>.Shared.Return(RentAndFill(64 << 10));
            }
            wrong += stream.HasChanged ? 1 : 0;
        }
        Volatile.Write(ref isDone, true);
        watchdog.Join();
        Assert.That(wrong, Is.Zero);
    }

    // A watchdog closes sessions of others at any moment: their values fail or are right.
    [Test]
    public void Other_threads_may_close()
    {
        byte[] sent = [.. Enumerable.Repeat(Sent("abc"), 200).SelectMany(bytes => bytes)];
        ValueReader? current = null;
        bool isDone = false;
        int wrong = 0;
        var watchdog = new Thread(() =>
        {
            while (!Volatile.Read(ref isDone))
            {
                Volatile.Read(ref current)?.Dispose();
                byte[] foreign = ArrayPool<byte>.Shared.Rent((64 << 10) + 256);
                foreign.AsSpan().Fill((byte)'Z');
                wrong += foreign.AsSpan().IndexOfAnyExcept((byte)'Z') >= 0 ? 1 : 0;
                ArrayPool<byte>.Shared.Return(foreign);
            }
        });
        watchdog.Start();
        for (int i = 0; i < 1_500; i++)
        {
            using ValueReader reader = s_model.OpenReader(new MemoryStream(sent));
            Volatile.Write(ref current, reader);
            try
            {
                while (reader.TryRead(out Hooked? value))
                {
                    wrong += value is { Name: "abc", Tail: "tail" } ? 0 : 1;
                }
            }
            catch (ObjectDisposedException)
            {
            }
        }
        Volatile.Write(ref isDone, true);
        watchdog.Join();
        Assert.That(wrong, Is.Zero);
    }

    /// <summary>What is made at the first use of a model is not there, and the call does not get it. The session knows nothing of that.</summary>
    [Test]
    public void A_call_that_fails_before_it_begins_leaves_the_session_as_it_was([Values] bool isAwaited)
    {
        TypeModel model = TypeModel.Create(typeof(Point));
        using ValueReader reader = model.OpenReader(new MemoryStream(TypeModel.Create(typeof(Point)).Serialize(new Point { X = 5 })));
        using ManualResetEventSlim isHeld = new(), isOver = new();
        var growing = (Lock)typeof(ModelCore).GetField("_growing", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(model.Core)!;
        model.Core.Root<Point>();
        var holder = new Thread(() =>
        {
            lock (growing)
            {
                isHeld.Set();
                isOver.Wait();
            }
        });
        holder.Start();
        isHeld.Wait();
        Thread.CurrentThread.Interrupt();
        Point Read() => isAwaited ? reader.ReadAsync<Point>().AsTask().GetAwaiter().GetResult() : reader.Read<Point>();
        Assert.That(Read, Throws.TypeOf<ThreadInterruptedException>());
        isOver.Set();
        holder.Join();
        Assert.That(reader.Read<Point>().X, Is.EqualTo(5));
    }

    // By default what another reader would rent.
    private static byte[] RentAndFill(int length = (64 << 10) + 256)
    {
        byte[] rented = ArrayPool<byte>.Shared.Rent(length);
        rented.AsSpan().Fill((byte)'Z');
        return rented;
    }

    private static byte[] Sent(string name)
    {
        var stream = new MemoryStream();
        using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write(new Hooked { Name = name, Tail = "tail" });
        }
        return stream.ToArray();
    }

    /// <summary>Gives no byte of a value together with one of another, and tells when it is asked for the first byte of the next one, or of none.</summary>
    private sealed class IdleStream(byte[][] values) : MemoryStream(values.SelectMany(value => value).ToArray())
    {
        private int _next;
        private long _end;

        public required Action Idle { get; init; }

        public override int Read(byte[] buffer, int offset, int count)
        {
            if (Position == _end)
            {
                Idle();
                _end += _next < values.Length ? values[_next++].Length : 0;
            }
            return base.Read(buffer, offset, (int)Math.Min(count, _end - Position));
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            byte[] bytes = new byte[buffer.Length];
            int read = Read(bytes, 0, bytes.Length);
            bytes.AsSpan(0, read).CopyTo(buffer.Span);
            return new ValueTask<int>(read);
        }
    }

    /// <summary>Takes its time, and sees whether what it was given changes meanwhile.</summary>
    private sealed class WatchedStream : MemoryStream
    {
        private volatile bool _hasChanged;

        public bool HasChanged => _hasChanged;

        public override void Write(byte[] buffer, int offset, int count)
        {
            byte first = buffer[offset];
            for (int look = 0; look < 200 && !_hasChanged; look++)
            {
                Thread.SpinWait(10);
                _hasChanged = Volatile.Read(ref buffer[offset]) != first;
            }
        }
    }

    [Serializable]
    private sealed class Hooked
    {
        public static Action? Hook { get; set; }

        public static Hooked? Last { get; private set; }

        public string? Name { get; set; }

        public string? Tail { get; set; }

        [OnSerializing]
        private void Writing(StreamingContext context) => Hook?.Invoke();

        [OnDeserializing]
        private void Reading(StreamingContext context)
        {
            Last = this;
            Hook?.Invoke();
        }
    }

    [Serializable]
    private sealed class Waiting
    {
        public static Action<int>? Hook { get; set; }

        public int Number { get; init; }

        public Item[] Items { get; init; } = [];

        [OnDeserialized]
        private void IsRead(StreamingContext context) => Hook?.Invoke(Number);
    }

    [Serializable]
    private sealed class Item
    {
        public int Number { get; init; }
    }

    [Serializable]
    private struct Point
    {
        public int X { get; set; }
    }
}
