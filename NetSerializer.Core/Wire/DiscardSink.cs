namespace NetSerializer.Wire;

/// <summary>For values that are gone through for something else than their bytes.</summary>
internal sealed class DiscardSink : WriteSink
{
    /// <summary>The value is written to see whether it can be.</summary>
    public bool IsProbe { get; init; }

    private readonly byte[] _buffer = new byte[8 << 10];

    public override Span<byte> Next(scoped ReadOnlySpan<byte> written, int count) => _buffer;

    public override Span<byte> Pass(scoped ReadOnlySpan<byte> written, scoped ReadOnlySpan<byte> data) => _buffer;
}
