using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace NetSerializer.Graph;

/// <summary>
/// The objects of one value that have been read, by number, in segments: nothing is copied when there are more. The first one is always there, each
/// is twice as long as the one before until they have the largest length. Long segments are no young objects: with 16 KiB for each, those of a
/// million books filled the youngest generation, whose collection took as long as reading the books. One is kept for each thread; nothing of a value
/// stays in it.
/// </summary>
internal sealed class ReferenceReader
{
    private const int FirstBits = 11, LargestBits = 17, FirstLength = 1 << FirstBits;

    [ThreadStatic]
    private static ReferenceReader? s_spare;

    private readonly object?[] _first = new object?[FirstLength];
    private object?[][] _segments;
    // The objects from _staged on are on the stack, where there is room up to the number _room.
    private StackReferencesPointer _recent;
    private int _staged;
    private int _room;
    private int _count;
    // The last segment: its index, its length, and how many numbers are in those before it.
    private int _last;
    private int _length = FirstLength;
    private int _before;

    private ReferenceReader() => _segments = [_first];

    /// <summary>How many numbers have been given.</summary>
    public int Count => _count;

    /// <summary>There is no room for another number before <see cref="MakeRoom"/>.</summary>
    public bool IsFull => _count == _room;

    /// <summary>There will be none after it either, unless <see cref="Grow"/> is called.</summary>
    public bool IsLastSegmentFull => _count == _before + _length;

    /// <summary>How many numbers have room in the segment that <see cref="Grow"/> adds.</summary>
    public int NextLength => Math.Min(_length * 2, 1 << LargestBits);

    /// <summary>How many texts have got one under strings=table.</summary>
    public int TextCount { get; set; }

    /// <summary>What looks at keys, if there were some that may lead on.</summary>
    public KeyWalk? Keys { get; set; }

    /// <summary>An object looked up, on its way to who asked for it.</summary>
    public object? Found { get; set; }

    /// <param name="recent">Room on a stack that lasts until <see cref="End"/>.</param>
    public static ReferenceReader Rent(ref StackReferences recent)
    {
        ReferenceReader reader = s_spare ?? new ReferenceReader();
        s_spare = null;
        (reader._recent, reader._room) = (new(ref recent), StackReferences.Length);
        return reader;
    }

    /// <summary>The room on the stack is about to be gone: no number may be given or looked up.</summary>
    public void End() => (_recent, _room) = (default, 0);

    /// <summary>The value is read.</summary>
    public void Return()
    {
        End();
        Array.Clear(_first, 0, Math.Min(_staged, FirstLength));
        for (int i = 1; i <= _last; i++)
        {
            ArrayPool<object?>.Shared.Return(_segments[i], clearArray: true);
        }
        if (_last > 0)
        {
            _segments = [_first];
        }
        (_count, _staged, _last, _length, _before, TextCount, Found, Keys) = (0, 0, 0, FirstLength, 0, 0, null, null);
        s_spare = this;
    }

    /// <summary>The object of a number, or null while it does not exist.</summary>
    public object? At(int number) => number >= _staged ? _recent.Get(number) : Place(number);

    /// <summary>The next number, with an object or without one yet. There must be room.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(object? value) => _recent.Set(_count++, value);

    /// <summary>The object of a number that had none, or none for one that had.</summary>
    public void Set(int number, object? value)
    {
        if (number >= _staged)
        {
            _recent.Set(number, value);
        }
        else
        {
            Place(number) = value;
        }
    }

    /// <summary>What is on the stack goes to the last segment, which has room for it.</summary>
    public void MakeRoom()
    {
        _recent.CopyTo(_segments[_last].AsSpan(_staged - _before));
        _staged = _count;
        _room = _count + StackReferences.Length;
    }

    /// <summary>Adds another segment, the last one being full.</summary>
    public void Grow()
    {
        int next = _last + 1;
        if (next == _segments.Length)
        {
            Array.Resize(ref _segments, Math.Max(16, next + next / 2));
        }
        _before += _length;
        _length = NextLength;
        _segments[next] = ArrayPool<object?>.Shared.Rent(_length);
        _last = next;
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
