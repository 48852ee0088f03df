using NetSerializer.Benchmarks.Contenders;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>A contender with its stream.</summary>
internal sealed class Lane(Contender contender)
{
    internal const int Slack = 512;
    private const int SessionBytes = 32 << 10, MostPasses = 100;

    private MemoryStream _stream = new();

    public Contender Contender { get; } = contender;

    /// <summary>Bytes of one pass.</summary>
    public long Length { get; private set; }

    /// <summary>Of a message, to write or to read it in memory, whichever is longer; 0 before that has been measured.</summary>
    public double Nanoseconds { get; set; }

    public void Serialize()
    {
        _stream.SetLength(0);
        Contender.Serialize(_stream);
        Length = _stream.Length;
        if (_stream.Capacity - _stream.Length < Slack)
        {
            // Readers that work in place may look a little past the last message.
            _stream.Capacity += 2 * Slack;
        }
    }

    public void Deserialize()
    {
        _stream.Position = 0;
        Contender.Deserialize(_stream);
    }

    /// <summary>What NetTest does, without a network.</summary>
    public void Exchange()
    {
        MemoryStream wire = new();
        using (BufferedStream buffered = new(wire))
        {
            Contender.Serialize(buffered);
            buffered.Flush();
            buffered.Position = 0;
            Contender.Deserialize(buffered);
        }
        if (Contender.HasSessions)
        {
            // So long that it is written and read as one of NetTest: what is never met while the runtime looks on is compiled as rare.
            int passes = (int)Math.Clamp(SessionBytes / Math.Max(1, Length), 1, MostPasses);
            wire = new();
            Contender.WriteSession(wire, passes);
            wire.Position = 0;
            Contender.ReadSession(wire, passes);
        }
    }

    public byte[] Bytes() => _stream.ToArray();

    /// <summary>Takes over another stream, which has room for it, and puts into it what has been written.</summary>
    public void Take(MemoryStream stream, ReadOnlySpan<byte> written)
    {
        _stream = stream;
        _stream.SetLength(0);
        _stream.Write(written);
    }
}

/// <summary>The streams of contenders, which change places.</summary>
internal sealed class StreamPlaces
{
    private readonly IReadOnlyList<Lane> _lanes;
    private readonly byte[][] _written;
    private readonly MemoryStream[] _streams;

    public StreamPlaces(IReadOnlyList<Lane> lanes)
    {
        _lanes = lanes;
        _written = [.. lanes.Select(lane => lane.Bytes())];
        int capacity = _written.Max(bytes => bytes.Length) + (2 * Lane.Slack);
        _streams = [.. lanes.Select(_ => new MemoryStream(capacity))];
    }

    /// <summary>Gives a contender the stream that is its own in this round, with what it has written.</summary>
    public void Assign(int lane, int round) => _lanes[lane].Take(_streams[(lane + round) % _streams.Length], _written[lane]);

    /// <summary>Each has one to itself, with what it has written.</summary>
    public void Restore()
    {
        for (int lane = 0; lane < _lanes.Count; lane++)
        {
            Assign(lane, round: 0);
        }
    }
}
