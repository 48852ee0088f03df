using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Measuring;
using NetSerializer.Benchmarks.Network;
using NetSerializer.Benchmarks.Sets;

namespace NetSerializer.Benchmarks;

/// <summary>What a job has measured; empty when the filter admits no set.</summary>
/// <param name="Rows">The lines of all tables.</param>
/// <param name="Sizes">By data set.</param>
internal sealed record MainResult(IReadOnlyList<Measurement> Rows, IReadOnlyDictionary<string, Sizes> Sizes);

/// <summary>The classic tables.</summary>
internal static class MainJob
{
    public const string SuiteName = "main";
    public const string BatchSuiteName = "batch";
    public const ulong Seed = 20120421;

    // All sets get their turns in so many parts, so that a disturbance of some hundred milliseconds does not meet all turns of one set.
    private const int Parts = 3;

    // On a slow machine, MemStream and the whole job have fewer parts, to end by these times.
    private static readonly TimeSpan s_endOfMemory = TimeSpan.FromSeconds(50), s_endOfAll = TimeSpan.FromSeconds(66);

    // More data sets than these, and the warm-up has to be short for the job to end in about a minute.
    private const int FewContests = 14;

    // Messages of a pass of the warm-up, whose time goes by calls.
    private const int Few = 40, FewLong = 1;

    private static readonly string[] s_tables = [MemoryJob.SerializeTable, MemoryJob.DeserializeTable, NetTest.StreamTable, NetTest.SessionTable];

    private sealed record Contest(string Name, IReadOnlyList<Lane> Lanes, IReadOnlyList<Lane> WarmUp, Sizes Sizes, bool HasLongArrays);

    /// <summary>The classic sets: MemStream and NetTest.</summary>
    public static MainResult Run(Options options, TextWriter output, Verification verification) =>
        Run(ClassicSets.All, [Form.Untyped, Form.Typed], hasNetwork: true, options, output, verification);

    /// <summary>The small sets in batches: MemStream alone.</summary>
    public static MainResult RunBatches(Options options, TextWriter output, Verification verification) =>
        Run(BatchSet.All, [Form.Typed], hasNetwork: false, options, output, verification);

    private static MainResult Run(
        IReadOnlyList<DataSet> sets, Form[] forms, bool hasNetwork, Options options, TextWriter output, Verification verification)
    {
        List<Contest> contests = Prepare(sets, forms, options);
        Dictionary<string, Sizes> sizes = contests.ToDictionary(contest => contest.Name, contest => contest.Sizes);
        List<Measurement> rows = [];
        if (contests.Count == 0)
        {
            return new(rows, sizes);
        }
        bool isShort = contests.Count > FewContests;
        Effort effort = options.Quick ? Effort.Quick : isShort ? Effort.Main : Effort.Thorough;
        int parts = options.Quick ? 1 : Parts;
        Progress progress = new(output);
        progress.Step("warming up");
        MemoryJob.WarmUp([.. contests.SelectMany(contest => contest.WarmUp)], effort, hasNetwork);
        int taken = MeasureMemory(contests, effort, parts, isShort, progress, rows);
        Verify("MemStream", contests, options, verification);
        if (hasNetwork && !Interruption.IsRequested)
        {
            taken = Math.Min(taken, MeasureNetwork(contests, options.Quick ? NetworkEffort.Quick : NetworkEffort.Main, parts, isShort, progress, rows));
            Verify("NetTest", contests, options, verification);
        }
        progress.End();
        if (taken < parts && !Interruption.IsRequested)
        {
            output.WriteLine($"This machine is slow today: not all of {parts} parts were taken, for the job to end in about a minute. Ratios scatter more.");
        }
        Report.Print(output, [.. rows.OrderBy(row => Array.IndexOf(s_tables, row.Table))]);
        Report.PrintSummary(output, rows, sizes);
        return new(rows, sizes);
    }

    // Returns how many parts were taken.
    private static int MeasureMemory(List<Contest> contests, Effort effort, int parts, bool isShort, Progress progress, List<Measurement> rows)
    {
        List<(Contest Contest, MemoryContest Memory)> all =
        [
            .. contests.Select(contest =>
                (contest, new MemoryContest(contest.Name, contest.Lanes, contest.HasLongArrays ? effort.ForLongArrays() : effort))),
        ];
        int taken = TakeParts(parts, isShort ? s_endOfMemory : TimeSpan.MaxValue, progress, part =>
        {
            foreach ((Contest contest, MemoryContest memory) in all)
            {
                if (Interruption.IsRequested)
                {
                    return;
                }
                progress.Step($"{contest.Name}: MemStream{Again(part)}");
                memory.Measure(part, parts);
            }
        });
        rows.AddRange(all.SelectMany(one => one.Memory.Rows()));
        return taken;
    }

