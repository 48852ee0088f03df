using System.Collections.Concurrent;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;

namespace NetSerializer.Wire.Tables;

/// <summary>
/// The tables that find a writer by run-time type and a reader by id. Types are found by a perfect hash on the type handle: one multiplication, one
/// comparison. Immutable, but for the addresses of code that is compiled when the first value of a type is met, and for the tables of its handles.
/// </summary>
internal sealed partial class ObjectDispatch
{
    // The words of the places, of a type that the JIT has compiled the allocation for anyway.
    private readonly nint[] _words;
    // They lie still: no bounds and no null to check.
    private readonly unsafe WriterEntry* _places;
    // For each place of the hash, the index of the type in the tables and one more; made when a reference is first looked at.
    private ushort[]? _indexes;
    private readonly ulong _multiplier;
    private readonly int _shift;
    private readonly nint[] _readers;
    private readonly Type[] _types;
    private readonly int[] _ids;
    private readonly EntryKind[] _kinds;
    private readonly Func<uint, Type?> _builtInType;
    private readonly IReadOnlyList<DispatchEntry> _entries;
    // Every thread makes the same; only values of the type Type need it.
    private volatile Dictionary<Type, uint>? _idsByType;
    private readonly ushort[] _low, _reserved, _high;
    private readonly List<DispatchEntry> _covering;
    // Grows by the derived types that are written, each with its one right value. Types that may be unloaded stay out: the table would keep them.
    private readonly ConcurrentDictionary<Type, nint>? _covered;

    private const int FirstFree = 32, ReservedStart = 0x3F00, HighStart = 0x4000;

    /// <summary>Makes the tables, without handles.</summary>
    public ObjectDispatch(
        List<DispatchEntry> entries, SerializerLimits limits, Func<uint, Type?> builtInType, Func<Stream, WriteSink> openSink, bool preservesReferences = false)
    {
        PreservesReferences = HasNumbers = preservesReferences;
        Limits = limits;
        InitialDepthCredit = Math.Min(Recursion.InitialCredit, limits.MaxDepth);
        OpenSink = openSink;
        _builtInType = builtInType;
        _entries = entries;
        _types = new Type[entries.Count];
        _readers = new nint[entries.Count];
        _ids = new int[entries.Count];
        _kinds = new EntryKind[entries.Count];
        for (int i = 0; i < entries.Count; i++)
        {
            (_types[i], _ids[i], _kinds[i]) = (entries[i].Type, entries[i].Id, entries[i].Kind);
        }
        _low = IndexTable(entries, 0, ReservedStart);
        _reserved = IndexTable(entries, ReservedStart, HighStart);
        _high = IndexTable(entries, HighStart, ushort.MaxValue + 1);
        _words = PerfectHash(entries, out _multiplier, out _shift);
        unsafe { _places = PlacesOf(_words); }
        _covering = entries.FindAll(entry => entry.CoversDerived);
        _covered = _covering.Count > 0 ? NewCovered() : null;
    }

    // Not where it would be loaded for models that have no use for it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ConcurrentDictionary<Type, nint> NewCovered() => new();

    /// <summary>References=Preserve: objects are numbered, and ids are shifted by a bit that tells a number from an id.</summary>
    public bool PreservesReferences { get; }

    /// <summary>With References=Preserve: the types whose objects have no numbers; null for none.</summary>
    public IReadOnlySet<Type>? Unshared { get; init; }

    /// <summary>Objects of the type are numbered. Strings apart.</summary>
    public bool HasNumber(Type type) => PreservesReferences && Unshared?.Contains(type) != true;

    /// <summary>How far ids are shifted.</summary>
    public int IdShift => PreservesReferences ? 1 : 0;

    /// <summary>Strings=Table: texts are numbered.</summary>
    public bool HasTextTable
    {
        get;
        init => HasNumbers |= field = value;
    }

    /// <summary>Objects or texts are numbered.</summary>
    public bool HasNumbers { get; private init; }

    /// <summary>The limit that a message of the writing side names.</summary>
    public SerializerLimits Limits { get; }

    /// <summary>How many levels a writer begins with before it looks at depth and stack.</summary>
    public int InitialDepthCredit { get; }

