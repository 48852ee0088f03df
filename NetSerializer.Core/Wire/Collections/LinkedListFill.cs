using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Fills a linked list, the first node first. A node is made when its element has been read, so nothing is allocated ahead.</summary>
internal readonly struct LinkedListFill<T> : ISequenceFill<LinkedListFill<T>, LinkedList<T>, T>
{
    private const int ObjectSize = 48, ObjectHeader = 16;

    private LinkedListFill(LinkedList<T> collection) => Collection = collection;

    public LinkedList<T> Collection { get; }

    // Header, list, next, previous and the element.
    private static int NodeSize => ObjectHeader + Unsafe.SizeOf<(nint, nint, nint, T)>();

    public static LinkedListFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, LinkedList<T>? target)
    {
        if (target == null)
        {
            r.Charge(ref p, ObjectSize);
            target = [];
        }
        else
        {
            FrameworkAccessors<T>.Construct(target);
        }
        return new LinkedListFill<T>(target);
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        r.Charge(ref p, NodeSize);
        Collection.AddLast(element);
    }
}
