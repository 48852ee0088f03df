using System.Runtime.Serialization;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Faults;

/// <summary>
/// A session is closed while its stream is at work: by the stream itself, as a protocol does that sees its peer go, or while a call is awaited. The
/// buffer goes back when the stream is done with it, not before, when it could already be somebody else's.
/// </summary>
[TestFixture]
internal sealed class DisposalTests
{
    // Few pieces: many would give an awaited value a thread, and no test is master of its calls (see AwaitedValueTests). What is awaited fits the
    // first buffer, lest it be begun anew for the few bytes that are left of that.
    private const int BytesAtATime = 25_000;

    private static readonly TypeModel s_model = FaultModels.Model;
    private static readonly Parcel s_small = Parcel.Of(20), s_middle = Parcel.Of(4_000), s_large = Parcel.Of(6_000);

    [TestCase(false)]
    [TestCase(true)]
    public void AReaderInTheMiddleOfACall(bool leaveOpen)
    {
        byte[] bytes = [.. s_model.Serialize<object>(s_small), .. s_model.Serialize<object>(s_large)];
        AtEachCall(
            bytes,
            stream => s_model.OpenReader(stream, leaveOpen),
            (reader, _) =>
            {
                reader.Read<object>();
                reader.Read<object>();
                return default;
            },
            reader => Assert.That(() => reader.Read<object>(), Throws.TypeOf<ObjectDisposedException>()));
    }

    [TestCase(false)]
    [TestCase(true)]
    public void AReaderThatIsAwaited(bool leaveOpen)
    {
        byte[] bytes = [.. s_model.Serialize<object>(s_small), .. s_model.Serialize<object>(s_middle)];
        AtEachCall(
            bytes,
            stream => s_model.OpenReader(stream, leaveOpen),
            async (reader, _) =>
            {
                await reader.ReadAsync<object>().ConfigureAwait(false);
                await reader.ReadAsync<object>().ConfigureAwait(false);
            },
            reader => Assert.That(() => reader.Read<object>(), Throws.TypeOf<ObjectDisposedException>()));
    }

    [TestCase(false)]
    [TestCase(true)]
    public void AWriterInTheMiddleOfACall(bool leaveOpen) => AtEachCall(
        null,
        stream => s_model.OpenWriter(stream, leaveOpen),
        (writer, _) =>
        {
            writer.Write<object>(s_small);
            writer.Write<object>(s_large);
            writer.Write<object>(s_large);
            writer.Flush();
            // Closed in that flush, when everything was written.
            writer.Write(1);
            return default;
        },
        writer => Assert.That(() => writer.Write(1), Throws.TypeOf<ObjectDisposedException>()));

    [TestCase(false)]
    [TestCase(true)]
    public void AWriterThatIsAwaited(bool leaveOpen) => AtEachCall(
        null,
        stream => s_model.OpenWriter(stream, leaveOpen),
        async (writer, _) =>
        {
            foreach (Parcel value in (Parcel[])[s_small, s_large, s_small])
            {
                writer.Write<object>(value);
                await writer.FlushAsync().ConfigureAwait(false);
            }
            writer.Write(1);
        },
        writer => Assert.That(() => writer.Write(1), Throws.TypeOf<ObjectDisposedException>()));

    // Its chunks are read where they lie; what lies across two of them is copied to a buffer.
    [Test]
    public void AMemoryStreamInTheMiddleOfAValue()
    {
        var model = TypeModel.Create(typeof(Closing));
        byte[] bytes = model.Serialize(new Closing { First = Guid.Empty, Second = Guid.Empty });
        using var pool = new CountingPool();
        using var stream = new MemoryStream();
        stream.Write([.. Frames.Chunk(bytes.AsSpan(0, 10), isLast: false), .. Frames.Chunk(bytes.AsSpan(10), isLast: true)]);
        stream.Position = 0;
        Closing.Hook = stream.Dispose;
        Assert.That(() => model.Deserialize<Closing>(stream), Throws.TypeOf<ObjectDisposedException>());
        Assert.That(pool.Taken, Is.EqualTo(1));
        pool.AssertAllBack("closed");
    }

    [Serializable]
    private sealed class Closing
    {
        public static Action? Hook { get; set; }

        public Guid First { get; set; }

        public Guid Second { get; set; }

        [OnDeserializing]
        private void Reading(StreamingContext context) => Hook?.Invoke();
    }

    private static void AtEachCall<TSession>(
        byte[]? input, Func<Stream, TSession> open, Func<TSession, CancellationToken, ValueTask> use, Action<TSession> assertClosed)
        where TSession : IDisposable
    {
        int calls = Run(int.MaxValue, false);
        Assert.That(calls, Is.GreaterThan(2));
        for (int call = 0; call < calls; call++)
        {
            Run(call, false);
            Run(call, true);
        }

        int Run(int call, bool waits)
        {
            using var pool = new CountingPool();
            TSession session = default!;
            var stream = new FaultStream(input, BytesAtATime) { FaultAt = call, GoesOn = true, Waits = waits, Fault = () => session.Dispose() };
            session = open(stream);
            var operation = new Operation($"call {call}", input, BytesAtATime, (_, cancellation) => use(session, cancellation));
            if (call == int.MaxValue)
            {
                operation.Execute(stream);
            }
            else
            {
                Assert.That(() => operation.Execute(stream), Throws.TypeOf<ObjectDisposedException>(), operation.Name);
                pool.AssertAllBack(operation.Name);
                assertClosed(session);
            }
            int made = stream.Calls;
            session.Dispose();
            pool.AssertAllBack(operation.Name);
            return made;
        }
    }
}
