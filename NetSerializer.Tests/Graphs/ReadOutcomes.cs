using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>What a reader makes of bytes that are all there, beside what it makes of pieces of them.</summary>
internal sealed class ReadOutcomes(TypeModel model)
{
    /// <summary>All bytes of a value but its last ones, and each byte another one.</summary>
    public void AssertSameForEveryPrefixAndOtherByte(byte[] bytes)
    {
        for (int length = 0; length < bytes.Length; length++)
        {
            AssertSame(bytes[..length]);
            AssertSame([.. bytes[..length], 0]);
        }
        AssertSame([.. bytes, 1]);
        for (int at = 0; at < bytes.Length; at++)
        {
            for (int change = 1; change < 256; change += bytes.Length > 40 ? 17 : 1)
            {
                byte[] changed = [.. bytes];
                changed[at] ^= (byte)change;
                AssertSame(changed);
            }
        }
    }

    /// <summary>In an array, in front of other bytes of a stream and of a session, and in two pieces.</summary>
    public void AssertSame(byte[] bytes)
    {
        string expected = Outcome(() => model.Deserialize<object>(Model.Segments.Cut(bytes, Math.Max(1, (bytes.Length + 1) / 2))));
        Assert.That(Outcome(() => model.Deserialize<object>(bytes)), Is.EqualTo(expected));
        var stream = new MemoryStream(1_000);
        int header = bytes.Length << 1 | 1;
        stream.Write(header < 0x80 ? [(byte)header] : [(byte)(header | 0x80), (byte)(header >> 7)]);
        stream.Write(bytes);
        stream.Position = 0;
        Assert.That(Outcome(() => model.Deserialize<object>(stream)), Is.EqualTo(expected));
        if (expected[0] != '!')
        {
            using ValueReader session = model.OpenReader(new MemoryStream([.. bytes, .. new byte[400]]), leaveOpen: false);
            Assert.That(Outcome(() => session.Read<object>()), Is.EqualTo(expected));
        }
    }

    private string Outcome(Func<object?> read)
    {
        try
        {
            return Convert.ToHexString(model.Serialize(read()));
        }
        catch (MalformedDataException failure)
        {
            return $"!{failure.Code} at {failure.Offset}";
        }
    }
}
