using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace NetSerializer.Metrics;

/// <summary>
/// How many values and bytes this process has written and read. Nothing is counted before a listener has asked for the first time: until then a call
/// costs the test of <see cref="IsCounted"/>.
/// </summary>
internal static class Traffic
{
    private static long s_valuesWritten, s_bytesWritten, s_valuesRead, s_bytesRead, s_valuesResolved;

    /// <summary>A listener has asked.</summary>
    public static bool IsCounted { get; private set; }

    /// <summary>A value was written.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CountWritten(long bytes)
    {
        if (IsCounted)
        {
            Add(ref s_valuesWritten, ref s_bytesWritten, bytes);
        }
    }

    /// <summary>A value was read. To be called where <see cref="IsCounted"/> is true.</summary>
    public static void CountRead(long bytes, bool isResolved)
    {
        Add(ref s_valuesRead, ref s_bytesRead, bytes);
        if (isResolved)
        {
            Interlocked.Increment(ref s_valuesResolved);
        }
    }

    private static void Add(ref long values, ref long allBytes, long bytes)
    {
        Interlocked.Increment(ref values);
        Interlocked.Add(ref allBytes, bytes);
    }

    /// <summary>The numbers of values, for a listener that asks.</summary>
    public static IEnumerable<Measurement<long>> Values() => Answer(ref s_valuesWritten, ref s_valuesRead);

    /// <summary>The numbers of bytes, for a listener that asks.</summary>
    public static IEnumerable<Measurement<long>> Bytes() => Answer(ref s_bytesWritten, ref s_bytesRead);

    /// <summary>The number of values of other schemas, for a listener that asks.</summary>
    public static long Resolutions()
    {
        IsCounted = true;
        return Interlocked.Read(ref s_valuesResolved);
    }

    private static Measurement<long>[] Answer(ref long written, ref long read)
    {
        IsCounted = true;
        return
        [
            new(Interlocked.Read(ref written), new KeyValuePair<string, object?>("direction", "write")),
            new(Interlocked.Read(ref read), new KeyValuePair<string, object?>("direction", "read")),
        ];
    }
}
