namespace NetSerializer.Benchmarks.Measuring;

/// <summary>
/// One data set in memory. The contenders take turns, so that disturbances of the machine meet all of them. The turns can be taken in parts, with
/// other sets in between.
/// </summary>
internal sealed class MemoryContest(string set, IReadOnlyList<Lane> lanes, Effort effort)
{
    private Tally[] _writing = [], _reading = [];
    private bool _isComplete;

    /// <summary>Takes the turns of one of so many parts.</summary>
    public void Measure(int part = 0, int parts = 1)
    {
        TakeTurns(ref _writing, lane => lane.Serialize(), part, parts);
        foreach (Lane lane in lanes)
        {
            lane.Serialize();
        }
        GC.Collect(1);
        TakeTurns(ref _reading, lane => lane.Deserialize(), part, parts);
        _isComplete |= !Interruption.IsRequested;
    }

    /// <summary>None when the first part was interrupted: all contenders have turns, or none.</summary>
    public IReadOnlyList<Measurement> Rows() => !_isComplete
        ? []
        : [.. _writing.Select(tally => tally.Row(MemoryJob.SerializeTable, set)), .. _reading.Select(tally => tally.Row(MemoryJob.DeserializeTable, set))];

    private void TakeTurns(ref Tally[] tallies, Action<Lane> pass, int part, int parts)
    {
        if (tallies.Length == 0)
        {
            tallies = [.. lanes.Select(lane => new Tally(lane, effort, pass))];
        }
        for (int round = effort.Rounds * part / parts; round < effort.Rounds * (part + 1) / parts; round++)
        {
            foreach (Tally tally in Turns.Of(tallies, round))
            {
                if (!Interruption.IsRequested && tally.HasTurn(round))
                {
                    tally.TakeTurn();
                }
            }
        }
    }
}

/// <summary>The order of turns.</summary>
internal static class Turns
{
    /// <summary>Every second round goes backwards, so that nobody always comes behind the same contender.</summary>
    public static IEnumerable<T> Of<T>(IReadOnlyList<T> contenders, int round) => round % 2 == 0 ? contenders : contenders.Reverse();
}
