using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Specialized;

namespace NetSerializer.Tests.Models;

/// <summary>Counts the members of derived collections that run.</summary>
public static class Overridden
{
    [ThreadStatic]
    private static int s_runs;

    public static int Runs => s_runs;

    public static T Run<T>(T value)
    {
        s_runs++;
        return value;
    }
}

/// <summary>
/// Classes derived from the collections of the framework whose members can be overridden: none of these runs while they are written and read.
/// </summary>
[Serializable]
public class Album : ArrayList
{
    public string? Artist;
    public int Year;

    public override int Count => Overridden.Run(base.Count);

    public override object? this[int index]
    {
        get => Overridden.Run(base[index]);
        set => base[index] = Overridden.Run(value);
    }

    public override int Capacity
    {
        get => base.Capacity;
        set => base.Capacity = Overridden.Run(value);
    }

    public override int Add(object? value) => base.Add(Overridden.Run(value));

    public Album With(params object?[] elements)
    {
        InsertRange(0, elements);
        return this;
    }
}

[Serializable]
public sealed class DoubleAlbum : Album
{
    public Album? Second;
}

[Serializable]
public sealed class Directory : Hashtable
{
    public string? Root;

    public Directory()
    {
    }

    public Directory(IEqualityComparer comparer)
        : base(comparer)
    {
    }

    public override void Add(object key, object? value) => base.Add(Overridden.Run(key), value);
}

[Serializable]
public sealed class WaitingRoom : Queue
{
    public DateTime Opened;

    public override void Enqueue(object? obj) => base.Enqueue(Overridden.Run(obj));

    public override object?[] ToArray() => Overridden.Run(base.ToArray());
}

[Serializable]
public sealed class Pile : Stack
{
    public string? Top;
}

[Serializable]
public sealed class Register : SortedList
{
    public bool IsClosed;
}

[Serializable]
public sealed class Verses : StringCollection
{
    public string? Poet;
}

[Serializable]
public sealed class Glossary : StringDictionary
{
    public int Edition;

    public override int Count => Overridden.Run(base.Count);
}

[Serializable]
public sealed class Headers : NameValueCollection
{
    public int Status;

    public override void Add(string? name, string? value) => base.Add(Overridden.Run(name), value);
}

[Serializable]
public sealed class Lines : CollectionBase
{
    public string? File;

    public Lines With(params object[] lines)
    {
        InnerList.AddRange(lines);
        return this;
    }

    protected override void OnInsert(int index, object? value) => Overridden.Run(value);
}

[Serializable]
public sealed class Snapshots : ReadOnlyCollectionBase
{
    public long Taken;

    public Snapshots With(params object[] all)
    {
        InnerList.AddRange(all);
        return this;
    }
}

[Serializable]
public sealed class Ledgers : DictionaryBase
{
    public decimal Total;

    public Ledgers With(object key, object? value)
    {
        InnerHashtable.Add(key, value);
        return this;
    }

    protected override void OnInsert(object key, object? value) => Overridden.Run(value);
}

[Serializable]
public sealed class Cache : ConcurrentDictionary<string, int>
{
    public string? Name;
}

[Serializable]
public sealed class Inbox : ConcurrentQueue<int>
{
    public string? Owner;
}

[Serializable]
public sealed class Undo : ConcurrentStack<string?>
{
    public int Depth;
}

[Serializable]
public sealed class Purse : ConcurrentBag<decimal>
{
    public string? Currency;
}

[Serializable]
public class DerivedUntyped
{
    public Album? Album;
    public Directory? Directory;
    public WaitingRoom? Room;
    public Pile? Pile;
    public Register? Register;
    public Verses? Verses;
    public Glossary? Glossary;
    public Headers? Headers;
    public CollectionBase? Base;
    public Snapshots? Snapshots;
    public Ledgers? Ledgers;
    public Cache? Cache;
    public Inbox? Inbox;
    public Undo? Undo;
    public Purse? Purse;
}
