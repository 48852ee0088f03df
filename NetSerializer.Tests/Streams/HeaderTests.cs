using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>The optional header of a stream.</summary>
[TestFixture]
internal sealed class HeaderTests
{
    private static readonly TypeModel s_model = StreamModels.Messages;

    [Test]
    public void IsMarkVersionAndFingerprint()
    {
        using var stream = new MemoryStream();
        s_model.WriteHeader(stream);
        Assert.That(stream.ToArray(), Is.EqualTo((byte[])[0x4E, 0x53, 0x45, 0x52, 1, .. s_model.Fingerprint.Span]));
        s_model.Serialize(stream, 5);
        var arriving = new ArrivingStream(stream.ToArray(), 3);
        s_model.ReadHeader(arriving);
        Assert.That(arriving.Position, Is.EqualTo(37));
        Assert.That(s_model.Deserialize<int>(arriving), Is.EqualTo(5));
    }

    [Test]
    public void EveryChangedByteIsRefused()
    {
        using var stream = new MemoryStream();
        s_model.WriteHeader(stream);
        byte[] header = stream.ToArray();
        for (int at = 0; at < header.Length; at++)
        {
            byte[] changed = [.. header];
            changed[at] ^= 0x40;
            Assert.That(Malformed.AssertRejected($"byte {at}", () => s_model.ReadHeader(new MemoryStream(changed))).Code, Is.EqualTo(ErrorCode.HeaderMismatch));
        }
    }

    [Test]
    public void EveryPrefixIsTruncatedAndSaysWhere()
    {
        using var stream = new MemoryStream();
        s_model.WriteHeader(stream);
        byte[] header = stream.ToArray();
        for (int cut = 0; cut < header.Length; cut++)
        {
            MalformedDataException malformed = Malformed.AssertRejected($"{cut} bytes", () => s_model.ReadHeader(new MemoryStream(header[..cut])));
            Assert.That(malformed.Code, Is.EqualTo(ErrorCode.Truncated));
            Assert.That(malformed.Offset, Is.EqualTo(cut), "the end of the input");
        }
    }

    [Test]
    public void AnotherModelIsRefused()
    {
        using var stream = new MemoryStream();
        TypeModel.Create(typeof(Message)).WriteHeader(stream);
        stream.Position = 0;
        Assert.That(Malformed.AssertRejected("another model", () => s_model.ReadHeader(stream)).Code, Is.EqualTo(ErrorCode.HeaderMismatch));
    }
}
