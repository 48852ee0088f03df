namespace NetSerializer.Tests.Fuzzing;

/// <summary>All models there are to fuzz. Those with a name are made once; every fourth round takes a random one instead.</summary>
internal sealed class TargetCatalogue
{
    private const int RoundsPerRandomModel = 4;

    private readonly (string Name, Func<FuzzTarget> Make)[] _named = [.. FixtureTargets.All, .. ModelTargets.Themes];
    private readonly Dictionary<string, FuzzTarget> _made = [];

    public IReadOnlyList<string> Names => [.. _named.Select(named => named.Name)];

    public FuzzTarget OfRound(ulong round)
    {
        Random random = FuzzCase.RandomOf(~round);
        return random.Next(RoundsPerRandomModel) == 0 ? ModelTargets.Random((int)(round & int.MaxValue)) : Named(random.Next(_named.Length));
    }

    public FuzzTarget Named(int index)
    {
        (string name, Func<FuzzTarget> make) = _named[index];
        return _made.TryGetValue(name, out FuzzTarget? target) ? target : _made[name] = make();
    }
}
