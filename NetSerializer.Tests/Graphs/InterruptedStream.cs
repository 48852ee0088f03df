using NetSerializer.Tests.Streams;

namespace NetSerializer.Tests.Graphs;

/// <summary>A stream that does something whenever it has been written to.</summary>
internal sealed class InterruptedStream(Action onWrite) : SequentialStream(null)
{
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Content.Write(buffer);
        onWrite();
    }

    public override void Flush()
    {
    }
}
