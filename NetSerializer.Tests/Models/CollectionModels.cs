namespace NetSerializer.Tests.Models;

[Serializable]
public class Lists
{
    public List<bool>? Bools;
    public List<byte>? Bytes;
    public List<char>? Chars;
    public List<short>? Shorts;
    public List<int>? Ints;
    public List<ulong>? ULongs;
    public List<double>? Doubles;
    public List<decimal>? Moneys;
    public List<string?>? Texts;
    public List<DateTime>? Moments;
    public List<int?>? Maybes;
    public List<List<int>>? Nested;
    public List<object?>? Anything;
    public List<Money>? Structs;
    public List<Account?>? Accounts;
}

[Serializable]
public class Dictionaries
{
    public Dictionary<string, int>? Counts;
    public Dictionary<string, string?>? Texts;
    public Dictionary<string, object>? Anything;
    public Dictionary<int, string?>? Names;
    public Dictionary<long, List<int>>? Lists;
    public Dictionary<Guid, Account?>? Accounts;
    public Dictionary<bool, double>? Switches;
    public Dictionary<double, bool>? Doubles;
    public Dictionary<char, Dictionary<string, int>>? Nested;
    public Dictionary<(int, string), DateOnly>? ByTuple;
    public Dictionary<Celsius, int>? ByStruct;
    public Dictionary<object, int>? ByObject;
    public Dictionary<Account, int>? ByRecord;
    public Dictionary<decimal, decimal>? Prices;
    public Dictionary<string, Nothing>? Keys;
}

[Serializable]
public class Sets
{
    public HashSet<string?>? Texts;
    public HashSet<int>? Ints;
    public HashSet<bool>? Bools;
    public HashSet<decimal>? Moneys;
    public HashSet<int?>? Maybes;
    public HashSet<Guid>? Identities;
    public HashSet<object?>? Anything;
    public HashSet<Account?>? Accounts;
    public HashSet<Nothing>? Nothings;
    public ISet<string>? Interface;
}

[Serializable]
public class CollectionInterfaces
{
    public IEnumerable<string>? Enumerable;
    public IList<int>? List;
    public ICollection<byte>? Collection;
    public IReadOnlyList<double>? ReadOnlyList;
    public IDictionary<string, object>? Dictionary;
    public System.Collections.IEnumerable? Untyped;
}
