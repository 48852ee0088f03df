namespace NetSerializer.Wire;

/// <summary>Where a full buffer goes: implemented by the streams of NetSerializer.IO.</summary>
internal abstract class WriteSink
{
    /// <summary>Takes what is <paramref name="written"/> in the current buffer and returns the next one, of at least <paramref name="count"/> bytes (at most <see cref="WireWriter.MaxReserve"/>).</summary>
    public abstract Span<byte> Next(scoped ReadOnlySpan<byte> written, int count);
}
