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
internal sealed partial class ReferenceReader
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

    /// <summary>There may be none at the next one, unless <see cref="Grow"/> is called.</summary>
    public bool IsLastSegmentFull => _staged - _covered > _before + _length - StackReferences.Length;

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
        Array.Clear(_first, 0, Math.Min(_staged - _covered, FirstLength));
        ForgetRows();
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
    public object? At(int number) =>
        number >= _staged ? _recent.Get(number) : _rowCount > 0 && FindRow(number) is >= 0 and var row ? InRow(number, row) : InSegment(number);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private object? InSegment(int number)
    {
        (int segment, int place) = PlaceOf(number);
        return _segments[segment][place];
    }

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
            // Made late, or no object any more: no element of a row is that.
            Place(_rowCount > 0 && FindRow(number) is >= 0 and var row ? _rows[row].Compact(number) : number) = value;
        }
    }

    /// <summary>What is on the stack is kept elsewhere: in the last segment, which has room for it, or where it stands in a row.</summary>
    public void MakeRoom()
    {
        if (_sequence == null || !TryCover())
        {
            Stage(_count);
        }
        _room = _staged + StackReferences.Length;
    }

    // The objects on the stack up to a number go to the segments.
    private void Stage(int end)
    {
        while (_staged < end)
        {
            int from = _staged % StackReferences.Length;
            Span<object?> room = Room(_staged - _covered);
            int length = Math.Min(Math.Min(end - _staged, StackReferences.Length - from), room.Length);
            _recent.CopyTo(from, room[..length]);
            _staged += length;
        }
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

    private ref object? Place(int number) => ref Room(number)[0];

    private Span<object?> Room(int number)
    {
        (int segment, int place) = PlaceOf(number);
        return _segments[segment].AsSpan(place, (FirstLength << Math.Min(segment, LargestBits - FirstBits)) - place);
    }

    // What has no row is numbered without those that have. Segment k begins at 2^(k + FirstBits) - FirstLength, until they all have the largest length.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static (int Segment, int Place) PlaceOf(int number)
    {
        uint shifted = (uint)number + FirstLength;
        int bits = Math.Min(BitOperations.Log2(shifted), LargestBits);
        uint segment = shifted >> bits;
        return ((int)segment - 1 + bits - FirstBits, (int)(shifted & (1u << bits) - 1));
    }
}
