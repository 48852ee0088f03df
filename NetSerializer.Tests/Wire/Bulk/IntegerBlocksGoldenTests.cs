using NetSerializer.Wire.Bulk;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

/// <summary>Blocks written out by hand from the wire format, and for each of its rules bytes that break only that one.</summary>
[TestFixture]
internal sealed class IntegerBlocksGoldenTests
{
    [TestCase("00 | 01 FE 03", 1, -2, 3)]
    [TestCase("00 | 7F 80", 127, -128)]
    [TestCase("05 | 80 00", 128)]
    [TestCase("05 | 7F FF FF 7F", -129, 32_767)]
    [TestCase("0A | 00 80 00 00", 32_768)]
    [TestCase("0A | FF 7F FF FF 01 00 00 00", -32_769, 1)]
    [TestCase("04 01 | 00 01 02 03 04 05 06 80 | 07 | 80 00", 0, 1, 2, 3, 4, 5, 6, 128)]
    [TestCase("08 01 | 01 00 02 03 04 05 06 07 | 01 | 00 00 00 80", 1, int.MinValue, 2, 3, 4, 5, 6, 7)]
    [TestCase("09 01 | 00 10 01 00 00 10 00 10 00 10 00 10 00 10 00 10 | 01 | 01 00 01 00", 4096, 65_537, 4096, 4096, 4096, 4096, 4096, 4096)]
    [TestCase("05 | 00 00 01 00 02 00 03 00 04 00 05 00 80 00", 0, 1, 2, 3, 4, 5, 128)]
    public void SignedInts(string hex, params int[] elements) => AssertGolden(hex, elements);

    [TestCase("00 | FF 00", (ushort)255, (ushort)0)]
    [TestCase("05 | 00 01", (ushort)256)]
    [TestCase("04 01 | 34 01 02 03 04 05 06 FF | 00 | 34 12", (ushort)0x1234, (ushort)1, (ushort)2, (ushort)3, (ushort)4, (ushort)5, (ushort)6, (ushort)255)]
    public void UnsignedShorts(string hex, params ushort[] elements) => AssertGolden(hex, elements);

    [TestCase("0F | 00 00 00 80 00 00 00 00", 0x8000_0000L)]
    [TestCase("0A | 00 00 00 80", -0x8000_0000L)]
    [TestCase("0E 01 | 00 00 01 00 01 00 00 00 02 00 01 00 03 00 01 00 04 00 01 00 05 00 01 00 06 00 01 00 07 00 01 00 | 01 | 01 00 00 00 01 00 00 00",
        0x10000L, 0x1_0000_0001L, 0x10002L, 0x10003L, 0x10004L, 0x10005L, 0x10006L, 0x10007L)]
    public void SignedLongs(string hex, params long[] elements) => AssertGolden(hex, elements);

    [TestCase("0A | 00 00 00 80", 0x8000_0000UL)]
    [TestCase("0F | FF FF FF FF FF FF FF FF", ulong.MaxValue)]
    public void UnsignedLongs(string hex, params ulong[] elements) => AssertGolden(hex, elements);

    [TestCase("01 | 00 00", 1, TestName = "Base above width")]
    [TestCase("0F | 00 00 00 00 00 00 00 01", 1, TestName = "Wider than the element")]
    [TestCase("10 | 00", 1, TestName = "Fifth bit of the mode")]
    [TestCase("80 | 00", 1, TestName = "Highest bit of the mode")]
    [TestCase("19 | 01 | 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 | 01 00", 8, TestName = "A mask of wide ints")]
    [TestCase("05 | 7F 00", 1, TestName = "A width that no element needs")]
    [TestCase("05 | 80 00 01 00 02 00 03 00 04 00 05 00 06 00 07 00", 8, TestName = "Plain where few enough are wide to be patched")]
    [TestCase("04 00 | 00 01 02 03 04 05 06 07", 8, TestName = "No exceptions")]
    [TestCase("04 02 | 80 81 02 03 04 05 06 07 | 00 01 | 80 00 81 00", 8, TestName = "More exceptions than one in eight")]
    [TestCase("04 01 | 80 01 02 03 04 05 06 | 00 | 80 00", 7, TestName = "Exceptions among fewer than eight")]
    [TestCase("04 01 | 00 01 02 03 04 05 06 80 | 08 | 80 00", 8, TestName = "A position behind the block")]
    [TestCase("04 01 | 00 01 02 03 04 05 06 7F | 07 | 7F 00", 8, TestName = "An exception that fits")]
    [TestCase("04 02 | 80 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 | 00 01 | 80 00 01 00", 16, TestName = "One of two exceptions fits")]
    [TestCase("04 01 | 00 01 02 03 04 05 06 81 | 07 | 80 00", 8, TestName = "Other low bytes than the exception's")]
    [TestCase("08 01 | 00 01 02 03 04 05 06 80 | 07 | 80 00 00 00", 8, TestName = "Exceptions wider than needed")]
    [TestCase("09 01 | 00 00 01 00 02 00 03 00 04 00 05 00 06 00 80 00 | 07 | 80 00 01 00", 8, TestName = "A base wider than needed")]
    [TestCase("04 02 | 80 81 00 00 00 00 00 00 00 00 00 00 00 00 00 00 | 01 00 | 81 00 80 00", 16, TestName = "Positions that descend")]
    [TestCase("04 02 | 80 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 | 00 00 | 80 00 80 00", 16, TestName = "A position twice")]
    public void AnythingElseIsMalformed(string hex, int count)
    {
        byte[] bytes = Parse(hex);
        int[] decoded = new int[count];
        int result = IntegerBlocks.DecodeBlock(ref bytes[0], bytes.Length, ref decoded[0], count);
        Assert.That(result, Is.EqualTo(IntegerBlocks.Malformed));
    }

    [TestCase("05 | 80 00 81 00 02 00 03 00 04 00 05 00 06 00 07 00", 8)]
    [TestCase("04 02 | 80 81 00 00 00 00 00 00 00 00 00 00 00 00 00 00 | 00 01 | 80 00 81 00", 16)]
    public void TheNeighboursOfMalformedBlocksAreFine(string hex, int count)
    {
        byte[] bytes = Parse(hex);
        int[] decoded = new int[count];
        int result = IntegerBlocks.DecodeBlock(ref bytes[0], bytes.Length, ref decoded[0], count);
        Assert.That(result, Is.EqualTo(bytes.Length));
    }

    private static void AssertGolden<T>(string hex, T[] elements) where T : unmanaged
    {
        byte[] expected = Parse(hex);
        byte[] encoded = new byte[IntegerBlocks.MaxBlockBytes<T>(elements.Length)];
        int length = IntegerBlocks.EncodeBlock(ref elements[0], elements.Length, ref encoded[0]);
        Assert.That(Convert.ToHexString(encoded, 0, length), Is.EqualTo(Convert.ToHexString(expected)));

        T[] decoded = new T[elements.Length];
        int consumed = IntegerBlocks.DecodeBlock(ref expected[0], expected.Length, ref decoded[0], decoded.Length);
        Assert.That(consumed, Is.EqualTo(expected.Length));
        Assert.That(decoded, Is.EqualTo(elements));
    }

    private static byte[] Parse(string hex) => Convert.FromHexString(hex.Replace("|", "", StringComparison.Ordinal).Replace(" ", "", StringComparison.Ordinal));
}
