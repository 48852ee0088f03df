using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// The objects of one value that have been read, by number, in segments: nothing is copied when there are more. The first one is always there, each is twice as long as the one before until they have the largest length.
/// Long segments are no young objects: with 16 KiB for each, those of a million books filled the youngest generation, whose collection took as long as reading the books. One is kept for each thread; nothing of a value stays in it.
/// </summary>
internal sealed class ReferenceReader
{
    private const int FirstBits = 11, LargestBits = 17, FirstLength = 1 << FirstBits;

    [ThreadStatic]
    private static ReferenceReader? s_spare;

    private readonly object?[] _first = new object?[FirstLength];
    private object?[][] _segments;
    private object?[] _segment;
    private int _used;
    private int _length = FirstLength;
    private int _before;
    private int _last;

    private ReferenceReader() => _segments = [_segment = _first];

    /// <summary>How many numbers have been given.</summary>
    public int Count => _before + _used;

    /// <summary>There is no room for another number.</summary>
    public bool IsFull => _used == _length;

    /// <summary>How many numbers have room in the segment that <see cref="Grow"/> adds.</summary>
    public int NextLength => Math.Min(_length * 2, 1 << LargestBits);

    /// <summary>How many texts have got one under strings=table.</summary>
    public int TextCount { get; set; }

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
        Array.Clear(_first, 0, Math.Min(Count, FirstLength));
        for (int i = 1; i <= _last; i++)
        {
            ArrayPool<object?>.Shared.Return(_segments[i], clearArray: true);
        }
        if (_last > 0)
        {
            _segments = [_segment = _first];
        }
        (_used, _length, _before, _last, TextCount, Found) = (0, FirstLength, 0, 0, 0, null);
        s_spare = this;
    }

    /// <summary>The object of a number, or null while it does not exist.</summary>
    public object? At(int number) => Place(number);

    /// <summary>The next number, with an object or without one yet. There must be room.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(object? value) => Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_segment), _used++) = value;

    /// <summary>The object of a number that had none, or none for one that had.</summary>
    public void Set(int number, object? value) => Place(number) = value;

    /// <summary>Makes room for another segment of numbers.</summary>
    public void Grow()
    {
        int next = _last + 1;
        if (next == _segments.Length)
        {
            Array.Resize(ref _segments, Math.Max(16, next + next / 2));
        }
        _before += _length;
        _length = NextLength;
        _segments[next] = _segment = ArrayPool<object?>.Shared.Rent(_length);
        (_last, _used) = (next, 0);
    }

    // Segment k begins at the number 2^(k + FirstBits) - FirstLength, until they all have the largest length.
    private ref object? Place(int number)
    {
        uint shifted = (uint)number + FirstLength;
        if (shifted < 2u << LargestBits)
        {
            int bits = BitOperations.Log2(shifted);
            return ref _segments[bits - FirstBits][shifted - (1u << bits)];
        }
        return ref _segments[(shifted >> LargestBits) - 1 + LargestBits - FirstBits][shifted & (1u << LargestBits) - 1];
    }
}
