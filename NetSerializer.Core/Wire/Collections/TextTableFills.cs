using System.Collections;
using System.Collections.Specialized;
using System.Dynamic;
using System.Text;
using NetSerializer.Errors;

namespace NetSerializer.Wire.Collections;

/// <summary>Fills a dictionary of strings whose keys know no case: they are held in lower case.</summary>
internal struct StringDictionaryFill
{
    // The dictionary and its hash table, which doubles; for each pair its buckets and the buckets given up.
    private const int ObjectSize = 320, PairSize = 140;

    private StringDictionaryFill(StringDictionary collection) => Collection = collection;

    public StringDictionary Collection { get; }

    public static KeyValuePair<string, string?>[] Snapshot(StringDictionary collection) => CollectionWalk.Read(collection, Entries);

    private static KeyValuePair<string, string?>[] Entries(StringDictionary collection)
    {
        var entries = new List<KeyValuePair<string, string?>>(collection.Count);
        foreach (DictionaryEntry entry in collection)
        {
            entries.Add(KeyValuePair.Create((string)entry.Key, (string?)entry.Value));
        }
        return [.. entries];
    }

    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, StringDictionary collection) => ref UntypedComparers.WriteDefault(ref w, ref p);

    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, int count, out StringDictionary? none)
    {
        none = null;
        return ref UntypedComparers.ReadDefault(ref r, ref p);
    }

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static StringDictionaryFill Start(scoped ref WireReader r, scoped ref byte p, int count, StringDictionary? target, StringDictionary? none)
    {
        r.Charge(ref p, ObjectSize);
        return new StringDictionaryFill([]);
    }

    /// <summary>Adds a pair, whose key must be new. The cursor stands behind the value.</summary>
    public readonly void Add(scoped ref WireReader r, scoped ref byte p, long item, string key, string? value)
    {
        KeyTraits<string>.RequireKey(ref r, ref p, item, key);
        // A key that is not plain ASCII is copied each time it is brought to lower case, which the dictionary does too, when it is asked and when it
        // is given the pair.
        r.Charge(ref p, Ascii.IsValid(key) ? PairSize : PairSize + 3 * WireReader.StringSize(key.Length));
        if (!string.Equals(key, key.ToLowerInvariant(), StringComparison.Ordinal))
        {
            r.FailAt(ref p, ErrorCode.NotCanonical, item, "A key of a dictionary that knows no case is not in lower case.");
        }
        if (Collection.ContainsKey(key))
        {
            r.FailAt(ref p, ErrorCode.DuplicateKey, item, "A dictionary key occurs twice.");
        }
        Collection.Add(key, value);
    }
}

/// <summary>Fills a collection of names that have any number of values.</summary>
internal struct NameValueFill
{
    // The collection, its list of entries and its hash table; for each name its entry, its list of values and its places in the others, which double;
    // for each value its place.
    private const int ObjectSize = 480, NameSize = 288, ValueSize = 40;

    private long _item;
    private int _firstNumber;

    private NameValueFill(NameValueCollection collection) => Collection = collection;

    public NameValueCollection Collection { get; }

    public static KeyValuePair<string?, string?[]?>[] Snapshot(NameValueCollection collection) => CollectionWalk.Read(collection, Entries);

