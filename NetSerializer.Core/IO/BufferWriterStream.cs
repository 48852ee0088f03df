using System.Buffers;
using NetSerializer.Errors;

namespace NetSerializer.IO;

/// <summary>A buffer writer as the stream that chunks are written to, so that a frame has the bytes of the stream form.</summary>
internal sealed class BufferWriterStream : Stream
{
    [ThreadStatic]
    private static BufferWriterStream? s_spare; // at most one for each thread, and it refers to nothing while it waits

    private IBufferWriter<byte>? _destination;

    private BufferWriterStream()
    {
    }

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public static BufferWriterStream Rent(IBufferWriter<byte> destination)
    {
        BufferWriterStream stream = s_spare ?? new BufferWriterStream();
        s_spare = null;
        stream._destination = destination;
        return stream;
    }

    /// <summary>Called exactly once, in a finally block.</summary>
    public void Return()
    {
        _destination = null;
        s_spare = this;
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Span<byte> room = _destination!.GetSpan(buffer.Length);
        if (room.Length < buffer.Length)
        {
            Throw.BufferWriterTooSmall(buffer.Length);
        }
        buffer.CopyTo(room);
        _destination.Advance(buffer.Length);
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
