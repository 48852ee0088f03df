using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace NetSerializer.Graph;

/// <summary>
/// Room on the stack of a root call for the objects that have been numbered last; when it is full they go to the heap together. A reference that is
/// stored on the heap costs the write barrier of the collector, 2 to 4 ns; one that is stored on the stack has none, and a copy of many has one for
/// all of them.
/// </summary>
[InlineArray(Length)]
internal struct StackReferences
{
    /// <summary>How many; a power of two.</summary>
    public const int Length = 64;

    private object? _first;
}

/// <summary>
/// A <see cref="StackReferences"/> for those who cannot hold a reference to it, because they are on the heap: good as long as the method runs whose
/// local it is. Object n is kept at the place n modulo its length.
/// </summary>
internal readonly unsafe struct StackReferencesPointer
{
    private readonly void* _start;

    public StackReferencesPointer(ref StackReferences references) => _start = Unsafe.AsPointer(ref references);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? Get(int number) => Unsafe.Add(ref Unsafe.AsRef<object?>(_start), number & StackReferences.Length - 1);

    // A field of a ref struct is never on the heap, so that the JIT compiler stores it without a write barrier; a reference stored through any other
    // pointer might be.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Set(int number, object? value) =>
        Unsafe.AsRef<Cell>((byte*)_start + ((nint)(uint)(number & StackReferences.Length - 1) * nint.Size)).Value = value;

    /// <summary>Copies those from a place on to the heap.</summary>
    /// <exception cref="InvalidOperationException">There is no such room: it has not begun to be, or is no more.</exception>
    public void CopyTo(int place, Span<object?> destination)
    {
        if (_start == null)
        {
            throw new InvalidOperationException("An object is numbered outside of a root call.");
        }
        // The copy is the runtime's, compiled to SSE instructions, each of which waits for the one before as long as the upper halves of the vector
        // registers are in use: 1.5 of the time of the whole graph.
        byte any = 0;
        ReleaseUpperHalves(ref any);
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.AsRef<object?>(_start), StackReferences.Length).Slice(place, destination.Length).CopyTo(destination);
    }

    // The JIT compiler ends a method that uses 256 bits with vzeroupper, for which there is no intrinsic.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ReleaseUpperHalves(ref byte sum) => sum += (byte)Vector256.Sum(Vector256.Create(sum));

    private ref struct Cell
    {
        public object? Value;
    }
}
