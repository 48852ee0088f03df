using System.Runtime.CompilerServices;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>A finalizer must not see an object that was begun and never completed; those of whole values run as ever.</summary>
[TestFixture]
internal sealed class FinalizerTests
{
    private static readonly TypeModel s_model = TypeModel.Create(typeof(Counted), typeof(Counted[]), typeof(object[]));

    [Test]
    public void FinalizersOfHalfBuiltObjectsDoNotRun()
    {
        byte[] bytes = s_model.Serialize(Chain(20));
        int before = Settle(() => Counted.Unfinished);
        for (int cut = 1; cut < bytes.Length; cut++)
        {
            AttemptAll(bytes[..cut]);
        }
        Assert.That(Settle(() => Counted.Unfinished), Is.EqualTo(before));
    }

    [Test]
    public void FinalizersOfWholeValuesRun()
    {
        byte[] bytes = s_model.Serialize(Chain(20));
        int before = Settle(() => Counted.Finished);
        ReadAndForget(bytes);
        Assert.That(Settle(() => Counted.Finished), Is.EqualTo(before + 20));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AttemptAll(byte[] cut)
    {
        Malformed.AssertRejected("memory", () => s_model.Deserialize<Counted>(cut));
        Malformed.AssertRejected("stream", () => s_model.Deserialize<Counted>(new ArrivingStream(Frames.Of(cut), 3)));
        Malformed.AssertRejected("session", () =>
        {
            using ValueReader reader = s_model.OpenReader(new ArrivingStream(cut, 3, endsCleanly: true));
            reader.Read<Counted>();
        });
        Assert.That(() => s_model.Deserialize<Counted>(new CallStream(Frames.Of([.. cut, 1, 1, 1]), failAt: 3, new IOException("gone"), bytesAtATime: 2)),
            Throws.InstanceOf<Exception>());
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ReadAndForget(byte[] bytes) => Assert.That(s_model.Deserialize<Counted>(bytes), Is.Not.Null);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Counted Chain(int length)
    {
        Counted? first = null;
        for (int i = 0; i < length; i++)
        {
            first = new Counted { Text = $"number {i}", Next = first, Complete = 1 };
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

    /// <summary>Counts its finalizers.</summary>
    [Serializable]
    private sealed class Counted
    {
        private static int s_finished, s_unfinished;

        public string? Text;
        public Counted? Next;
        public int Complete;

        public static int Finished => Volatile.Read(ref s_finished);

        /// <summary>How many finalizers have seen an object whose last member was not there.</summary>
        public static int Unfinished => Volatile.Read(ref s_unfinished);

        ~Counted()
        {
            _ = Complete == 1 && Text != null ? Interlocked.Increment(ref s_finished) : Interlocked.Increment(ref s_unfinished);
        }
    }
}
