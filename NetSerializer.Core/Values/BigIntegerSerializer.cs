using System.Numerics;
using NetSerializer.Wire;

namespace NetSerializer.Values;

/// <summary><see cref="BigInteger"/>: its two's complement in as few bytes as hold it, the lowest first.</summary>
internal sealed class BigIntegerSerializer : ICustomSerializer<BigInteger>
{
    private const int OnStack = 128;

    public int MinimumSize => 2;

    public void Write(ref WireWriter writer, BigInteger value)
    {
        int length = value.GetByteCount();
        if (length <= OnStack)
        {
            Span<byte> few = stackalloc byte[OnStack];
            value.TryWriteBytes(few, out _);
            CountedBytes.Write(ref writer, few[..length]);
            return;
        }
        byte[] many = Buffers.Rent(length);
        try
        {
            value.TryWriteBytes(many, out _);
            CountedBytes.Write(ref writer, many.AsSpan(0, length));
        }
        finally
        {
            Buffers.Return(many);
        }
    }

    public BigInteger Read(ref WireReader reader)
    {
        byte[] bytes = CountedBytes.Read(ref reader);
        if (!IsShortest(bytes))
        {
            reader.Reject("A BigInteger has no bytes, or more than it needs.");
        }
        reader.Charge(32 + bytes.Length);
        return new BigInteger(bytes);
    }

    private static bool IsShortest(byte[] bytes) => bytes switch
    {
        [] => false,
        [.., < 0x80, 0x00] or [.., >= 0x80, 0xFF] => false,
        _ => true,
    };
}
