using System.Buffers;

namespace NetSerializer.Trees;

/// <summary>Memory that grows up to a limit: a value that is shared in a tree is written again and again where it has no number.</summary>
internal sealed class BoundedBuffer(long limit) : IBufferWriter<byte>
{
    private const int FirstSize = 4096;

    private byte[] _bytes = new byte[FirstSize];
    private int _length;

    public byte[] ToArray() => _bytes[.._length];

    public void Advance(int count)
    {
        _length += count;
        Require(_length);
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        long needed = _length + (long)Math.Max(sizeHint, 1);
        if (needed > _bytes.Length)
        {
            Require(_length);
            Array.Resize(ref _bytes, (int)Math.Min(Array.MaxLength, Math.Max(needed, 2L * _bytes.Length)));
        }
        return _bytes.AsMemory(_length);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    // A writer asks for more room than it takes, and so may a value that fits.
    private void Require(long length)
    {
        if (length > limit || length > Array.MaxLength - WireWriter.MaxReserve)
        {
            throw new MalformedDataException(ErrorCode.InputTooLong,
                $"The value takes more bytes than {nameof(SerializerLimits.MaxInputBytes)} = {limit}, or than an array holds.",
                MalformedDataException.NoOffset);
        }
    }
}
