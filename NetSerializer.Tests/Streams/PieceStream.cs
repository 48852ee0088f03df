using System.Runtime.InteropServices;

namespace NetSerializer.Tests.Streams;

/// <summary>
/// Gives its bytes in pieces of random lengths, and looks at what it is asked for: how much of an array lies behind the place for them, where there is
/// an array.
/// </summary>
/// <param name="bytes">What it gives.</param>
/// <param name="random">Draws the lengths.</param>
/// <param name="most">The longest piece.</param>
/// <param name="end">What it says at its end.</param>
internal sealed class PieceStream(byte[] bytes, Random random, int most, int end = 0) : SequentialStream(bytes)
{
    /// <summary>The least number of bytes that have been behind the place in its array.</summary>
    public int LeastBehind { get; private set; } = int.MaxValue;

    /// <summary>How much it has given.</summary>
    public long Given => Content.Position;

    /// <summary>Called at each call.</summary>
    public Action? Asked { get; init; }

    public override int Read(byte[] buffer, int offset, int count)
    {
        LeastBehind = Math.Min(LeastBehind, buffer.Length - offset - count);
        return Read(buffer.AsSpan(offset, count));
    }

    public override int Read(Span<byte> buffer)
    {
        Asked?.Invoke();
        int read = Content.Read(buffer[..Math.Min(buffer.Length, random.Next(1, most + 1))]);
        return read == 0 && buffer.Length > 0 ? end : read;
    }

    // What every stream has would take a byte for a count below zero.
    public override int ReadByte()
    {
        Asked?.Invoke();
        return Content.ReadByte();
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        new(MemoryMarshal.TryGetArray<byte>(buffer, out ArraySegment<byte> segment) ? Read(segment.Array!, segment.Offset, segment.Count) : Read(buffer.Span));

    public override void Flush()
    {
    }
}