    /// <summary>The run shapes of the generated code, by handle.</summary>
    public string[] Shapes { get; private set; } = [];

    /// <summary>Makes a sink for a stream, when a value turns out not to fit the first buffer.</summary>
    public Func<Stream, WriteSink> OpenSink { get; }

    /// <summary>The model's custom serializers, each an <see cref="ICustomSerializer{T}"/>, by the handles of the generated code.</summary>
    public object[] CustomSerializers { get; private set; } = [];

    /// <summary>The slots that custom serializers use, by <see cref="NestedType{T}"/>.</summary>
    // One place that says that there is none: an empty array would have to be compiled at start.
    public NestedSlot[] NestedSlots { get; private set; } = new NestedSlot[1];

    /// <summary>Which exceptions of types that the model does not have are written as <see cref="RemoteException"/>; null for none.</summary>
    public Func<Type, bool>? MayBeRemote { get; init; }

    /// <summary>The model refuses NaN and the infinities.</summary>
    public required bool RejectsNonFinite { get; init; }

    /// <summary>The slot of the nested type with that index.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NestedSlot NestedSlot(int index, Type type)
    {
        NestedSlot[] slots = NestedSlots;
        if ((uint)index >= (uint)slots.Length || slots[index].Writer == 0)
        {
            Throw.NotNested(type);
        }
        return slots[index];
    }

    /// <summary>The types that the slots of the generated code admit, by handle. Handle 0 is object.</summary>
    public AdmittedTypes[] Slots { get; private set; } = [];

    /// <summary>
    /// The address of a <c>static ref byte (ref WireWriter, ref byte, object)</c> that writes id and body. False for a type that is not in the tables.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public unsafe bool TryFindWriter(object value, out nint writer)
    {
        nint handle = HandleOf(value);
        WriterEntry* entry = _places + (nint)((ulong)handle * _multiplier >> _shift);
        writer = entry->Writer;
        return entry->Handle == handle;
    }

    /// <summary>
    /// As <see cref="TryFindWriter"/>, for a type that is not compiled yet, or is not in the tables but may be covered by a base class. Slower, and
    /// remembered; 0 for a type that is not in the model.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public nint FindOtherWriter(object value)
    {
        if (IndexOf(value) >= 0)
        {
            return WriterOf(value.GetType());
        }
        if (_covered == null)
        {
            return 0;
        }
        Type derived = value.GetType();
        if (!_covered.TryGetValue(derived, out nint covered) && (covered = FindCovering(derived)) != 0 && !derived.IsCollectible)
        {
            _covered[derived] = covered;
        }
        return covered;
    }

    private nint FindCovering(Type derived)
    {
        for (Type? level = derived.BaseType; level != null; level = level.BaseType)
        {
            foreach (DispatchEntry entry in _covering)
            {
                if (entry.Type == level)
                {
                    return WriterOf(level);
                }
            }
        }
        foreach (DispatchEntry entry in _covering)
        {
            if (entry.Type.IsInterface && entry.Type.IsAssignableFrom(derived))
            {
                return WriterOf(entry.Type);
            }
        }
        return 0;
    }

    /// <summary>
    /// The address of a <c>static ref byte (ref WireReader, ref byte, out object)</c> for the id, shifted as on the wire, of a type that
    /// <paramref name="admitted"/> has; 0 otherwise, also for the number of an object.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public unsafe nint FindReader(uint header, AdmittedTypes admitted) =>
        header < AdmittedTypes.LowCount && admitted.LowReaders[header] is not 0 and nint reader ? reader : FindOtherReader(header, admitted);

    // An id of several bytes, a type that is not compiled yet, or one that is not admitted.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private unsafe nint FindOtherReader(uint header, AdmittedTypes admitted)
    {
        int index = AdmittedIndex(header, admitted);
        if (index < 0)
        {
            return 0;
        }
        nint reader = ReaderOf(index);
        SetLowReader(header, index, admitted);
        return reader;
    }

    private int AdmittedIndex(uint header, AdmittedTypes admitted)
    {
        uint id = header >> IdShift;
        int index = id << IdShift == header ? Index(id) : -1;
        return index >= 0 && admitted.Has(index) ? index : -1;
    }

