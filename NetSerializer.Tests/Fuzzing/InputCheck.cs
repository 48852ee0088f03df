using System.Runtime.CompilerServices;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Streams;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>Everything that must hold for one input, whatever its bytes are.</summary>
internal sealed class InputCheck(FuzzTarget target)
{
    private const long Slack = 64 << 10;
    private const int Attempts = 3, OnceACall = 1 << 10, RejectionBytes = 24 << 10;

    private readonly TypeModel _model = target.Model;

    /// <returns>The verdict on the input as a span.</returns>
    /// <exception cref="FuzzFailure">The input breaks a rule.</exception>
    public Verdict Check(FuzzRoot root, byte[] bytes)
    {
        target.Warm(root);
        Verdict span = ReadMeasured(root, bytes);
        if (span.IsAccepted)
        {
            CheckValue(root, bytes, span);
        }
        CheckSurfaces(root, bytes, span);
        if (!target.HasCostlyKeys && !target.HasOwnForms)
        {
            CheckBudget(root, bytes, _model.Options.Limits with { MaxAllocatedBytes = 1 + (bytes.Length * 4) });
            CheckCharges(root, bytes);
        }
        if (!span.IsLimit && target.Oracle is not null)
        {
            CheckOracle(root, bytes, span);
        }
        return span;
    }

    /// <summary>Engine and oracle say the same of the input: an equal value, or the same error at the same byte.</summary>
    /// <exception cref="FuzzFailure">They do not.</exception>
    public void CheckVerdict(FuzzRoot root, byte[] bytes)
    {
        Verdict verdict = Read("span", () => (root.Read(_model, bytes, out int consumed), consumed));
        if (!verdict.IsLimit)
        {
            CheckOracle(root, bytes, verdict);
        }
    }

    private Verdict ReadMeasured(FuzzRoot root, byte[] bytes)
    {
        Verdict verdict = default;
        long allocated = 0;
        for (int attempt = 0; attempt < Attempts; attempt++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            verdict = Read("span", () => (root.Read(_model, bytes, out int consumed), consumed));
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            // A rejected value is read once more, to find the path of what is wrong.
            if (allocated <= (verdict.IsAccepted ? 1 : 2) * (target.Budget + Slack))
            {
                return verdict;
            }
        }
        throw new FuzzFailure("allocation", $"{allocated} bytes under a budget of {target.Budget}, {verdict}");
    }

    private static Verdict Read(string surface, Func<(object? Value, long Consumed)> read)
    {
        try
        {
            (object? value, long consumed) = read();
            return new Verdict(value, consumed, null);
        }
        catch (MalformedDataException rejection)
        {
            return new Verdict(null, 0, rejection);
        }
        catch (Exception other)
        {
            throw new FuzzFailure($"escaped {other.GetType().Name}", $"{surface}: {other}");
        }
    }

    private void CheckValue(FuzzRoot root, byte[] bytes, Verdict span)
    {
        if (span.Consumed > bytes.Length)
        {
            throw new FuzzFailure("consumed", $"{span.Consumed} of {bytes.Length} bytes");
        }
        var walk = new TypeSafetyWalk(_model, target.Oracle);
        if (FirstFault(walk, root, span.Value) is { } fault)
        {
            throw new FuzzFailure("type safety", fault);
        }
        byte[] again;
        try
        {
            again = root.Write(_model, span.Value);
        }
        // In another order the value enters its cycles at other objects, and perhaps at one that can only be made of its content.
        catch (ValueNotSerializableException incomplete) when (IsIncomplete(incomplete) && MayHaveAnotherOrder(walk))
        {
            return;
        }
        catch (Exception refused)
        {
            throw new FuzzFailure("not writable", $"{refused}");
        }
        byte[] consumed = bytes[..(int)span.Consumed];
        if (!again.AsSpan().SequenceEqual(consumed)
            && !((target.HasOwnForms || target.HasEntries || target.HasTextTable || target.HasSoleObjects) && IsSettled(root, again))
            && !(MayHaveAnotherOrder(walk)
                && (IsAnotherOrder(again, consumed) || IsSameGraph(span.Value, root.ReadWhole(_model, again)))))
        {
            throw new FuzzFailure("not canonical", $"written again as {Convert.ToHexString(again)}");
        }
        if (span.Consumed < bytes.Length)
        {
            Verdict whole = Read("whole span", () => (root.ReadWhole(_model, bytes), bytes.Length));
            if (whole.Rejection is not { Code: ErrorCode.TrailingBytes } trailing || trailing.Offset != span.Consumed)
            {
                throw new FuzzFailure("trailing bytes", $"{bytes.Length - span.Consumed} bytes follow the value, {whole}");
            }
        }
    }

