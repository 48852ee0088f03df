using System.Runtime.CompilerServices;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>
/// The numbers of the objects of a graph that is written: a plain open-addressing table over the hash in the object's header. Not thread-safe.
/// </summary>
internal sealed class WrittenObjects
{
    private const uint Golden = 0x9E3779B9;

    private object?[] _objects = new object?[64];
    private int[] _numbers = new int[64];
    private int _shift = 32 - 6;
    private int _count;

    /// <summary>The number of an object that is known, or -1 for one that gets the next number now.</summary>
    public int FindOrAdd(object value)
    {
        object?[] objects = _objects;
        int place = Place(value);
        while (objects[place] is { } other)
        {
            if (ReferenceEquals(other, value))
            {
                return _numbers[place];
            }
            place = (place + 1) & (objects.Length - 1);
        }
        objects[place] = value;
        _numbers[place] = _count++;
        if (2 * _count > objects.Length)
        {
            Grow();
        }
        return -1;
    }

    public void Clear()
    {
        Array.Clear(_objects);
        _count = 0;
    }

    private int Place(object value) => (int)(((uint)RuntimeHelpers.GetHashCode(value) * Golden) >> _shift);

    private void Grow()
    {
        (object?[] objects, int[] numbers) = (_objects, _numbers);
        _objects = new object?[2 * objects.Length];
        _numbers = new int[2 * objects.Length];
        _shift--;
        for (int i = 0; i < objects.Length; i++)
        {
            if (objects[i] is { } value)
            {
                int place = Place(value);
                while (_objects[place] is not null)
                {
                    place = (place + 1) & (_objects.Length - 1);
                }
                (_objects[place], _numbers[place]) = (value, numbers[i]);
            }
        }
    }
}

/// <summary>The objects of a graph that is read, by number. Not thread-safe.</summary>
internal sealed class ReadObjects
{
    private object?[] _objects = new object?[64];
    private int _count;

    public void Add(object value)
    {
        if (_count == _objects.Length)
        {
            Array.Resize(ref _objects, 2 * _count);
        }
        _objects[_count++] = value;
    }

    public object this[uint number] => _objects[number] ?? throw new InvalidDataException("No object has this number.");

    public void Clear()
    {
        Array.Clear(_objects, 0, _count);
        _count = 0;
    }
}
