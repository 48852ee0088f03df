using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>
/// Sessions over a stream that gives one byte at a time, and throws when more is asked for than has arrived: a session that waited would wait for
/// ever.
/// </summary>
internal sealed class SessionCheck : RootCheck
{
    private const int Ahead = 200;

    public override void Check<TRoot>(TypeModel model, string place, TRoot value)
    {
        byte[] bytes = model.Serialize(value);
        if (bytes.Length == 0)
        {
            return; // nothing to wait for: such a value cannot be told from the end of the stream
        }
        using var sent = new MemoryStream();
        using (ValueWriter writer = model.OpenWriter(sent, leaveOpen: true))
        {
            writer.Write(value);
            writer.Write(value);
        }
        SurfaceCheck.AssertBytes(place, sent.ToArray(), [.. bytes, .. bytes]);

        foreach (int step in (int[])[1, 3, bytes.Length, 2 * bytes.Length])
        {
            using ValueReader reader = model.OpenReader(new ArrivingStream(sent.ToArray(), step));
            SurfaceCheck.AssertSame($"{place}, {step} bytes at a time", value, reader.Read<TRoot>());
            SurfaceCheck.AssertSame($"{place}, {step} bytes at a time", value, reader.Read<TRoot>());
        }
        CheckMany(model, place, value, bytes);
        using ValueReader ending = model.OpenReader(new MemoryStream(bytes));
        Assert.That(ending.TryRead(out TRoot? read), place);
        SurfaceCheck.AssertSame(place, value, read);
        Assert.That(ending.TryRead<TRoot>(out _), Is.False, place);
    }

    /// <summary>The value so many times that those in front have as many bytes behind them as a reader may look at ahead.</summary>
    public static byte[] Many(byte[] bytes) => [.. Enumerable.Repeat(bytes, 2 + (Ahead / bytes.Length)).SelectMany(each => each)];

    private static void CheckMany<TRoot>(TypeModel model, string place, TRoot value, byte[] bytes)
    {
        using ValueReader reader = model.OpenReader(new MemoryStream(Many(bytes)));
        int count = 0;
        for (; reader.TryRead(out TRoot? read); count++)
        {
            SurfaceCheck.AssertSame($"{place}, number {count} of many", value, read);
        }
        Assert.That(count, Is.EqualTo(2 + (Ahead / bytes.Length)), place);
    }
}