    private unsafe void SetLowReader(uint header, int index, AdmittedTypes admitted)
    {
        if (header < AdmittedTypes.LowCount)
        {
            Volatile.Write(ref admitted.LowReaders[header], Volatile.Read(ref _readers[index]));
        }
    }

    private static nint HandleOf(object value) => value.GetType().TypeHandle.Value;

    private nint PlaceOf(Type type) => (nint)((ulong)type.TypeHandle.Value * _multiplier >> _shift);

    /// <summary>As <see cref="TryFindWriter"/>, for a type that <paramref name="admitted"/> has.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public unsafe bool TryFindWriterIn(object value, AdmittedTypes admitted, out nint writer)
    {
        nint handle = HandleOf(value), place = (nint)((ulong)handle * _multiplier >> _shift);
        writer = _places[place].Writer;
        return _places[place].Handle == handle && admitted.Has((_indexes ?? MakeIndexes())[place] - 1);
    }

    /// <summary>Whether an object that exists may stand where <paramref name="admitted"/> holds.</summary>
    public bool IsAdmitted(object value, AdmittedTypes admitted)
    {
        int index = IndexOf(value);
        // A type outside of the tables is covered by a type of the model, or an IObjectReference has named the object. An IObjectReference that is
        // there itself has named itself.
        return index >= 0 && (_kinds[index] & EntryKind.Replaced) == 0 ? admitted.Has(index) : Conversions.IsAdmitted(admitted.DeclaredType, value.GetType());
    }

    private unsafe int IndexOf(object value)
    {
        nint handle = HandleOf(value);
        nint place = (nint)((ulong)handle * _multiplier >> _shift);
        return _places[place].Handle == handle ? (_indexes ?? MakeIndexes())[place] - 1 : -1;
    }

    private ushort[] MakeIndexes()
    {
        ushort[] indexes = new ushort[_words.Length / WriterEntry.Words];
        for (int i = 0; i < _types.Length; i++)
        {
            indexes[PlaceOf(_types[i])] = (ushort)(i + 1);
        }
        // Every thread makes the same indexes.
        return _indexes = indexes;
    }

    /// <summary>The type of an id, or null. Knows the built-in types even where the tables leave them out.</summary>
    public Type? FindType(uint id) => Index(id) is >= 0 and int index ? _types[index] : _builtInType(id);

    /// <summary>The id of a type, or 0: the inverse of <see cref="FindType"/>, which knows the built-in types as well.</summary>
    public uint FindAnyId(Type type) => (_idsByType ??= MakeIdsByType()).TryGetValue(type, out uint id) ? id : 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Dictionary<Type, uint> MakeIdsByType()
    {
        var ids = new Dictionary<Type, uint>();
        foreach (DispatchEntry entry in _entries)
        {
            ids.Add(entry.Type, (uint)entry.Id);
        }
        for (uint id = 1; id < HighStart; id = id == FirstFree ? ReservedStart : id + 1)
        {
            if (_builtInType(id) is { } type)
            {
                ids.TryAdd(type, id);
            }
        }
        return ids;
    }

    /// <summary>The id of a type, or 0. Slow.</summary>
    public int FindId(Type type)
    {
        int index = Array.IndexOf(_types, type);
        return index < 0 ? 0 : _ids[index];
    }

    /// <summary>Whether the type with that id is of a kind.</summary>
    public bool IsOfKind(int id, EntryKind kind) => Index((uint)id) is >= 0 and int index && (_kinds[index] & kind) != 0;

    /// <summary>The reader of an id whose objects name others that may fit <paramref name="admitted"/>; 0 otherwise.</summary>
    public nint FindReplacing(uint id, AdmittedTypes admitted)
    {
        int index = Index(id);
        return index >= 0 && admitted.HasReplaced(index) ? ReaderOf(index) : 0;
    }

    private void Add(AdmittedTypes admitted, int index)
    {
        if ((_kinds[index] & EntryKind.Replaced) != 0)
        {
            admitted.AddReplaced(index);
        }
        else
        {
            admitted.Add(index);
        }
        if ((_kinds[index] & EntryKind.ObjectData) == 0)
        {
            return;
        }
        // It may have written itself as one of them, also when it is one itself.
        for (int i = 0; i < _kinds.Length; i++)
        {
            if ((_kinds[i] & EntryKind.Replaced) != 0)
            {
                admitted.AddReplaced(i);
            }
        }
    }

