using System.Collections;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Security;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.BinaryFormatterFiles;

/// <summary>Payloads of .NET Framework whose classes write something else today, and tables with comparers that do not travel.</summary>
public sealed class PayloadFrameworkTests
{
    private static readonly TypeModel s_model = TypeModel.Create([typeof(LicenseException), typeof(SecurityException), typeof(ListDictionary)],
        new SerializerOptions { References = ReferenceHandling.Preserve });

    [Test]
    public void A_license_exception_with_its_type_and_instance_is_read()
    {
        OldEntries entries = OldEntries.Changed(new LicenseException(null, null, "no license"), (name, value) => name switch
        {
            "type" => new Old.HeldType("System.Net.WebClient"),
            "instance" => new Old.Stranger(),
            _ => value,
        });
        List<PayloadChange> report = [];
        var read = (LicenseException)BinaryFormatterReader.Read(s_model, BinaryFormatterPeer.Write(entries), new BinaryFormatterOptions { Report = report })!;
        Assert.That(read.Message, Is.EqualTo("no license"));
        Assert.That(report.Select(change => (change.Kind, change.Name)),
            Is.EqualTo(((PayloadChangeKind, string)[])[(PayloadChangeKind.Dropped, "type"), (PayloadChangeKind.Dropped, "instance")]));
    }

    [Test]
    public void A_security_exception_with_its_permissions_is_read()
    {
        var today = new SecurityException("no") { Url = "urn:x", Demanded = "<p />", RefusedSet = "<q />" };
        var entries = new OldEntries(typeof(SecurityException),
            [
                .. OldEntries.Of(today), ("Action", Old.Demand.Assert), ("FirstPermissionThatFailed", new Old.Stranger()), ("Assembly", new Old.Stranger()),
                ("Method", new byte[] { 1 }), ("Zone", Old.Demand.Assert),
            ]);
        var read = (SecurityException)BinaryFormatterReader.Read(s_model, BinaryFormatterPeer.Write(entries))!;
        Assert.That((read.Message, read.Url, read.Demanded, read.RefusedSet), Is.EqualTo(("no", "urn:x", (object)"<p />", "<q />")));
    }

    [Test]
    public void A_list_with_a_comparer_of_texts_is_read()
    {
        var list = new ListDictionary(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 };
        Assert.That(((ListDictionary)BinaryFormatterReader.Read(s_model, BinaryFormatterPeer.Write(list))!)["A"], Is.EqualTo(1));
    }

    [Test]
    public void A_list_with_another_comparer_takes_a_function()
    {
        var list = new ListDictionary(Comparer.DefaultInvariant) { ["a"] = 1 };
        byte[] payload = BinaryFormatterPeer.Write(list);
        Assert.That(() => BinaryFormatterReader.Read(s_model, payload),
            Throws.TypeOf<MalformedDataException>()
                .With.Message.Contains("System.Collections.Comparer;").And.Message.Contains("BinaryFormatterOptions.Records"));
        var options = new BinaryFormatterOptions
        {
            Records =
            [
                RecordConversion.For(record =>
                {
                    var made = new ListDictionary(StringComparer.InvariantCultureIgnoreCase);
                    for (var node = record.GetClassRecord("head"); node != null; node = node.GetClassRecord("next"))
                    {
                        made.Add(node.GetRawValue("key")!, node.GetRawValue("value"));
                    }
                    return made;
                }),
            ],
        };
        Assert.That(((ListDictionary)BinaryFormatterReader.Read(s_model, payload, options)!)["A"], Is.EqualTo(1));
    }
}
