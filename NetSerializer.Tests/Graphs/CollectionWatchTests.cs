using System.Diagnostics;
using System.Runtime.CompilerServices;
using NetSerializer.Graph;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>What a writer knows of addresses is worth something only as long as no collection goes unseen.</summary>
[NonParallelizable]
internal sealed class CollectionWatchTests
{
    private const int EnoughMoves = 50;

    [Test]
    public void No_collection_that_another_thread_causes_goes_unseen([Values(0, 1)] int generation)
    {
        var watch = new CollectionWatch();
        bool isDone = false;
        var collector = new Thread(() =>
        {
            while (!Volatile.Read(ref isDone))
            {
                GC.Collect(generation, GCCollectionMode.Forced, blocking: true, compacting: true);
                Thread.SpinWait(2_000);
            }
        });
        collector.Start();
        try
        {
            int missed = 0, moved = 0;
            // On a machine that has other work, enough is enough, but takes longer.
            var clock = Stopwatch.StartNew();
            for (int round = 0; missed == 0 && clock.Elapsed.TotalSeconds < (moved <= EnoughMoves ? 60 : 5) && (moved <= EnoughMoves || round < 500); round++)
            {
                watch.Renew();
                // With garbage in front of it, so that it moves. (A background collection moves nothing, and may go unseen.)
                _ = Made(100);
                object witness = Made(0);
                nint before = AddressOf(ref witness);
                bool hasRun = false;
                while (!hasRun && missed == 0)
                {
                    // Looked at first: what has moved was moved before.
                    bool hasMoved = AddressOf(ref witness) != before;
                    hasRun = watch.HasRun;
                    missed += hasMoved && !hasRun ? 1 : 0;
                    moved += hasMoved ? 1 : 0;
                }
            }
            Assert.That(missed, Is.Zero);
            Assert.That(moved, Is.GreaterThan(EnoughMoves));
        }
        finally
        {
            Volatile.Write(ref isDone, true);
            collector.Join();
        }
    }

    // A method of its own: what the caller makes and nobody else sees, the JIT compiler may put on the stack, where nothing moves.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object Made(int length) => new byte[length];

    // Another one: within one method the compiler may take the number to be the same as long as the variable is.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nint AddressOf(ref object value) => Unsafe.As<object, nint>(ref value);

    [Test]
    public void A_new_watch_says_that_one_has_run() => Assert.That(new CollectionWatch().HasRun);

    [Test]
    public void Without_a_collection_it_says_nothing()
    {
        var watch = new CollectionWatch();
        int before;
        bool hasRun;
        do
        {
            before = GC.CollectionCount(0);
            watch.Renew();
            hasRun = watch.HasRun;
        }
        while (GC.CollectionCount(0) != before);
        Assert.That(hasRun, Is.False);
    }
}
