using System.Collections.ObjectModel;
using System.ComponentModel;

namespace NetSerializer.Tests.Models;

[Serializable]
public class WrappedCollections
{
    public ReadOnlyCollection<int>? ReadOnlyInts;
    public ReadOnlyCollection<string?>? ReadOnlyTexts;
    public Collection<DateTime>? Times;
    public Collection<Account?>? Accounts;
    public ObservableCollection<bool>? ObservedBools;
    public ObservableCollection<string?>? ObservedTexts;
    public ReadOnlyObservableCollection<Money>? ReadOnlyObserved;
    public BindingList<double>? BoundDoubles;
    public BindingList<Account?>? BoundAccounts;
    public ReadOnlyDictionary<string, int>? ReadOnlyCounts;
    public ReadOnlyDictionary<long, Account?>? ReadOnlyAccounts;
    public ReadOnlySet<string>? ReadOnlyNames;
    public ReadOnlySet<Guid>? ReadOnlyIds;
    public OrderedDictionary<string, decimal>? Ordered;
    public OrderedDictionary<int, string?>? OrderedNumbers;
}

[Serializable]
public sealed class Part
{
    public string? Number;
    public int Weight;
}

/// <summary>Keys that depend on a field of the collection itself.</summary>
[Serializable]
public sealed class PartList : KeyedCollection<string, Part>
{
    public string? Prefix;

    public PartList()
    {
    }

    public PartList(IEqualityComparer<string> comparer)
        : base(comparer)
    {
    }

    protected override string GetKeyForItem(Part item) => Prefix + item.Number;
}

[Serializable]
public sealed class ByWeight : KeyedCollection<int, Part>
{
    protected override int GetKeyForItem(Part item) => item.Weight;
}

[Serializable]
public abstract class Observed<T> : ObservableCollection<T>
{
    public string? Owner;
}

/// <summary>Overridden members see every change; none of them runs while a value is read.</summary>
[Serializable]
public sealed class ObservedParts : Observed<Part?>
{
    public int Version;

    protected override void InsertItem(int index, Part? item)
    {
        Version++;
        base.InsertItem(index, item);
    }
}

[Serializable]
public sealed class Bytes : Collection<byte>
{
    public long Offset;
}

[Serializable]
public sealed class BoundParts : BindingList<Part?>
{
    public bool IsDirty;
}

[Serializable]
public sealed class Snapshot(IList<int> list) : ReadOnlyCollection<int>(list)
{
    public DateTime Taken;

    public Snapshot()
        : this([])
    {
    }
}

[Serializable]
public class DerivedWrappers
{
    public PartList? Parts;
    public ByWeight? Weights;
    public ObservedParts? Observed;
    public Observed<Part?>? BehindBase;
    public Bytes? Bytes;
    public BoundParts? Bound;
    public Snapshot? Snapshot;
    public Collection<Part?>? AnyParts;
}
