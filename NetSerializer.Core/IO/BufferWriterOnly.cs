using System.Buffers;

namespace NetSerializer.IO;

/// <summary>
/// A buffer writer that is a stream as well, RecyclableMemoryStream for one, and is to be written to as the former: a <see cref="WireWriter"/> takes
/// an object that is both for a stream. It counts the bytes that go through.
/// </summary>
internal sealed class BufferWriterOnly(IBufferWriter<byte> destination) : IBufferWriter<byte>
{
    /// <summary>How many bytes the destination was advanced over.</summary>
    public long Length { get; private set; }

    /// <summary>The destination as something that is no stream.</summary>
    /// <param name="destination">The destination.</param>
    /// <param name="isCounted">Whether it is to be a <see cref="BufferWriterOnly"/> in any case.</param>
    public static IBufferWriter<byte> Of(IBufferWriter<byte> destination, bool isCounted) =>
        isCounted || destination is Stream ? new BufferWriterOnly(destination) : destination;

    public void Advance(int count)
    {
        destination.Advance(count);
        Length += count;
    }

    public Memory<byte> GetMemory(int sizeHint = 0) => destination.GetMemory(sizeHint);

    public Span<byte> GetSpan(int sizeHint = 0) => destination.GetSpan(sizeHint);
}
