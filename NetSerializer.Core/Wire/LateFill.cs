using System.Runtime.CompilerServices;
using NetSerializer.Graph;

namespace NetSerializer.Wire;

/// <summary>
/// Reads a dictionary whose keys are finished only at the end of the value, and must not be asked for their hash before: keeps the pairs and puts
/// them in then. Used by generated code like <see cref="DictionaryFill{TKey, TValue}"/>.
/// </summary>
internal struct LateDictionaryFill<TKey, TValue> where TKey : notnull
{
    private const int Overhead = 80 + 2 * WireReader.ArrayOverhead;
    private static readonly int s_entrySize = Unsafe.SizeOf<(long, TKey, TValue)>() + 2 * sizeof(int);

    private readonly int _count;
    private readonly long _start;
    private TKey[] _keys;
    private TValue?[] _values;
    private int _done;

    private LateDictionaryFill(int count, long start, Dictionary<TKey, TValue> table, TKey[] keys, TValue?[] values) =>
        (_count, _start, Table, _keys, _values) = (count, start, table, keys, values);

    public Dictionary<TKey, TValue> Table { get; }

    public static LateDictionaryFill<TKey, TValue> Start(scoped ref WireReader r, scoped ref byte p, int count, IEqualityComparer<TKey>? comparer)
    {
        r.Charge(ref p, Overhead);
        int step = Step(ref r, ref p, count, 0);
        return new LateDictionaryFill<TKey, TValue>(count, r.Position(ref p), new Dictionary<TKey, TValue>(comparer), new TKey[step], new TValue?[step]);
    }

    public readonly void Begin(scoped ref WireReader r, scoped ref byte p)
    {
    }

    /// <summary>The place for the value of a key. The cursor stands behind the key.</summary>
    public ref TValue? Add(scoped ref WireReader r, scoped ref byte p, TKey key)
    {
        if (NullKeys<TKey>.ArePossible && key is null)
        {
            r.FailAt(ref p, ErrorCode.NullKey, r.Position(ref p) - 1, "A dictionary key is null.");
        }
        if (_done == _keys.Length)
        {
            int step = Step(ref r, ref p, _count, _done);
            Array.Resize(ref _keys, step);
            Array.Resize(ref _values, step);
        }
        _keys[_done] = key;
        return ref _values[_done++];
    }

    /// <summary>All pairs are read.</summary>
    public readonly unsafe void Finish(scoped ref WireReader r, scoped ref byte p, bool withCallbacks, bool leadsBack)
    {
        int limit = r.Limits.MaxKeyCollisions;
        r.Charge(ref p, (_done + _done / 4 + 3L) * s_entrySize + LateBucketGuard<TKey>.Size(_done, limit));
        var pending = new Pending(Table, _keys, _values, _done, limit, new LateKeyGuard<TKey>(ref r, _start));
        if (leadsBack)
        {
            r.FillTable(ref p, pending, (nint)(delegate*<void*, ref byte, object, ref byte>)&FillAll, _start, withCallbacks);
            return;
        }
        r.FillAtEnd(ref p, pending, (nint)(delegate*<object, object?, void>)&Fill, withCallbacks);
    }

    private static int Step(scoped ref WireReader r, scoped ref byte p, int count, int done)
    {
        int step = r.Step(ref p, count, Unsafe.SizeOf<(TKey, TValue)>(), done);
        r.Charge(ref p, WireReader.ArrayOverhead);
        return step;
    }

    private static unsafe ref byte FillAll(void* reader, ref byte p, object entries)
    {
        Fill(entries, null);
        return ref p;
    }

    private static void Fill(object target, object? state)
    {
        var pending = (Pending)target;
        pending.Table.EnsureCapacity(pending.Count);
        var guard = new LateBucketGuard<TKey>(pending.Table.Capacity, pending.Count, pending.Limit, pending.Guard.Offset);
        for (int i = 0; i < pending.Count; i++)
        {
            pending.Guard.Require(pending.Keys[i]);
            guard.Count(pending.Keys[i]);
            if (!pending.Table.TryAdd(pending.Keys[i], pending.Values[i]!))
            {
                throw new MalformedDataException(ErrorCode.DuplicateKey, "A dictionary key occurs twice.", pending.Guard.Offset);
            }
        }
    }

    private sealed record Pending(Dictionary<TKey, TValue> Table, TKey[] Keys, TValue?[] Values, int Count, int Limit, LateKeyGuard<TKey> Guard) : ILateTable
    {
        public bool HasRefused(Exception failure) => true;
    }
}

/// <summary>As <see cref="LateDictionaryFill{TKey, TValue}"/> for sets.</summary>
internal struct LateSetFill<T>
{
    private const int Overhead = 64 + 2 * WireReader.ArrayOverhead;
    private static readonly int s_entrySize = Unsafe.SizeOf<(long, T)>() + 2 * sizeof(int);

    private readonly int _count;
    private readonly long _start;
    private T[] _elements;
    private int _done;

    private LateSetFill(int count, long start, HashSet<T> table, T[] elements) => (_count, _start, Table, _elements) = (count, start, table, elements);

    public HashSet<T> Table { get; }

