namespace NetSerializer.Benchmarks.Measuring;

/// <summary>Ctrl+C ends the measurement, and the tables show what there is. A second one ends the process.</summary>
internal static class Interruption
{
    private static volatile bool s_isRequested;

    public static bool IsRequested => s_isRequested;

    public static void Watch() => Console.CancelKeyPress += (_, signal) =>
    {
        signal.Cancel = !s_isRequested;
        s_isRequested = true;
    };
}
