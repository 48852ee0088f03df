using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>A collection around a list that it does not show.</summary>
internal interface IListOwner<TOwner, T> where TOwner : class
{
    /// <summary>The size of an owner in memory without its list, in bytes.</summary>
    static abstract int Size { get; }

    /// <summary>Runs the constructor on an object that was made without one, and returns the empty list in it.</summary>
    static abstract List<T> Construct(TOwner owner);
}

/// <summary>Fills the list of an owner, so that none of the owner's own methods runs, which may be the user's.</summary>
internal struct ListOwnerFill<TOwner, T, TMaker> : ISequenceFill<ListOwnerFill<TOwner, T, TMaker>, TOwner, T>
    where TOwner : class
    where TMaker : IListOwner<TOwner, T>
{
    private ListFill<T> _fill;

    public TOwner Collection { get; private init; }

    public static ListOwnerFill<TOwner, T, TMaker> Start(scoped ref WireReader r, scoped ref byte p, int count, TOwner? target)
    {
        r.Charge(ref p, TMaker.Size);
        target ??= (TOwner)RuntimeHelpers.GetUninitializedObject(typeof(TOwner));
        List<T> list = TMaker.Construct(target);
        return new() { _fill = ListFill<T>.StartIn(ref r, ref p, count, list), Collection = target };
    }

    public static TOwner Of(scoped ref WireReader r, scoped ref byte p, T[] elements, TOwner? target)
    {
        ListOwnerFill<TOwner, T, TMaker> fill = Start(ref r, ref p, 0, target);
        ListFill<T>.Copy(ref r, ref p, elements, fill._fill.Collection);
        return fill.Collection;
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, T element) => _fill.Add(ref r, ref p, element);
}

internal readonly struct ReadOnlyCollectionMaker<T> : IListOwner<ReadOnlyCollection<T>, T>
{
    public static int Size => 24;

    public static List<T> Construct(ReadOnlyCollection<T> owner)
    {
        List<T> list = [];
        FrameworkAccessors<T>.Construct(owner, list);
        return list;
    }
}

internal readonly struct CollectionMaker<T> : IListOwner<Collection<T>, T>
{
    public static int Size => 24;

    public static List<T> Construct(Collection<T> owner)
    {
        List<T> list = [];
        FrameworkAccessors<T>.Construct(owner, list);
        return list;
    }
}

internal readonly struct BindingListMaker<T> : IListOwner<BindingList<T>, T>
{
    public static int Size => 96;

    public static List<T> Construct(BindingList<T> owner)
    {
        List<T> list = [];
        FrameworkAccessors<T>.Construct(owner, list);
        return list;
    }
}

internal readonly struct ObservableCollectionMaker<T> : IListOwner<ObservableCollection<T>, T>
{
    public static int Size => 64;

    // A list given to its constructor would be copied.
    public static List<T> Construct(ObservableCollection<T> owner)
    {
        FrameworkAccessors<T>.Construct(owner);
        return (List<T>)FrameworkAccessors<T>.Inside(owner)!;
    }
}

internal readonly struct ReadOnlyObservableCollectionMaker<T> : IListOwner<ReadOnlyObservableCollection<T>, T>
{
    // With the collection that it observes, and the two handlers.
    public static int Size => 64 + 48 + 2 * 64;

    public static List<T> Construct(ReadOnlyObservableCollection<T> owner)
    {
        ObservableCollection<T> observed = [];
        FrameworkAccessors<T>.Construct(owner, observed);
        return (List<T>)FrameworkAccessors<T>.Inside(observed)!;
    }
}
