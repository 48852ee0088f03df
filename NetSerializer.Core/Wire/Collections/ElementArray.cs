using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// The elements of a collection that is made, or filled, when the last of them has been read: an array that on a stream of unknown length grows as
/// they come.
/// </summary>
internal struct ElementArray<T>
{
    private readonly int _count;
    private T[] _elements;
    private int _done;

    private ElementArray(int count, T[] elements) => (_count, _elements) = (count, elements);

    /// <summary>All elements, once they have been added.</summary>
    public readonly T[] Elements => _elements;

    public static ElementArray<T> Start(scoped ref WireReader r, scoped ref byte p, int count) =>
        new(count, new T[r.Step(ref p, count, Unsafe.SizeOf<T>(), 0)]);

    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        if (_done == _elements.Length)
        {
            Array.Resize(ref _elements, r.Step(ref p, _count, Unsafe.SizeOf<T>(), _done));
        }
        _elements[_done++] = element;
    }
}