    // What an object says of itself is an order of its own.
    private bool MayHaveAnotherOrder(TypeSafetyWalk walk) => walk.HasSeveralEncodings || target.HasEntries;

    private bool IsIncomplete(ValueNotSerializableException refused) => target.IsGraph && refused.Code == ErrorCode.IncompleteReference;

    // Entries in another order give the objects and the texts in them other numbers.
    private bool IsSameGraph(object? value, object? other) =>
        (target.IsGraph || target.HasTextTable) && target.Oracle is { } oracle && Copies.FirstDifference(oracle.Schema, value, other) is null;

    private static bool IsAnotherOrder(byte[] again, byte[] bytes) => again.Order().SequenceEqual(bytes.Order());

    /// <summary>What user code has written comes back as it was: other bytes of the same value are its own to accept.</summary>
    private bool IsSettled(FuzzRoot root, byte[] bytes) => root.Write(_model, root.ReadWhole(_model, bytes)).AsSpan().SequenceEqual(bytes);

    private static string? FirstFault(TypeSafetyWalk walk, FuzzRoot root, object? value)
    {
        try
        {
            return walk.Visit(root.Type, value);
        }
        catch (Exception broken)
        {
            return $"{broken}";
        }
    }

    /// <summary>
    /// The same verdict from memory in pieces, from chunks and from a session. What follows the value is left out: it would be an error of its own in
    /// a chunk.
    /// </summary>
    private void CheckSurfaces(FuzzRoot root, byte[] bytes, Verdict span)
    {
        byte[] content = span.IsAccepted ? bytes[..(int)span.Consumed] : bytes;
        Compare(root, span, content.Length, "segments", Read("segments", () => (root.ReadSegments(_model, bytes, out long consumed), consumed)));
        Compare(root, span, content.Length, "one chunk",
            Read("one chunk", () => (root.ReadStream(_model, new MemoryStream(Frames.Of(content))), content.Length)));
        if (content.Length > 0)
        {
            Compare(root, span, content.Length, "chunks",
                Read("chunks", () => (root.ReadStream(_model, new ArrivingStream(InChunks(content), target.IsLarge ? 5000 : 3)), content.Length)));
            Compare(root, span, content.Length, "a session", Read("a session", () => (ReadSession(root, content, span.IsAccepted), content.Length)));
        }
    }

    // Where the value is known to be whole, the stream behind it waits for ever: a session that asks for more than it needs shows.
    private object? ReadSession(FuzzRoot root, byte[] content, bool isWhole) =>
        root.ReadSession(_model, new ArrivingStream(content, 1, endsCleanly: !isWhole), out object? value)
            ? value
            : throw new FuzzFailure("end of session", $"{content.Length} bytes are taken for the end of the stream");

    private static byte[] InChunks(byte[] content)
    {
        int first = 1 + (content[0] % content.Length);
        return first == content.Length
            ? Frames.Of(content)
            : [.. Frames.Chunk(content.AsSpan(0, first), isLast: false), .. Frames.Chunk(content.AsSpan(first), isLast: true)];
    }

    private void Compare(FuzzRoot root, Verdict span, int length, string surface, Verdict other)
    {
        if (!span.Agrees(other, length))
        {
            throw new FuzzFailure($"surfaces differ, {surface}", $"span {span}; {surface} {other}");
        }
        if (span.IsAccepted && other.IsAccepted && !IsWrittenAlike(root, span.Value, other.Value) && !IsSameGraph(span.Value, other.Value))
        {
            throw new FuzzFailure($"values differ, {surface}", $"another value than from the span");
        }
    }

