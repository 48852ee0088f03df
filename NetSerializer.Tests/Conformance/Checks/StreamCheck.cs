using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>
/// Streams: in memory, where the value is read in place, byte by byte, and with a buffer that holds both values or cuts one. No byte behind the value is
/// taken.
/// </summary>
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

        foreach (int size in (int[])[64 << 10, (int)half + 1, Math.Max(1, (int)half)])
        {
            CheckBuffered(model, place, value, bytes, size);
        }

        if (!typeof(TRoot).IsValueType)
        {
            using var untyped = new MemoryStream();
            model.Serialize(untyped, (object?)value);
            SurfaceCheck.AssertBytes(place, untyped.ToArray(), bytes.AsSpan(0, (int)half));
            untyped.Position = 0;
            SurfaceCheck.AssertSame(place, value, model.Deserialize(untyped));
        }
    }

    private static void CheckBuffered<TRoot>(TypeModel model, string place, TRoot value, byte[] bytes, int size)
    {
        using var below = new MemoryStream();
        using var buffered = new BufferedStream(below, size);
        // Behind it there is something in the buffer.
        buffered.WriteByte(9);
        model.Serialize(buffered, value);
        model.Serialize(buffered, value);
        buffered.Flush();
        SurfaceCheck.AssertBytes(place, below.ToArray(), (byte[])[9, .. bytes]);
        buffered.Position = 0;
        Assert.That(buffered.ReadByte(), Is.EqualTo(9), place);
        SurfaceCheck.AssertSame(place, value, model.Deserialize<TRoot>(buffered));
        Assert.That(buffered.Position, Is.EqualTo(1 + (bytes.Length / 2)), place);
        SurfaceCheck.AssertSame(place, value, model.Deserialize<TRoot>(buffered));
        Assert.That(buffered.ReadByte(), Is.EqualTo(-1), place);
    }
}
