using System.Collections.Concurrent;
using System.Collections.Frozen;

namespace NetSerializer.Tests.Models;

[Serializable]
public class ConcurrentCollections
{
    public ConcurrentQueue<int>? Ints;
    public ConcurrentQueue<string?>? Texts;
    public ConcurrentStack<double>? Doubles;
    public ConcurrentStack<Account?>? Accounts;
    public ConcurrentBag<bool>? Bools;
    public ConcurrentBag<object?>? Anything;
    public ConcurrentDictionary<string, int>? Counts;
    public ConcurrentDictionary<int, string?>? Names;
    public ConcurrentDictionary<Guid, Account?>? Accounted;
    public IProducerConsumerCollection<int>? Interface;
}

[Serializable]
public class FrozenCollections
{
    public FrozenSet<int>? Ints;
    public FrozenSet<string?>? Texts;
    public FrozenSet<Account?>? Accounts;
    public FrozenDictionary<string, int>? Counts;
    public FrozenDictionary<int, string?>? Names;
    public FrozenDictionary<Guid, Account?>? Accounted;
    public IReadOnlySet<int>? Interface;
    public IReadOnlySet<string>? OnlyFrozen;
    public object? Anything;
}
