using System.Buffers;
using System.Runtime.CompilerServices;

namespace NetSerializer.Graph;

/// <summary>
/// The objects of one value that have been read, by number. One table is kept for each thread; no object of a value stays in it. Longer tables come from
/// the pool and go back to it.
/// </summary>
internal sealed class ReferenceReader
{
    private const int FirstLength = 2048;

    [ThreadStatic]
    private static ReferenceReader? s_spare;

    private readonly object?[] _first = new object?[FirstLength];
    private object?[] _objects;

    private ReferenceReader() => _objects = _first;

    /// <summary>How many numbers have been given.</summary>
    public int Count { get; private set; }

    /// <summary>There is no room for another number before <see cref="Grow"/>.</summary>
    public bool IsFull => Count == _objects.Length;

    /// <summary>How many numbers have room after <see cref="Grow"/>, at least.</summary>
    public long NextLength => 2L * _objects.Length;

    /// <summary>How many texts have got one under strings=table.</summary>
    public int TextCount { get; set; }

    /// <summary>The walk that looks at keys, if there were keys that may lead on.</summary>
    public KeyWalk? Keys { get; set; }

    /// <summary>An object looked up, on its way to who asked for it.</summary>
    public object? Found { get; set; }

    public static ReferenceReader Rent()
    {
        ReferenceReader reader = s_spare ?? new ReferenceReader();
        s_spare = null;
        return reader;
    }

    /// <summary>The value is read.</summary>
    public void Return()
    {
        Array.Clear(_objects, 0, Count);
        ReturnToPool();
        _objects = _first;
        (Count, TextCount, Found, Keys) = (0, 0, null, null);
        s_spare = this;
    }

    /// <summary>The object of a number that has been given, or null while it does not exist.</summary>
    public object? At(int number) => _objects[number];

    /// <summary>The next number, with an object or without one yet. There must be room.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(object? value) => _objects[Count++] = value;

    /// <summary>The object of a number that had none, or none for one that had.</summary>
    public void Set(int number, object? value) => _objects[number] = value;

    /// <summary>Makes room for more numbers.</summary>
    public void Grow()
    {
        object?[] longer = ArrayPool<object?>.Shared.Rent(checked((int)NextLength));
        Array.Copy(_objects, longer, Count);
        Array.Clear(_objects, 0, Count);
        ReturnToPool();
        _objects = longer;
    }

    // It is clear already, up to the last object in it.
    private void ReturnToPool()
    {
        if (_objects != _first)
        {
            ArrayPool<object?>.Shared.Return(_objects);
        }
    }
}
