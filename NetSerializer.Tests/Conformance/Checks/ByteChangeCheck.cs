using NUnit.Framework;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>
/// Every value has one encoding: bytes with one of them changed are either rejected or the encoding of another value, which written again gives those
/// very bytes. All changes of the shortest values; a choice with a fixed seed of the others, because a rejection costs 20 microseconds.
/// </summary>
/// <param name="hasOneEncoding">False where several encodings are read as the same value.</param>
/// <param name="ownId">The type id in whose place there may be one of a type with several encodings; null where the model has none of those.</param>
/// <param name="isOpaque">User code decides what is written again.</param>
/// <param name="isTypical">False for a fixture that is like another one, which takes a smaller choice.</param>
internal sealed class ByteChangeCheck(bool hasOneEncoding, int? ownId, bool isOpaque, bool isTypical) : RootCheck
{
    private const int MostChanges = 512, MostChangesInAll = 600, ShortestChoice = 8, ChoiceOfOthers = 16, Earnest = 4, EarnestOfAll = 100;
    private const string AtRoot = " at the root";
    private readonly Random _random = new(42);
    private int _left = MostChangesInAll;
    private int _tried;
    private int _values;
    private bool _wasBad;

    public int Rejected { get; private set; }

    public override void Check<TRoot>(TypeModel model, string place, TRoot value)
    {
        byte[] bytes = model.Serialize(value);
        foreach ((int at, byte changed) in Changes(bytes, Thoroughness.IsFull && TakesAll(place)))
        {
            byte original = bytes[at];
            bytes[at] = changed;
            Try<TRoot>(model, () => $"{place}: byte {at} of {bytes.Length} changed from {original:X2} to {changed:X2}", bytes,
                hasOneEncoding && original != ownId);
            bytes[at] = original;
        }
    }

    // Values come one after another, each at the root first.
    private bool TakesAll(string place)
    {
        bool isAtRoot = place.EndsWith(AtRoot, StringComparison.Ordinal);
        _values += isAtRoot ? 1 : 0;
        return isAtRoot || _values == 1 || Thoroughness.IsFullInAllPositions;
    }

    private IEnumerable<(int At, byte Changed)> Changes(byte[] bytes, bool takesAll)
    {
        int all = bytes.Length * 255;
        if (takesAll || (isTypical && all <= MostChanges && _left > MostChanges))
        {
            _left -= all;
            return Enumerable.Range(0, all).Select(i => (i / 255, (byte)(bytes[i / 255] ^ (i % 255 + 1))));
        }
        int choice = Math.Min(all, !isTypical ? ChoiceOfOthers : _left > MostChanges ? 3 * ShortestChoice : ShortestChoice);
        _left -= choice;
        return Enumerable.Range(0, choice).Select(_ => _random.Next(bytes.Length))
            .Select(at => (at, (byte)(bytes[at] ^ (_random.Next(4) == 0 ? 1 << _random.Next(8) : _random.Next(1, 256)))));
    }

    // Of most changes a shorter way must do: the readers alone are asked, which do not look for a path then.
    private bool TakesInEarnest() => _tried++ % (Thoroughness.IsFull ? EarnestOfAll : Earnest) == 0;

    private void Try<TRoot>(TypeModel model, Func<string> place, byte[] bytes, bool isOnlyEncoding)
    {
        bool isInEarnest = TakesInEarnest();
        TRoot? read;
        try
        {
            // Which fails in a half of the time, but reads twice what is good: asked where the change before this one was bad.
            if (!isInEarnest && _wasBad && LimitedRead.Run<TRoot>(model, SerializerLimits.Default, bytes).Failure is not null)
            {
                Rejected++;
                return;
            }
            read = model.Deserialize<TRoot>(bytes);
            _wasBad = false;
        }
        catch (MalformedDataException)
        {
            _wasBad = true;
            Rejected++;
            return;
        }
        catch (Exception other)
        {
            throw new AssertionException($"{place()}: {other.GetType()} escaped: {other}");
        }
        byte[] again;
        try
        {
            again = model.Serialize(read!);
        }
        catch (ValueNotSerializableException refused)
        {
            throw new AssertionException($"{place()}: read but not writable: {refused.Message}");
        }
        if (isOpaque)
        {
            return;
        }
        if (isOnlyEncoding)
        {
            if (!again.AsSpan().SequenceEqual(bytes))
            {
                SurfaceCheck.AssertBytes($"{place()}: accepted, but not the encoding of the value", again, bytes);
            }
            return;
        }
        // What was read must be one value all the same, whatever the order in which it is written now: the same bytes in another order, at the least.
        if (isInEarnest || !AreOfSameBytes(again, bytes))
        {
            SurfaceCheck.AssertSame($"{place()}: written again", read, model.Deserialize<TRoot>(again));
        }
    }

    private static bool AreOfSameBytes(byte[] first, byte[] second)
    {
        if (first.Length != second.Length)
        {
            return false;
        }
        Span<int> excess = stackalloc int[256];
        excess.Clear();
        for (int i = 0; i < first.Length; i++)
        {
            excess[first[i]]++;
            excess[second[i]]--;
        }
        return !excess.ContainsAnyExcept(0);
    }
}
