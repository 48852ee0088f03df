namespace NetSerializer.Wire.Collections;

/// <summary>The entries of a collection that is filled when the value is whole, or when all of it is that its keys wait for.</summary>
/// <typeparam name="TFill">The struct that fills it.</typeparam>
/// <typeparam name="TFirst">Keys or elements.</typeparam>
/// <typeparam name="TSecond">Values or priorities; anything where there are none.</typeparam>
internal sealed class LateEntries<TFill, TFirst, TSecond> : LateTable where TFill : struct
{
    private const int ObjectSize = 104;

    private ElementArray<TFirst> _first;
    private ElementArray<TSecond> _second;

    private LateEntries(int count, long start) : base(count, start)
    {
    }

    /// <summary>The fill as it stood when the last entry was read.</summary>
    public TFill Fill { get; set; }

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

    /// <summary>As <see cref="AddFirst"/> for a key that may not be null. The cursor stands behind it.</summary>
    public void AddKey(scoped ref WireReader r, scoped ref byte p, TFirst key)
    {
        KeyTraits<TFirst>.RequireKey(ref r, ref p, r.Position(ref p) - 1, key);
        _first.Add(ref r, ref p, key);
    }

    public void AddSecond(scoped ref WireReader r, scoped ref byte p, TSecond part) => _second.Add(ref r, ref p, part);
}
