using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// Where the marks of the pages of an <see cref="AddressSet"/> are among all: a table with a place for each page, which the lowest bits of its number are, so
/// that the pages of a heap that lies in one piece have a place each. A place holds what has to be added to an address, in units of what a mark, or a word of
/// them, is for. It is at least as long as there can be pages, so what is added for another page leads out of the marks, and one comparison says that the
/// page is there and which it is.
/// </summary>
internal readonly ref struct PageOffsets
{
    /// <summary>As long as the table is at least: 128 MiB of objects.</summary>
    public const int LeastLength = 1 << 10;

    /// <summary>As <see cref="LeastLength"/> for small pages.</summary>
    public const int SmallLength = 1 << 6;

    private readonly ref nint _first;
    private readonly nuint _mask;

    /// <summary>The table, whose length is a power of two.</summary>
    public PageOffsets(nint[] offsets)
    {
        _first = ref MemoryMarshal.GetArrayDataReference(offsets);
        _mask = (nuint)offsets.Length - 1;
    }

    /// <summary>For a page that is not there: leads out of the marks from wherever there are addresses.</summary>
    public static nint Missing => nint.MinValue / 2;

    /// <summary>What is added for the page of an address, of so many bytes by their binary logarithm.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public nuint For(nuint address, int pageBits) => (nuint)Unsafe.Add(ref _first, address >> pageBits & _mask);
}
