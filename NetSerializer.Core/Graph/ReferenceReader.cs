using System.Runtime.CompilerServices;

namespace NetSerializer.Graph;

/// <summary>The objects of one value that have been read, by number. One is kept for each thread; nothing of a value stays in it.</summary>
internal sealed class ReferenceReader
{
    private const int FirstRoom = 64, MaxKept = 4096;

    [ThreadStatic]
    private static ReferenceReader? s_spare;

    private Entry[] _objects = new Entry[FirstRoom];

    /// <summary>How many numbers have been given.</summary>
    public int Count { get; private set; }

    /// <summary>How many texts have got one under strings=table.</summary>
    public int TextCount { get; set; }

    /// <summary>How many numbers there is room for.</summary>
    public int Room => _objects.Length;

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
        if (_objects.Length > MaxKept)
        {
            _objects = new Entry[FirstRoom];
        }
        else
        {
            Array.Clear(_objects, 0, Count);
        }
        (Count, TextCount, Found) = (0, 0, null);
        s_spare = this;
    }

    /// <summary>The object of a number, or null while it does not exist.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? At(int number) => _objects[number].Object;

    /// <summary>The next number, with an object or without one yet. There must be room.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Add(object? value)
    {
        int number = Count;
        _objects[number].Object = value;
        Count = number + 1;
        return number;
    }

    /// <summary>The object of a number that had none.</summary>
    public void Set(int number, object value) => _objects[number].Object = value;

    /// <summary>Makes room for so many.</summary>
    public void Grow(int room) => Array.Resize(ref _objects, room);

    // A struct: an array of references checks what is stored in it.
    private struct Entry
    {
        public object? Object;
    }
}
