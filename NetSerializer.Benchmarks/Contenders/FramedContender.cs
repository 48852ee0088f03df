using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace NetSerializer.Benchmarks.Contenders;

/// <summary>
/// Serializers whose readers run past the end of a message: a length of four bytes stands in front of each. Buffers are kept from call to call.
/// </summary>
internal abstract class FramedContender(string name, object?[] items) : ObjectContender(name, items)
{
    private readonly MemoryStream _sending = new();
    private byte[] _receiving = new byte[4096];

    public sealed override void Serialize(Stream stream)
    {
        Span<byte> length = stackalloc byte[4];
        foreach (object? item in Items)
        {
            _sending.SetLength(0);
            Write(_sending, item);
            BinaryPrimitives.WriteInt32LittleEndian(length, (int)_sending.Length);
            stream.Write(length);
            stream.Write(_sending.GetBuffer(), 0, (int)_sending.Length);
        }
    }

    public sealed override void Deserialize(Stream stream)
    {
        int length = 0;
        Span<byte> lengthBytes = MemoryMarshal.AsBytes(new Span<int>(ref length));
        for (int i = 0; i < Received.Length; i++)
        {
            stream.ReadExactly(lengthBytes);
            if (_receiving.Length < length)
            {
                _receiving = new byte[2 * length];
            }
            stream.ReadExactly(_receiving, 0, length);
            Received[i] = Read(_receiving, length);
        }
    }

    protected abstract void Write(MemoryStream destination, object? item);

    protected abstract object? Read(byte[] source, int length);
}
