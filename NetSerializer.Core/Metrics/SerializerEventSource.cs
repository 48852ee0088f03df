using System.Diagnostics.Tracing;

namespace NetSerializer.Metrics;

/// <summary>Failures as events, for dotnet-trace and event listeners. Made at the first failure, so that a process without one has no cost of it.</summary>
[EventSource(Name = SerializerMetrics.MeterName)]
internal sealed class SerializerEventSource : EventSource
{
    public static SerializerEventSource Log { get; } = new();

    [NonEvent]
    public void Failed(NetSerializerException failure)
    {
        if (!IsEnabled())
        {
            return;
        }
        switch (failure)
        {
            case ValueNotSerializableException written:
                ValueNotWritten((int)written.Code, written.Code.ToString(), written.Path);
                break;
            case MalformedDataException read:
                ValueNotRead((int)read.Code, read.Code.ToString(), read.Path, read.Offset);
                break;
        }
    }

    [Event(1, Level = EventLevel.Error, Message = "A value could not be written: {1} at {2}.")]
    private void ValueNotWritten(int code, string name, string path) => WriteEvent(1, code, name, path);

    [Event(2, Level = EventLevel.Warning, Message = "Bytes are no value: {1} at byte {3}, in {2}.")]
    private void ValueNotRead(int code, string name, string path, long offset) => WriteEvent(2, code, name, path, offset);
}
