using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

/// <summary>Of a block that does not lie whole in the input, what its first bytes tell is told.</summary>
public class CutBlockTests
{
    private static readonly string s_block = "00" + string.Concat(Enumerable.Repeat("01", 128));

    private static readonly TypeModel s_model = TypeModel.Create(typeof(int[]));

    [TestCase(40, "0A", ErrorCode.Truncated)]
    [TestCase(40, "09" + "05", ErrorCode.Truncated)]
    [TestCase(40, "08" + "00", ErrorCode.NotCanonical, TestName = "No exceptions")]
    [TestCase(40, "08" + "06", ErrorCode.NotCanonical, TestName = "More exceptions than one in eight")]
    [TestCase(40, "0E", ErrorCode.NotCanonical, TestName = "Longs among ints")]
    [TestCase(40, "10", ErrorCode.NotCanonical)]
    [TestCase(40, "1A", ErrorCode.NotCanonical)]
    [TestCase(40, "80", ErrorCode.NotCanonical)]
    [TestCase(40, "19" + "FFFFFF0000", ErrorCode.NotCanonical, TestName = "A mask")]
    [TestCase(129, "*" + "19", ErrorCode.NotCanonical, TestName = "A mask for one element")]
    [TestCase(129, "*" + "0A", ErrorCode.Truncated)]
    public void The_first_fault_is_reported(int count, string hex, ErrorCode code)
    {
        byte[] blocks = Convert.FromHexString(hex.Replace("*", s_block, StringComparison.Ordinal));
        // A byte for each element is asked for before any is read: as many are there, and no more.
        Array.Resize(ref blocks, count + (count + 127) / 128);
        int header = 1 + (count << 2);
        byte[] bytes = [0x87, 0x7E, (byte)(header & 127 | 128), (byte)(header >> 7), .. blocks];
        Assert.That(() => s_model.Deserialize<int[]>(bytes), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(code));
    }
}
