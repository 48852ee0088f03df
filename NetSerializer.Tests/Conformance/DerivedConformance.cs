using NetSerializer.Tests.Models;

namespace NetSerializer.Tests.Conformance;

internal sealed class NumberListConformance(WireVariant variant) : FamilyConformance<NumberList>(variant)
{
    protected override string GoldenName => "derived-list-int32";

    protected override IEnumerable<Sample<NumberList>> Samples =>
    [
        new("three", new NumberList { 1, -1, 300 }), new("named", new NumberList { Name = "n", Number = 7 }), Many(),
    ];

    private static Sample<NumberList> Many()
    {
        var many = new NumberList { Number = -1 };
        many.AddRange(Enumerable.Range(0, 200));
        return new("many", many);
    }
}

/// <summary>Own fields on two levels, elements slot by slot.</summary>
internal sealed class TitledListConformance(WireVariant variant) : FamilyConformance<TitledList>(variant)
{
    protected override string GoldenName => "derived-list-string";

    protected override IEnumerable<Sample<TitledList>> Samples =>
        [new("two", new TitledList { "a", null }), new("named", new TitledList { Name = "n", Title = "t", Number = 1 })];

    protected override IEnumerable<Root> MoreRoots =>
    [
        new Root<MemberOf<NamedList<string?>>>("behind its base class", new MemberOf<NamedList<string?>> { Value = new TitledList { "x" } }),
        new Root<MemberOf<List<string?>>>("behind the list", new MemberOf<List<string?>> { Value = new TitledList { "x" } }),
        new Root<MemberOf<List<string?>>>("a plain list in its place", new MemberOf<List<string?>> { Value = ["x"] }),
        new Root<MemberOf<IReadOnlyList<string?>>>("behind an interface", new MemberOf<IReadOnlyList<string?>> { Value = new TitledList { "x" } }),
    ];
}

internal sealed class CatalogueConformance(WireVariant variant) : FamilyConformance<Catalogue>(variant)
{
    protected override string GoldenName => "derived-dictionary-string";

    protected override IEnumerable<Sample<Catalogue>> Samples =>
    [
        new("two", new Catalogue { ["a"] = null, ["b"] = null }), new("case ignored", new Catalogue(StringComparer.OrdinalIgnoreCase) { ["A"] = null }),
        new("empty", new Catalogue { Made = new DateTime(2026, 1, 2) }),
    ];
}

internal sealed class SwitchboardConformance(WireVariant variant) : FamilyConformance<Switchboard>(variant)
{
    protected override IEnumerable<Sample<Switchboard>> Samples => [new("two", new Switchboard { [1] = true, [-300] = false })];
}

/// <summary>A recursive one.</summary>
internal sealed class TagsConformance(WireVariant variant) : FamilyConformance<Tags>(variant)
{
    protected override IEnumerable<Sample<Tags>> Samples =>
        [new("two", new Tags { "a", "b" }), new("nested", new Tags { Parent = new Tags { Parent = new Tags { "x" } } })];
}

internal sealed class BacklogConformance(WireVariant variant) : FamilyConformance<Backlog>(variant)
{
    protected override IEnumerable<Sample<Backlog>> Samples
    {
        get
        {
            var backlog = new Backlog { Limit = 5 };
            backlog.Enqueue(1.5m);
            backlog.Enqueue(-2);
            return [new("two", backlog), new("empty", new Backlog())];
        }
    }
}

internal sealed class HistoryConformance(WireVariant variant) : FamilyConformance<History>(variant)
{
    protected override IEnumerable<Sample<History>> Samples
    {
        get
        {
            var history = new History { Last = "b" };
            history.Push("a");
            history.Push("b");
            return [new("two", history), new("empty", new History())];
        }
    }
}

