using NetSerializer.Benchmarks.Contenders;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>A contender with its stream.</summary>
internal sealed class Lane(Contender contender)
{
    private const int Slack = 512, SessionBytes = 32 << 10, MostPasses = 100;

    private readonly MemoryStream _stream = new();

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
            // The floor reads in place, and may look a little past the last message.
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
            // As long as a session of NetTest, so that the runtime sees the same paths taken.
            int passes = (int)Math.Clamp(SessionBytes / Math.Max(1, Length), 1, MostPasses);
            wire = new();
            Contender.WriteSession(wire, passes);
            wire.Position = 0;
            Contender.ReadSession(wire, passes);
        }
    }

    public byte[] Bytes() => _stream.ToArray();
}
