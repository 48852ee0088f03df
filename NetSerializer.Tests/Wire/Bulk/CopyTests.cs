using System.Runtime.InteropServices;
using NetSerializer.Wire;
using NetSerializer.Wire.Bulk;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

/// <summary>The copy of a block: exactly those bytes, from memory behind and in front of which nothing can be read.</summary>
[TestFixture]
internal sealed class CopyTests
{
    private const int Around = 80, LongestBlock = 1_024;

    private delegate void Copy(ref byte source, ref byte destination, int count);

    private readonly GuardedMemory _input = new();
    private readonly GuardedMemory _output = new();

    [OneTimeTearDown]
    public void Release()
    {
        _input.Dispose();
        _output.Dispose();
    }

    [Test]
    public void A_block_takes_its_bytes_and_no_others([Values] bool atEnd) => AssertExact(BlockCopy.Copy, 0, LongestBlock, atEnd);

    private void AssertExact(Copy copy, int shortest, int longest, bool atEnd)
    {
        byte[] bytes = Random(longest);
        for (int count = shortest; count <= longest; count++)
        {
            Span<byte> source = _input.Place<byte>(bytes.AsSpan(0, count), atEnd), around = _output.Reserve<byte>(count + (2 * Around), atEnd);
            around.Fill(0xEE);
            copy(ref MemoryMarshal.GetReference(source), ref around[Around], count);
            Assert.That(around.Slice(Around, count).SequenceEqual(source), $"{count} bytes");
            Assert.That(around[..Around].IndexOfAnyExcept((byte)0xEE) + around[^Around..].IndexOfAnyExcept((byte)0xEE), Is.EqualTo(-2), $"around {count}");
            Span<byte> alone = _output.Reserve<byte>(count, atEnd);
            copy(ref MemoryMarshal.GetReference(source), ref MemoryMarshal.GetReference(alone), count);
            Assert.That(alone.SequenceEqual(source), $"{count} bytes alone");
        }
    }

    private static byte[] Random(int count)
    {
        byte[] bytes = new byte[count];
        new Random(count).NextBytes(bytes);
        return bytes;
    }
}
