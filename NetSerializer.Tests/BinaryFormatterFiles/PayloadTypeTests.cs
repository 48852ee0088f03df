using System.Runtime.Serialization;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.BinaryFormatterFiles;

/// <summary>Values of <see cref="Type"/> as .NET Framework wrote them: found by their names in the model, which is all that a name can do.</summary>
public sealed class PayloadTypeTests
{
    private static readonly TypeModel s_graph = TypeModel.Create([typeof(Shelf), typeof(List<Shelf>), typeof(Shelf[,]), typeof(IDisposable), typeof(DBNull)],
        new SerializerOptions { References = ReferenceHandling.Preserve });

    private static readonly TypeModel s_tree = TypeModel.Create(typeof(Shelf), typeof(List<Shelf>), typeof(Shelf[,]));

    private static readonly BinaryFormatterOptions s_options = new()
    {
        Names = new Dictionary<string, Type> { [typeof(OldShelf).FullName!] = typeof(Shelf), ["Elsewhere.Shelf"] = typeof(Shelf) },
    };

    private static readonly (string Name, Type Type)[] s_known =
    [
        ("System.Int32", typeof(int)), ("System.String", typeof(string)), (typeof(Shelf).FullName!, typeof(Shelf)), ("Elsewhere.Shelf", typeof(Shelf)),
        ($"{typeof(Shelf).FullName}[,]", typeof(Shelf[,])),
        ($"System.Collections.Generic.List`1[[{typeof(Shelf).FullName}, Elsewhere, Version=1.2.3.4, Culture=neutral]]", typeof(List<Shelf>)),
    ];

    [Test]
    public void Types_of_the_model_come_back([Values] bool isGraph)
    {
        TypeModel model = isGraph ? s_graph : s_tree;
        Old.HeldType[] types = [.. s_known.Select(known => new Old.HeldType(known.Name))];
        byte[] payload = BinaryFormatterPeer.Write(new OldShelf { Kind = types[2], Any = types[0], All = [.. types, null] });
        Shelf read = BinaryFormatterReader.Read<Shelf>(model, payload, s_options)!;
        Assert.Multiple(() =>
        {
            Assert.That(read.Kind, Is.EqualTo(typeof(Shelf)));
            Assert.That(read.Any, Is.EqualTo(typeof(int)));
            Assert.That(read.All, Is.EqualTo(s_known.Select(known => known.Type).Append(null)));
            Assert.That(BinaryFormatterReader.Convert(model, payload, s_options), Is.EqualTo(model.Serialize(read)));
        });
    }

    [Test]
    public void A_type_may_be_the_whole_payload()
    {
        Assert.That(BinaryFormatterReader.Read(s_graph, BinaryFormatterPeer.Write(new Old.HeldType("System.Int32"))), Is.EqualTo(typeof(int)));
        MalformedDataException failure = Assert.Throws<MalformedDataException>(
            () => BinaryFormatterReader.Read(s_graph, BinaryFormatterPeer.Write(new Old.HeldType("System.Net.WebClient"))))!;
        Assert.That(failure.Message, Does.Contain("WebClient").And.Not.Contain("Wire"));
    }

    [TestCase("System.Net.WebClient")]
    [TestCase("System.Collections.Generic.List`1[[System.Net.WebClient, System]]")]
    [TestCase("NetSerializer.Tests.BinaryFormatterFiles.PayloadTypeTests")]
    public void A_type_that_the_model_lacks_is_named_with_its_place(string name) =>
        AssertRefused(new OldShelf { Kind = new Old.HeldType(name) }, ErrorCode.ForeignDataMismatch, name.Split('[')[0], "Shelf.Kind");

    [Test]
    public void A_type_without_objects_is_refused() =>
        AssertRefused(new OldShelf { Kind = new Old.HeldType("System.IDisposable") }, ErrorCode.ForeignDataMismatch, "IDisposable", "Shelf.Kind");

    [Test]
    public void What_the_model_does_not_keep_may_be_any_type()
    {
        List<PayloadChange> report = [];
        byte[] payload = BinaryFormatterPeer.Write(new OldShelf { Removed = new Old.HeldType("System.Net.WebClient") });
        Assert.That(BinaryFormatterReader.Read<Shelf>(s_graph, payload, s_options with { Report = report })!.Kind, Is.Null);
        Assert.That(report, Does.Contain(new PayloadChange(PayloadChangeKind.Dropped, typeof(Shelf), nameof(OldShelf.Removed))));
    }

    [TestCase(null)]
    [TestCase("")]
    [TestCase("[")]
    [TestCase("A[[")]
    [TestCase("A, B, C, D=,,")]
    public void A_name_that_is_none_is_refused(string? name) =>
        AssertRefused(new OldShelf { Kind = new Old.HeldType(name) }, ErrorCode.ForeignDataMalformed, "name", null);

    [Test]
    public void A_name_without_end_is_refused()
    {
        foreach (string part in (string[])["[]", "[[A", "+A", "&", "*"])
        {
            byte[] payload = BinaryFormatterPeer.Write(new OldShelf { Kind = new Old.HeldType("A" + string.Concat(Enumerable.Repeat(part, 100_000))) });
            Assert.That(() => BinaryFormatterReader.Read(s_graph, payload, s_options), Throws.TypeOf<MalformedDataException>(), part);
        }
    }

    [TestCase(0)]
    [TestCase(1)]
    [TestCase(3)]
    [TestCase(5)]
    [TestCase(6)]
    [TestCase(7)]
    [TestCase(8)]
    [TestCase(-1)]
    public void Other_kinds_are_refused(int kind) =>
        AssertRefused(new OldShelf { Kind = new Old.HeldType("System.Int32", kind) }, ErrorCode.ForeignDataMismatch, "does not travel", "Shelf.Kind");

    [Test]
    public void The_null_of_databases_is_read() =>
        Assert.That(BinaryFormatterReader.Read<Shelf>(s_graph, BinaryFormatterPeer.Write(new OldShelf { Any = new Old.HeldType(null, 2) }), s_options)!.Any,
            Is.SameAs(DBNull.Value));

    private static void AssertRefused(OldShelf shelf, ErrorCode code, string part, string? place)
    {
        MalformedDataException failure = Assert.Throws<MalformedDataException>(
            () => BinaryFormatterReader.Read(s_graph, BinaryFormatterPeer.Write(shelf), s_options))!;
        Assert.That(failure.Code, Is.EqualTo(code));
        Assert.That(failure.Message, Does.Contain(part));
        if (place != null)
        {
            Assert.That(failure.Path, Does.EndWith(place));
        }
    }

    [Serializable]
    private sealed class Shelf
    {
        public Type? Kind { get; init; }

        public object? Any { get; init; }

        public Type?[]? All { get; init; }
    }

    // The members have the names of the backing fields.
    [Serializable]
    private sealed class OldShelf : ISerializable
    {
        public object? Kind { get; init; }

        public object? Any { get; init; }

        public object?[]? All { get; init; }

        public object? Removed { get; init; }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("<Kind>k__BackingField", Kind);
            info.AddValue("<Any>k__BackingField", Any);
            info.AddValue("<All>k__BackingField", All);
            info.AddValue(nameof(Removed), Removed);
        }
    }
}
