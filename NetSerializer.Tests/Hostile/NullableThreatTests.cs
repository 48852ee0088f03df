using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Nullable elements in bulk: bits that say which elements are there, and then values that must be so many.</summary>
[TestFixture]
internal sealed class NullableThreatTests
{
    private static readonly TypeModel s_model =
        TypeModel.Create(typeof(int?[]), typeof(long?[]), typeof(bool?[]), typeof(decimal?[]), typeof(DateTime?[]), typeof(List<int?>), typeof(int?[,]));

    // The count, the bits of two elements, a width, the values.
    [TestCase(typeof(int?[]), "03 03 00 01 02", null, TestName = "Two numbers")]
    [TestCase(typeof(int?[]), "03 00", null, TestName = "No number")]
    [TestCase(typeof(int?[]), "03 07 00 01 02", ErrorCode.NotCanonical, TestName = "A bit behind the last")]
    [TestCase(typeof(int?[]), "03 80", ErrorCode.NotCanonical, TestName = "The last bit of the byte")]
    [TestCase(typeof(List<int?>), "03 07 00 01 02", ErrorCode.NotCanonical, TestName = "A bit behind the last of a list")]
    [TestCase(typeof(int?[]), "03 03 00 01", ErrorCode.LengthExceedsInput, TestName = "A number too few")]
    [TestCase(typeof(int?[]), "03 03", ErrorCode.Truncated, TestName = "Bits alone")]
    [TestCase(typeof(int?[]), "03 01 00 01 02", ErrorCode.TrailingBytes, TestName = "A number too many")]
    [TestCase(typeof(int?[]), "03 03 01 01 00 02 00", ErrorCode.NotCanonical, TestName = "A width that the numbers do not need")]
    [TestCase(typeof(int?[]), "03 03 03 01 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00", ErrorCode.NotCanonical, TestName = "A width above the type")]
    [TestCase(typeof(int?[]), "03 03 04 01 02", ErrorCode.NotCanonical, TestName = "No width")]
    [TestCase(typeof(int?[]), "81 08 FF", ErrorCode.LengthExceedsInput, TestName = "A count above the bits")]
    [TestCase(typeof(int?[]), "FF FF FF FF 0F 00", ErrorCode.CollectionTooLong, TestName = "The largest count")]
    [TestCase(typeof(bool?[]), "03 03 04", ErrorCode.NotCanonical, TestName = "A bit behind the last value")]
    [TestCase(typeof(decimal?[]), "03 01 00 00 1D 00 00 00 00 00 00 00 00 00 00 00 00 00", ErrorCode.ValueOutOfRange, TestName = "A scale of 29")]
    [TestCase(typeof(DateTime?[]), "03 01 FF FF FF FF FF FF FF 3F", ErrorCode.ValueOutOfRange, TestName = "A time behind the last year")]
    [TestCase(typeof(int?[,]), "01 02 00 01 00 04 00", ErrorCode.NotCanonical, TestName = "A bit behind the last of a grid")]
    public void A_sequence(Type type, string hex, ErrorCode? expected) => Malformed.AssertVerdict(s_model, type, hex, expected);

    /// <summary>The bits say how many values there are, so they are at fault where bytes are missing.</summary>
    [Test]
    public void Missing_values_are_reported_at_the_bits()
    {
        byte[] id = Bytes.Id(s_model, typeof(int?[]));
        Assert.That(Malformed.AssertRejected("a number", () => s_model.Deserialize([.. id, 3, 3, 0, 1])).Offset, Is.EqualTo(id.Length + 1));
    }

    /// <summary>A bit stands for an element of up to twenty bytes, so few bytes make much memory. All of it is of the budget.</summary>
    [Test]
    public void Elements_that_are_not_there_are_charged()
    {
        const int count = 1_000_000;
        TypeModel model = TypeModel.Create(
            [typeof(decimal?[])], new SerializerOptions { Limits = new SerializerLimits { MaxAllocatedBytes = 16 * count } });
        byte[] bytes = [.. Bytes.Id(model, typeof(decimal?[])), .. Bytes.VarInt(count + 1), .. new byte[count / 8]];
        Assert.That(Malformed.AssertRejected("the budget", () => model.Deserialize(bytes)).Code, Is.EqualTo(ErrorCode.AllocationTooLarge));
    }
}
