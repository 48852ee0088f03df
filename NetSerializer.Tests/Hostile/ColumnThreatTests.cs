using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Model;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Sequences that go by columns: columns that are cut, wider than need be, or hold no values of their types.</summary>
[TestFixture]
internal sealed class ColumnThreatTests
{
    private static readonly TypeModel s_model =
        TypeModel.Create(typeof(Pair[]), typeof(List<Pair>), typeof(Pair[,]), typeof(Told[]), typeof(DateOnly[]), typeof(DateTimeOffset[]));

    // The count, the widths and values of A, the bits of B.
    [TestCase(typeof(Pair[]), "11 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 FF FF", null, TestName = "Sixteen structs")]
    [TestCase(typeof(Pair[]), "02 02 01", null, TestName = "A struct alone")]
    [TestCase(typeof(Pair[]), "11 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10", ErrorCode.Truncated, TestName = "A column too few")]
    [TestCase(typeof(Pair[]), "11 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 FF FF 00", ErrorCode.TrailingBytes, TestName = "A byte too many")]
    [TestCase(typeof(Pair[]), "12 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 FF FF 03",
        ErrorCode.NotCanonical, TestName = "A bit behind the last struct")]
    [TestCase(typeof(Pair[]), "11 01 01 00 02 00 03 00 04 00 05 00 06 00 07 00 08 00 09 00 0A 00 0B 00 0C 00 0D 00 0E 00 0F 00 10 00 FF FF",
        ErrorCode.NotCanonical, TestName = "A width above need")]
    [TestCase(typeof(Pair[]), "11 03 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 FF FF", ErrorCode.NotCanonical, TestName = "A width above the type")]
    [TestCase(typeof(Pair[]), "02 02 02", ErrorCode.ValueOutOfRange, TestName = "No bool in a struct alone")]
    [TestCase(typeof(List<Pair>), "11 01 01 00 02 00 03 00 04 00 05 00 06 00 07 00 08 00 09 00 0A 00 0B 00 0C 00 0D 00 0E 00 0F 00 10 00 FF FF",
        ErrorCode.NotCanonical, TestName = "A width of a list")]
    [TestCase(typeof(Pair[,]), "01 02 00 08 00 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 FF FF", null, TestName = "A grid of structs")]
    [TestCase(typeof(Pair[]), "21 00 01 02 03", ErrorCode.LengthExceedsInput, TestName = "A count above the bytes")]
    [TestCase(typeof(Pair[]), "FF FF FF FF 0F 00", ErrorCode.CollectionTooLong, TestName = "The largest count of structs")]
    [TestCase(typeof(DateOnly[]), "02 02 FF FF FF 7F", ErrorCode.ValueOutOfRange, TestName = "A day behind the last year")]
    [TestCase(typeof(DateOnly[]), "02 00 FF", ErrorCode.ValueOutOfRange, TestName = "A day before the first year")]
    [TestCase(typeof(DateOnly[]), "02 00 01", null, TestName = "The second day")]
    [TestCase(typeof(DateTimeOffset[]), "02 00 00 00 00 00 00 00 00 00 3C", ErrorCode.ValueOutOfRange, TestName = "A time before the first in UTC")]
    [TestCase(typeof(DateTimeOffset[]), "02 FF FF FF FF FF FF FF 7F 00 00", ErrorCode.ValueOutOfRange, TestName = "A clock behind the last year")]
    [TestCase(typeof(DateTimeOffset[]), "02 00 00 00 00 00 00 00 10 01 49 03", ErrorCode.ValueOutOfRange, TestName = "An offset above 14 hours")]
    [TestCase(typeof(DateTimeOffset[]), "02 00 00 00 00 00 00 00 10 01 48 03", null, TestName = "An offset of 14 hours")]
    public void A_sequence(Type type, string hex, ErrorCode? expected) => Malformed.AssertVerdict(s_model, type, hex, expected);

    /// <summary>A time that no DateTime has stands in a column of sixteen.</summary>
    [Test]
    public void A_raw_column_is_looked_at()
    {
        byte[] bytes = s_model.Serialize(new Told[16]);
        int id = Bytes.Id(s_model, typeof(Told[])).Length;
        // Behind the count and the bytes of the other member.
        bytes.AsSpan(id + 1 + 3 * 8, 8).Fill(0x3F);
        MalformedDataException failure = Malformed.AssertRejected("a time", () => s_model.Deserialize(bytes));
        Assert.That((failure.Code, failure.Offset), Is.EqualTo((ErrorCode.ValueOutOfRange, (long)(id + 1 + 3 * 8))));
    }

    [Test]
    public void A_width_that_is_wrong_is_reported_where_it_stands([Values(1, 3, 9)] byte width)
    {
        byte[] bytes = s_model.Serialize(new Pair[16]);
        int at = Bytes.Id(s_model, typeof(Pair[])).Length + 1;
        bytes[at] = width;
        // With the bytes that it asks for.
        byte[] longer = [.. bytes[..(at + 1)], .. new byte[15 << 3], .. bytes[(at + 1)..]];
        MalformedDataException failure = Malformed.AssertRejected("a width", () => s_model.Deserialize(longer));
        Assert.That((failure.Code, failure.Offset), Is.EqualTo((ErrorCode.NotCanonical, (long)at)));
    }

    /// <summary>A column is gathered on the stack, so its members are not large.</summary>
    [TestCase(8, "columns")]
    [TestCase(9, "struct")]
    public void A_large_member_makes_no_column(int numbers, string form)
    {
        var types = new DynamicTypes();
        Type raw = types.MakeStruct("Raw", [.. Enumerable.Range(0, numbers).Select(i => ($"N{i}", typeof(double)))]);
        Type part = types.MakeStruct("Part", ("Raw", raw), ("IsOpen", typeof(bool)));
        Assert.That(TypeModel.Create(part).Describe(), Does.Contain($"{form} {part.FullName}"));
    }

    /// <summary>Gaps and members that do not travel are zero, whatever the memory held before.</summary>
    [Test]
    public void No_memory_shows_through()
    {
        Told[] read = (Told[])s_model.Deserialize(s_model.Serialize(new Told[1_000]))!;
        Assert.That(read.Select(told => told.Cached), Is.All.Zero);
    }

#pragma warning disable CS0649 // The fields are read from bytes.
    [Serializable]
    private struct Pair
    {
        public int A;
        public bool B;
    }

    [Serializable]
    private struct Told
    {
        public DateTime At;
        public byte Kind;
        [NonSerialized]
        public int Cached;
    }
#pragma warning restore CS0649
}
