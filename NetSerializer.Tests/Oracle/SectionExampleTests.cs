using System.Globalization;
using NetSerializer.Tests.Models;
using NetSerializer.Tests.Oracle.Schema;
using NUnit.Framework;

namespace NetSerializer.Tests.Oracle;

/// <summary>Bytes worked out by hand from docs/wire-format.md, section by section: what the oracle itself is held against.</summary>
public sealed class SectionExampleTests
{
    private static readonly (ushort Id, Type Type)[] Ids =
    [
        (32, typeof(Circle)), (33, typeof(Ring)), (34, typeof(Dot)), (35, typeof(int[,])), (36, typeof(Marks)),
        (37, typeof(HashSet<string>)), (38, typeof(Padded)), (39, typeof(Vector2)), (40, typeof(Vector2[])), (41, typeof(int).MakeArrayType(1)),
        (42, typeof(Tuple<int, string>)), (300, typeof(OnlyOnce)), (301, typeof(int?[])),
    ];

    private static readonly OracleModel Model = new(SchemaComposer.Compose(Ids), Ids);

    private static IEnumerable<TestCaseData> Examples()
    {
        yield return Example("zigzag", typeof(int), -1, "01");
        yield return Example("two bytes", typeof(int), 64, "8001");
        yield return Example("least int64", typeof(long), long.MinValue, "FFFFFFFFFFFFFFFFFF01");
        yield return Example("uint16", typeof(ushort), ushort.MaxValue, "FFFF03");
        yield return Example("float", typeof(float), -0.0f, "00000080");
        yield return Example("decimal", typeof(decimal), -1.20m, "827800");
        yield return Example("decimal zero", typeof(decimal), new decimal(0, 0, 0, true, 5), "850000");
        yield return Example("datetime", typeof(DateTime), new DateTime(1, DateTimeKind.Utc), "0100000000000040");
        yield return Example("datetimeoffset", typeof(DateTimeOffset), new DateTimeOffset(36000000000, TimeSpan.FromHours(1)), "0068C4610800000078");
        yield return Example("dateonly", typeof(DateOnly), DateOnly.FromDayNumber(128), "8001");
        yield return Example("guid", typeof(Guid), Guid.Parse("00112233-4455-6677-8899-AABBCCDDEEFF", CultureInfo.InvariantCulture),
            "33221100554477668899AABBCCDDEEFF");
        yield return Example("enum", typeof(Marks), (Marks)(-3), "05");
        yield return Example("nullable null", typeof(int?), null, "00");
        yield return Example("nullable", typeof(int?), 1, "0102");
        yield return Example("null root", typeof(string), null, "00");
        yield return Example("empty string", typeof(string), "", "1900");
        yield return Example("narrow string", typeof(string), "a\u00FF", "190461FF");
        yield return Example("wide string", typeof(string), "\u0100", "19030001");
        yield return Example("lone surrogates", typeof(string), "\uDC00\uD800", "190500DC00D8");
        yield return Example("wide string in a block", typeof(string), new string('\u0001', 31) + "\u0100",
            "1941" + "0401" + Repeat("01", 31) + "00" + "1F" + "0001");
        yield return Example("ints of one byte", typeof(int[]), new[] { 1, -1, 127 }, "877E0D01FF7F");
        yield return Example("ints of two bytes", typeof(int[]), new[] { 128 }, "877E068000");
        yield return Example("uints of one byte", typeof(uint[]), new uint[] { 255 }, "887E05FF");
        yield return Example("no ints", typeof(int[]), Array.Empty<int>(), "877E01");
        yield return Example("ints in a block", typeof(int[]), Enumerable.Repeat(1, 32).ToArray(), "877E8101" + "00" + Repeat("01", 32));
        yield return Example("four exceptions of 32", typeof(int[]), With(32, 4),
            "877E8101" + "0804" + Repeat("01", 28) + Repeat("40", 4) + "1C1D1E1F" + Repeat("40420F00", 4));
        yield return Example("five wide of 32", typeof(int[]), With(32, 5), "877E8101" + "0A" + Repeat("01000000", 27) + Repeat("40420F00", 5));
        yield return Example("bytes", typeof(byte[]), new byte[] { 1, 2 }, "827E030102");
        yield return Example("chars of two blocks", typeof(char[]), Enumerable.Repeat('a', 129).ToArray(), "847E8504" + "00" + Repeat("61", 128) + "00" + "61");
        yield return Example("bools", typeof(bool[]), new[] { true, false, false, false, false, false, false, false, true }, "817E0A0101");
        yield return Example("decimals", typeof(decimal[]), new[] { -1.20m }, "927E02" + "00000280" + "00000000" + "7800000000000000");
        yield return Example("nullables", typeof(int?[]), new int?[] { null, 1 }, "AD0203020001");
        yield return Example("grid", typeof(int[,]), new[,] { { 1, 2 } }, "23" + "01" + "0100" + "0200" + "00" + "0102");
        yield return Example("empty grid", typeof(int[,]), new int[0, 3], "23" + "01" + "0000" + "0300");
        yield return Example("lower bound", typeof(object), Bounded(), "29" + "01" + "0109" + "00" + "07");
        yield return Example("set", typeof(HashSet<string>), new HashSet<string?>(StringComparer.OrdinalIgnoreCase) { "a", null },
            "25" + "03" + "02" + "0261" + "01");
        yield return Example("dictionary", typeof(Dictionary<string, object>), new Dictionary<string, object> { ["a"] = 1 },
            "C07E" + "02" + "00" + "0261" + "0702");
        yield return Example("only type under a root", typeof(IOnlyOnce), new OnlyOnce { Number = 1 }, "AC0202");
        yield return Example("bare object", typeof(object), new object(), "1A");
        yield return Example("boxed struct", typeof(object), new Dot { X = 1, Y = 2 }, "220204");
        yield return Example("boxed int", typeof(object), -1, "0701");
        yield return Example("struct root", typeof(Dot), new Dot { X = 1, Y = 2 }, "0204");
        yield return Example("raw struct", typeof(Vector2), new Vector2 { Y = 1, X = 2 }, "0000803F" + "00000040");
        yield return Example("padded struct", typeof(Padded), new Padded { Small = 7, Big = 1 }, "0000803F" + "07");
        yield return Example("base members", typeof(NamedShape), new Ring
        { Name = "a", Radius = 1, Hole = 2 }, "21" + "000000000000F03F" + "0000000000000040" + "0261");
        yield return Example("tuple", typeof(Tuple<int, string>), Tuple.Create(1, "a"), "2A" + "02" + "0261");
    }

