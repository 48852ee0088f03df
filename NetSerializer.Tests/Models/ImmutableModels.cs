using System.Collections.Immutable;

namespace NetSerializer.Tests.Models;

[Serializable]
public class ImmutableCollections
{
    public ImmutableList<int>? Ints;
    public ImmutableList<string?>? Texts;
    public ImmutableList<Account?>? Accounts;
    public ImmutableQueue<long>? LongQueue;
    public ImmutableQueue<object?>? AnythingQueue;
    public ImmutableStack<bool>? BoolStack;
    public ImmutableStack<string?>? TextStack;
    public ImmutableHashSet<int>? IntSet;
    public ImmutableHashSet<string?>? TextSet;
    public ImmutableSortedSet<int>? SortedInts;
    public ImmutableSortedSet<string?>? SortedTexts;
    public ImmutableDictionary<string, int>? Counts;
    public ImmutableDictionary<int, string?>? Names;
    public ImmutableDictionary<string, string?>? TextsByText;
    public ImmutableSortedDictionary<int, Account?>? SortedAccounts;
    public ImmutableSortedDictionary<string, string?>? SortedTextsByText;
    public IImmutableList<string?>? ListInterface;
    public IImmutableDictionary<string, int>? DictionaryInterface;
}
