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
