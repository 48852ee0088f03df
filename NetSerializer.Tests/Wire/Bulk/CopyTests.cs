using System.Runtime.InteropServices;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

/// <summary>The copy of a few bytes: exactly those bytes, from memory behind and in front of which nothing can be read.</summary>
[TestFixture]
internal sealed class CopyTests
{
    private const int Around = 80;

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
    public void A_short_copy_takes_its_bytes_and_no_others([Values] bool atEnd) =>
        AssertExact((ref byte source, ref byte destination, int count) => ShortCopy.Copy(ref destination, ref source, count), 1, ShortCopy.Longest, atEnd);

    /// <summary>All loads come before the stores.</summary>
    [Test]
    public void A_short_copy_may_overlap()
    {
        byte[] bytes = Random(ShortCopy.Longest + (2 * Around));
        for (int count = 1; count <= ShortCopy.Longest; count++)
        {
            for (int to = 0; to <= 2 * Around; to += 3)
            {
                byte[] expected = [.. bytes], actual = [.. bytes];
                bytes.AsSpan(Around, count).CopyTo(expected.AsSpan(to));
                ShortCopy.Copy(ref actual[to], ref actual[Around], count);
                Assert.That(actual.AsSpan().SequenceEqual(expected), $"{count} bytes by {to - Around}");
            }
        }
    }

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
