using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Measuring;
using NetSerializer.Benchmarks.Network;
using NetSerializer.Benchmarks.Sets;

namespace NetSerializer.Benchmarks;

/// <summary>The classic tables.</summary>
internal static class MainJob
{
    public const string SuiteName = "main";
    public const string BatchSuiteName = "batch";
    public const ulong Seed = 20120421;

    private sealed record Contest(string Name, IReadOnlyList<Lane> Lanes, IReadOnlyList<Lane> WarmUp, Sizes Sizes, bool HasLongArrays);

    /// <summary>The classic sets: MemStream and NetTest. False when the filter admits none.</summary>
    public static bool Run(Options options, TextWriter output, Verification verification) =>
        Run(ClassicSets.All, [Form.Untyped, Form.Typed], hasNetwork: true, options, output, verification);

    /// <summary>The small sets in batches: MemStream alone. False when the filter admits none.</summary>
    public static bool RunBatches(Options options, TextWriter output, Verification verification) =>
        Run(BatchSet.All, [Form.Typed], hasNetwork: false, options, output, verification);

    private static bool Run(IReadOnlyList<DataSet> sets, Form[] forms, bool hasNetwork, Options options, TextWriter output, Verification verification)
    {
        List<Contest> contests = Prepare(sets, forms, options);
        if (contests.Count == 0)
        {
            return false;
        }
        Effort effort = options.Quick ? Effort.Quick : contests.Count > FewContests ? Effort.Main : Effort.Thorough;
        Progress progress = new(output);
        progress.Step("warming up");
        MemoryJob.WarmUp([.. contests.SelectMany(contest => contest.WarmUp)], effort, hasNetwork);
        List<Measurement> rows = [];
        Dictionary<Contest, MemoryContest> memory = contests.ToDictionary(contest => contest, contest =>
            new MemoryContest(contest.Name, contest.Lanes, contest.HasLongArrays ? effort.ForLongArrays() : effort));
        int parts = options.Quick ? 1 : Parts;
        bool isShort = effort == Effort.Main;
        int taken = TakeParts(parts, isShort ? s_endOfMemory : TimeSpan.MaxValue, progress, part =>
        {
            foreach (Contest contest in contests)
            {
                progress.Step($"{contest.Name}: MemStream{Again(part)}");
                memory[contest].Measure(part, parts);
            }
        });
        foreach (Contest contest in contests)
        {
            rows.AddRange(memory[contest].Rows());
            if (options.Verify)
            {
                verification.CompareBytes($"{contest.Name}, MemStream", contest.Lanes);
                Compare(verification, $"{contest.Name}, MemStream", contest.Lanes);
            }
        }
        if (hasNetwork)
        {
            taken = Math.Min(taken, MeasureNetwork(contests, options, isShort, progress, rows, verification));
        }
        progress.End();
        if (taken < parts)
        {
            output.WriteLine($"This machine is slow today: not all of {parts} parts were taken, for the job to end within a minute. Ratios scatter more.");
        }
        Report.Print(output, [.. rows.OrderBy(row => Array.IndexOf(s_tables, row.Table))]);
        Report.PrintSummary(output, rows, contests.ToDictionary(contest => contest.Name, contest => contest.Sizes));
        return true;
    }

    // Returns how many parts were taken.
    private static int MeasureNetwork(
        List<Contest> contests, Options options, bool isShort, Progress progress, List<Measurement> rows, Verification verification)
    {
        NetworkEffort effort = options.Quick ? NetworkEffort.Quick : NetworkEffort.Main;
        using NetTest network = new();
        progress.Step("NetTest");
        List<(Contest Contest, int Steps, NetContest Calls, NetContest Sessions)> all = [];
        foreach (Contest contest in contests)
        {
            NetworkEffort own = contest.HasLongArrays ? effort.ForLongArrays() : effort;
            NetContest Enter(bool sessions) => new(network, contest.Name, contest.Lanes, sessions, own);
            all.Add((contest, own.Steps, Enter(sessions: false), Enter(sessions: true)));
        }
        int parts = options.Quick ? 1 : Parts;
        int taken = TakeParts(parts, isShort ? s_endOfAll : TimeSpan.MaxValue, progress, part =>
        {
            foreach ((Contest contest, int steps, NetContest calls, NetContest sessions) in all)
            {
                progress.Step($"{contest.Name}: NetTest{Again(part)}");
                for (int step = 0; step < steps; step++)
                {
                    calls.Measure(part * steps + step, parts * steps);
                    sessions.Measure(part * steps + step, parts * steps);
                }
            }
        });
        foreach ((Contest contest, _, NetContest calls, NetContest sessions) in all)
        {
            rows.AddRange(calls.Rows());
            rows.AddRange(sessions.Rows());
            rows.AddRange(CallsOfOthers(contest.Name, rows));
            if (options.Verify)
            {
                Compare(verification, $"{contest.Name}, NetTest", contest.Lanes);
            }
        }
        return taken;
    }

    /// <summary>Takes one part at least and, of the others, those that will end before the limit if each takes as long as the one before.</summary>
    private static int TakeParts(int parts, TimeSpan limit, Progress progress, Action<int> take)
    {
        for (int part = 0; part < parts; part++)
        {
            TimeSpan begin = progress.Elapsed;
            take(part);
            TimeSpan end = progress.Elapsed;
            if (end > limit - (end - begin))
            {
                return part + 1;
            }
        }
        return parts;
    }

    // Who has no sessions does in their place what it does anyway.
    private static Measurement[] CallsOfOthers(string set, List<Measurement> rows) =>
    [
        .. rows.Where(call => call.Table == NetTest.StreamTable && call.Set == set
                && !rows.Any(row => row.Table == NetTest.SessionTable && row.Set == set && row.Serializer == call.Serializer))
            .Select(call => call with { Table = NetTest.SessionTable }),
    ];

    private static string Again(int part) => part > 0 ? ", once more" : "";

    // All sets get their turns in so many parts.
    private const int Parts = 3;

    // When MemStream and when all of it should have ended, from the beginning of the warm-up on, where a machine is slow.
    private static readonly TimeSpan s_endOfMemory = TimeSpan.FromSeconds(42), s_endOfAll = TimeSpan.FromSeconds(58);

    // More data sets than these, and the warm-up has to be short for the job to end within a minute.
    private const int FewContests = 14;

    // Messages of a pass while warming up. The runtime counts calls, and those of whole passes are too few in the time there is.
    private const int Few = 40, FewLong = 1;

    private static readonly string[] s_tables = [MemoryJob.SerializeTable, MemoryJob.DeserializeTable, NetTest.StreamTable, NetTest.SessionTable];

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

    private static void Compare(Verification verification, string context, IEnumerable<Lane> lanes)
    {
        foreach (Lane lane in lanes)
        {
            verification.CompareResults(context, lane.Contender);
        }
    }
}
