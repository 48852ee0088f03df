using System.Diagnostics;

namespace NetSerializer.Benchmarks.Network;

/// <summary>
/// The sending end of one run over a connection that stays open. It sends one byte more than the contender writes: the receiver knows the end by it.
/// For one thread.
/// </summary>
internal sealed class SendingStream(Stream connection) : OneWayStream
{
    private long _sent;
    private long _total = long.MaxValue;

    public override bool CanWrite => true;

    /// <summary>How many bytes the run has; <see cref="long.MaxValue"/> before it ends. For any thread.</summary>
    public long Total => Volatile.Read(ref _total);

    public override void Write(byte[] buffer, int offset, int count)
    {
        connection.Write(buffer, offset, count);
        _sent += count;
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        connection.Write(buffer);
        _sent += buffer.Length;
    }

    /// <summary>The run ends.</summary>
    public void End()
    {
        Volatile.Write(ref _total, _sent);
        connection.WriteByte(0);
    }
}

/// <summary>
/// The receiving end of a run, with a clock that starts when a part has come, so that caches and windows are the contender's own. For one thread.
/// </summary>
/// <param name="connection">The connection.</param>
/// <param name="sending">The other end.</param>
/// <param name="warmUp">How many bytes come before the clock starts, 0 for none: it starts when the first are asked for. Many more come behind them.</param>
internal sealed class ReceivingStream(Stream connection, SendingStream sending, long warmUp) : OneWayStream
{
    private long _received;
    private long _receivedBefore;
    private long _begin;
    private bool _hasEnded;

    public override bool CanRead => true;

    /// <summary>What all that was received would have taken at the rate of what came after the warm-up.</summary>
    public double SecondsOfAll =>
        Stopwatch.GetElapsedTime(_begin).TotalSeconds * _received / (_received - _receivedBefore);

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        if (_begin == 0)
        {
            _begin = Stopwatch.GetTimestamp();
        }
        return _hasEnded ? 0 : Count(connection.Read(buffer));
    }

    /// <summary>Receives the rest of the run, which no message has asked for.</summary>
    public void Drain()
    {
        Span<byte> rest = stackalloc byte[256];
        while (Read(rest) > 0)
        {
        }
    }

    private int Count(int read)
    {
        _received += read;
        if (_receivedBefore == 0 && warmUp > 0 && _received >= warmUp)
        {
            _begin = Stopwatch.GetTimestamp();
            _receivedBefore = _received;
        }
        if (read == 0 || _received > sending.Total)
        {
            _hasEnded = true;
            return Math.Max(0, read - 1);
        }
        return read;
    }
}

/// <summary>A stream that cannot seek.</summary>
internal abstract class OneWayStream : Stream
{
    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
