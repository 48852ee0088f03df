using NUnit.Framework;

namespace NetSerializer.Tests.Faults;

/// <summary>
/// Each use of a stream goes wrong at each of its calls in turn: in synchronous code, in asynchronous code that goes on at once, and in code that
/// waits. Afterwards the caller has the cause, all buffers are back, the model works as before, and a reader of what was written sees whole values.
/// </summary>
[TestFixture]
internal sealed class FaultTests
{
    private static readonly Parcel s_parcel = Parcel.Of(30);
    private static readonly byte[] s_parcelBytes = FaultModels.Model.Serialize(s_parcel);

    private static IReadOnlyList<Operation> Operations => Operation.All;

    private static IEnumerable<Operation> Readings => Operation.All.Where(operation => operation.Input != null);

    private static IEnumerable<Operation> Awaiting => Operation.All.Where(operation => operation.Awaits);

    [TestCaseSource(nameof(Operations))]
    public void NothingGoesWrong(Operation operation)
    {
        using var pool = new CountingPool();
        foreach (bool waits in operation.Waiting)
        {
            FaultStream stream = operation.Execute(operation.Stream(waits: waits));
            pool.AssertAllBack(operation.Name);
            Assert.That(stream.Calls, Is.Positive);
            if (operation.Input == null)
            {
                operation.AssertWholeValues(stream.Written, isComplete: true, operation.Name);
            }
        }
    }

    [TestCaseSource(nameof(Operations))]
    public void AnExceptionAtEachCall(Operation operation)
    {
        foreach (Exception cause in (Exception[])[new NotOfTheStream(), new EndOfStreamException("too early")])
        {
            AtEachCall(operation, () => throw cause, (failure, _) => Assert.That(failure, Is.SameAs(cause)));
        }
    }

    [TestCaseSource(nameof(Readings))]
    public void NoBytesAtEachCall(Operation operation)
    {
        AtEachCall(operation, () => { }, (failure, stream) =>
        {
            // Where a value begins the stream may end, so far as a reader can tell; everywhere else a value is cut short.
            Assert.That(failure, Is.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.Truncated).Or.TypeOf<EndOfStreamException>());
            Assert.That(failure is MalformedDataException, Is.Not.EqualTo(operation.Beginnings.Contains((int)stream.Position)),
                $"the stream ends at {stream.Position}");
        });
    }

    [TestCaseSource(nameof(Awaiting))]
    public void CancelledAtEachAwait(Operation operation)
    {
        int calls = operation.Execute(operation.Stream()).Calls;
        for (int call = 0; call < calls; call++)
        {
            foreach (bool waits in operation.Waiting)
            {
                using var cancellation = new CancellationTokenSource();
                using var pool = new CountingPool();
                FaultStream stream = operation.Stream(call, waits: waits);
                stream.Fault = () =>
                {
                    cancellation.Cancel();
                    cancellation.Token.ThrowIfCancellationRequested();
                };
                string place = $"{operation.Name}, call {call}";
                Assert.That(() => operation.Execute(stream, cancellation.Token), Throws.InstanceOf<OperationCanceledException>(), place);
                AssertSound(operation, stream, pool, place);
            }
        }
    }

    /// <summary>A token that is cancelled before anything is begun.</summary>
    [TestCaseSource(nameof(Awaiting))]
    public void CancelledBefore(Operation operation)
    {
        using var pool = new CountingPool();
        FaultStream stream = operation.Stream();
        Assert.That(() => operation.Execute(stream, new CancellationToken(canceled: true)), Throws.InstanceOf<OperationCanceledException>());
        AssertSound(operation, stream, pool, operation.Name);
    }

    private static void AtEachCall(Operation operation, Action fault, Action<Exception, FaultStream> assert)
    {
        int calls = operation.Execute(operation.Stream()).Calls;
        for (int call = 0; call < calls; call++)
        {
            foreach (bool waits in operation.Waiting)
            {
                string place = $"{operation.Name}, call {call} of {calls}";
                using var pool = new CountingPool();
                FaultStream stream = operation.Stream(call, fault, waits);
                Exception failure = Failure(() => operation.Execute(stream), place);
                assert(failure, stream);
                AssertSound(operation, stream, pool, place);
            }
        }
    }

    private static Exception Failure(Action action, string place)
    {
        try
        {
            action();
        }
        catch (Exception failure) when (failure is not AssertionException)
        {
            return failure;
        }
        throw new AssertionException($"{place}: nothing was thrown");
    }

    private static void AssertSound(Operation operation, FaultStream stream, CountingPool pool, string place)
    {
        pool.AssertAllBack(place);
        if (operation.Input == null)
        {
            operation.AssertWholeValues(stream.Written, isComplete: false, place);
        }
        Assert.That(FaultModels.Model.Serialize(FaultModels.Model.DeepClone(s_parcel)), Is.EqualTo(s_parcelBytes), place);
        pool.AssertAllBack(place);
    }

    /// <summary>Of no type that the library could know.</summary>
    private sealed class NotOfTheStream : Exception;
}
