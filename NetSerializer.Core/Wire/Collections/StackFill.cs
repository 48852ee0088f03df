using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// Fills a stack, whose elements come top first, as a stack is enumerated: they wait in an array until the bottom one is there, and are pushed from
/// that one on.
/// </summary>
internal struct StackFill<T> : ISequenceFill<StackFill<T>, Stack<T>, T>
{
    private const int ObjectSize = 32;

    private readonly Stack<T> _collection;
    private readonly int _count;
    private T[] _elements;
    private int _done;

    private StackFill(Stack<T> collection, int count, T[] elements) => (_collection, _count, _elements) = (collection, count, elements);

    /// <summary>The collection while it is filled.</summary>
    public readonly Stack<T> Made => _collection;

    public readonly Stack<T> Collection
    {
        get
        {
            for (int i = _done - 1; i >= 0; i--)
            {
                _collection.Push(_elements[i]);
            }
            return _collection;
        }
    }

    public static StackFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, Stack<T>? target)
    {
        int room = r.Step(ref p, count, Unsafe.SizeOf<T>(), 0);
        r.Charge(ref p, WireReader.ArraySize(room, Unsafe.SizeOf<T>()));
        if (target == null)
        {
            r.Charge(ref p, ObjectSize);
            target = new Stack<T>(room);
        }
        else
        {
            FrameworkAccessors<T>.Construct(target, room);
        }
        return new StackFill<T>(target, count, new T[room]);
    }

    public static Stack<T> Of(scoped ref WireReader r, scoped ref byte p, T[] elements, Stack<T>? target)
    {
        r.Charge(ref p, ObjectSize + WireReader.ArraySize(elements.Length, Unsafe.SizeOf<T>()));
        Array.Reverse(elements);
        if (target == null)
        {
            return new Stack<T>(elements);
        }
        FrameworkAccessors<T>.Construct(target, elements);
        return target;
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        if (_done == _elements.Length)
        {
            int room = r.Step(ref p, _count, Unsafe.SizeOf<T>(), _done);
            // The stack is as large in the end, and doubles on the way.
            r.Charge(ref p, 2 * WireReader.ArraySize(room, Unsafe.SizeOf<T>()));
            _collection.EnsureCapacity(room);
            Array.Resize(ref _elements, room);
        }
        _elements[_done++] = element;
    }
}
