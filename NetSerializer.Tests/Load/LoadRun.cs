using System.Diagnostics;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Tests.Load;

/// <summary>Many threads on one model, over every classic set and every way in which values travel; each value is verified. docs/load.md.</summary>
internal sealed class LoadRun(int threads)
{
    // Values of hundreds of kilobytes would leave no time for the others.
    private const int MostErrors = 20, RarityOfLarge = 10;

    private static readonly Passage[] s_passages = Enum.GetValues<Passage>();

    private readonly long[] _passed = new long[s_passages.Length];
    private readonly List<string> _errors = [];

    /// <summary>What went wrong: the first of each thread, which then stops.</summary>
    public IReadOnlyList<string> Errors => _errors;

    /// <summary>How many values came back as they were, since the warm-up.</summary>
    public long Verified { get; private set; }

    /// <summary>How many passages of each kind there were.</summary>
    public IEnumerable<(Passage Passage, long Count)> Passages => s_passages.Zip(_passed);

    /// <summary>The managed heap behind a full collection, in bytes: when the warm-up is over and in the end.</summary>
    public (long Before, long After) Heap { get; private set; }

    /// <summary>Runs; from the end of the warm-up on it counts.</summary>
    public void Run(TimeSpan warmUp, TimeSpan duration)
    {
        TypeModel model = TypeModel.Create(
            typeof(U8Message), typeof(S16Message), typeof(S32Message), typeof(S64Message), typeof(PrimitivesMessage), typeof(DecimalMessage),
            typeof(NullableDecimalMessage), typeof(ComplexMessage), typeof(Leaf), typeof(Marked),
            typeof(StringMessage), typeof(StructMessage), typeof(BoxedPrimitivesMessage), typeof(Figure), typeof(ByteArrayMessage), typeof(IntArrayMessage),
            typeof(TriDimensionalMessage), typeof(DictionaryMessage), typeof(LargeStruct),
            typeof(MessageBase[]));
        LoadSet[] sets = [.. Sets(model)];
        LoadThread[] workers = [.. Enumerable.Range(0, threads).Select(_ => new LoadThread(model))];
        Measure(workers, sets, warmUp);
        Array.Clear(_passed);
        long verified = workers.Sum(worker => worker.Verified);
        long before = FullHeap();
        if (_errors.Count == 0)
        {
            Measure(workers, sets, duration);
        }
        Verified = workers.Sum(worker => worker.Verified) - verified;
        Heap = (before, FullHeap());
        foreach (LoadThread worker in workers)
        {
            worker.Dispose();
        }
        GC.KeepAlive(sets);
    }

    private void Measure(LoadThread[] workers, LoadSet[] sets, TimeSpan duration)
    {
        var clock = Stopwatch.StartNew();
        // Until each passage has been taken, however busy the machine is.
        bool IsOver() => clock.Elapsed >= duration && !_passed.Contains(0);
        Thread[] all = [.. workers.Select((worker, i) => new Thread(() => Work(worker, sets, i, IsOver)))];
        foreach (Thread thread in all)
        {
            thread.Start();
        }
        foreach (Thread thread in all)
        {
            thread.Join();
        }
    }

    private void Work(LoadThread worker, LoadSet[] sets, int seed, Func<bool> isOver)
    {
        var random = new Random(seed);
        int index = random.Next(1_000);
        while (!isOver())
        {
            LoadSet set = sets[random.Next(sets.Length)];
            if (set.IsLarge && random.Next(RarityOfLarge) > 0)
            {
                continue;
            }
            Passage passage = s_passages[random.Next(s_passages.Length)];
            try
            {
                set.RoundTrip(passage, worker, index++);
                Interlocked.Increment(ref _passed[(int)passage]);
            }
            catch (Exception failure)
            {
                lock (_errors)
                {
                    if (_errors.Count < MostErrors)
                    {
                        _errors.Add($"thread {seed}, {set.Name} through {passage}: {failure}");
                    }
                }
                return;
            }
        }
    }

    private static IEnumerable<LoadSet> Sets(TypeModel model)
    {
        const int small = 200, large = 6;
        yield return new LoadSet<MessageBase>(model, "U8", small, U8Message.Create);
        yield return new LoadSet<S16Message>(model, "S16", small, S16Message.Create);
        yield return new LoadSet<object>(model, "S32", small, S32Message.Create);
        yield return new LoadSet<MessageBase>(model, "S64", small, S64Message.Create);
        yield return new LoadSet<PrimitivesMessage>(model, "Primitives", small, PrimitivesMessage.Create);
        yield return new LoadSet<MessageBase>(model, "Decimal", small, DecimalMessage.Create);
        yield return new LoadSet<object>(model, "NullableDecimal", small, NullableDecimalMessage.Create);
        yield return new LoadSet<ComplexMessage>(model, "Complex", small, ComplexMessage.Create);
        yield return new LoadSet<MessageBase>(model, "String", small, StringMessage.Create);
        yield return new LoadSet<StructMessage>(model, "Struct", small, StructMessage.Create);
        yield return new LoadSet<object>(model, "BoxedPrimitives", small, BoxedPrimitivesMessage.Create);
        yield return new LoadSet<MessageBase>(model, "ByteArray", large, ByteArrayMessage.Create);
        yield return new LoadSet<MessageBase>(model, "IntArray", large, IntArrayMessage.Create);
        yield return new LoadSet<TriDimensionalMessage>(model, "TriDimensional", large, TriDimensionalMessage.Create);
        yield return new LoadSet<MessageBase>(model, "Dictionary", large, DictionaryMessage.Create);
        yield return new LoadSet<LargeStruct>(model, "LargeStruct", small, LargeStruct.Create);
        yield return new LoadSet<Guid>(model, "Guid", small, random =>
            new Guid((int)random.Mixed(), (short)random.Mixed(), (short)random.Mixed(), BitConverter.GetBytes(random.Mixed())));
        yield return new LoadSet<int>(model, "Int32", small, random => (int)random.Mixed());
        yield return new LoadSet<MessageBase[]>(model, "a batch of all", large, random =>
            [.. Enumerable.Range(0, 50)
                .SelectMany(_ => (MessageBase[])[U8Message.Create(random), ComplexMessage.Create(random), StringMessage.Create(random)])]);
    }

    private static long FullHeap()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: true);
            GC.WaitForPendingFinalizers();
        }
        return GC.GetTotalMemory(forceFullCollection: true);
    }
}
