using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Wire;

/// <summary>A set of types, by their index in the tables; their readers by header.</summary>
internal sealed unsafe class AdmittedTypes(Type declaredType, int count, int lowCount)
{
    /// <summary>Headers below are one byte.</summary>
    public const int LowCount = 128;

    // In values that are read with numbers. Threads may count over each other.
    private const int ShortestRetirement = 31, LongestRetirement = 1 << 10;

    private readonly nint[] _lowReaders = GC.AllocateArray<nint>(LowCount, pinned: true);
    private readonly ulong[] _bits = new ulong[(count + 63) / 64];
    private HashSet<int>? _replaced;
    private nint[]? _retired;
    private int _retirement = ShortestRetirement, _untilReturn;

    public Type DeclaredType { get; } = declaredType;

    /// <summary>
    /// The readers of the ids, shifted as on the wire, of one byte; 0 for a type that is not in the set. They lie still, and there are
    /// <see cref="LowCount"/>.
    /// </summary>
    public nint* LowReaders => (nint*)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(_lowReaders));

    /// <summary>Those of them that can do with a <see cref="LeafReader"/>; 0 for the others.</summary>
    public nint[] LowLeaves { get; } = new nint[lowCount];

    /// <summary>Of a root, those of these for which a blank one will do; empty where there are none. They are never retired.</summary>
    public nint[] LowBoundedLeaves { get; private set; } = [];

    /// <summary>
    /// A value with that header, read by a leaf, has turned out to refer to numbers, or to be long: the next ones may be like it, and none is read twice for a
    /// while.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void RetireLeaf(int header)
    {
        lock (_bits)
        {
            nint leaf = LowLeaves[header];
            if (leaf != 0)
            {
                (_retired ??= new nint[LowLeaves.Length])[header] = leaf;
                Volatile.Write(ref LowLeaves[header], 0);
                _untilReturn = _retirement;
                _retirement = Math.Min(2 * _retirement, LongestRetirement);
            }
        }
    }

    /// <summary>A value has been read with numbers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void CountNumbered()
    {
        if (_untilReturn > 0 && --_untilReturn == 0)
        {
            ReturnLeaves();
        }
    }

    /// <summary>All that have been retired are there again.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void ReturnLeaves()
    {
        lock (_bits)
        {
            for (int header = 0; header < _retired?.Length; header++)
            {
                if (_retired[header] != 0)
                {
                    Volatile.Write(ref LowLeaves[header], _retired[header]);
                    _retired[header] = 0;
                }
            }
        }
    }

    /// <summary>Before anybody else knows the set.</summary>
    public void AddBoundedLeaf(uint header, nint leaf)
    {
        if (LowBoundedLeaves.Length == 0)
        {
            LowBoundedLeaves = new nint[LowLeaves.Length];
        }
        LowBoundedLeaves[header] = leaf;
    }

    /// <summary>No type is in the set.</summary>
    public bool IsEmpty { get; private set; } = true;

    /// <summary>Adds a type whose objects name others, which only reading can tell to fit.</summary>
    public void AddReplaced(int index)
    {
        (_replaced ??= []).Add(index);
        IsEmpty = false;
    }

    public bool HasReplaced(int index) => _replaced?.Contains(index) == true;

    public void Add(int index)
    {
        _bits[index >> 6] |= 1ul << index;
        IsEmpty = false;
    }

    /// <summary>Tables that have grown since keep the indexes of what they had.</summary>
    public bool Has(int index) => (uint)(index >> 6) < (uint)_bits.Length && (_bits[index >> 6] >> index & 1) != 0;
}
