using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Wire.Tables;

/// <summary>A set of types, by their index in the tables; their readers by header.</summary>
internal sealed unsafe class AdmittedTypes(Type declaredType, int count)
{
    /// <summary>Headers below are one byte.</summary>
    public const int LowCount = 128;

    private readonly nint[] _lowReaders = GC.AllocateArray<nint>(LowCount, pinned: true);
    private readonly ulong[] _bits = new ulong[(count + 63) / 64];
    private HashSet<int>? _replaced;

    public Type DeclaredType { get; } = declaredType;

    /// <summary>
    /// The readers of the ids, shifted as on the wire, of one byte; 0 for a type that is not in the set. They lie still, and there are
    /// <see cref="LowCount"/>.
    /// </summary>
    public nint* LowReaders => (nint*)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(_lowReaders));

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

    /// <summary>Whether the type of an index is admitted. Tables that have grown since keep the indexes of their older types.</summary>
    public bool Has(int index) => (uint)(index >> 6) < (uint)_bits.Length && (_bits[index >> 6] >> index & 1) != 0;
}
