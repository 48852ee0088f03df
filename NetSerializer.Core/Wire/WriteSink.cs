namespace NetSerializer.Wire;

/// <summary>Where a full buffer goes: implemented by the streams of NetSerializer.IO.</summary>
internal abstract class WriteSink
{
    /// <summary>
    /// Takes the bytes that are <paramref name="written"/> in the current buffer and returns the next one, of at least <paramref name="count"/> bytes
    /// (at most <see cref="WireWriter.MaxReserve"/>).
    /// </summary>
    public abstract Span<byte> Next(scoped ReadOnlySpan<byte> written, int count);

    /// <summary>
    /// Throws the exception that the stream has thrown in this value. Nobody knows how much it took, so code that catches it and goes on gets it again.
    /// </summary>
    public virtual void ThrowIfFailed()
    {
    }

    /// <summary>
    /// As <see cref="Next"/>, with <paramref name="data"/> behind the bytes written, which may go on without being copied into a buffer first. For data
    /// that do not fit the current buffer. The span returned may be empty.
    /// </summary>
    public abstract Span<byte> Pass(scoped ReadOnlySpan<byte> written, scoped ReadOnlySpan<byte> data);
}