    /// <summary>
    /// The types of the tables that can be assigned to <paramref name="declaredType"/>. A slot of an array type takes no array that the model does not
    /// declare, a root does (docs/wire-format.md, sections 6 and 7).
    /// </summary>
    public unsafe AdmittedTypes Admit(Type declaredType, bool isRoot = true)
    {
        var admitted = new AdmittedTypes(declaredType, _types.Length);
        EntryKind refused = isRoot || !declaredType.IsArray ? EntryKind.Plain : EntryKind.Undeclared;
        for (int i = 0; i < _types.Length; i++)
        {
            if ((_kinds[i] & refused) == 0 && Conversions.IsAdmitted(declaredType, _types[i]))
            {
                Add(admitted, i);
            }
        }
        for (uint header = 1; header < AdmittedTypes.LowCount; header++)
        {
            if (AdmittedIndex(header, admitted) is >= 0 and int index)
            {
                SetLowReader(header, index, admitted);
            }
        }
        return admitted;
    }

    private int Index(uint id)
    {
        ushort[] table = id < ReservedStart ? _low : id < HighStart ? _reserved : _high;
        uint at = id - (uint)(id < ReservedStart ? 0 : id < HighStart ? ReservedStart : HighStart);
        return at < (uint)table.Length ? table[at] - 1 : -1;
    }

    private static ushort[] IndexTable(IReadOnlyList<DispatchEntry> entries, int start, int end)
    {
        int last = -1;
        foreach (DispatchEntry entry in entries)
        {
            last = entry.Id >= start && entry.Id < end ? Math.Max(last, entry.Id - start) : last;
        }
        ushort[] table = new ushort[last + 1];
        for (int i = 0; i < entries.Count; i++)
        {
            if (entries[i].Id >= start && entries[i].Id < end)
            {
                table[entries[i].Id - start] = (ushort)(i + 1);
            }
        }
        return table;
    }

    // Multipliers are tried until no two handles fall together; the table doubles when that takes long. Two to four times as many places as types are enough.
    private static unsafe nint[] PerfectHash(IReadOnlyList<DispatchEntry> entries, out ulong multiplier, out int shift)
    {
        multiplier = 0x9E3779B97F4A7C15;
        int bits = Math.Max(1, BitOperations.Log2((uint)entries.Count) + 2);
        nint[]? words = null;
        for (int attempt = 1; ; attempt++)
        {
            if (words?.Length != WriterEntry.Words << bits)
            {
                words = GC.AllocateArray<nint>(WriterEntry.Words << bits, pinned: true);
            }
            shift = 64 - bits;
            if (PlaceAll(PlacesOf(words), entries, multiplier, shift))
            {
                return words;
            }
            Array.Clear(words);
            multiplier = multiplier * 6364136223846793005 + 1442695040888963407 | 1;
            if (attempt % 16 == 0)
            {
                bits++;
            }
        }
    }

    private static unsafe WriterEntry* PlacesOf(nint[] words) => (WriterEntry*)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(words));

    private static unsafe bool PlaceAll(WriterEntry* table, IReadOnlyList<DispatchEntry> entries, ulong multiplier, int shift)
    {
        for (int i = 0; i < entries.Count; i++)
        {
            if (!Place(table, entries[i], multiplier, shift))
            {
                return false;
            }
        }
        return true;
    }

    private static unsafe bool Place(WriterEntry* table, DispatchEntry entry, ulong multiplier, int shift)
    {
        nint handle = entry.Type.TypeHandle.Value;
        ref WriterEntry place = ref table[(nint)((ulong)handle * multiplier >> shift)];
        if (place.Handle != 0)
        {
            return false;
        }
        place = new WriterEntry { Handle = handle, Writer = WireWriter.LateWriter };
        return true;
    }

    private struct WriterEntry
    {
        public const int Words = 2;

        public nint Handle;
        // Never 0: WireWriter.LateWriter until the type is compiled.
        public nint Writer;
    }
}
