using System.Data;
using System.Dynamic;
using System.Globalization;
using System.Text;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// .NET keeps each zone and each culture that it has made for ever, under the name that was asked for: a stranger must not be able to think of ever
/// new names.
/// </summary>
[TestFixture, NonParallelizable]
public class NameCacheTests
{
    private const byte Id = 32;
    private const int Count = 2000;
    // Each of them kept 700 bytes and more.
    private const long KeptByEach = 100;

    private static readonly TypeModel s_model = TypeModel.Create([typeof(TimeZoneInfo)]), s_cultures = TypeModel.Create([typeof(CultureInfo)]);

    private static IEnumerable<TestCaseData> Zones() =>
    [
        Case("slashes", i => $"America{Slashes(i / 50)}Argentina{Slashes(i % 50)}Jujuy"),
        Case("slashes at the end", i => $"Europe/Berlin{Slashes(i)}"),
        Case("circles", i => $"Europe{string.Concat(Enumerable.Repeat("/.", 1 + (i % 50)))}{Slashes(i / 50)}Berlin"),
        Case("unknown ones", i => $"America/Nowhere{i}"),
    ];

    [TestCaseSource(nameof(Zones))]
    public void Ids_of_zones_that_a_stranger_makes_up_keep_no_memory(Func<int, string> id) =>
        AssertKeepsNothing(i => s_model.Deserialize<TimeZoneInfo>([Id, 0, .. Text(id(i))]));

    private static IEnumerable<TestCaseData> Cultures() =>
    [
        Case("transformed", i => $"en-t-de-x0-{100_000 + i}"),
        Case("variants", i => $"en-u-va-p{1000 + i}"),
        Case("private ones", i => $"en-x-f{i}"),
        Case("digits of numbers", i => $"en-US-u-nu-latn-x-{i}"),
        Case("unknown ones", i => $"xx-now{i}"),
    ];

    [TestCaseSource(nameof(Cultures))]
    public void Names_of_cultures_that_a_stranger_makes_up_keep_no_memory(Func<int, string> name) =>
        AssertKeepsNothing(i => s_cultures.Deserialize<CultureInfo>([Id, .. Text(name(i))]));

    [TestCaseSource(nameof(Cultures))]
    public void The_cultures_of_tables_keep_none_either(Func<int, string> name)
    {
        TypeModel model = TypeModel.Create([typeof(DataTable)]);
        byte[] bytes = model.Serialize(new DataTable("t") { Locale = CultureInfo.GetCultureInfo("de-DE") }), german = Text("de-DE");
        int at = bytes.AsSpan().IndexOf(german);
        AssertKeepsNothing(i => model.Deserialize<DataTable>([.. bytes[..at], .. Text(name(i)), .. bytes[(at + german.Length)..]]));
    }

    // What other names of a zone there are: links, those of Windows, those of no place.
    [TestCase("UTC")]
    [TestCase("Europe/Berlin")]
    [TestCase("America/Argentina/Buenos_Aires")]
    [TestCase("US/Pacific")]
    [TestCase("Etc/GMT+5")]
    [TestCase("W. Europe Standard Time")]
    [TestCase("Pacific Standard Time (Mexico)")]
    public void Zones_that_the_machine_has_travel(string id)
    {
        byte[] bytes = [Id, 0, .. Text(id)];
        if (!TimeZoneInfo.TryFindSystemTimeZoneById(id, out TimeZoneInfo? zone))
        {
            Malformed.AssertRejected("a zone that this machine does not have", () => s_model.Deserialize<TimeZoneInfo>(bytes));
            return;
        }
        Assert.That(s_model.Serialize(zone), Is.EqualTo(bytes));
        Assert.That(s_model.DeepClone(zone), Is.SameAs(zone));
    }

    [Test]
    public void All_zones_that_the_machine_lists_travel() =>
        Assert.That(TimeZoneInfo.GetSystemTimeZones().Where(zone => s_model.Serialize(zone)[1] != 0 || s_model.DeepClone(zone) != zone), Is.Empty);

    [Test]
    public void All_cultures_that_the_machine_lists_travel() =>
        Assert.That(CultureInfo.GetCultures(CultureTypes.AllCultures).Where(culture => !s_cultures.DeepClone(culture).Equals(culture)), Is.Empty);

    // No list has them, and yet they are in use.
    [TestCase("zh-CN")]
    [TestCase("zh-TW")]
    [TestCase("sr-RS")]
    [TestCase("no-NO")]
    [TestCase("iw-IL")]
    public void Short_and_former_names_of_cultures_travel_where_they_are_known(string name)
    {
        CultureInfo culture;
        try
        {
            culture = CultureInfo.GetCultureInfo(name, predefinedOnly: true);
        }
        catch (CultureNotFoundException)
        {
            Malformed.AssertRejected("a culture that this machine does not know", () => s_cultures.Deserialize<CultureInfo>([Id, .. Text(name)]));
            return;
        }
        Assert.That(s_cultures.DeepClone(culture).Name, Is.EqualTo(name));
    }

    [Test]
    public void A_culture_with_an_extension_is_refused_by_the_writer_as_by_the_reader() =>
        Assert.That(
            () => s_cultures.Serialize(new CultureInfo("de-DE-u-nu-latn")),
            Throws.TypeOf<ValueNotSerializableException>().With.Property(nameof(ValueNotSerializableException.Code)).EqualTo(ErrorCode.ValueNotEncodable));

    // The classes of such objects are shared, and the one without members is for ever.
    [TestCase(1)]
    [TestCase(3)]
    public void Members_of_expando_objects_keep_no_memory(int members)
    {
        TypeModel model = TypeModel.Create([typeof(ExpandoObject)]);
        AssertNothingIsKept(i =>
        {
            IDictionary<string, object?> copy = model.Deserialize<ExpandoObject>(Message(i))!;
            Assert.That(copy.Keys, Is.EqualTo(Names(i)));
        });

        IEnumerable<string> Names(int i) => Enumerable.Range(0, members).Select(member => $"{members} names, {i} {member}");

        byte[] Message(int i) => [Id, (byte)(members + 1), 0, .. Names(i).SelectMany(name => (byte[])[.. Text(name), 0])];
    }

    private static void AssertKeepsNothing(Action<int> read) =>
        AssertNothingIsKept(i => Assert.That(Malformed.AssertRejected($"name {i}", () => read(i)).Code, Is.EqualTo(ErrorCode.CustomValueRejected)));

    private static void AssertNothingIsKept(Action<int> read)
    {
        // What the first call needs once.
        read(-1);
        long before = GC.GetTotalMemory(forceFullCollection: true);
        for (int i = 0; i < Count; i++)
        {
            read(i);
        }
        Assert.That(GC.GetTotalMemory(forceFullCollection: true) - before, Is.LessThan(Count * KeptByEach));
    }

    private static string Slashes(int count) => new('/', 2 + (count % 60));

    private static byte[] Text(string text) => [.. Streams.Frames.VarInt((uint)text.Length << 1), .. Encoding.Latin1.GetBytes(text)];

    private static TestCaseData Case(string name, Func<int, string> make) => new TestCaseData(make).SetArgDisplayNames(name);
}
