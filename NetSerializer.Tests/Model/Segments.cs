using System.Buffers;

namespace NetSerializer.Tests.Model;

/// <summary>Sequences of short segments.</summary>
internal static class Segments
{
    public static ReadOnlySequence<byte> Cut(byte[] bytes, int length)
    {
        Segment first = new(bytes.AsMemory(0, Math.Min(length, bytes.Length)), 0), last = first;
        for (int i = length; i < bytes.Length; i += length)
        {
            last = last.Append(bytes.AsMemory(i, Math.Min(length, bytes.Length - i)));
        }
        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    /// <summary>One segment, and behind it the same array again and again.</summary>
    public static ReadOnlySequence<byte> Repeat(byte[] first, byte[] next, int count)
    {
        Segment start = new(first, 0), end = start;
        for (int i = 0; i < count; i++)
        {
            end = end.Append(next);
        }
        return new ReadOnlySequence<byte>(start, 0, end, end.Memory.Length);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, long index) => (Memory, RunningIndex) = (memory, index);

        public Segment Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Segment(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
