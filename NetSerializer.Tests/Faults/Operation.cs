using System.Collections.Immutable;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Faults;

/// <summary>One use of a stream, from the first call to the last. What fails in it reaches the caller.</summary>
/// <param name="Name">What it does.</param>
/// <param name="Input">What it reads; null when it writes.</param>
/// <param name="BytesAtATime">How much the stream gives at once.</param>
/// <param name="Run">Does it. Each call of the stream that it waits for goes on in a <see cref="FaultStream.Step"/>.</param>
/// <param name="Values">What it writes, one value behind the other.</param>
/// <param name="IsSession">Without chunks.</param>
/// <param name="Second">Where the second value begins in what it reads.</param>
internal sealed record Operation(
    string Name, byte[]? Input, int BytesAtATime, Func<FaultStream, CancellationToken, ValueTask> Run, ImmutableArray<object> Values = default,
    bool IsSession = false, int Second = 0)
{
    private static readonly TypeModel s_model = FaultModels.Model;
    private static readonly Parcel s_small = Parcel.Of(20), s_long = Parcel.Of(300), s_large = Parcel.Of(12_000);

    public static IReadOnlyList<Operation> All { get; } = [.. Writing(), .. Reading()];

    /// <summary>It awaits its stream.</summary>
    public bool Awaits => Name.Contains("sync", StringComparison.Ordinal) || Name.Contains("await", StringComparison.Ordinal);

    /// <summary>Where in what it reads the stream may end for all a reader can tell.</summary>
    public int[] Beginnings => Second == 0 ? [] : [0, Second];

    /// <summary>Whether to let calls wait: both ways where the operation awaits them.</summary>
    public bool[] Waiting => Awaits ? [false, true] : [false];

    public override string ToString() => Name;

    /// <summary>Runs it to its end, and throws what it throws.</summary>
    public FaultStream Execute(FaultStream stream, CancellationToken cancellationToken = default)
    {
        // With the context of the test runner, what awaits a call would go on elsewhere and not in Step.
        SynchronizationContext? context = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            Task running = Run(stream, cancellationToken).AsTask();
            while (!running.IsCompleted)
            {
                stream.Step();
            }
            running.GetAwaiter().GetResult();
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(context);
        }
        return stream;
    }

    /// <summary>A stream for it.</summary>
    public FaultStream Stream(int faultAt = int.MaxValue, Action? fault = null, bool waits = false) =>
        new(Input, BytesAtATime) { FaultAt = faultAt, Fault = fault, Waits = waits };

    /// <summary>What a reader makes of the bytes: the values that were written, up to some point, and nothing else.</summary>
    public void AssertWholeValues(byte[] written, bool isComplete, string place)
    {
        int count = 0;
        using var stream = new MemoryStream(written);
        using ValueReader session = s_model.OpenReader(stream, leaveOpen: true);
        try
        {
            while (true)
            {
                object? value = IsSession ? session.Read<object>() : s_model.Deserialize<object>(stream);
                Assert.That(count, Is.LessThan(Values.Length), place);
                SurfaceCheck.AssertBytes(place, s_model.Serialize(value), s_model.Serialize(Values[count++]));
            }
        }
        catch (EndOfStreamException)
        {
        }
        catch (MalformedDataException cut) when (!isComplete)
        {
            Assert.That(cut.Code, Is.EqualTo(ErrorCode.Truncated).Or.EqualTo(ErrorCode.ValueAborted), place);
        }
        if (isComplete)
        {
            Assert.That(count, Is.EqualTo(Values.Length), place);
        }
    }

    private static IEnumerable<Operation> Writing()
    {
        yield return Write("Serialize, one chunk", (stream, _) => Done(() => s_model.Serialize<object>(stream, s_small)), s_small);
        yield return Write("Serialize, many chunks", (stream, _) => Done(() => s_model.Serialize<object>(stream, s_large)), s_large);
        yield return Write("SerializeAsync", (stream, cancellation) => s_model.SerializeAsync<object>(stream, s_large, cancellation), s_large);
        ImmutableArray<object> values = [s_small, s_large, s_long, "text", 5, s_large, s_small];
        yield return new Operation("a session that writes", null, int.MaxValue, (stream, _) => Done(() =>
        {
            using ValueWriter writer = s_model.OpenWriter(stream);
            for (int i = 0; i < values.Length; i++)
            {
                writer.Write(values[i]);
                if (i % 3 == 0)
                {
                    writer.Flush();
                }
            }
        }), values, IsSession: true);
        yield return new Operation("a session that writes and awaits", null, int.MaxValue, async (stream, cancellation) =>
        {
            await using ValueWriter writer = s_model.OpenWriter(stream);
            foreach (object value in values)
            {
                writer.Write(value);
                await writer.FlushAsync(cancellation).ConfigureAwait(false);
            }
        }, values, IsSession: true);
    }

    private static IEnumerable<Operation> Reading()
    {
        foreach ((Parcel value, int step) in (IEnumerable<(Parcel, int)>)[(s_small, 1), (s_large, 9_000)])
        {
            using var stream = new MemoryStream();
            s_model.Serialize<object>(stream, value);
            int second = (int)stream.Length;
            s_model.Serialize<object>(stream, 5);
            byte[] chunks = stream.ToArray();
            yield return new Operation($"Deserialize, {step} bytes at a time", chunks, step, (stream, _) => Done(() =>
            {
                Require(value, s_model.Deserialize<object>(stream));
                Require(5, s_model.Deserialize<object>(stream));
            }), Second: second);
            yield return new Operation($"DeserializeAsync, {step} bytes at a time", chunks, step, async (stream, cancellation) =>
            {
                Require(value, await s_model.DeserializeAsync<object>(stream, cancellation).ConfigureAwait(false));
                Require(5, await s_model.DeserializeAsync<object>(stream, cancellation).ConfigureAwait(false));
            }, Second: second);
            byte[] one = s_model.Serialize<object>(value), plain = [.. one, .. s_model.Serialize<object>(5)];
            yield return new Operation($"a session that reads, {step} bytes at a time", plain, step, (stream, _) => Done(() =>
            {
                using ValueReader reader = s_model.OpenReader(stream);
                Require(value, reader.Read<object>());
                Require(5, reader.Read<object>());
            }), Second: one.Length);
            // In few pieces: many would give the value a thread, and no test is master of its calls (see AwaitedValueTests).
            int piece = Math.Max(90, (plain.Length + 1) / 2);
            yield return new Operation($"a session that reads and awaits, {piece} bytes at a time", plain, piece, async (stream, cancellation) =>
            {
                using ValueReader reader = s_model.OpenReader(stream);
                Require(value, await reader.ReadAsync<object>(cancellation).ConfigureAwait(false));
                Require(5, await reader.ReadAsync<object>(cancellation).ConfigureAwait(false));
            }, Second: one.Length);
        }
        using var header = new MemoryStream();
        s_model.WriteHeader(header);
        yield return new Operation("ReadHeader", header.ToArray(), 1, (stream, _) => Done(() => s_model.ReadHeader(stream)));
    }

    private static Operation Write(string name, Func<FaultStream, CancellationToken, ValueTask> run, object value) =>
        new(name, null, int.MaxValue, run, [value]);

    private static ValueTask Done(Action action)
    {
        action();
        return default;
    }

    private static void Require(object expected, object? actual) =>
        SurfaceCheck.AssertBytes("what was read", s_model.Serialize(actual), s_model.Serialize(expected));
}
