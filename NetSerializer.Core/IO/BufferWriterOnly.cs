using System.Buffers;

namespace NetSerializer.IO;

/// <summary>
/// A buffer writer that is a stream as well, RecyclableMemoryStream for one, and is to be written to as the former: a <see cref="WireWriter"/> takes
/// an object that is both for a stream.
/// </summary>
internal sealed class BufferWriterOnly(IBufferWriter<byte> destination) : IBufferWriter<byte>
{
    /// <summary>The destination as something that is no stream.</summary>
    public static IBufferWriter<byte> Of(IBufferWriter<byte> destination) => destination is Stream ? new BufferWriterOnly(destination) : destination;

    public void Advance(int count) => destination.Advance(count);

    public Memory<byte> GetMemory(int sizeHint = 0) => destination.GetMemory(sizeHint);

    public Span<byte> GetSpan(int sizeHint = 0) => destination.GetSpan(sizeHint);
}
