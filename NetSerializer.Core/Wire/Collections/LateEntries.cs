namespace NetSerializer.Wire.Collections;

/// <summary>The entries of a collection whose keys may lead back to it, which is filled when the value is whole.</summary>
/// <typeparam name="TFill">What fills it.</typeparam>
/// <typeparam name="TFirst">Keys or elements.</typeparam>
/// <typeparam name="TSecond">Values or priorities; anything where there are none.</typeparam>
internal sealed class LateEntries<TFill, TFirst, TSecond> where TFill : struct
{
    private const int ObjectSize = 104;

    private ElementArray<TFirst> _first;
    private ElementArray<TSecond> _second;

    private LateEntries(int count, long start) => (Count, Start) = (count, start);

    /// <summary>How many there are.</summary>
    public int Count { get; }

    /// <summary>Where the first one began.</summary>
    public long Start { get; }

    /// <summary>The fill as it stood when the last entry was read.</summary>
    public TFill Fill { get; set; }

    /// <summary>The object of a derived class that is given the content of the plain collection, if it is one of those.</summary>
    public object? Target { get; set; }

    public static LateEntries<TFill, TFirst, TSecond> Begin(scoped ref WireReader r, scoped ref byte p, int count, bool isPair)
    {
        r.Charge(ref p, ObjectSize + System.Runtime.CompilerServices.Unsafe.SizeOf<TFill>());
        var entries = new LateEntries<TFill, TFirst, TSecond>(count, r.Position(ref p)) { _first = ElementArray<TFirst>.Start(ref r, ref p, count) };
        if (isPair)
        {
            entries._second = ElementArray<TSecond>.Start(ref r, ref p, count);
        }
        return entries;
    }

    public TFirst First(int index) => _first.Elements[index];

    public TSecond Second(int index) => _second.Elements[index];

    public void AddFirst(scoped ref WireReader r, scoped ref byte p, TFirst part) => _first.Add(ref r, ref p, part);

    public void AddSecond(scoped ref WireReader r, scoped ref byte p, TSecond part) => _second.Add(ref r, ref p, part);
}
