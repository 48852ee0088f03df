using System.Collections;
using NetSerializer.Tests.Models;

namespace NetSerializer.Tests.Conformance;

internal sealed class AlbumConformance(WireVariant variant) : FamilyConformance<Album>(variant)
{
    protected override string GoldenName => "derived-array-list";

    protected override IEnumerable<Type> Types => [typeof(DoubleAlbum)];

    protected override IEnumerable<Sample<Album>> Samples =>
    [
        new("two", new Album { Artist = "a", Year = 1999 }.With(1, "two")), new("empty", new Album()),
        new("more derived", (DoubleAlbum)new DoubleAlbum { Second = new Album().With([null]) }.With(1.5)),
        new("many", new Album().With([.. Enumerable.Range(0, 100).Select(i => (object)i)])),
    ];
}

internal sealed class DirectoryConformance(WireVariant variant) : FamilyConformance<Models.Directory>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override string GoldenName => "derived-hashtable";

    protected override IEnumerable<Sample<Models.Directory>> Samples =>
        [new("one", new Models.Directory { Root = "r", ["k"] = 1 }),
            new("case ignored", new Models.Directory(StringComparer.OrdinalIgnoreCase) { ["A"] = null }), new("empty", new Models.Directory())];
}

internal sealed class WaitingRoomConformance(WireVariant variant) : FamilyConformance<WaitingRoom>(variant)
{
    protected override IEnumerable<Sample<WaitingRoom>> Samples
    {
        get
        {
            var room = new WaitingRoom { Opened = new DateTime(2026, 1, 2) };
            room.Enqueue("a");
            room.Enqueue(null);
            return [new("two", room), new("empty", new WaitingRoom())];
        }
    }
}

internal sealed class PileConformance(WireVariant variant) : FamilyConformance<Pile>(variant)
{
    protected override IEnumerable<Sample<Pile>> Samples
    {
        get
        {
            var pile = new Pile { Top = "b" };
            pile.Push("a");
            pile.Push('b');
            return [new("two", pile), new("empty", new Pile())];
        }
    }
}

internal sealed class RegisterConformance(WireVariant variant) : FamilyConformance<Register>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<Register>> Samples =>
        [new("two", new Register { [2] = "b", [1] = null }), new("empty", new Register { IsClosed = true })];
}

internal sealed class VersesConformance(WireVariant variant) : FamilyConformance<Verses>(variant)
{
    protected override IEnumerable<Sample<Verses>> Samples => [new("two", new Verses { "a", null! }), new("empty", new Verses { Poet = "p" })];
}

internal sealed class GlossaryConformance(WireVariant variant) : FamilyConformance<Glossary>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<Glossary>> Samples => [new("one", new Glossary { ["Key"] = "v" }), new("empty", new Glossary { Edition = 2 })];
}

internal sealed class HeadersConformance(WireVariant variant) : FamilyConformance<Headers>(variant)
{
    protected override string GoldenName => "derived-name-values";

    protected override IEnumerable<Sample<Headers>> Samples =>
        [new("two", new Headers { Status = 200, ["a"] = "1", ["b"] = "3" }), new("empty", new Headers())];
}

internal sealed class LinesConformance(WireVariant variant) : FamilyConformance<Lines>(variant)
{
    protected override string GoldenName => "derived-collection-base";

    protected override IEnumerable<Sample<Lines>> Samples => [new("two", new Lines { File = "f" }.With("a", 2)), new("empty", new Lines())];

    protected override IEnumerable<Root> MoreRoots =>
        [new Root<MemberOf<CollectionBase>>("behind its base class", new MemberOf<CollectionBase> { Value = new Lines().With(1L) })];
}

internal sealed class SnapshotsConformance(WireVariant variant) : FamilyConformance<Snapshots>(variant)
{
    protected override IEnumerable<Sample<Snapshots>> Samples => [new("two", new Snapshots { Taken = 1 }.With("a", 2)), new("empty", new Snapshots())];
}

internal sealed class LedgersConformance(WireVariant variant) : FamilyConformance<Ledgers>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override string GoldenName => "derived-dictionary-base";

    protected override IEnumerable<Sample<Ledgers>> Samples => [new("one", new Ledgers { Total = 1.5m }.With("a", 2)), new("empty", new Ledgers())];
}

internal sealed class CacheConformance(WireVariant variant) : FamilyConformance<Cache>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<Cache>> Samples => [new("one", new Cache { Name = "n", ["a"] = 1 }), new("empty", new Cache())];
}

internal sealed class InboxConformance(WireVariant variant) : FamilyConformance<Inbox>(variant)
{
    protected override string GoldenName => "derived-concurrent-queue-int32";

    protected override IEnumerable<Sample<Inbox>> Samples
    {
        get
        {
            var inbox = new Inbox { Owner = "o" };
            inbox.Enqueue(1);
            inbox.Enqueue(-300);
            return [new("two", inbox), new("empty", new Inbox())];
        }
    }
}

internal sealed class UndoConformance(WireVariant variant) : FamilyConformance<Undo>(variant)
{
    protected override IEnumerable<Sample<Undo>> Samples
    {
        get
        {
            var undo = new Undo { Depth = 2 };
            undo.Push("a");
            undo.Push(null);
            return [new("two", undo), new("empty", new Undo())];
        }
    }
}

internal sealed class PurseConformance(WireVariant variant) : FamilyConformance<Purse>(variant)
{
    protected override IEnumerable<Sample<Purse>> Samples
    {
        get
        {
            var purse = new Purse { Currency = "EUR" };
            purse.Add(1.50m);
            purse.Add(-2);
            return [new("two", purse), new("empty", new Purse())];
        }
    }
}
