using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Fills a queue, the front first.</summary>
internal struct QueueFill<T> : ISequenceFill<QueueFill<T>, Queue<T>, T>
{
    private const int ObjectSize = 40;

    private readonly int _count;
    private int _room;

    private QueueFill(Queue<T> collection, int count, int room) => (Collection, _count, _room) = (collection, count, room);

    public Queue<T> Collection { get; }

    public static QueueFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, Queue<T>? target)
    {
        int room = ArrayGrowth.Step(ref r, ref p, count, Unsafe.SizeOf<T>(), 0);
        if (target == null)
        {
            r.Charge(ref p, ObjectSize);
            target = new Queue<T>(room);
        }
        else
        {
            FrameworkAccessors<T>.Construct(target, room);
        }
        return new QueueFill<T>(target, count, room);
    }

    public static Queue<T> Of(scoped ref WireReader r, scoped ref byte p, T[] elements, Queue<T>? target)
    {
        r.Charge(ref p, ObjectSize + WireReader.ArraySize(elements.Length, Unsafe.SizeOf<T>()));
        if (target == null)
        {
            return new Queue<T>(elements);
        }
        FrameworkAccessors<T>.Construct(target, elements);
        return target;
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        if (Collection.Count == _room)
        {
            _room = Collection.EnsureCapacity(ArrayGrowth.Step(ref r, ref p, _count, Unsafe.SizeOf<T>(), _room));
        }
        Collection.Enqueue(element);
    }
}
