using System.Numerics;
using System.Runtime.CompilerServices;

namespace NetSerializer.Graph;

// The marks of addresses, by which new objects are known. Bytes first, on a few small pages, and on large ones when these do not suffice; bits where objects
// lie scattered over so much of the heap that bytes would take more memory than the index does, or not stay in the caches (lists in no order of addresses took
// 7-17 times as long as trees with bytes and the index, and take 1.5 to twice as long with bits). Few of these have slots instead. Nothing where even bits
// would take too much.
internal unsafe partial class ObjectNumbers
{
    // False when the address has a mark already, or nobody knows because things have moved, or it takes the list to go on.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryMark(object value) => HasSlots ? TryAddToSlots(value) : _kind == Marks.Bits ? TryMarkBit(value) : TryMarkByte(value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryMarkByte(object value)
    {
        ref NumberRoom room = ref Room;
        ref AddressPage page = ref value is string ? ref room.Texts : ref room.Objects;
        nuint address = AddressSet.AddressOf(value);
        if (!_addresses.Bytes.TryMark(address, in *room.Watch, ref page))
        {
            bool isGrowing = _addresses.MustGrowFor(address);
            if (isGrowing && _kind == Marks.SmallPages)
            {
                UseLargePages();
                return TryMarkByte(value);
            }
            if (isGrowing && IsTooLarge(2 * _addresses.Size))
            {
                return IsNewWithoutBytes(value);
            }
            AddressPage found = _addresses.PageOf(address);
            if (isGrowing)
            {
                // The first ones lie elsewhere now, and where they lay is the pool's.
                room.Texts = default;
                room.Objects = default;
                room.Bytes = default;
            }
            ref byte mark = ref Unsafe.Add(ref found.Marks, address - found.Start >> AddressSet.GranuleBits);
            if (mark == _addresses.Epoch || _watch.HasRun)
            {
                return false;
            }
            mark = _addresses.Epoch;
            page = found;
        }
        room.Bytes = _addresses.Bytes;
        room.Epoch = _addresses.Epoch;
        room.SetPairLength();
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryMarkBit(object value)
    {
        nuint address = AddressSet.AddressOf(value);
        if (!_addresses.Bits.TryMark(address, in *Room.Watch) && !TryMarkOnNewBitPage(address))
        {
            return false;
        }
        if (_usesAddresses)
        {
            Room.Bits = _addresses.Bits;
        }
        return true;
    }

    // New in the table of pages, and perhaps in the set.
    private bool TryMarkOnNewBitPage(nuint address)
    {
        int pages = _addresses.PageCount;
        _addresses.LeadTo(address);
        if (_addresses.PageCount != pages)
        {
            // They may lie elsewhere now.
            Room.Bits = default;
        }
        bool isTooLarge = pages != _addresses.PageCount && BitOperations.IsPow2(pages) && IsTooLarge();
        if ((isTooLarge && IsForgetful) || !_addresses.Bits.TryMark(address, in *Room.Watch))
        {
            return false;
        }
        if (isTooLarge)
        {
            LeaveAddresses(Math.Max(LeastReturn, 2 * Count));
        }
        return true;
    }

    private void AddAddresses()
    {
        _addresses.Clear();
        CloseRoom();
        int count = Count;
        for (int number = 0; number < count && _usesAddresses; number++)
        {
            object value = At(number)!;
            if (!Room.TryMarkByte(value))
            {
                TryMark(value);
            }
        }
    }

    // They are added before the next one is asked for.
    private void ReturnToAddresses()
    {
        UseBits();
        (_usesAddresses, _return, _indexed) = (true, int.MaxValue, 0);
    }

    // Where there are no marks.
    private void UseBits()
    {
        _otherAddresses[(int)Marks.Bits] ??= new AddressSet(hasBits: true);
        Use(Marks.Bits);
    }

    // As TryMarkByte, on the first large page for which there is no room any more.
    private bool IsNewWithoutBytes(object value)
    {
        if (!IsForgetful && TryUseSlots())
        {
            return TryAddToSlots(value);
        }
        if (TryUseBits())
        {
            return TryMarkBit(value);
        }
        if (!IsForgetful)
        {
            LeaveAddresses(Math.Max(LeastReturn, 2 * Count));
        }
        return false;
    }

    private void UseLargePages()
    {
        if (_kind == Marks.SmallPages)
        {
            CopyToLargePages();
            CloseRoom();
        }
    }

    private void CopyToLargePages()
    {
        AddressSet large = _otherAddresses[(int)Marks.LargePages] ?? new AddressSet(hasBits: false);
        _addresses.CopyToLarge(ref large);
        _otherAddresses[(int)Marks.LargePages] = large;
        _addresses.Clear();
        Use(Marks.LargePages);
    }

    private bool TryUseBits()
    {
        AddressSet bits = _otherAddresses[(int)Marks.Bits] ?? new AddressSet(hasBits: true);
        bool areUsed = _addresses.TryCopyTo(ref bits, FreeBits >> AddressSet.PageBits - AddressSet.GranuleBits - 3);
        if (!areUsed)
        {
            bits.Clear();
        }
        _otherAddresses[(int)Marks.Bits] = bits;
        if (areUsed)
        {
            _addresses.Clear();
            Use(Marks.Bits);
            CloseRoom();
        }
        return areUsed;
    }

    private void Use(Marks kind)
    {
        if (kind != _kind)
        {
            _otherAddresses[(int)_kind] = _addresses;
            _addresses = _otherAddresses[(int)kind]!.Value;
            _kind = kind;
        }
    }

    private bool IsTooLarge() => IsTooLarge(_addresses.Size);

    private bool IsTooLarge(long bytes)
    {
        if (_addresses.IsFull)
        {
            return true;
        }
        if (bytes <= (_kind == Marks.Bits ? FreeBits : FreeSize))
        {
            return false;
        }
        long index = _indexed > 0 ? _mask + 1 : 0, size = bytes + (index * sizeof(int));
        return size > (IsForgetful ? (long)_addresses.Estimate() * BytesWithoutList : (long)Count * BytesPerObject);
    }

    private void LeaveAddresses(int comeBack = int.MaxValue)
    {
        (_usesAddresses, _return, _slotBits) = (false, comeBack, 0);
        _addresses.Clear();
        CloseRoom();
    }

    // What the addresses are marked with.
    private enum Marks
    {
        SmallPages,
        LargePages,
        Bits,
    }
}
