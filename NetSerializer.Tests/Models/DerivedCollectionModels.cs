using System.Collections.ObjectModel;

namespace NetSerializer.Tests.Models;

/// <summary>A list with a name, a number and something that does not travel.</summary>
[Serializable]
public class NamedList<T> : List<T>
{
    public string? Name;
    public int Number;

    [NonSerialized]
    public int Scratch;
}

[Serializable]
public sealed class TitledList : NamedList<string?>
{
    public string? Title;
}

[Serializable]
public sealed class NumberList : NamedList<int>;

[Serializable]
public sealed class Catalogue : Dictionary<string, Account?>
{
    public DateTime Made;

    public Catalogue()
    {
    }

    public Catalogue(IEqualityComparer<string> comparer)
        : base(comparer)
    {
    }
}

[Serializable]
public sealed class Switchboard : Dictionary<int, bool>;

[Serializable]
public sealed class Tags : HashSet<string>
{
    public Tags? Parent;
}

[Serializable]
public sealed class Backlog : Queue<decimal>
{
    public int Limit;
}

[Serializable]
public sealed class History : Stack<string?>
{
    public string? Last;
}

[Serializable]
public sealed class Route : LinkedList<double>
{
    public string? From;
}

[Serializable]
public sealed class Ranking : SortedDictionary<int, string?>
{
    public bool IsFinal;
}

[Serializable]
public sealed class Index : SortedList<string, int>
{
    public bool IsComplete;
}

[Serializable]
public sealed class Primes : SortedSet<int>
{
    public int Largest;
}

[Serializable]
public sealed class Agenda : PriorityQueue<string?, DateTime>
{
    public string? Owner;
}

[Serializable]
public sealed class Visitors : Queue<string?>
{
    public int Limit;
}

[Serializable]
public sealed class Levels : Stack<int>
{
    public int Highest;
}

[Serializable]
public sealed class Steps : OrderedDictionary<string, int>
{
    public bool IsDone;

    public Steps()
    {
    }

    public Steps(IEqualityComparer<string> comparer)
        : base(comparer)
    {
    }
}

[Serializable]
public sealed class Prices(IDictionary<string, int> prices) : ReadOnlyDictionary<string, int>(prices)
{
    public string? Currency;
}

[Serializable]
public sealed class Permissions(ISet<int> permissions) : ReadOnlySet<int>(permissions)
{
    public string? Role;
}

[Serializable]
public sealed class Feed(ObservableCollection<string?> items) : ReadOnlyObservableCollection<string?>(items)
{
    public int Unread;
}

[Serializable]
public class DerivedCollections
{
    public List<int>? IntList;
    public NamedList<string?>? TextList;
    public NumberList? Numbers;
    public Catalogue? Catalogue;
    public Dictionary<int, bool>? Switches;
    public Tags? Tags;
    public Backlog? Backlog;
    public History? History;
    public Route? Route;
    public Ranking? Ranking;
    public Index? Index;
    public Primes? Primes;
    public Agenda? Agenda;
    public IEnumerable<string>? Anything;
}
