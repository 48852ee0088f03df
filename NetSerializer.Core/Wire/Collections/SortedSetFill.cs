using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Fills a sorted set. A node is made when its element has been read, so nothing is allocated ahead.</summary>
internal struct SortedSetFill<T>
{
    private const int ObjectSize = 56, ObjectHeader = 16;

    private KeyOrder<T> _order;

    private SortedSetFill(SortedSet<T> collection) => (Collection, _order) = (collection, new KeyOrder<T>(collection.Comparer));

    public SortedSet<T> Collection { get; }

    // Header, left, right, the element and the colour.
    private static int NodeSize => ObjectHeader + Unsafe.SizeOf<(nint, nint, T, long)>();

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static SortedSetFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, SortedSet<T>? target, IComparer<T>? comparer)
    {
        if (target == null)
        {
            r.Charge(ref p, ObjectSize);
            target = new SortedSet<T>(comparer);
        }
        else
        {
            FrameworkAccessors<T>.Construct(target, comparer);
        }
        return new SortedSetFill<T>(target);
    }

    /// <summary>Adds an element, which must be new. The cursor stands behind it.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, T element)
    {
        r.Charge(ref p, NodeSize);
        _order.AddTo(Collection, ref r, ref p, item, element);
    }
}
