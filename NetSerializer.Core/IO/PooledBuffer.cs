using System.Buffers;
using NetSerializer.Errors;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// Collects a value in an array of the shared pool, behind room for a chunk header. For copies, and for asynchronous calls, which must not hold a value
/// half-written while they wait.
/// </summary>
internal sealed class PooledBuffer : IBufferWriter<byte>, IDisposable
{
    private const int FirstLength = 4096;

    private byte[] _bytes = Buffers.Rent(FirstLength);
    private int _length = Chunk.MaxHeader;

    public void Advance(int count) => _length += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(Math.Max(sizeHint, 1));
        return _bytes.AsMemory(_length);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    /// <summary>All that was written.</summary>
    public ReadOnlyMemory<byte> Written => _bytes.AsMemory(Chunk.MaxHeader, _length - Chunk.MaxHeader);

    /// <summary>All that was written, as one chunk.</summary>
    public ReadOnlyMemory<byte> Frame()
    {
        int start = Chunk.PutHeader(_bytes, _length - Chunk.MaxHeader, isLast: true);
        return _bytes.AsMemory(start, _length - start);
    }

    /// <summary>Gives the array back. Called once.</summary>
    public void Dispose()
    {
        byte[] bytes = _bytes;
        _bytes = [];
        Buffers.Return(bytes);
    }

    private void Reserve(int count)
    {
        if (_bytes.Length - _length >= count)
        {
            return;
        }
        long wanted = Math.Max(Math.Min(2L * _bytes.Length, Array.MaxLength), (long)_length + count);
        // A chunk header holds 31 bits of length.
        if (wanted > Array.MaxLength)
        {
            Throw.ValueTooLargeForArray();
        }
        byte[] larger = Buffers.Rent((int)wanted);
        _bytes.AsSpan(0, _length).CopyTo(larger);
        Buffers.Return(_bytes);
        _bytes = larger;
    }
}
