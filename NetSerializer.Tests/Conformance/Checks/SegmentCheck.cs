using System.Buffers;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>Sequences whose segments part the value anywhere, empty segments included.</summary>
internal sealed class SegmentCheck : RootCheck
{
    private const int RandomSplits = 4;

    public override void Check<TRoot>(TypeModel model, string place, TRoot value)
    {
        byte[] bytes = model.Serialize(value);
        AssertRead(model, $"{place}, a byte a segment", value, Segments.Split(bytes, Enumerable.Range(1, Math.Max(0, bytes.Length - 1))));
        var random = new Random(20_26);
        for (int i = 0; i < RandomSplits; i++)
        {
            int[] cuts = [.. Enumerable.Range(0, 1 + i).Select(_ => random.Next(bytes.Length + 1)).Order()];
            AssertRead(model, $"{place}, cut at {string.Join(", ", cuts)}", value, Segments.Split(bytes, cuts));
        }
    }

    private static void AssertRead<TRoot>(TypeModel model, string place, TRoot value, ReadOnlySequence<byte> sequence)
    {
        SurfaceCheck.AssertSame(place, value, model.Deserialize<TRoot>(in sequence));
    }
}

/// <summary>Sequences of several segments.</summary>
internal static class Segments
{
    /// <summary>Each segment in an array of its own, so that a load across its end does not find the next one by chance.</summary>
    public static ReadOnlySequence<byte> Split(byte[] bytes, IEnumerable<int> cuts)
    {
        int from = 0;
        Segment? first = null, last = null;
        foreach (int cut in cuts.Append(bytes.Length))
        {
            last = new Segment(bytes[from..cut], last);
            first ??= last;
            from = cut;
        }
        return new ReadOnlySequence<byte>(first!, 0, last!, last!.Memory.Length);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(byte[] bytes, Segment? previous)
        {
            Memory = bytes;
            if (previous != null)
            {
                RunningIndex = previous.RunningIndex + previous.Memory.Length;
                previous.Next = this;
            }
        }
    }
}