/// <summary>Slot by slot, where a backlog is a block.</summary>
internal sealed class VisitorsConformance(WireVariant variant) : FamilyConformance<Visitors>(variant)
{
    protected override IEnumerable<Sample<Visitors>> Samples
    {
        get
        {
            var visitors = new Visitors { Limit = 5 };
            visitors.Enqueue("a");
            visitors.Enqueue(null);
            return [new("two", visitors), new("empty", new Visitors())];
        }
    }
}

/// <summary>A block, where a history goes slot by slot.</summary>
internal sealed class LevelsConformance(WireVariant variant) : FamilyConformance<Levels>(variant)
{
    protected override IEnumerable<Sample<Levels>> Samples
    {
        get
        {
            var levels = new Levels { Highest = 2 };
            levels.Push(1);
            levels.Push(-2);
            return [new("two", levels), new("empty", new Levels())];
        }
    }
}

internal sealed class StepsConformance(WireVariant variant) : FamilyConformance<Steps>(variant)
{
    protected override IEnumerable<Sample<Steps>> Samples =>
    [
        new("two", new Steps { ["b"] = 1, ["a"] = -2 }), new("case ignored", new Steps(StringComparer.OrdinalIgnoreCase) { ["A"] = 1 }),
        new("empty", new Steps { IsDone = true }),
    ];
}

internal sealed class PricesConformance(WireVariant variant) : FamilyConformance<Prices>(variant)
{
    protected override IEnumerable<Sample<Prices>> Samples =>
    [
        new("two", new Prices(new Dictionary<string, int> { ["b"] = 1, ["a"] = -2 }) { Currency = "EUR" }),
        new("empty", new Prices(new Dictionary<string, int>())),
    ];
}

internal sealed class PermissionsConformance(WireVariant variant) : FamilyConformance<Permissions>(variant)
{
    protected override IEnumerable<Sample<Permissions>> Samples =>
        [new("two", new Permissions(new HashSet<int> { 7, -3 }) { Role = "r" }), new("empty", new Permissions(new HashSet<int>()))];
}

internal sealed class FeedConformance(WireVariant variant) : FamilyConformance<Feed>(variant)
{
    protected override IEnumerable<Sample<Feed>> Samples => [new("two", new Feed(["a", null]) { Unread = 1 }), new("empty", new Feed([]))];
}

internal sealed class RouteConformance(WireVariant variant) : FamilyConformance<Route>(variant)
{
    protected override IEnumerable<Sample<Route>> Samples
    {
        get
        {
            var route = new Route { From = "here" };
            route.AddLast(1.5);
            route.AddLast(-1.5);
            return [new("two", route), new("empty", new Route())];
        }
    }
}

internal sealed class RankingConformance(WireVariant variant) : FamilyConformance<Ranking>(variant)
{
    protected override string GoldenName => "derived-sorteddictionary-int32";

    protected override IEnumerable<Sample<Ranking>> Samples =>
        [new("two", new Ranking { [2] = "two", [1] = null }), new("empty", new Ranking { IsFinal = true })];
}

internal sealed class PrimesConformance(WireVariant variant) : FamilyConformance<Primes>(variant)
{
    protected override IEnumerable<Sample<Primes>> Samples => [new("three", new Primes { 5, 2, 3 }), new("empty", new Primes { Largest = 7 })];
}

internal sealed class IndexConformance(WireVariant variant) : FamilyConformance<Models.Index>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<Models.Index>> Samples =>
        [new("two", new Models.Index { ["b"] = 1, ["a"] = 2 }), new("empty", new Models.Index { IsComplete = true })];
}

internal sealed class AgendaConformance(WireVariant variant) : FamilyConformance<Agenda>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<Agenda>> Samples
    {
        get
        {
            var agenda = new Agenda { Owner = "me" };
            agenda.Enqueue("later", new DateTime(2027, 1, 1));
            agenda.Enqueue(null, new DateTime(2026, 1, 1));
            return [new("two", agenda), new("empty", new Agenda())];
        }
    }
}