    // Returns how many parts were taken.
    private static int MeasureNetwork(List<Contest> contests, NetworkEffort effort, int parts, bool isShort, Progress progress, List<Measurement> rows)
    {
        using NetTest network = new();
        progress.Step("NetTest");
        List<(Contest Contest, int Steps, NetContest Calls, NetContest Sessions)> all = [];
        foreach (Contest contest in contests.TakeWhile(_ => !Interruption.IsRequested))
        {
            NetworkEffort own = contest.HasLongArrays ? effort.ForLongArrays() : effort;
            NetContest Enter(bool sessions) => new(network, contest.Name, [.. contest.Lanes.Where(lane => lane.Contender.HasNetwork)], sessions, own);
            all.Add((contest, own.Rounds / parts, Enter(sessions: false), Enter(sessions: true)));
        }
        int taken = TakeParts(parts, isShort ? s_endOfAll : TimeSpan.MaxValue, progress, part =>
        {
            foreach ((Contest contest, int steps, NetContest calls, NetContest sessions) in all)
            {
                if (Interruption.IsRequested)
                {
                    return;
                }
                progress.Step($"{contest.Name}: NetTest{Again(part)}");
                // Calls and sessions by turns, since serializers without sessions are compared by their calls.
                for (int step = part * steps; step < (part + 1) * steps; step++)
                {
                    calls.Measure(step, parts * steps);
                    sessions.Measure(step, parts * steps);
                }
            }
        });
        foreach ((Contest contest, _, NetContest calls, NetContest sessions) in all)
        {
            rows.AddRange(calls.Rows());
            rows.AddRange(sessions.Rows());
            rows.AddRange(CallsOfOthers(contest.Name, rows));
        }
        return taken;
    }

    // Compares the messages that were read last.
    private static void Verify(string table, List<Contest> contests, Options options, Verification verification)
    {
        if (!options.Verify || Interruption.IsRequested)
        {
            return;
        }
        foreach (Contest contest in contests)
        {
            string context = $"{contest.Name}, {table}";
            verification.CompareBytes(context, contest.Lanes);
            foreach (Lane lane in contest.Lanes)
            {
                verification.CompareResults(context, lane.Contender);
            }
        }
    }

    /// <summary>Takes one part at least. Takes a further one if it ends before the limit, should it take as long as the one before.</summary>
    private static int TakeParts(int parts, TimeSpan limit, Progress progress, Action<int> take)
    {
        for (int part = 0; part < parts; part++)
        {
            TimeSpan begin = progress.Elapsed;
            take(part);
            TimeSpan end = progress.Elapsed;
            if (end > limit - (end - begin) || Interruption.IsRequested)
            {
                return part + 1;
            }
        }
        return parts;
    }

    // Serializers without sessions stand in the table of sessions with their calls per message.
    private static Measurement[] CallsOfOthers(string set, List<Measurement> rows) =>
    [
        .. rows.Where(call => call.Table == NetTest.StreamTable && call.Set == set
                && !rows.Any(row => row.Table == NetTest.SessionTable && row.Set == set && row.Serializer == call.Serializer))
            .Select(call => call with { Table = NetTest.SessionTable }),
    ];

    private static string Again(int part) => part > 0 ? ", once more" : "";

    private static List<Contest> Prepare(IReadOnlyList<DataSet> sets, Form[] forms, Options options)
    {
        TypeModel model = NetSerializerPeer.CreateClassicModel();
        List<Contest> contests = [];
        foreach (DataSet set in sets)
        {
            if (!options.Filter.IsMatch(set.Name))
            {
                continue;
            }
            Array items = set.Generate(set.Count(options.Quick), Seed);
            Array few = set.Generate(Math.Min(items.Length, set.HasLongArrays ? FewLong : Few), Seed);
            double varints = items.Cast<object>().Sum(VarintSize.Of) / (double)items.Length;
            foreach (Form form in forms)
            {
                IReadOnlyList<Contender> contenders = set.Contenders(items, form, model);
                contests.Add(new(form == Form.Typed && forms.Length > 1 ? $"{set.Name} typed" : set.Name,
                    [.. contenders.Select(contender => new Lane(contender))], [.. set.Contenders(few, form, model).Select(contender => new Lane(contender))],
                    new Sizes(varints, SessionSize(contenders)), set.HasLongArrays));
            }
        }
        return contests;
    }

    // In bytes for each message.
    private static double SessionSize(IReadOnlyList<Contender> contenders)
    {
        Contender own = contenders.Single(contender => contender.Name == NetSerializerPeer.Name);
        using MemoryStream stream = new();
        own.WriteSession(stream, passes: 1);
        return stream.Length / (double)own.Count;
    }
}
