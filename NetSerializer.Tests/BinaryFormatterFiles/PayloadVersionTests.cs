using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.BinaryFormatterFiles;

/// <summary>Files of classes that have changed since: members and types that were added, removed, moved, renamed, widened.</summary>
public sealed class PayloadVersionTests
{
    private static readonly TypeModel s_model = TypeModel.Create([typeof(Today.Invoice)], new SerializerOptions { References = ReferenceHandling.Preserve });

    private static readonly byte[] s_payload = BinaryFormatterPeer.Write(new Old.Invoice());

    private static readonly Dictionary<string, Type> s_names = new()
    {
        [typeof(Old.Invoice).FullName!] = typeof(Today.Invoice),
        [typeof(Old.Line).FullName!] = typeof(Today.Line),
        [typeof(Old.Document).FullName!] = typeof(Today.Document),
    };

    [Test]
    public void Members_are_found_by_their_names()
    {
        Today.Invoice invoice = BinaryFormatterReader.Read<Today.Invoice>(s_model, s_payload, new BinaryFormatterOptions { Names = s_names })!;
        Assert.Multiple(() =>
        {
            Assert.That(invoice.Number, Is.EqualTo(5));
            Assert.That(invoice.Pages, Is.EqualTo(3L));
            Assert.That(invoice.Day, Is.EqualTo(DayOfWeek.Friday));
            Assert.That(invoice.Title, Is.EqualTo("t"));
            Assert.That((invoice.Secret, invoice.BaseSecret), Is.EqualTo((8, 7)));
            Assert.That(invoice.Lines!.Select(line => line.Price), Is.EqualTo((double[])[1.5, 2.5]));
            Assert.That(invoice.More![0].Price, Is.EqualTo(3));
            Assert.That(invoice.Grid![0, 0].Price, Is.EqualTo(4));
            Assert.That(invoice.Rows![0][0].Price, Is.EqualTo(5));
        });
    }

    [Test]
    public void Members_that_were_added_are_as_their_class_leaves_them()
    {
        Today.Invoice invoice = BinaryFormatterReader.Read<Today.Invoice>(s_model, s_payload, new BinaryFormatterOptions { Names = s_names })!;
        Assert.That(invoice.Added, Is.EqualTo("added"));
        Assert.That(invoice.Tags, Is.EqualTo((string[])["tag"]));
    }

    [Test]
    public void A_report_tells_the_changes()
    {
        List<PayloadChange> report = [];
        BinaryFormatterReader.Convert(s_model, s_payload, new BinaryFormatterOptions { Names = s_names, Report = report });
        Assert.That(report, Is.EquivalentTo((PayloadChange[])
        [
            new(PayloadChangeKind.Dropped, typeof(Today.Invoice), "Removed"), new(PayloadChangeKind.Dropped, typeof(Today.Invoice), "Unknown"),
            new(PayloadChangeKind.Defaulted, typeof(Today.Invoice), "Added"), new(PayloadChangeKind.Defaulted, typeof(Today.Invoice), "Tags"),
            new(PayloadChangeKind.Renamed, typeof(Today.Invoice), typeof(Old.Invoice).FullName!),
            new(PayloadChangeKind.Renamed, typeof(Today.Line), typeof(Old.Line).FullName!),
            new(PayloadChangeKind.Renamed, typeof(Today.Line[]), typeof(Old.Line).FullName!),
            new(PayloadChangeKind.Renamed, typeof(Today.Line[][]), typeof(Old.Line).FullName!),
            new(PayloadChangeKind.Renamed, typeof(Today.Line[,]), typeof(Old.Line).FullName!),
            new(PayloadChangeKind.Renamed, typeof(List<Today.Line>), typeof(Old.Line).FullName!),
        ]));
    }

    [Test]
    public void Former_names_of_types_and_members_are_found()
    {
        TypeModel model = TypeModel.Create(typeof(Bill), typeof(Item));
        Bill bill = BinaryFormatterReader.Read<Bill>(model, s_payload)!;
        Assert.That((bill.Sheets, bill.Serial, bill.Currency), Is.EqualTo((3L, 5, "EUR")));
        Assert.That(bill.Items!.Select(item => item.Amount), Is.EqualTo((double[])[1.5, 2.5]));
    }

    [Test]
    public void Unknown_members_can_be_refused() =>
        Assert.That(() => BinaryFormatterReader.Read(s_model, s_payload, new BinaryFormatterOptions { Names = s_names, Unknown = UnknownMembers.Error }),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.ForeignDataMismatch).And.Message.Contains("Removed"));

    [Test]
    public void Missing_members_can_be_refused_but_for_optional_ones()
    {
        var options = new BinaryFormatterOptions { Names = s_names, Missing = MissingMembers.Error };
        Assert.That(() => BinaryFormatterReader.Read(s_model, s_payload, options), Throws.Nothing);
        TypeModel strict = TypeModel.Create(typeof(Today.Strict));
        options = options with { Names = new Dictionary<string, Type> { [typeof(Old.Invoice).FullName!] = typeof(Today.Strict) } };
        Assert.That(() => BinaryFormatterReader.Read(strict, s_payload, options),
            Throws.TypeOf<MalformedDataException>().With.Message.Contains(nameof(Today.Strict.Other)));
    }

    [Test]
    public void A_type_that_the_model_lacks_is_named_with_its_place()
    {
        TypeModel model = TypeModel.Create(typeof(Today.Invoice));
        Assert.That(() => BinaryFormatterReader.Read(model, s_payload), Throws.TypeOf<MalformedDataException>().With.Message.Contains("Old+Invoice"));
        var options = new BinaryFormatterOptions { Names = new Dictionary<string, Type> { [typeof(Old.Invoice).FullName!] = typeof(Today.Invoice) } };
        Assert.That(() => BinaryFormatterReader.Read(model, s_payload, options),
            Throws.TypeOf<MalformedDataException>().With.Message.Contains("Old+Line").And.Property("Path").EndsWith("Today.Invoice.Grid[0]"));
    }

    [Serializable, FormerlyNamed("NetSerializer.Tests.BinaryFormatterFiles.Old+Invoice")]
    private sealed class Bill
    {
        [FormerlyNamed("Pages")]
        public long Sheets = 0;
        [FormerlyNamed("Lines")]
        public Item[]? Items = null;
        [System.ComponentModel.DefaultValue("EUR")]
        public string? Currency = null;

        [FormerlyNamed("Number")]
        public int Serial { get; set; }
    }

    [Serializable, FormerlyNamed("NetSerializer.Tests.BinaryFormatterFiles.Old+Line")]
    private sealed class Item
    {
        [FormerlyNamed("Price")]
        public double Amount = 0;
    }
}
