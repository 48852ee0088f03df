using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

// Known objects that have been asked for lately, as the few that many others refer to: a table of one place for each address, in which the last one stays.
// What it says is compared with the list, so that anything may have happened since. Who finds an object here needs no index, and so keeps the marks, by which
// the new ones are known (200 and 10,000 employees who share five cities: 0.6 of the time; where marks are given up, or streams are followed, 0.96-1.0).
internal unsafe partial class ObjectNumbers
{
    /// <summary>The binary logarithm of how many places there are.</summary>
    private const int RecentBits = 6;

    private readonly (nuint Address, int Number)[] _recentlyFound = new (nuint, int)[1 << RecentBits];

    private void Keep(object value, int number)
    {
        nuint address = AddressSet.AddressOf(value);
        RecentPlace(address) = (address, number);
    }

    // The number, or -1.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FindRecent(object value)
    {
        nuint address = AddressSet.AddressOf(value);
        (nuint recent, int number) = RecentPlace(address);
        return recent == address && number < Count && ReferenceEquals(At(number), value) ? number : -1;
    }

    // Fibonacci hashing, see AddressSet.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref (nuint Address, int Number) RecentPlace(nuint address) =>
        ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_recentlyFound), (nint)((ulong)address * 0x9E3779B97F4A7C15 >> 64 - RecentBits));
}
