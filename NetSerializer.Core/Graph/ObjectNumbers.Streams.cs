using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

// Where references to known objects are expected to lead. Members that lead to objects that have appeared often do so in an order: a list of what another
// list holds, the way back through a chain, the parents of the nodes of a tree, several of these by turns. So up to four streams of numbers are followed,
// as a prefetcher of a processor follows streams of addresses (Jouppi 1990; that one stream follows another is a Markov predictor's table, Joseph and
// Grunwald 1997), and the object asked for is compared with the next of the stream that has followed the last one before, and with that stream's last one
// once more. Whatever is expected is compared by reference with what the list holds, so a wrong guess costs time only, and what was learned from one value
// may serve the next. A hit takes no address and no index: where all references are expected none is made (objects that lead to those at a half and a third
// of their number: 0.5-0.7 of the time at 40 to 10,000,000 objects, and 123 MB less). Where guesses fail none are made for a while, twice as long each time:
// references in no order take 1.0-1.1 of the time, of which trying all four streams made 1.3-2.3.
internal unsafe partial class ObjectNumbers
{
    private const int StreamCount = 4;

    /// <summary>References no further apart than this may belong to one stream.</summary>
    private const int FarStep = 32;

    /// <summary>
    /// Trust is gained by one with each hit, and lost by two where another stream goes on than was expected, by three where none does. It begins with that
    /// many and never is more.
    /// </summary>
    private const int Trial = 12, MaxTrust = 32;

    /// <summary>
    /// When it is used up, for so many references nothing is expected; at the beginning of a value no more than <see cref="MaxValueRest"/> of it is left.
    /// A reference that leads next to where the one before led counts as many.
    /// </summary>
    private const int FirstRest = 32, MaxRest = 1024, MaxValueRest = 128, NeighbourRest = 64;

    private Streams _streams = Streams.Create();
    // The stream of the reference before, the one expected to go on now, and the one to be given up next.
    private int _current;
    private int _expected;
    private int _victim;
    // Above 0 it is trust, else the references to go until there is some again.
    private int _trust = Trial;
    private int _rest = FirstRest;
    // The number of the known object asked for last, which is NumberRoom.Again if that is any.
    private int _lastFound;

    // The number, or -1. It calls nothing but at its end, so that it saves no registers (0.85-0.9 of the way back through a chain). A stream leaves its segment
    // of the list seldom, and to find that anew takes longer than all else (0.93 of the time of up to 10,000 objects that lead to those at a half and a third
    // of their number, 0.85-0.9 of 1,000,000 and more). It looks twice for what a method could look for: with that one a hit jumps to and fro, which takes
    // what is gained.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int FindExpected(object value)
    {
        int count = Count;
        if (!_keepsList || count >= _limit)
        {
            return -1;
        }
        ref Stream stream = ref _streams[_expected];
        int last = stream.Last, number = last + stream.Step;
        if ((uint)number >= (uint)count || last >= count)
        {
            return FindExpectedElsewhere(value, last);
        }
        object? known;
        if (number >= _staged)
        {
            known = _recent.Get(number);
        }
        else
        {
            int place = number - stream.SegmentStart;
            if ((uint)place >= (uint)stream.SegmentLength)
            {
                return FindExpectedElsewhere(value, number);
            }
            known = stream.InSegment(place);
        }
        if (!ReferenceEquals(known, value))
        {
            number = last;
            if (number >= _staged)
            {
                known = _recent.Get(number);
            }
            else
            {
                int place = number - stream.SegmentStart;
                if ((uint)place >= (uint)stream.SegmentLength)
                {
                    return FindExpectedElsewhere(value, number);
                }
                known = stream.InSegment(place);
            }
            if (!ReferenceEquals(known, value))
            {
                return -1;
            }
        }
        return FoundExpected(value, number);
    }

    // As FindExpected, and the stream goes over to the segment of a number.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int FindExpectedElsewhere(object value, int number)
    {
        ref Stream stream = ref _streams[_expected];
        if (number < _staged)
        {
            (int segment, int place) = PlaceOf(number);
            (stream.Segment, stream.SegmentStart, stream.SegmentLength) = (_segments[segment], number - place, 1 << BitsOfLength(number));
        }
        int count = Count;
        number = stream.Last + stream.Step;
        if ((uint)number >= (uint)count || !ReferenceEquals(At(number), value))
        {
            number = stream.Last;
            if (number >= count || !ReferenceEquals(At(number), value))
            {
                return -1;
            }
        }
        return FoundExpected(value, number);
    }

    // Those there are go elsewhere.
    private void LeaveSegments()
    {
        foreach (ref Stream stream in _streams)
        {
            (stream.Segment, stream.SegmentLength) = (null, 0);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FoundExpected(object value, int number)
    {
        ref Stream stream = ref _streams[_expected];
        stream.Last = number;
        (_current, _expected) = (_expected, stream.Next);
        _trust = Math.Min(_trust + 1, MaxTrust);
        return Found(value, number);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FoundElsewhere(object value, int number)
    {
        int trust = _trust;
        if (trust > 0)
        {
            Learn(number);
        }
        else
        {
            trust += (uint)(number - _lastFound + 1) <= 2 ? NeighbourRest : 1;
            _trust = trust > 0 ? Trial : trust;
        }
        return Found(value, number);
    }

    // The stream that the number belongs to goes on, or a new one begins, and is to be expected behind the one before.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Learn(int number)
    {
        int trust = _trust - 2, match = 0, near = -1, step = 0;
        for (; match < StreamCount; match++)
        {
            step = number - _streams[match].Last;
            if ((uint)step <= 1 || step == _streams[match].Step)
            {
                break;
            }
            near = (uint)(step + FarStep) <= 2 * FarStep ? match : near;
        }
        if (match == StreamCount)
        {
            trust--;
            step = near < 0 ? 1 : number - _streams[near].Last;
            match = _victim;
            _victim = (match + 1) % StreamCount;
        }
        LoseTrust(trust);
        ref Stream stream = ref _streams[match];
        stream.Last = number;
        stream.Step = step != 0 ? step : stream.Step;
        _streams[_current].Next = match;
        (_current, _expected) = (match, stream.Next);
    }

    private void LoseTrust(int trust)
    {
        if (trust >= Trial - 1)
        {
            _rest = FirstRest;
        }
        _trust = trust > 0 ? trust : -_rest;
        if (trust <= 0)
        {
            _rest = Math.Min(2 * _rest, MaxRest);
        }
    }

    private void EndExpecting()
    {
        _lastFound = 0;
        _trust = Math.Max(_trust, -MaxValueRest);
    }

    private struct Stream
    {
        // The number found last, how far it was from the one before, and the stream that goes on next.
        public int Last;
        public int Step;
        public int Next;
        // The segment of the list that held the number expected last, the number of its first object and how many it may hold; 0 for none.
        public int SegmentStart;
        public int SegmentLength;
        public object?[]? Segment;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public readonly object? InSegment(int place) => Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Segment!), (nint)(uint)place);
    }

    [InlineArray(StreamCount)]
    private struct Streams
    {
        private Stream _first;

        public static Streams Create()
        {
            Streams streams = default;
            for (int i = 0; i < StreamCount; i++)
            {
                (streams[i].Step, streams[i].Next) = (1, i);
            }
            return streams;
        }
    }
}
