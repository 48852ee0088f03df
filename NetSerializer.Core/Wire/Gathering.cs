using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using NetSerializer.Graph;

namespace NetSerializer.Wire;

/// <summary>
/// The addresses of the objects and texts of a value, gathered before it is written. Where no two are equal, nothing appears twice, and the value is written
/// without numbers. On the stack; good as long as nothing has moved.
/// </summary>
internal unsafe struct Gathering
{
    /// <summary>So many addresses may be put down, and <see cref="Slack"/> more.</summary>
    // Of a page, the call has another buffer on its stack.
    private const int Capacity = 352;

    /// <summary>So many addresses may follow each other where <see cref="HasRoom"/> is true.</summary>
    public const int Slack = 24;

    /// <summary>Of more addresses than these it is asked first whether they ascend.</summary>
    private const int MostOneByOne = 64;

    /// <summary>So many comparisons of addresses with others take as long as bits for a few of them.</summary>
    private const int FreeComparisons = 32;

    /// <summary>Of bits: a power of two, no less than there can be addresses.</summary>
    private const int MostWords = 512;

    /// <summary>Levels of objects of recursive types.</summary>
    private const int MostLevels = 32;

    private nint _last;
    private int _levels;
    private bool _isRefused;
    private Addresses _addresses;

    /// <summary>Nothing is gathered yet. The addresses are not cleared.</summary>
    /// <returns>Where the first address goes.</returns>
    public static nint Begin(Gathering* gathering)
    {
        (gathering->_levels, gathering->_isRefused) = (0, false);
        nint first = FirstOf(gathering);
        gathering->_last = first + (Capacity * sizeof(nint));
        return first;
    }

    /// <summary>The value is too large or too deep, or there is an array of another type than expected.</summary>
    public void Refuse() => _isRefused = true;

    /// <summary>There is room for <see cref="Slack"/> addresses. Otherwise the value is refused.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasRoom(nint next)
    {
        if (next > _last)
        {
            Refuse();
            return false;
        }
        return true;
    }

    /// <summary>As <see cref="HasRoom"/>, for so many elements of so many addresses each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasRoomFor(nint next, int count, int most) => HasRoom(next + ((nint)(uint)count * (most * sizeof(nint))));

    /// <summary>As <see cref="HasRoom"/> for an object of a recursive type, which <see cref="Leave"/> follows. False only where that must not.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Enter()
    {
        if (_levels == MostLevels)
        {
            Refuse();
            return false;
        }
        _levels++;
        return true;
    }

    /// <inheritdoc cref="Enter"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Leave() => _levels--;

    /// <summary>Puts down the address of an object.</summary>
    /// <returns>Where the next one goes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Add(nint next, object value)
    {
        *(nuint*)next = AddressSet.AddressOf(value);
        return next + sizeof(nint);
    }

    /// <summary>As <see cref="Add"/> for a text, unless it has no number: nothing follows a null or an empty one.</summary>
    // Without a branch: whether there is a text, nobody foresees.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint AddText(nint next, string? value)
    {
        *(nint*)next = Unsafe.As<string?, nint>(ref value) + (nint)AddressSet.ContentOffset;
        return next + (value == null || ReferenceEquals(value, "") ? 0 : sizeof(nint));
    }

    /// <summary>
    /// As <see cref="Add"/> for the elements of a list, where all other objects are of other types: elements that ascend differ from each other, and need not
    /// be put down.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint AddElements(nint next, ref nint addresses, int count) =>
        Ascend(ref addresses, count) ? next : AddInDisorder(next, ref addresses, count);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nint AddInDisorder(nint next, ref nint addresses, int count)
    {
        for (int at = 0; at < count; at++)
        {
            if (Unsafe.Add(ref addresses, at) is not 0 and nint address)
            {
                *(nint*)next = address + (nint)AddressSet.ContentOffset;
                next += sizeof(nint);
            }
        }
        return next;
    }

    /// <summary>No two of the addresses gathered are equal.</summary>
    public static bool AreDifferent(Gathering* gathering, nint end)
    {
        nint first = FirstOf(gathering);
        int count = (int)((end - first) / sizeof(nint));
        return !gathering->_isRefused && ((count > MostOneByOne && Ascend(ref *(nint*)first, count)) || Differ((nint*)first, count));
    }

    private static nint FirstOf(Gathering* gathering) => (nint)(&gathering->_addresses);

    // Not by vectors: the processor hands on none of what has just been written one by one before all of it is in its cache.
    private static bool Differ(nint* addresses, int count)
    {
        nint top = 0;
        int left = FreeComparisons;
        for (int at = 0; at < count; at++)
        {
            nint address = addresses[at];
            if (address > top)
            {
                top = address;
                continue;
            }
            left -= at;
            if (left < 0)
            {
                return DifferByBits(addresses, count);
            }
            for (int other = 0; other < at; other++)
            {
                if (addresses[other] == address)
                {
                    return false;
                }
            }
        }
        return true;
    }

    // In no order (16 to 150 books: 0.35-0.65 of the time of numbers, and of comparing all). Two that are equal have one bit; of the few others that share
    // one it is found out that they are not equal.
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static bool DifferByBits(nint* addresses, int count)
    {
        ulong* words = stackalloc ulong[MostWords];
        // A word for each, and fewer than two. The highest bits of the hash tell the word, and those behind them which of its bits.
        int wordBits = BitOperations.Log2((uint)count - 1) + 1, shift = 64 - wordBits - 6;
        new Span<ulong>(words, 1 << wordBits).Clear();
        for (int at = 0; at < count; at++)
        {
            nint address = addresses[at];
            // Fibonacci hashing: see AddressSet.
            ulong hash = (ulong)address * 0x9E3779B97F4A7C15 >> shift, bit = 1UL << (int)hash;
            ulong word = words[hash >> 6];
            if ((word & bit) != 0 && new ReadOnlySpan<nint>(addresses, at).Contains(address))
            {
                return false;
            }
            words[hash >> 6] = word | bit;
        }
        return true;
    }

    private static bool Ascend(ref nint addresses, int count)
    {
        ref long values = ref Unsafe.As<nint, long>(ref addresses);
        int at = 1;
        for (; at <= count - Vector256<long>.Count; at += Vector256<long>.Count)
        {
            ref long before = ref Unsafe.Add(ref values, at - 1);
            if (!Vector256.GreaterThanAll(Vector256.LoadUnsafe(ref before, 1), Vector256.LoadUnsafe(ref before)))
            {
                return false;
            }
        }
        for (; at < count; at++)
        {
            if (Unsafe.Add(ref values, at) <= Unsafe.Add(ref values, at - 1))
            {
                return false;
            }
        }
        return true;
    }

    [InlineArray(Capacity + Slack)]
    private struct Addresses
    {
        private nint _first;
    }
}
