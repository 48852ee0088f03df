using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>A collection around a list that it does not show.</summary>
internal interface IListOwner<TOwner, T> where TOwner : class
{
    /// <summary>What one takes in memory without its list, in bytes.</summary>
    static abstract int Size { get; }

    /// <summary>Makes an empty owner, or runs the base constructor on one of a derived class, and returns the list in it.</summary>
    static abstract List<T> Make(ref TOwner? owner);
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
        List<T> list = TMaker.Make(ref target);
        return new() { _fill = ListFill<T>.StartIn(ref r, ref p, count, list), Collection = target! };
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

    public static List<T> Make(ref ReadOnlyCollection<T>? owner)
    {
        List<T> list = [];
        if (owner == null)
        {
            owner = new ReadOnlyCollection<T>(list);
        }
        else
        {
            BaseOwnerConstructors<T>.Run(owner, list);
        }
        return list;
    }
}

internal readonly struct CollectionMaker<T> : IListOwner<Collection<T>, T>
{
    public static int Size => 24;

    public static List<T> Make(ref Collection<T>? owner)
    {
        List<T> list = [];
        if (owner == null)
        {
            owner = new Collection<T>(list);
        }
        else
        {
            BaseOwnerConstructors<T>.Run(owner, list);
        }
        return list;
    }
}

internal readonly struct BindingListMaker<T> : IListOwner<BindingList<T>, T>
{
    public static int Size => 96;

    public static List<T> Make(ref BindingList<T>? owner)
    {
        List<T> list = [];
        if (owner == null)
        {
            owner = new BindingList<T>(list);
        }
        else
        {
            BaseOwnerConstructors<T>.Run(owner, list);
        }
        return list;
    }
}

internal readonly struct ObservableCollectionMaker<T> : IListOwner<ObservableCollection<T>, T>
{
    public static int Size => 64;

    // A list given to its constructor would be copied.
    public static List<T> Make(ref ObservableCollection<T>? owner)
    {
        if (owner == null)
        {
            owner = [];
        }
        else
        {
            BaseOwnerConstructors<T>.Run(owner);
        }
        return BaseOwnerConstructors<T>.ListOf(owner);
    }
}

internal readonly struct ReadOnlyObservableCollectionMaker<T> : IListOwner<ReadOnlyObservableCollection<T>, T>
{
    // With the collection that it observes, and the two handlers.
    public static int Size => 64 + 48 + 2 * 64;

    public static List<T> Make(ref ReadOnlyObservableCollection<T>? owner)
    {
        ObservableCollection<T> observed = [];
        if (owner == null)
        {
            owner = new ReadOnlyObservableCollection<T>(observed);
        }
        else
        {
            BaseOwnerConstructors<T>.Run(owner, observed);
        }
        return BaseOwnerConstructors<T>.ListOf(observed);
    }
}

/// <summary>As <see cref="BaseConstructors{T}"/> for collections around a list.</summary>
internal static class BaseOwnerConstructors<T>
{
    private const UnsafeAccessorKind Kind = UnsafeAccessorKind.Method;
    private const string Constructor = ".ctor";

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(ReadOnlyCollection<T> target, IList<T> list);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(Collection<T> target, IList<T> list);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(BindingList<T> target, IList<T> list);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(ObservableCollection<T> target);

    [UnsafeAccessor(Kind, Name = Constructor)]
    public static extern void Run(ReadOnlyObservableCollection<T> target, ObservableCollection<T> list);

    /// <summary>The list that a collection was made with: a <see cref="List{T}"/> when its own constructor made it.</summary>
    public static List<T> ListOf(Collection<T> collection) => (List<T>)ItemsOf(collection);

    [UnsafeAccessor(Kind, Name = "get_Items")]
    private static extern IList<T> ItemsOf(Collection<T> collection);
}