    [TestCaseSource(nameof(Examples))]
    public void Writer_makes_the_bytes_of_the_text(Type root, object? value, string hex) =>
        Assert.That(Convert.ToHexString(IsDirect(root) ? new SlowWriter(Model).WriteDirect(root, value) : new SlowWriter(Model).Write(root, value)),
            Is.EqualTo(hex));

    [TestCase(typeof(int), "8000", nameof(RejectionCode.VarintNotShortest), 0)]
    [TestCase(typeof(ushort), "808004", nameof(RejectionCode.VarintOutOfRange), 0)]
    [TestCase(typeof(bool), "02", nameof(RejectionCode.BooleanInvalid), 0)]
    [TestCase(typeof(int?), "02", nameof(RejectionCode.PresenceInvalid), 0)]
    [TestCase(typeof(decimal), "1D0000", nameof(RejectionCode.DecimalInvalid), 0)]
    [TestCase(typeof(TimeOnly), "00C0692AC9000000", nameof(RejectionCode.DateOrTimeOutOfRange), 0)]
    [TestCase(typeof(object), "190361", nameof(RejectionCode.LengthExceedsInput), 1)]
    [TestCase(typeof(object), "1980", nameof(RejectionCode.Truncated), 2)]
    [TestCase(typeof(object), "19036100", nameof(RejectionCode.StringFormNotCanonical), 1)]
    [TestCase(typeof(object), "1901", nameof(RejectionCode.NullNotAllowed), 1)]
    [TestCase(typeof(int[]), "877E00", nameof(RejectionCode.NullNotAllowed), 2)]
    [TestCase(typeof(int[]), "877E060100", nameof(RejectionCode.WidthInvalid), 2)]
    [TestCase(typeof(bool[]), "817E0202", nameof(RejectionCode.UnusedBitsSet), 3)]
    [TestCase(typeof(decimal[]), "927E0201000000000000000000000000000000", nameof(RejectionCode.DecimalInvalid), 3)]
    [TestCase(typeof(object), "1F", nameof(RejectionCode.TypeIdUnknown), 0)]
    [TestCase(typeof(NamedShape), "22", nameof(RejectionCode.TypeIdNotAdmitted), 0)]
    [TestCase(typeof(object), "2503000261026100", nameof(RejectionCode.KeyDuplicate), 5)]
    [TestCase(typeof(object), "25020501", nameof(RejectionCode.ComparerUnknown), 2)]
    [TestCase(typeof(object), "C07E020001", nameof(RejectionCode.KeyNull), 4)]
    [TestCase(typeof(object), "2901010000", nameof(RejectionCode.ArrayBoundsInvalid), 3)]
    public void Reader_rejects_what_the_text_does_not_allow(Type root, string hex, string code, long offset) =>
        Assert.That(
            () => IsDirect(root)
                ? new SlowReader(Model).ReadDirect(root, Convert.FromHexString(hex), out _)
                : new SlowReader(Model).Read(root, Convert.FromHexString(hex), out _),
            Throws.InstanceOf<OracleRejection>().With.Property("Code").EqualTo(code).And.Property("Offset").EqualTo(offset));

