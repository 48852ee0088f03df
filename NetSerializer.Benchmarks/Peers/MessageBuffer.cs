using System.Buffers;
using System.Buffers.Binary;

namespace NetSerializer.Benchmarks.Peers;

/// <summary>A message behind its length, in one array that is kept from call to call.</summary>
internal sealed class MessageBuffer : IBufferWriter<byte>
{
    public const int LengthBytes = 4;

    private byte[] _bytes = new byte[4096];
    private int _end = LengthBytes;

    public void Clear() => _end = LengthBytes;

    /// <summary>Sends the message with its length in front.</summary>
    public void Send(Stream stream)
    {
        BinaryPrimitives.WriteInt32LittleEndian(_bytes, _end - LengthBytes);
        stream.Write(_bytes, 0, _end);
    }

    public void Advance(int count) => _end += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Ensure(sizeHint);
        return _bytes.AsMemory(_end);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Ensure(sizeHint);
        return _bytes.AsSpan(_end);
    }

    private void Ensure(int sizeHint)
    {
        if (_bytes.Length - _end < Math.Max(1, sizeHint))
        {
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, _end + sizeHint));
        }
    }
}
