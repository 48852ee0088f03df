using System.Diagnostics;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>
/// One data set in memory: the contenders take turns, so that what the machine does meanwhile meets all of them. A turn is long enough for caches and
/// branch predictor to be the contender's own again, and has many short samples, since something else gets the processor every few milliseconds. The
/// turns can be taken in parts, with other sets in between: what else runs on the machine may slow everything down by a half for as long as one set
/// takes, and whoever had the first turn before that was ahead by as much. There is a <see cref="MemoryStream"/> for each of them that is reused, and
/// from turn to turn they change places: where a buffer lies is chance, for as long as the process lives (of two floors in one run one took 1.02 to 1.24
/// of the other's time to write tables, with a stream of its own for each).
/// </summary>
internal sealed class MemoryContest(string set, IReadOnlyList<Lane> lanes, Effort effort)
{
    private Tally[] _writing = [], _reading = [];

    /// <summary>Takes the turns of one of so many parts.</summary>
    public void Measure(int part = 0, int parts = 1)
    {
        TakeTurns(ref _writing, effort, lane => lane.Serialize(), part, parts);
        foreach (Lane lane in lanes)
        {
            lane.Serialize();
        }
        // The whole heap only where what is read goes there at once: at 47 ms each time, before writing and before reading, for each set and part, that
        // was ten of the main job's seventy seconds.
        GC.Collect(effort.CollectedFirst == null ? 1 : GC.MaxGeneration);
        TakeTurns(ref _reading, effort.ForReading(), lane => lane.Deserialize(), part, parts);
    }

    public IReadOnlyList<Measurement> Rows() =>
        [.. _writing.Select(tally => tally.Row(MemoryJob.SerializeTable, set)), .. _reading.Select(tally => tally.Row(MemoryJob.DeserializeTable, set))];

    private void TakeTurns(ref Tally[] tallies, Effort own, Action<Lane> pass, int part, int parts)
    {
        if (tallies.Length == 0)
        {
            tallies = [.. lanes.Select(lane => new Tally(lane, own, pass))];
            if (own.CollectedFirst != null)
            {
                Even(tallies);
            }
        }
        var streams = new StreamPlaces(lanes);
        for (int round = own.Rounds * part / parts; round < own.Rounds * (part + 1) / parts; round++)
        {
            for (int turn = 0; turn < tallies.Length; turn++)
            {
                int lane = Turns.Taker(turn, round, tallies.Length);
                Tally tally = tallies[lane];
                if (tally.HasTurn(round))
                {
                    streams.Assign(lane, round);
                    StackPlace.Call(round, () => tally.TakeTurn());
                }
            }
        }
        streams.Restore();
    }

    /// <summary>
    /// Gives the same number of passes to all that take about as long. A turn begins with nothing to collect and has few collections, so one more or less
    /// in a sample decides: reading ByteArray was at 0.81 to 1.18 of the floor in ten processes with passes as each had been timed once, with equal ones
    /// at 1.00 to 1.12 in ten, with samples of a millisecond.
    /// </summary>
    private static void Even(Tally[] tallies)
    {
        const int AboutAsLong = 2;
        int most = tallies.Max(tally => tally.Passes);
        foreach (Tally tally in tallies.Where(tally => AboutAsLong * tally.Passes >= most))
        {
            tally.Passes = most;
        }
    }
}

/// <summary>Who has which turn.</summary>
internal static class Turns
{
    /// <summary>
    /// Two that stand beside each other change places from round to round, so that both come behind the same others: whether memory that is given out is in
    /// the caches depends on who has had it before (reading ByteArray, typed, was at 1.10 to 1.31 of the floor in all of five full runs with the floor always
    /// in front, and above 1.10 in two of ten without).
    /// </summary>
    public static int Taker(int turn, int round, int count) => (turn ^ round & 1) < count ? turn ^ round & 1 : turn;
}
