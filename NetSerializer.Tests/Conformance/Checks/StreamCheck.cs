using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>Streams: in memory, where the value is read in place, and byte by byte. No byte behind the value is taken.</summary>
internal sealed class StreamCheck : RootCheck
{
    public override void Check<TRoot>(TypeModel model, string place, TRoot value)
    {
        using var stream = new MemoryStream();
        model.Serialize(stream, value);
        model.Serialize(stream, value);
        byte[] bytes = stream.ToArray();
        long half = bytes.Length / 2;

        stream.Position = 0;
        SurfaceCheck.AssertSame(place, value, model.Deserialize<TRoot>(stream));
        Assert.That(stream.Position, Is.EqualTo(half), place);
        SurfaceCheck.AssertSame(place, value, model.Deserialize<TRoot>(stream));
        Assert.That(() => model.Deserialize<TRoot>(stream), Throws.TypeOf<EndOfStreamException>(), place);

        var arriving = new ArrivingStream(bytes, bytesAtATime: 1);
        SurfaceCheck.AssertSame(place, value, model.Deserialize<TRoot>(arriving));
        Assert.That(arriving.Position, Is.EqualTo(half), place);
        SurfaceCheck.AssertSame(place, value, model.Deserialize<TRoot>(arriving));

        if (!typeof(TRoot).IsValueType)
        {
            using var untyped = new MemoryStream();
            model.Serialize(untyped, (object?)value);
            SurfaceCheck.AssertBytes(place, untyped.ToArray(), bytes.AsSpan(0, (int)half));
            untyped.Position = 0;
            SurfaceCheck.AssertSame(place, value, model.Deserialize(untyped));
        }
    }
}