    public static LateSetFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, IEqualityComparer<T>? comparer)
    {
        r.Charge(ref p, Overhead);
        return new LateSetFill<T>(count, r.Position(ref p), new HashSet<T>(comparer), new T[r.Step(ref p, count, Unsafe.SizeOf<T>(), 0)]);
    }

    public readonly void Begin(scoped ref WireReader r, scoped ref byte p)
    {
    }

    /// <summary>The cursor stands behind the element.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        if (_done == _elements.Length)
        {
            Array.Resize(ref _elements, r.Step(ref p, _count, Unsafe.SizeOf<T>(), _done));
        }
        _elements[_done++] = element;
    }

    /// <summary>All elements are read.</summary>
    public readonly unsafe void Finish(scoped ref WireReader r, scoped ref byte p, bool withCallbacks, bool leadsBack)
    {
        int limit = r.Limits.MaxKeyCollisions;
        r.Charge(ref p, (_done + _done / 4 + 3L) * s_entrySize + LateBucketGuard<T>.Size(_done, limit));
        var pending = new Pending(Table, _elements, _done, limit, new LateKeyGuard<T>(ref r, _start));
        if (leadsBack)
        {
            r.FillTable(ref p, pending, (nint)(delegate*<void*, ref byte, object, ref byte>)&FillAll, _start, withCallbacks);
            return;
        }
        r.FillAtEnd(ref p, pending, (nint)(delegate*<object, object?, void>)&Fill, withCallbacks);
    }

    private static unsafe ref byte FillAll(void* reader, ref byte p, object entries)
    {
        Fill(entries, null);
        return ref p;
    }

    private static void Fill(object target, object? state)
    {
        var pending = (Pending)target;
        pending.Table.EnsureCapacity(pending.Count);
        var guard = new LateBucketGuard<T>(pending.Table.Capacity, pending.Count, pending.Limit, pending.Guard.Offset);
        for (int i = 0; i < pending.Count; i++)
        {
            pending.Guard.Require(pending.Elements[i]);
            guard.Count(pending.Elements[i]);
            if (!pending.Table.Add(pending.Elements[i]))
            {
                throw new MalformedDataException(ErrorCode.DuplicateKey, "An element of a set occurs twice.", pending.Guard.Offset);
            }
        }
    }

    private sealed record Pending(HashSet<T> Table, T[] Elements, int Count, int Limit, LateKeyGuard<T> Guard) : ILateTable
    {
        public bool HasRefused(Exception failure) => true;
    }
}

/// <summary>
/// What waits for the keys of a table among the constructors and callbacks of users: what fills it is the library's code, which finds bytes bad as
/// the reader does.
/// </summary>
internal interface ILateTable
{
    /// <summary>The failure is a verdict on the keys, and not out of the user's code that runs with it.</summary>
    bool HasRefused(Exception failure);
}

/// <summary>As <see cref="WireReader.RequireHashedKey"/>, when the reader is done.</summary>
internal sealed class LateKeyGuard<TKey>
{
    private readonly KeyWalk? _walk;
    private Dictionary<int, int>? _tally;

    private readonly bool _comparesAll;

    /// <param name="r">The reader.</param>
    /// <param name="offset">Where the table began.</param>
    /// <param name="comparesAll">The table looks at no hash, and compares a key with all others.</param>
    public LateKeyGuard(scoped ref WireReader r, long offset, bool comparesAll = false) =>
        (_walk, Offset, _comparesAll) = (LeadsOn ? r.Keys : null, offset, comparesAll);

    /// <summary>Whether keys of the type may lead on to other objects.</summary>
    public static bool LeadsOn { get; } = KeyParts.MayLeadOn(typeof(TKey));

    /// <summary>Where the table began.</summary>
    public long Offset { get; }

    /// <summary>What <see cref="Require"/> has thrown.</summary>
    public MalformedDataException? Verdict { get; private set; }

    public void Require(TKey key)
    {
        if (_walk != null && _walk.Check(key, ref _tally, _comparesAll) is not 0 and var code)
        {
            throw Verdict = new MalformedDataException(code, KeyWalk.Explain(code), Offset);
        }
    }
}

/// <summary>As <see cref="BucketGuard{TKey}"/>, when the reader is done.</summary>
internal readonly struct LateBucketGuard<TKey>
{
    private readonly BucketTally _tally;
    private readonly int _limit;
    private readonly long _offset;

    /// <param name="capacity">That of the table.</param>
    /// <param name="count">How many keys there are.</param>
    /// <param name="limit"><see cref="SerializerLimits.MaxKeyCollisions"/>.</param>
    /// <param name="offset">Where the table began.</param>
    public LateBucketGuard(int capacity, int count, int limit, long offset)
    {
        (_limit, _offset) = (limit, offset);
        if (count >= BucketGuard<TKey>.SmallTable && count > limit)
        {
            _tally = new BucketTally(Math.Max(capacity, BucketGuard<TKey>.SmallTable), limit);
        }
    }

    /// <summary>What one allocates at most, in bytes, for a table that gets room for <paramref name="count"/> keys or up to a quarter more.</summary>
    public static long Size(int count, int limit) =>
        count < BucketGuard<TKey>.SmallTable || (count > limit && limit < byte.MaxValue) ? WireReader.ArrayOverhead + count
            : count <= limit ? 0 : BucketTally.Size((int)Math.Min(int.MaxValue, count + count / 4 + 3L), limit);

    public void Count(TKey key)
    {
        if (_tally.IsActive && key is not null && !_tally.Admits(EqualityComparer<TKey>.Default.GetHashCode(key)))
        {
            throw new MalformedDataException(ErrorCode.KeyCollisions, BucketTally.Explain(_limit), _offset);
        }
    }
}
