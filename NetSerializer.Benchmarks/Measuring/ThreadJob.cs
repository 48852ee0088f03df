using System.Diagnostics;
using System.Globalization;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Sets;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>
/// MemStream round trips on 1 and N threads at once. Every thread has its own streams; with <c>--share</c> all have the same messages and one model.
/// </summary>
internal static class ThreadJob
{
    public static bool Run(Options options, TextWriter output, Verification verification)
    {
        output.WriteLine();
        output.WriteLine($"== MemStream round trips, million messages a second on 1 and on {options.Threads} "
            + $"threads{(options.Share ? ", messages and model shared" : "")} ==");
        output.WriteLine($"set                    serializer             1 thread {options.Threads,8} threads      times");
        TypeModel shared = NetSerializerPeer.CreateClassicModel();
        TypeModel[] models = [.. Enumerable.Range(0, options.Threads).Select(_ => options.Share ? shared : NetSerializerPeer.CreateClassicModel())];
        bool matched = false;
        foreach (DataSet set in ClassicSets.All.Where(set => options.Filter.IsMatch(set.Name) && !Interruption.IsRequested))
        {
            matched = true;
            int count = set.Count(options.Quick);
            Array messages = set.Generate(count, MainJob.Seed);
            List<Lane>[] lanes = new List<Lane>[options.Threads];
            for (int thread = 0; thread < lanes.Length; thread++)
            {
                Array own = options.Share ? messages : set.Generate(count, MainJob.Seed + (ulong)thread);
                lanes[thread] = [.. set.Contenders(own, Form.Typed, models[thread]).Select(contender => new Lane(contender))];
            }
            Effort effort = options.Quick ? Effort.Quick : Effort.Thorough;
            MemoryJob.WarmUp(lanes[0], effort);
            for (int i = 0; i < lanes[0].Count && !Interruption.IsRequested; i++)
            {
                Lane[] contest = [.. lanes.Select(own => own[i])];
                TimeSpan time = TimeSpan.FromMilliseconds(options.Quick ? 2 : 100);
                double one = Rate(contest[..1], time);
                double all = Rate(contest, time);
                output.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{(i == 0 ? set.Name : ""),-22} {contest[0].Contender.Name,-18} {one,12:0.000} {all,16:0.000} {all / one,10:0.00}"));
                if (options.Verify)
                {
                    foreach (Lane lane in contest)
                    {
                        verification.CompareResults($"{set.Name}, {options.Threads} threads", lane.Contender);
                    }
                }
            }
        }
        return matched;
    }

    /// <summary>Round trips of one object on one and on two threads with one model. The gain of the hand-written code is what the machine gives.</summary>
    public static void PrintOnePerson(TextWriter output, Func<IReadOnlyList<Contender>> contenders, bool quick)
    {
        // The best of many short runs: a shared machine gives both processors only now and then.
        const int Times = 30;
        TimeSpan time = TimeSpan.FromMilliseconds(quick ? 2 : 20);
        List<Lane>[] lanes = [.. Enumerable.Range(0, 2).Select(_ => contenders().Select(contender => new Lane(contender)).ToList())];
        MemoryJob.WarmUp([.. lanes.SelectMany(own => own)], quick ? Effort.Quick : Effort.Main);
        double floorGain = double.NaN;
        for (int i = 0; i < lanes[0].Count && !Interruption.IsRequested; i++)
        {
            Lane[] pair = [lanes[0][i], lanes[1][i]];
            double one = 0, two = 0;
            for (int times = quick ? 1 : Times; times > 0; times--)
            {
                one = Math.Max(one, Rate(pair[..1], time));
                two = Math.Max(two, Rate(pair, time));
            }
            double gain = two / one;
            string name = pair[0].Contender.Name;
            floorGain = name == FloorName.Text ? gain : floorGain;
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{(i == 0 ? "two threads" : ""),-22} {name,-18} {one,10:0.000} and {two,6:0.000} M a second on one and two: {gain,5:0.00} times, "
                    + $"{gain / floorGain,5:0.00} x floor's gain"));
        }
    }

    /// <summary>Million round trips a second over all lanes, each on a thread of its own.</summary>
    private static double Rate(Lane[] lanes, TimeSpan time)
    {
        long[] counts = new long[lanes.Length];
        double[] seconds = new double[lanes.Length];
        Exception? failure = null;
        using Barrier start = new(lanes.Length);
        Thread[] threads = new Thread[lanes.Length];
        for (int i = 0; i < lanes.Length; i++)
        {
            int own = i;
            threads[i] = new Thread(() =>
            {
                try
                {
                    start.SignalAndWait();
                    long begin = Stopwatch.GetTimestamp();
                    TimeSpan elapsed;
                    do
                    {
                        lanes[own].Serialize();
                        lanes[own].Deserialize();
                        counts[own] += lanes[own].Contender.Count;
                        elapsed = Stopwatch.GetElapsedTime(begin);
                    }
                    while (elapsed < time);
                    seconds[own] = elapsed.TotalSeconds;
                }
                catch (Exception exception)
                {
                    Interlocked.CompareExchange(ref failure, exception, null);
                }
            });
        }
        foreach (Thread thread in threads)
        {
            thread.Start();
        }
        foreach (Thread thread in threads)
        {
            thread.Join();
        }
        if (failure is not null)
        {
            throw new InvalidOperationException($"{lanes[0].Contender.Name} failed on {lanes.Length} threads.", failure);
        }
        double rate = 0;
        for (int i = 0; i < lanes.Length; i++)
        {
            rate += counts[i] / seconds[i];
        }
        return rate / 1e6;
    }
}
