using System.Numerics;
using System.Runtime.CompilerServices;

namespace NetSerializer.Graph;

// The marks of addresses, by which new objects are known. Bytes on small pages first, which are cleared soon; on large ones where many objects lie on few of
// them; bits where objects that follow each other lie scattered over the heap: a page at hand is of no use then, and the marks have to stay in the caches
// (lists in no order of addresses took 7-17 times as long as trees with bytes and the index, and take 1.5 to twice as long with bits). Few of these have
// slots instead. Nothing where they would take more memory than the index does.
internal unsafe partial class ObjectNumbers
{
    // False when the address has a mark already, or nobody knows because things have moved, or it takes the list to go on.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryMark(object value) => HasSlots ? TryAddToSlots(value) : _kind == Marks.Bits ? TryMarkBit(value) : TryMarkByte(value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryMarkByte(object value)
    {
        nuint address = AddressSet.AddressOf(value);
        int pages = _addresses.PageCount;
        AddressPage page = _addresses.PageOf(address);
        ref byte mark = ref page.MarkOf(address - page.Start);
        if (mark != 0 || _watch.HasRun)
        {
            return false;
        }
        bool isFirst = pages != _addresses.PageCount;
        // No more than once for each growth of the set.
        if (isFirst && IsForgetful && BitOperations.IsPow2(pages) && IsTooLarge())
        {
            return TryUseBits() && TryMarkBit(value);
        }
        mark = 1;
        SetPage(value, page);
        _turns++;
        bool areScattered = _turns >= LeastTurns && BitOperations.IsPow2(_turns) && AreScattered();
        if (areScattered && TryUseSlots())
        {
            return TryAddToSlots(value);
        }
        if (!(areScattered && TryUseBits()) && isFirst)
        {
            LookAtPages();
        }
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

    private void SetPage(object value, AddressPage page)
    {
        if (value is string)
        {
            Room.Texts = page;
        }
        else
        {
            Room.Objects = page;
        }
        Room.SetPairLength();
    }

    private void AddAddresses()
    {
        _addresses.Clear();
        CloseRoom();
        int count = Count;
        for (int number = 0; number < count && _usesAddresses; number++)
        {
            object value = At(number)!;
            if (!TryMarkAtHand(value))
            {
                TryMark(value);
            }
        }
    }

    // Most of a few lie on the two pages that the first ones have opened.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryMarkAtHand(object value)
    {
        ref AddressPage page = ref value is string ? ref Room.Texts : ref Room.Objects;
        nuint place = AddressSet.AddressOf(value) - page.Start >> AddressSet.GranuleBits;
        if (place >= page.Length)
        {
            return false;
        }
        ref byte mark = ref Unsafe.Add(ref page.Marks, place);
        // The watch comes last: an address taken before it says that nothing has moved is good.
        if (mark != 0 || _watch.HasRun)
        {
            return false;
        }
        mark = 1;
        return true;
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
        _otherAddresses[(int)Marks.Bits] ??= new AddressSet(AddressSet.LargePage, hasBits: true);
        Use(Marks.Bits);
    }

    // There is a page more.
    private void LookAtPages()
    {
        // Objects that come from two places lie on as many large pages as small ones at first (500 orders on a hundred small pages: 1.2 of the time).
        if (_addresses.PageCount >= ManyPages && BitOperations.IsPow2(_addresses.PageCount))
        {
            UseLargePages();
        }
        if (!IsForgetful && IsTooLarge() && !TryUseBits())
        {
            LeaveAddresses(Math.Max(LeastReturn, 2 * Count));
        }
    }

    // Objects that follow each other mostly lie on different pages.
    private bool AreScattered() => _turns > (IsForgetful ? _addresses.Estimate() : Count) / ObjectsPerTurn;

    private void UseLargePages()
    {
        if (_kind == Marks.SmallPages)
        {
            TryUse(Marks.LargePages, Math.Max(MaxLargePages, _addresses.PageCount / PagesPerLargePage));
        }
    }

    private bool TryUseBits() => _kind != Marks.Bits && TryUse(Marks.Bits, FreeBits >> AddressSet.LargePage - AddressSet.GranuleBits - 3);

    private bool TryUse(Marks kind, int maxPages)
    {
        AddressSet other = _otherAddresses[(int)kind] ?? new AddressSet(AddressSet.LargePage, kind == Marks.Bits);
        bool isUsed = _addresses.TryCopyTo(ref other, maxPages);
        if (!isUsed)
        {
            other.Clear();
        }
        _otherAddresses[(int)kind] = other;
        if (isUsed)
        {
            _addresses.Clear();
            Use(kind);
            CloseRoom();
        }
        return isUsed;
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

    private bool IsTooLarge()
    {
        if (_addresses.IsFull)
        {
            return true;
        }
        if (_addresses.Size <= (_kind == Marks.Bits ? FreeBits : FreeSize))
        {
            return false;
        }
        long index = _indexed > 0 ? _mask + 1 : 0, size = _addresses.Size + (index * sizeof(int));
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
