namespace NetSerializer.Tests.Fuzzing;

/// <summary>All models there are to fuzz. Those with a name are made once; every fourth round takes a random one instead.</summary>
/// <param name="part">A part of the names of the targets to keep to, with no random ones; empty for all.</param>
internal sealed class TargetCatalogue(string part = "")
{
    private const int RoundsPerRandomModel = 4;

    private readonly (string Name, Func<FuzzTarget> Make)[] _named =
        [.. FixtureTargets.All.Concat(FixtureTargets.Shared).Concat(GoldenTargets.All).Concat(GoldenTargets.Shared).Concat(ModelTargets.Themes)
            .Concat(ModelTargets.Graphs).Concat(ModelTargets.Large).Where(named => named.Name.Contains(part, StringComparison.Ordinal))];

    private readonly Dictionary<string, FuzzTarget> _made = [];

    public IReadOnlyList<string> Names => [.. _named.Select(named => named.Name)];

    public FuzzTarget OfRound(ulong round)
    {
        Random random = FuzzCase.RandomOf(~round);
        return part.Length == 0 && random.Next(RoundsPerRandomModel) == 0
            ? ModelTargets.Random((int)(round & int.MaxValue)) : Named(random.Next(_named.Length));
    }

    public FuzzTarget Named(int index)
    {
        (string name, Func<FuzzTarget> make) = _named[index];
        return _made.TryGetValue(name, out FuzzTarget? target) ? target : _made[name] = make();
    }
}
