using System.Runtime.InteropServices;
using System.Text;
using NetSerializer.Wire.Bulk;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

[TestFixture]
internal sealed class Latin1Tests
{
    private static readonly int[] Lengths = Enumerable.Range(0, 300).Append(1_000).Append(4_099).ToArray();

    private readonly GuardedMemory _input = new();
    private readonly GuardedMemory _output = new();

    [OneTimeTearDown]
    public void Release()
    {
        _input.Dispose();
        _output.Dispose();
    }

    [Test]
    public void NarrowTextIsItsLatin1EncodingAndReadsBack([Values] bool atEnd)
    {
        Random random = new(1);
        foreach (int length in Lengths)
        {
            char[] text = RandomText(random, length);
            byte[] expected = Encoding.Latin1.GetBytes(text);
            Span<char> source = _input.Place<char>(text, atEnd);
            Span<byte> narrow = _output.Reserve<byte>(length, atEnd);
            Assert.That(Latin1.IsNarrow(ref First(source), length), Is.True);
            Assert.That(Latin1.TryNarrow(ref First(source), length, ref First(narrow)), Is.True);
            Assert.That(narrow.SequenceEqual(expected), Is.True, $"{length} characters");
            narrow.Clear();
            Assert.That(Latin1.TryNarrowScalar(ref First(MemoryMarshal.Cast<char, ushort>(source)), length, ref First(narrow)), Is.True);
            Assert.That(narrow.SequenceEqual(expected), Is.True, $"{length} characters, scalar");

            Span<byte> bytes = _input.Place<byte>(expected, atEnd);
            Span<char> wide = _output.Reserve<char>(length, atEnd);
            Latin1.Widen(ref First(bytes), length, ref First(wide));
            Assert.That(wide.SequenceEqual(text), Is.True, $"{length} characters");
        }
    }

    [Test]
    public void OneWideCharacterAnywhereIsNoticedAndNothingIsWrittenBehindTheCount()
    {
        Random random = new(2);
        foreach (int length in Lengths.Where(length => length is > 0 and < 200))
        {
            for (int position = 0; position < length; position++)
            {
                char[] text = RandomText(random, length);
                text[position] = (char)random.Next(0x100, 0x10000);
                Span<char> source = _input.Place<char>(text);
                Span<byte> narrow = _output.Reserve<byte>(length);
                Assert.That(Latin1.IsNarrow(ref First(source), length), Is.False);
                Assert.That(Latin1.TryNarrow(ref First(source), length, ref First(narrow)), Is.False, $"{position} of {length}");
                Assert.That(
                    Latin1.TryNarrowScalar(ref MemoryMarshal.GetReference(MemoryMarshal.Cast<char, ushort>(source)), length, ref First(narrow)),
                    Is.False);
            }
        }
    }

    [Test]
    public void TheFirstWideCharacterIsFoundByItsHighByteAlone()
    {
        foreach (char wide in new[] { '\u0100', '\u0200', '\u8000', '\uFF00', '\uFFFF', '\uD800' })
        {
            char[] text = Enumerable.Repeat(wide, 50).ToArray();
            byte[] narrow = new byte[50];
            for (int length = 1; length <= 50; length++)
            {
                Assert.That(Latin1.TryNarrow(ref text[0], length, ref narrow[0]), Is.False, $"{(int)wide:X4} x {length}");
            }
        }
    }

    private static char[] RandomText(Random random, int length) =>
        Enumerable.Range(0, length).Select(_ => (char)random.Next(256)).ToArray();

    private static ref T First<T>(Span<T> span) => ref MemoryMarshal.GetReference(span);
}
