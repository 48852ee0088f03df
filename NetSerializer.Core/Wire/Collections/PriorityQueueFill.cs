using System.Runtime.CompilerServices;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// Fills a priority queue. The pairs come in the order of the writer's heap, in which each of them can stay where it is put.
/// </summary>
internal struct PriorityQueueFill<TElement, TPriority>
{
    private const int ObjectSize = 48;

    private readonly int _count;
    private int _room;

    private PriorityQueueFill(PriorityQueue<TElement, TPriority> collection, int count, int room) => (Collection, _count, _room) = (collection, count, room);

    public PriorityQueue<TElement, TPriority> Collection { get; }

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static PriorityQueueFill<TElement, TPriority> Start(
        scoped ref WireReader r, scoped ref byte p, int count, PriorityQueue<TElement, TPriority>? target, IComparer<TPriority>? comparer)
    {
        int room = ArrayGrowth.Step(ref r, ref p, count, Unsafe.SizeOf<(TElement, TPriority)>(), 0);
        if (target == null)
        {
            r.Charge(ref p, ObjectSize);
            target = new PriorityQueue<TElement, TPriority>(room, comparer);
        }
        else
        {
            PriorityQueueAccessors<TElement, TPriority>.Construct(target, room, comparer);
        }
        return new PriorityQueueFill<TElement, TPriority>(target, count, room);
    }

    /// <summary>Adds an element with its priority; the cursor stands behind both.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, TElement element, TPriority priority)
    {
        if (Collection.Count == _room)
        {
            _room = Collection.EnsureCapacity(ArrayGrowth.Step(ref r, ref p, _count, Unsafe.SizeOf<(TElement, TPriority)>(), _room));
        }
        try
        {
            Collection.Enqueue(element, priority);
        }
        catch (Exception refused) when (UserCode.IsToBeWrapped(refused))
        {
            KeyOrder<TPriority>.FailComparison(ref r, ref p, item, refused);
        }
    }
}