    private static KeyValuePair<string?, string?[]?>[] Entries(NameValueCollection collection)
    {
        var entries = new KeyValuePair<string?, string?[]?>[collection.Count];
        for (int i = 0; i < entries.Length; i++)
        {
            entries[i] = KeyValuePair.Create(collection.GetKey(i), (string?[]?)collection.GetValues(i));
        }
        return entries;
    }

    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, NameValueCollection collection)
    {
        // That of a new collection is not the one of StringComparer, but equal to it.
        return ref UntypedComparers.WriteEquality(ref w, ref p, FrameworkAccessors.ComparerOf(collection));
    }

    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, int count, out IEqualityComparer comparer) =>
        ref UntypedComparers.ReadNamed(ref r, ref p, out comparer);

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static NameValueFill Start(scoped ref WireReader r, scoped ref byte p, int count, NameValueCollection? target, IEqualityComparer comparer)
    {
        r.Charge(ref p, ObjectSize);
        return new NameValueFill(new NameValueCollection(comparer));
    }

    /// <summary>The cursor stands in front of a name.</summary>
    public void Begin(scoped ref WireReader r, scoped ref byte p) => (_item, _firstNumber) = (r.Position(ref p), r.NumberCount);

    /// <summary>Adds a name, which must be new, with its values. The cursor stands behind them.</summary>
    public readonly void Add(scoped ref WireReader r, scoped ref byte p, string? name, string?[]? values)
    {
        if (values != null)
        {
            // The collection keeps only the content of the array. As an object of the value, the array would be another one when it is written again.
            r.Withdraw(ref p, values, _firstNumber, _item);
        }
        int before = Collection.Count;
        r.Charge(ref p, NameSize + (long)ValueSize * (values?.Length ?? 0));
        if (values is { Length: 0 })
        {
            r.FailAt(ref p, ErrorCode.NotCanonical, _item, "A name without values has an empty array of them instead of none.");
        }
        if (values?[0] == null)
        {
            AddWithoutFirst(name, values != null);
        }
        else
        {
            Collection.Add(name, values[0]);
        }
        if (Collection.Count == before)
        {
            r.FailAt(ref p, ErrorCode.DuplicateKey, _item, "A name occurs twice.");
        }
        for (int i = 1; i < values?.Length; i++)
        {
            if (values[i] == null)
            {
                r.FailAt(ref p, ErrorCode.NullNotAllowed, _item, "A null among the values of a name, which only the first one can be.");
            }
            Collection.Add(name, values[i]);
        }
    }

    // A value that is null is set; one that is null and added makes a name without values.
    private readonly void AddWithoutFirst(string? name, bool isValue)
    {
        if (isValue)
        {
            Collection.Set(name, null);
        }
        else
        {
            Collection.Add(name, null);
        }
    }
}

/// <summary>
/// Fills an object whose members are made at run time. Each new member makes a class with the names of all, so its cost and its charge grow with their
/// number.
/// </summary>
internal struct ExpandoFill
{
    private const int ObjectSize = 160, MemberSize = 640, NameSize = 12;

    // The name of a member that comes before all others and goes again. Any text may be a name, so nobody must be able to guess it.
    private static readonly string s_placeholder = Guid.NewGuid().ToString();

    private readonly IDictionary<string, object?> _members;

    private ExpandoFill(ExpandoObject collection) => (Collection, _members) = (collection, collection);

    public ExpandoObject Collection { get; }

    public static KeyValuePair<string, object?>[] Snapshot(ExpandoObject collection)
    {
        KeyValuePair<string, object?>[] members = CollectionWalk.Read(collection, static members => members.ToArray());
        // A member that another thread removes meanwhile leaves a place without a name.
        if (Array.Exists(members, static member => member.Key == null))
        {
            Throw.CollectionChanged();
        }
        return members;
    }

    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, ExpandoObject collection) => ref UntypedComparers.WriteDefault(ref w, ref p);

    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, int count, out ExpandoObject? none)
    {
        none = null;
        return ref UntypedComparers.ReadDefault(ref r, ref p);
    }

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static ExpandoFill Start(scoped ref WireReader r, scoped ref byte p, int count, ExpandoObject? target, ExpandoObject? none)
    {
        r.Charge(ref p, ObjectSize);
        return new ExpandoFill(new ExpandoObject());
    }

    /// <summary>Adds a member, whose name must be new. The cursor stands behind the value.</summary>
    public readonly void Add(scoped ref WireReader r, scoped ref byte p, long item, string? name, object? value)
    {
        if (name == null)
        {
            r.FailAt(ref p, ErrorCode.NullKey, item, "The name of a member is null.");
        }
        bool isFirst = _members.Count == 0;
        r.Charge(ref p, (isFirst ? 2 * MemberSize : MemberSize) + (long)NameSize * _members.Count);
        if (isFirst)
        {
            // The class without members lives for ever and keeps every name that ever was a first one (160 bytes for each). The class with the
            // placeholder dies with the names that it keeps.
            _members.Add(s_placeholder, null);
        }
        if (!_members.TryAdd(name, value))
        {
            r.FailAt(ref p, ErrorCode.DuplicateKey, item, "A member occurs twice.");
        }
        if (isFirst)
        {
            _members.Remove(s_placeholder);
        }
    }
}
