using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Fills the list of another collection, or an object of a class derived from a list; lists themselves are filled through spans.</summary>
internal struct ListFill<T> : ISequenceFill<ListFill<T>, List<T>, T>
{
    private const int ObjectSize = 32;

    private readonly int _count;
    private int _room;

    private ListFill(List<T> collection, int count, int room) => (Collection, _count, _room) = (collection, count, room);

    public List<T> Collection { get; }

    public static ListFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, List<T>? target)
    {
        int room = ArrayGrowth.Step(ref r, ref p, count, Unsafe.SizeOf<T>(), 0);
        if (target == null)
        {
            r.Charge(ref p, ObjectSize);
            target = new List<T>(room);
        }
        else
        {
            FrameworkAccessors<T>.Construct(target, room);
        }
        return new ListFill<T>(target, count, room);
    }

    public static List<T> Of(scoped ref WireReader r, scoped ref byte p, T[] elements, List<T>? target)
    {
        List<T> list = Start(ref r, ref p, 0, target).Collection;
        Copy(ref r, ref p, elements, list);
        return list;
    }

    /// <summary>Copies elements into an empty list.</summary>
    public static void Copy(scoped ref WireReader r, scoped ref byte p, T[] elements, List<T> list)
    {
        r.Charge(ref p, WireReader.ArraySize(elements.Length, Unsafe.SizeOf<T>()));
        list.Capacity = elements.Length;
        CollectionsMarshal.SetCount(list, elements.Length);
        elements.CopyTo(CollectionsMarshal.AsSpan(list));
    }

    /// <summary>Fills an empty list that exists.</summary>
    public static ListFill<T> StartIn(scoped ref WireReader r, scoped ref byte p, int count, List<T> list)
    {
        r.Charge(ref p, ObjectSize);
        int room = ArrayGrowth.Step(ref r, ref p, count, Unsafe.SizeOf<T>(), 0);
        list.Capacity = room;
        return new ListFill<T>(list, count, room);
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        if (Collection.Count == _room)
        {
            _room = Collection.EnsureCapacity(ArrayGrowth.Step(ref r, ref p, _count, Unsafe.SizeOf<T>(), _room));
        }
        Collection.Add(element);
    }
}
