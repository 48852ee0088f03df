using System.Numerics;
using System.Runtime.CompilerServices;

namespace NetSerializer.Graph;

// Of some objects that lie scattered over the heap, a hash table holds the addresses: a page that holds few of them takes longer to find and to clear than
// the objects take to be written (lists of 20, 50, 100 and 300 books: 0.45, 0.38, 0.42, 0.7 of the time against pages with marks).
internal unsafe partial class ObjectNumbers
{
    /// <summary>
    /// The binary logarithms of how many slots there are at first, of how many times as many they become, and of how many there are for each object when
    /// that is looked at: some that are asked for in the generated code come on top, no more than there is room for on the stack.
    /// </summary>
    private const int FirstSlotBits = 7, SlotGrowth = 2, SlotsPerObject = 2;

    /// <summary>
    /// Where there are so many objects, their bits are quicker (1,024: lists of 1,000 books take 1.35 of the time). Up to there slots take no more than 64 KiB,
    /// which marks may take in any case, and are kept for the next value.
    /// </summary>
    private const int MaxSlotted = 2048;

    /// <summary>So many of the objects numbered last tell whether they are scattered.</summary>
    private const int Samples = 64;

    private nuint[] _slots = [];
    // The binary logarithm of how many are in use; 0 for none.
    private int _slotBits;

    private bool HasSlots => _slotBits != 0;

    private AddressSlots Slots => new(_slots, _slotBits);

    // Where there are none yet, or there are too many objects for slots.
    private void BeginMarks(int count)
    {
        if (_isDense)
        {
            _otherAddresses[(int)Marks.LargePages] ??= new AddressSet(hasBits: false);
            Use(Marks.LargePages);
            AddAddresses();
            return;
        }
        if (TryUseSlots())
        {
            return;
        }
        EndSlots();
        if (count >= MaxSlotted && AreListedScattered(count))
        {
            UseBits();
        }
        AddAddresses();
    }

    private bool TryUseSlots()
    {
        if (IsForgetful || Count >= MaxSlotted || !AreListedScattered(Count))
        {
            return false;
        }
        _addresses.Clear();
        CloseRoom();
        int bits = BitOperations.Log2((uint)Math.Clamp(_toCome, 1, MaxSlotted - 1)) + 1 + SlotsPerObject;
        (_isUsed, _slotBits) = (true, Math.Max(_slotBits, Math.Max(bits, FirstSlotBits)));
        FillSlots();
        return true;
    }

    private void EndSlots()
    {
        _slotBits = 0;
        Room.Slots = default;
    }

    // Those that follow each other mostly lie on different pages, of texts and of all else.
    private bool AreListedScattered(int count)
    {
        nuint page = 0, textPage = 0;
        int turns = 0, samples = Math.Min(count, Samples);
        for (int number = count - samples; number < count; number++)
        {
            object value = At(number)!;
            nuint next = AddressSet.AddressOf(value) >> AddressSet.PageBits;
            if (value is string)
            {
                turns += next != textPage ? 1 : 0;
                textPage = next;
            }
            else
            {
                turns += next != page ? 1 : 0;
                page = next;
            }
        }
        return turns > samples / ObjectsPerTurn;
    }

    // With all objects that there are.
    private void FillSlots()
    {
        int count = Count;
        while (count >= 1 << _slotBits - SlotsPerObject)
        {
            _slotBits += SlotGrowth;
        }
        int length = 1 << _slotBits;
        if (_slots.Length < length)
        {
            _slots = new nuint[length];
        }
        Array.Clear(_slots, 0, length);
        AddressSlots slots = Slots;
        for (int number = 0; number < count; number++)
        {
            nuint address = AddressSet.AddressOf(At(number)!);
            slots.SlotFor(address) = address;
        }
        Room.Slots = slots;
    }

    // As TryMark.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryAddToSlots(object value)
    {
        if (Count >= 1 << _slotBits - SlotsPerObject)
        {
            if (!AreListedScattered(Count))
            {
                EndSlots();
                AddAddresses();
                return TryMark(value);
            }
            FillSlots();
        }
        AddressSlots slots = Slots;
        nuint address = AddressSet.AddressOf(value);
        ref nuint slot = ref slots.SlotFor(address);
        // The watch comes last: an address taken before it says that nothing has moved is good.
        if (slot != 0 || _watch.HasRun)
        {
            return false;
        }
        slot = address;
        Room.Slots = slots;
        return true;
    }
}
