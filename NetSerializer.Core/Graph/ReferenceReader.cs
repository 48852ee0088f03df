using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>The objects of one value that have been read, by number, in segments: nothing is copied when there are more. One is kept for each thread; nothing of a value stays in it.</summary>
internal sealed class ReferenceReader
{
    /// <summary>So many numbers have room in a segment. The first one is always there.</summary>
    public const int SegmentLength = 1 << SegmentBits;

    private const int SegmentBits = 11;

    [ThreadStatic]
    private static ReferenceReader? s_spare;

    private readonly object?[] _first = new object?[SegmentLength];
    private object?[][] _segments;
    private object?[] _segment;
    private int _used;
    private int _before;

    private ReferenceReader() => _segments = [_segment = _first];

    /// <summary>How many numbers have been given.</summary>
    public int Count => _before + _used;

    /// <summary>There is no room for another number.</summary>
    public bool IsFull => _used == SegmentLength;

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
        Array.Clear(_first, 0, Math.Min(Count, SegmentLength));
        for (int i = 1; i < _segments.Length && _segments[i] != null; i++)
        {
            ArrayPool<object?>.Shared.Return(_segments[i], clearArray: true);
        }
        if (_before > 0)
        {
            _segments = [_segment = _first];
        }
        (_used, _before, TextCount, Found) = (0, 0, 0, null);
        s_spare = this;
    }

    /// <summary>The object of a number, or null while it does not exist.</summary>
    public object? At(int number) => _segments[number >> SegmentBits][number & SegmentLength - 1];

    /// <summary>The next number, with an object or without one yet. There must be room.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(object? value) => Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_segment), _used++) = value;

    /// <summary>The object of a number that had none.</summary>
    public void Set(int number, object value) => _segments[number >> SegmentBits][number & SegmentLength - 1] = value;

    /// <summary>Makes room for another segment of numbers.</summary>
    public void Grow()
    {
        int next = (_before >> SegmentBits) + 1;
        if (next == _segments.Length)
        {
            Array.Resize(ref _segments, Math.Max(16, next + next / 2));
        }
        _segments[next] = _segment = ArrayPool<object?>.Shared.Rent(SegmentLength);
        _before += SegmentLength;
        _used = 0;
    }
}