    private bool IsWrittenAlike(FuzzRoot root, object? value, object? other)
    {
        try
        {
            byte[] bytes = root.Write(_model, value), others = root.Write(_model, other);
            return bytes.AsSpan().SequenceEqual(others) || IsAnotherOrder(bytes, others);
        }
        // One of the two has an order in which it cannot be written.
        catch (ValueNotSerializableException incomplete) when (IsIncomplete(incomplete))
        {
            return false;
        }
    }

    /// <summary>A budget that ends the read early is kept as well as the one of the model.</summary>
    private void CheckBudget(FuzzRoot root, byte[] bytes, SerializerLimits limits)
    {
        long allocated = long.MaxValue;
        // What is made once in a process, by the runtime or by a first use of a member, is not what this input costs.
        for (int attempt = 0; attempt < Attempts && allocated > limits.MaxAllocatedBytes + Slack; attempt++)
        {
            allocated = Measured(root, limits, bytes).Allocated;
        }
        if (allocated > limits.MaxAllocatedBytes + Slack)
        {
            throw new FuzzFailure("budget", $"{allocated} bytes under a budget of {limits.MaxAllocatedBytes}");
        }
    }

    /// <summary>
    /// What a read allocates was taken from the budget, but for the rounding of each object to eight bytes and for what a rejection takes to say so.
    /// </summary>
    private void CheckCharges(FuzzRoot root, byte[] bytes)
    {
        LimitedRead.Result result = default;
        for (int attempt = 0; attempt < Attempts; attempt++)
        {
            result = Measured(root, _model.Options.Limits, bytes);
            if (result.Allocated <= (result.Charged * 4 / 3) + (result.Failure is null ? OnceACall : RejectionBytes))
            {
                return;
            }
        }
        throw new FuzzFailure("uncharged", $"{result.Allocated} bytes allocated, {result.Charged} charged, {result.Failure?.Message ?? "accepted"}");
    }

    private LimitedRead.Result Measured(FuzzRoot root, SerializerLimits limits, byte[] bytes)
    {
        try
        {
            return root.Measure(_model, limits, bytes);
        }
        catch (Exception other) when (other is not MalformedDataException)
        {
            throw new FuzzFailure($"escaped {other.GetType().Name}", $"under a budget of {limits.MaxAllocatedBytes}: {other}");
        }
    }

    private void CheckOracle(FuzzRoot root, byte[] bytes, Verdict span)
    {
        object? expected = null;
        int length = 0;
        OracleRejection? rejection = null;
        try
        {
            expected = new SlowReader(target.Oracle!).Read(root.Type, bytes, out length);
            if (root.Type.IsValueType)
            {
                // The engine returns a copy of the object that the value itself may refer to.
                expected = RuntimeHelpers.GetObjectValue(expected);
            }
        }
        catch (OracleRejection rejected)
        {
            rejection = rejected;
        }
        catch (Exception failed)
        {
            throw new FuzzFailure("oracle failed", $"{failed}");
        }
        if (span.Rejection is { } malformed)
        {
            if (!Verdicts.Agree(rejection, malformed, bytes.Length))
            {
                throw new FuzzFailure("verdicts differ", $"engine {span}; oracle {rejection?.Message ?? $"accepts {length} bytes"}");
            }
            return;
        }
        if (rejection is not null)
        {
            throw new FuzzFailure("verdicts differ", $"engine {span}; oracle {rejection.Message}");
        }
        if (length != span.Consumed || Copies.FirstDifference(target.Oracle!.Schema, expected, span.Value) is not null)
        {
            throw new FuzzFailure("oracle reads another value",
                $"{length} and {span.Consumed} bytes, {Copies.FirstDifference(target.Oracle!.Schema, expected, span.Value)}");
        }
    }
}
