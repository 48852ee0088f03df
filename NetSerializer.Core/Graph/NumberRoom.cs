using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace NetSerializer.Graph;

/// <summary>
/// What the generated code looks at for each object that it writes, on the stack of a root call: the marks of addresses and room for the objects that have
/// been numbered last. A new object above all others of its kind, or without a mark on a page at hand, is seen to be new, marked and put there by a dozen
/// instructions in its writer; for all else there is <see cref="ObjectNumbers"/>, which finds this by a pointer.
/// </summary>
internal unsafe ref struct NumberRoom
{
    /// <summary>
    /// Texts have a page of their own at hand: those of many objects lie together, as often as not away from the objects (0.5 of the time then).
    /// </summary>
    public AddressPage Texts;

    /// <summary>The page of all else.</summary>
    public AddressPage Objects;

    /// <summary>The byte that is a mark on these.</summary>
    public byte Epoch;

    /// <summary>How many marks each of the two has, a power of two; or 0, where one of them is missing, or the objects are listed.</summary>
    public nuint PairLength;

    /// <summary>As <see cref="PairLength"/>, but 0 where the objects are not listed.</summary>
    public nuint ListedPairLength;

    /// <summary>The bytes of the first pages, where objects are marked with these. Otherwise there are none.</summary>
    public ByteTable Bytes;

    /// <summary>The bits, where objects are marked with these and no more is to be done than that. Otherwise there are none.</summary>
    public BitTable Bits;

    /// <summary>As <see cref="Bits"/>, where there are few objects.</summary>
    public AddressSlots Slots;

    /// <summary>What <see cref="CollectionWatch.Word"/> is.</summary>
    public nint* Watch;

    /// <summary>How many bytes of <see cref="Recent"/> are in use, or would be if there were more of them; or <see cref="Forgetful"/>.</summary>
    public nint Used;

    /// <summary>
    /// While fewer bytes than these are in use, there are no marks, and an object is new that lies above all others of its kind. 0 where there are marks, or
    /// more is to be done.
    /// </summary>
    public nint TopsEnd;

    /// <summary>As <see cref="TopsEnd"/> for two objects.</summary>
    public nint PairTopsEnd;

    /// <summary>What tells the kinds of objects apart: see <see cref="TopAddresses.FactorFor"/>.</summary>
    public uint KindFactor;

    /// <summary>The greatest height of a text, 0 for none: how far its address lies above <see cref="TextBase"/>, modulo 2^64.</summary>
    public nuint TextTop;

    /// <summary>
    /// 0, or the address of the lowest text before those that lie below all of them, which are the highest so: the next piece of the heap may lie below
    /// the one before.
    /// </summary>
    public nuint TextBase;

    /// <summary>Those of the other kinds.</summary>
    public TopAddresses Tops;

    /// <summary>The elements of the list under way that lies in order, and how many they are.</summary>
    public ref nint Elements;

    /// <inheritdoc cref="Elements"/>
    public int ElementCount;

    /// <summary>How many marks are of texts that have no number.</summary>
    public int Excess;

    /// <summary>Where the objects asked for stand is of interest.</summary>
    public bool IsToldPlaces;

    /// <summary>The known object that has been asked for last, if no other way has been taken since.</summary>
    public object? Again;

    /// <summary>The objects.</summary>
    public StackReferences Recent;

    /// <summary>New objects are marked only.</summary>
    public const int Forgetful = -1;

    /// <summary>How many bytes of objects there is room for.</summary>
    public static nint Length => StackReferences.Length * nint.Size;

    /// <summary>To be called when the pages are others, or <see cref="Used"/> begins or ceases to be <see cref="Forgetful"/>.</summary>
    public void SetPairLength()
    {
        nuint length = Math.Min(Objects.Length, Texts.Length);
        bool isListed = Used != Forgetful;
        (PairLength, ListedPairLength) = (isListed ? 0 : length, isListed ? length : 0);
    }

    /// <summary>The highest address of an object of the kind of <paramref name="value"/>, which is no text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    [UnscopedRef]
    public ref nuint TopOf(object value) => ref TopOfKind(KindOf(value));

    /// <inheritdoc cref="TopOf"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    [UnscopedRef]
    public ref nuint TopOfKind(nint kind) => ref Unsafe.Add(ref Unsafe.As<TopAddresses, nuint>(ref Tops), kind);

    /// <summary>A number that objects of one type have in common.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly nint KindOf(object value) => TopAddresses.KindOf(AddressSet.TypeWord(value), KindFactor);

    /// <summary>Sets <see cref="TopsEnd"/> and what depends on it.</summary>
    public void SetTopsEnd(nint end) => (TopsEnd, PairTopsEnd) = (end, Math.Max(0, end - nint.Size));

    /// <summary>There are no objects of any kind.</summary>
    public void ClearTops() => (TextTop, TextBase, Tops) = (0, 0, default);

    /// <summary>The object is new, marked with a bit now, and has a number; false where it has to be looked up.</summary>
    // 0.65 of the time of lists in no order of addresses against asking ObjectNumbers.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAddByBit(object value)
    {
        if (Bits.IsEmpty)
        {
            return false;
        }
        nint used = Used;
        if (used >= Length)
        {
            return false;
        }
        nuint address = AddressSet.AddressOf(value);
        if (!Bits.TryMark(address, in *Watch))
        {
            return false;
        }
        if (used >= 0)
        {
            Append(used, value);
        }
        return true;
    }

    /// <summary>As <see cref="TryAddByBit"/> by a byte on another page than the one at hand, which is at hand now.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAddByByte(object value)
    {
        nint used = Used;
        if (used >= Length || !TryMarkByte(value))
        {
            return false;
        }
        if (used >= 0)
        {
            Append(used, value);
        }
        return true;
    }

    /// <summary>As <see cref="TryAddByByte"/> for an object and a text, and the pages at hand stay: both have numbers, or none has.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAddByBytes(object value, string text)
    {
        nint used = Used;
        if (Bytes.IsEmpty || used >= Length - nint.Size || (used >= 0 && text.Length == 0)
            || !Bytes.TryMark(AddressSet.AddressOf(value), AddressSet.AddressOf(text), in *Watch))
        {
            return false;
        }
        if (used >= 0)
        {
            Append(used, value, text);
        }
        return true;
    }

    /// <summary>The object had no mark, and has one now, a byte, whose page is at hand.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryMarkByte(object value) =>
        !Bytes.IsEmpty && Bytes.TryMark(AddressSet.AddressOf(value), in *Watch, ref value is string ? ref Texts : ref Objects);

    /// <summary>As <see cref="TryAddByBit"/> by the table of the addresses of a few.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAddBySlot(object value)
    {
        nint used = Used;
        if (Slots.IsEmpty || used >= Length)
        {
            return false;
        }
        nuint address = AddressSet.AddressOf(value);
        ref nuint slot = ref Slots.SlotFor(address);
        // The watch comes last: an address taken before it says that nothing has moved is good.
        if (slot != 0 || Volatile.Read(ref *Watch) == 0)
        {
            return false;
        }
        slot = address;
        Append(used, value);
        return true;
    }

    /// <summary>As <see cref="TryAddByBit"/> for an object and a text: both have numbers, or none has.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAddByBits(object value, string text)
    {
        if (Bits.IsEmpty)
        {
            return false;
        }
        nint used = Used;
        nuint address = AddressSet.AddressOf(value), textAddress = AddressSet.AddressOf(text);
        if (used < 0)
        {
            // An empty text has no number, which WriteNewString tells.
            return Bits.TryMark(address, textAddress, in *Watch);
        }
        if (used >= Length - nint.Size || text.Length == 0 || !Bits.TryMark(address, textAddress, in *Watch))
        {
            return false;
        }
        Append(used, value, text);
        return true;
    }

    /// <summary>As <see cref="TryAddBySlot"/> for an object and a text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAddBySlots(object value, string text)
    {
        nint used = Used;
        if (Slots.IsEmpty || used >= Length - nint.Size || text.Length == 0)
        {
            return false;
        }
        nuint address = AddressSet.AddressOf(value), textAddress = AddressSet.AddressOf(text);
        ref nuint slot = ref Slots.SlotFor(address), textSlot = ref Slots.SlotFor(textAddress);
        // The watch comes last: an address taken before it says that nothing has moved is good.
        if ((slot | textSlot) != 0 || Unsafe.AreSame(ref slot, ref textSlot) || Volatile.Read(ref *Watch) == 0)
        {
            return false;
        }
        slot = address;
        textSlot = textAddress;
        Append(used, value, text);
        return true;
    }

    /// <summary>
    /// Puts an object behind those that take <paramref name="used"/> bytes. Where there is no room left, none are listed, and it is counted only: a branch,
    /// which is foreseen (0.87 of the time of lists without texts, 0.95 of others, against a store to a place that nobody reads).
    /// </summary>
    // A field of a ref struct is never on the heap, so that the JIT compiler stores it without a write barrier; a reference stored through any other
    // pointer might be.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(nint used, object value)
    {
        if (used < Length)
        {
            Unsafe.As<StackReferences, Cell>(ref Unsafe.AddByteOffset(ref Recent, used)).Value = value;
        }
        Used = used + nint.Size;
    }

    /// <summary>As <see cref="Append(nint, object)"/> for two.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(nint used, object value, string text)
    {
        if (used < Length)
        {
            ref StackReferences cells = ref Unsafe.AddByteOffset(ref Recent, used);
            Unsafe.As<StackReferences, Cell>(ref cells).Value = value;
            Unsafe.As<StackReferences, Cell>(ref Unsafe.AddByteOffset(ref cells, nint.Size)).Value = text;
        }
        Used = used + (2 * nint.Size);
    }

    private ref struct Cell
    {
        public object? Value;
    }
}

/// <summary>A page of an <see cref="AddressSet"/> with bytes.</summary>
internal readonly ref struct AddressPage
{
    /// <summary>Its first address.</summary>
    public readonly nuint Start;

    /// <summary>How many marks it has; 0 for no page.</summary>
    public readonly nuint Length;

    /// <summary>They are <see cref="AddressSet.Epoch"/> where an address is in the set.</summary>
    public readonly ref byte Marks;

    public AddressPage(nuint start, nuint length, ref byte marks)
    {
        (Start, Length) = (start, length);
        Marks = ref marks;
    }
}
