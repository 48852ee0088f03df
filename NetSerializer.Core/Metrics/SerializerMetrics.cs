using System.Diagnostics.Metrics;
using NetSerializer.Metrics;

namespace NetSerializer;

/// <summary>
/// The numbers that this process tells about its models, as a <see cref="Meter"/>: values, bytes, resolutions and failures. Thread-safe.
/// <para>
/// Failures are events too, of the <see cref="System.Diagnostics.Tracing.EventSource"/> of the same name: <c>ValueNotWritten</c> and
/// <c>ValueNotRead</c>, with the code, the path and the byte offset. It needs no call.
/// </para>
/// </summary>
/// <remarks>
/// <c>netserializer.values</c> and <c>netserializer.bytes</c> have the tag <c>direction</c>, <c>write</c> or <c>read</c>. A deep copy is written and read.
/// Headers of chunks and frames are no bytes of values. <c>netserializer.resolutions</c> counts the values among those read that another schema has
/// written, for a <see cref="ModelReader"/>: while it grows, there are old data. All three begin when a listener asks for one of them the first time.
/// <c>netserializer.failures</c> has the tag <c>code</c>, a name of <see cref="ErrorCode"/>.
/// </remarks>
public static class SerializerMetrics
{
    /// <summary>The name of the meter, and of the event source.</summary>
    public const string MeterName = "NetSerializer";

    private static readonly Lock s_lock = new();
    private static Counter<long>? s_failures;

    /// <summary>The meter, once it is published.</summary>
    internal static Meter? Meter { get; private set; }

    /// <summary>
    /// Makes the meter, so that listeners find it; further calls have no effect. It takes a process some ten milliseconds, which is why no model makes
    /// it. <c>AddNetSerializer</c> of NetSerializer.Extensions.Hosting calls this.
    /// </summary>
    /// <example><code>SerializerMetrics.Publish();   // then: dotnet-counters monitor --counters NetSerializer</code></example>
    public static void Publish()
    {
        lock (s_lock)
        {
            if (Meter != null)
            {
                return;
            }
            var meter = new Meter(MeterName);
            meter.CreateObservableCounter("netserializer.values", Traffic.Values, "{value}", "Values written and read.");
            meter.CreateObservableCounter("netserializer.bytes", Traffic.Bytes, "By", "Bytes of values written and read.");
            meter.CreateObservableCounter("netserializer.resolutions", Traffic.Resolutions, "{value}", "Values read that another schema has written.");
            s_failures = meter.CreateCounter<long>("netserializer.failures", "{failure}", "Values that could not be written or read.");
            Meter = meter;
        }
    }

    /// <summary>Counts a failure that is on its way to the caller, once on that way.</summary>
    /// <returns>False, for a filter that lets it pass.</returns>
    internal static bool Failed(NetSerializerException failure)
    {
        if (!failure.IsCounted)
        {
            failure.IsCounted = true;
            s_failures?.Add(1, new KeyValuePair<string, object?>("code", failure.Code.ToString()));
            SerializerEventSource.Log.Failed(failure);
        }
        return false;
    }

    /// <summary>The failure, counted, for a <c>throw</c>.</summary>
    internal static T Counted<T>(T failure) where T : NetSerializerException
    {
        Failed(failure);
        return failure;
    }
}