    private static IEnumerable<TestCaseData> WrongBlocks()
    {
        yield return new TestCaseData("01" + Repeat("0100", 32)).SetArgDisplayNames("b above x");
        yield return new TestCaseData("10" + Repeat("01", 32)).SetArgDisplayNames("high bits of the mode");
        yield return new TestCaseData("05" + Repeat("0100", 32)).SetArgDisplayNames("x not the smallest");
        yield return new TestCaseData("0A" + Repeat("01000000", 28) + Repeat("40420F00", 4)).SetArgDisplayNames("b not the smallest");
        yield return new TestCaseData("0801" + Repeat("01", 31) + "41" + "1F" + "40420F00").SetArgDisplayNames("low bytes of an exception differ");
        yield return new TestCaseData("0802" + Repeat("01", 30) + "4040" + "1F1E" + Repeat("40420F00", 2)).SetArgDisplayNames("positions descend");
        yield return new TestCaseData("0805" + Repeat("01", 27) + Repeat("40", 5) + "1B1C1D1E1F" + Repeat("40420F00", 5))
            .SetArgDisplayNames("more exceptions than an eighth");
        yield return new TestCaseData("0802" + Repeat("01", 31) + "40" + "001F" + "01000000" + "40420F00").SetArgDisplayNames("an exception that fits");
    }

    [TestCaseSource(nameof(WrongBlocks))]
    public void Reader_rejects_blocks_that_no_writer_makes(string block) =>
        Assert.That(
            () => new SlowReader(Model).Read(typeof(int[]), Convert.FromHexString("877E8101" + block), out _),
            Throws.InstanceOf<OracleRejection>().With.Property("Offset").EqualTo(4L)
                .And.Property("Code").AnyOf(RejectionCode.BlockInvalid, RejectionCode.BlockNotCanonical));

    /// <summary>Examples of value types are direct roots, which show the bytes of the value alone. All others are under their ids.</summary>
    private static bool IsDirect(Type root) => root.IsValueType;

    private static TestCaseData Example(string name, Type root, object? value, string hex) =>
        new TestCaseData(root, value, hex).SetArgDisplayNames(name);

    private static string Repeat(string hex, int count) => string.Concat(Enumerable.Repeat(hex, count));

    /// <summary>Ones, the last of them replaced by millions.</summary>
    private static int[] With(int length, int exceptions) =>
        [.. Enumerable.Repeat(1, length - exceptions), .. Enumerable.Repeat(1000000, exceptions)];

    private static Array Bounded()
    {
        Array array = Array.CreateInstance(typeof(int), [1], [-5]);
        array.SetValue(7, -5);
        return array;
    }
}
