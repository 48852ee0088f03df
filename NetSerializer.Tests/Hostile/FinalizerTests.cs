using System.Runtime.CompilerServices;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>A finalizer must not see an object that was begun and never completed; those of whole values run as ever.</summary>
[TestFixture, NonParallelizable]
internal sealed class FinalizerTests
{
    private static readonly TypeModel s_model = TypeModel.Create(typeof(Finalized), typeof(Finalized[]), typeof(object[]));

    [Test]
    public void FinalizersOfHalfBuiltObjectsDoNotRun()
    {
        byte[] bytes = s_model.Serialize(Chain(20));
        int before = Settle(() => Finalized.Unfinished);
        for (int cut = 1; cut < bytes.Length; cut++)
        {
            AttemptAll(bytes[..cut]);
        }
        Assert.That(Settle(() => Finalized.Unfinished), Is.EqualTo(before));
    }

    [Test]
    public void FinalizersOfWholeValuesRun()
    {
        byte[] bytes = s_model.Serialize(Chain(20));
        int before = Settle(() => Finalized.Finished);
        ReadAndForget(bytes);
        Assert.That(Settle(() => Finalized.Finished), Is.EqualTo(before + 20));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AttemptAll(byte[] cut)
    {
        Malformed.AssertRejected("memory", () => s_model.Deserialize<Finalized>(cut));
        Malformed.AssertRejected("stream", () => s_model.Deserialize<Finalized>(new ArrivingStream(Frames.Of(cut), 3)));
        Malformed.AssertRejected("session", () =>
        {
            using ValueReader reader = s_model.OpenReader(new ArrivingStream(cut, 3, endsCleanly: true));
            reader.Read<Finalized>();
        });
        Assert.That(() => s_model.Deserialize<Finalized>(new CallStream(Frames.Of([.. cut, 1, 1, 1]), failAt: 3, new IOException("gone"), bytesAtATime: 2)),
            Throws.InstanceOf<Exception>());
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ReadAndForget(byte[] bytes) => Assert.That(s_model.Deserialize<Finalized>(bytes), Is.Not.Null);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Finalized Chain(int length)
    {
        Finalized? first = null;
        for (int i = 0; i < length; i++)
        {
            first = new Finalized { Text = $"number {i}", Next = first, Complete = 1 };
            GC.SuppressFinalize(first);
        }
        return first!;
    }

    private static int Settle(Func<int> count)
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        return count();
    }
}
