namespace NetSerializer.Benchmarks.Measuring;

/// <summary>The bars for speed. docs/benchmarks.md has them with the values that were recorded last.</summary>
internal static class Bars
{
    /// <summary>Main job in memory: the geometric mean of all sets, as a multiple of the floor's time.</summary>
    public const double MeanToWrite = 1.15, MeanToRead = 1.3;

    /// <summary>The same for any one set.</summary>
    public const double AnySet = 1.9;

    /// <summary>As a multiple of the time of the fastest other serializer, for any set in any table.</summary>
    public const double Others = 1.05;

    /// <summary>Batches: the geometric mean as a multiple of the floor's time.</summary>
    public const double MeanOfBatches = 1.10;

    /// <summary>NetTest, sessions: the geometric mean as a share of the floor's rate.</summary>
    public const double SessionRate = 0.75;

    /// <summary>Each graph: how many times as fast as BinaryFormatter.</summary>
    public const double FewestTimesFormatter = 6;

    /// <summary>Graphs that share objects: as a multiple of the time that was recorded before the engine was simplified.</summary>
    public const double GraphRecorded = 1.3;

    /// <summary>Graphs with a floor: as a multiple of its time.</summary>
    public const double GraphFloor = 1.6;

    /// <summary>Bytes allocated for a message on writing.</summary>
    public const double Allocated = 0;

    /// <summary>Bytes of a message in a session above plain hand-written varints, for sets without blocks of integers.</summary>
    public const double AboveVarints = 2;

    /// <summary>Blocks of integers: as a multiple of the size that was recorded before the engine was simplified.</summary>
    public const double BlockRecorded = 1.12;

    /// <summary>Create in a fresh process, in milliseconds.</summary>
    public const double ColdOneType = 40, ColdTwentyTypes = 60;
}
