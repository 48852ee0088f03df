namespace NetSerializer.Tests.Streams;

/// <summary>Counts the calls, and fails one of them on request.</summary>
internal sealed class CallStream(byte[]? toRead = null, int failAt = int.MaxValue, Exception? failure = null, int bytesAtATime = 7_000)
    : SequentialStream(toRead)
{
    public int Calls { get; private set; }

    public bool IsDisposed { get; private set; }

    public override int Read(Span<byte> buffer)
    {
        Count();
        return Content.Read(buffer[..Math.Min(buffer.Length, bytesAtATime)]);
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Count();
        Content.Write(buffer);
    }

    public override void Flush() => Count();

    protected override void Dispose(bool disposing)
    {
        IsDisposed = true;
        base.Dispose(disposing);
    }

    private void Count()
    {
        if (Calls++ == failAt)
        {
            throw failure!;
        }
    }
}
