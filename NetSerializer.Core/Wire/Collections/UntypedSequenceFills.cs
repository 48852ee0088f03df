using System.Collections;
using System.Collections.Specialized;

namespace NetSerializer.Wire.Collections;

/// <summary>Fills a list of objects.</summary>
internal struct ArrayListFill : ISequenceFill<ArrayListFill, ArrayList, object?>
{
    private const int ObjectSize = 32;

    private readonly int _count;
    private int _room;

    private ArrayListFill(int count, int room) => (Collection, _count, _room) = (new ArrayList(room), count, room);

    public ArrayList Collection { get; }

    public static ArrayListFill Start(scoped ref WireReader r, scoped ref byte p, int count, ArrayList? target)
    {
        r.Charge(ref p, ObjectSize);
        return new ArrayListFill(count, r.Step(ref p, count, nint.Size, 0));
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, object? element)
    {
        if (Collection.Count == _room)
        {
            Collection.Capacity = _room = r.Step(ref p, _count, nint.Size, _room);
        }
        Collection.Add(element);
    }
}

/// <summary>The array of a collection that doubles whenever it is full, and cannot be told beforehand.</summary>
internal struct DoublingArray(int room)
{
    private int _room = room;
    private int _left = room;

    /// <summary>Charges the arrays that the next element makes necessary.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p)
    {
        if (_left == 0)
        {
            int larger = Math.Max(2 * _room, _room + 4);
            r.Charge(ref p, WireReader.ArrayOverhead + (long)larger * nint.Size);
            (_left, _room) = (larger - _room, larger);
        }
        _left--;
    }
}

/// <summary>Fills a queue of objects, the front first.</summary>
internal struct ObjectQueueFill : ISequenceFill<ObjectQueueFill, Queue, object?>
{
    private const int ObjectSize = 56;

    private DoublingArray _array;

    private ObjectQueueFill(int room) => (Collection, _array) = (new Queue(room), new DoublingArray(room));

    public Queue Collection { get; }

    public static ObjectQueueFill Start(scoped ref WireReader r, scoped ref byte p, int count, Queue? target)
    {
        r.Charge(ref p, ObjectSize);
        return new ObjectQueueFill(r.Step(ref p, count, nint.Size, 0));
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, object? element)
    {
        _array.Add(ref r, ref p);
        Collection.Enqueue(element);
    }

    /// <summary>The elements, front first.</summary>
    public static object?[] Snapshot(Queue collection) => CollectionWalk.Read(collection, static queue => queue.ToArray());
}

/// <summary>Fills a stack of objects, whose elements come top first: they wait in an array until the bottom one is there.</summary>
internal struct ObjectStackFill : ISequenceFill<ObjectStackFill, Stack, object?>
{
    private const int ObjectSize = 32, LeastRoom = 10;

    private readonly Stack _collection;
    private ElementArray<object?> _elements;
    private DoublingArray _array;

    private ObjectStackFill(int room, ElementArray<object?> elements) =>
        (_collection, _elements, _array) = (new Stack(room), elements, new DoublingArray(room));

    /// <summary>The collection while it is filled.</summary>
    public readonly Stack Made => _collection;

    public readonly Stack Collection
    {
        get
        {
            object?[] elements = _elements.Elements;
            for (int i = elements.Length - 1; i >= 0; i--)
            {
                _collection.Push(elements[i]);
            }
            return _collection;
        }
    }

    public static ObjectStackFill Start(scoped ref WireReader r, scoped ref byte p, int count, Stack? target)
    {
        var elements = ElementArray<object?>.Start(ref r, ref p, count);
        int room = Math.Max(LeastRoom, elements.Elements.Length);
        r.Charge(ref p, ObjectSize + WireReader.ArrayOverhead + (long)room * nint.Size);
        return new ObjectStackFill(room, elements);
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, object? element)
    {
        _array.Add(ref r, ref p);
        _elements.Add(ref r, ref p, element);
    }

    /// <summary>The elements, top first.</summary>
    public static object?[] Snapshot(Stack collection) => CollectionWalk.Read(collection, static stack => stack.ToArray());
}

/// <summary>Fills a list of strings.</summary>
internal struct StringCollectionFill : ISequenceFill<StringCollectionFill, StringCollection, string?>
{
    private const int ObjectSize = 24 + 32;

    private DoublingArray _array;

    private StringCollectionFill(StringCollection collection) => Collection = collection;

    public StringCollection Collection { get; }

    public static StringCollectionFill Start(scoped ref WireReader r, scoped ref byte p, int count, StringCollection? target)
    {
        r.Charge(ref p, ObjectSize);
        return new StringCollectionFill([]);
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, string? element)
    {
        _array.Add(ref r, ref p);
        Collection.Add(element);
    }
}
