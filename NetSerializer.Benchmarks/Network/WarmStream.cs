using System.Diagnostics;

namespace NetSerializer.Benchmarks.Network;

/// <summary>
/// The receiving end of a connection, with a clock that starts when the connection is warm: a new one has small windows (messages of 150 KB went at a
/// fifth of their rate in the first 12 ms), and how long it takes to widen them is nobody's merit. For one thread.
/// </summary>
/// <param name="connection">The connection.</param>
/// <param name="warmUp">How many bytes come before the clock starts, 0 for none; many more come behind them.</param>
internal sealed class WarmStream(Stream connection, long warmUp) : Stream
{
    private long _received;
    private long _receivedBefore;
    private long _begin = Stopwatch.GetTimestamp();

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>What all that was received would have taken at the rate of what came after the warm-up.</summary>
    public double SecondsOfAll =>
        Stopwatch.GetElapsedTime(_begin).TotalSeconds * _received / (_received - _receivedBefore);

    public override int Read(byte[] buffer, int offset, int count) => Count(connection.Read(buffer, offset, count));

    public override int Read(Span<byte> buffer) => Count(connection.Read(buffer));

    public override int ReadByte()
    {
        int read = connection.ReadByte();
        Count(read < 0 ? 0 : 1);
        return read;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    private int Count(int read)
    {
        _received += read;
        if (_receivedBefore == 0 && warmUp > 0 && _received >= warmUp)
        {
            _begin = Stopwatch.GetTimestamp();
            _receivedBefore = _received;
        }
        return read;
    }
}
