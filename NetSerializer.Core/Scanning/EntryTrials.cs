namespace NetSerializer.Scanning;

/// <summary>
/// Whether types that may stand in entries can travel. Types that cannot are no problem of the model: the entries may be of other types, so they are
/// scanned apart, each once.
/// </summary>
/// <param name="newScanner">Makes a scanner that ends at the first problem, and passes by the types that it is given.</param>
internal sealed class EntryTrials(Func<HashSet<Type>, TypeScanner> newScanner)
{
    private readonly HashSet<Type> _sound = [], _unsound = [];

    public bool CanTravel(Type type)
    {
        if (_sound.Contains(type) || _unsound.Contains(type))
        {
            return _sound.Contains(type);
        }
        HashSet<Type> visited = [.. _sound];
        TypeScanner scanner = newScanner(visited);
        scanner.Scan([type]);
        bool isSound = scanner.Problems.Count == 0;
        if (isSound)
        {
            _sound.UnionWith(visited);
        }
        else
        {
            _unsound.Add(type);
        }
        return isSound;
    }
}
