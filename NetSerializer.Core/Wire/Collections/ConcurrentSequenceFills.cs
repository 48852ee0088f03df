using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Fills a concurrent queue, the front first. It lies in segments, each as large as two of the one before.</summary>
internal struct ConcurrentQueueFill<T> : ISequenceFill<ConcurrentQueueFill<T>, ConcurrentQueue<T>, T>
{
    // The segment keeps its head and its tail apart from each other by two cache lines each.
    private const int ObjectSize = 64, SegmentSize = 360, FirstSegment = 32, LargestSegment = 1 << 20;

    private int _room;
    private int _segment;

    private ConcurrentQueueFill(ConcurrentQueue<T> collection) => (Collection, _room, _segment) = (collection, FirstSegment, FirstSegment);

    public ConcurrentQueue<T> Collection { get; }

    public static ConcurrentQueueFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, ConcurrentQueue<T>? target)
    {
        r.Charge(ref p, ObjectSize + SegmentBytes(FirstSegment));
        return new ConcurrentQueueFill<T>(new ConcurrentQueue<T>());
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        if (_room == 0)
        {
            _room = _segment = Math.Min(2 * _segment, LargestSegment);
            r.Charge(ref p, SegmentBytes(_segment));
        }
        _room--;
        Collection.Enqueue(element);
    }

    private static long SegmentBytes(int slots) => SegmentSize + (long)slots * Unsafe.SizeOf<(T, int)>();
}

/// <summary>Fills a concurrent stack, whose elements come top first: they wait in an array until the bottom one is there.</summary>
internal struct ConcurrentStackFill<T> : ISequenceFill<ConcurrentStackFill<T>, ConcurrentStack<T>, T>
{
    private const int ObjectSize = 24, ObjectHeader = 16;

    private readonly ConcurrentStack<T> _collection;
    private ElementArray<T> _elements;

    private ConcurrentStackFill(ConcurrentStack<T> collection, ElementArray<T> elements) => (_collection, _elements) = (collection, elements);

    /// <summary>The collection while it is filled.</summary>
    public readonly ConcurrentStack<T> Made => _collection;

    public readonly ConcurrentStack<T> Collection
    {
        get
        {
            T[] elements = _elements.Elements;
            Array.Reverse(elements);
            _collection.PushRange(elements);
            return _collection;
        }
    }

    public static ConcurrentStackFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, ConcurrentStack<T>? target)
    {
        r.Charge(ref p, ObjectSize);
        return new ConcurrentStackFill<T>(new ConcurrentStack<T>(), ElementArray<T>.Start(ref r, ref p, count));
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        r.Charge(ref p, ObjectHeader + Unsafe.SizeOf<(nint, T)>());
        _elements.Add(ref r, ref p, element);
    }
}

/// <summary>
/// Fills a concurrent bag. It has no order, but one thread sees its own elements last in, first out: from the last one on, so that it sees them as
/// they were written.
/// </summary>
internal struct ConcurrentBagFill<T> : ISequenceFill<ConcurrentBagFill<T>, ConcurrentBag<T>, T>
{
    // The bag, its place in every thread that uses it, and the queue of the thread that reads.
    private const int ObjectSize = 1536, FirstRoom = 32;

    private readonly ConcurrentBag<T> _collection;
    private ElementArray<T> _elements;
    private int _room;
    private int _left;

    // The queue of the thread doubles when there is no room for two more.
    private ConcurrentBagFill(ConcurrentBag<T> collection, ElementArray<T> elements) =>
        (_collection, _elements, _room, _left) = (collection, elements, FirstRoom, FirstRoom - 2);

    /// <summary>The collection while it is filled.</summary>
    public readonly ConcurrentBag<T> Made => _collection;

    public readonly ConcurrentBag<T> Collection
    {
        get
        {
            T[] elements = _elements.Elements;
            for (int i = elements.Length - 1; i >= 0; i--)
            {
                _collection.Add(elements[i]);
            }
            return _collection;
        }
    }

    public static ConcurrentBagFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, ConcurrentBag<T>? target)
    {
        r.Charge(ref p, ObjectSize + (long)FirstRoom * Unsafe.SizeOf<T>());
        return new ConcurrentBagFill<T>([], ElementArray<T>.Start(ref r, ref p, count));
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        if (--_left < 0)
        {
            _left = _room;
            _room *= 2;
            r.Charge(ref p, WireReader.ArraySize(_room, Unsafe.SizeOf<T>()));
        }
        _elements.Add(ref r, ref p, element);
    }
}
