using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Graph;

namespace NetSerializer.Wire;

/// <summary>
/// The bytes that a call needs on its stack, as a local: stackalloc costs 2-3 ns more a call (a frame of variable size and a guard behind it). Not
/// cleared, so it is declared with <see cref="Unsafe.SkipInit{T}"/> in a method with <see cref="SkipLocalsInitAttribute"/>.
/// </summary>
[InlineArray(Length)]
internal struct StackBuffer
{
    /// <summary>
    /// In bytes: values up to here need no other buffer to be written (0.5-0.85 of the time of those of 1 to 3 KiB, against 1 KiB). With what else a
    /// frame holds it stays below a page: larger frames are touched page by page first (1.02-1.4 for small values).
    /// </summary>
    public const int Length = 3072;

    private byte _first;

    /// <summary>The first byte.</summary>
    [UnscopedRef]
    public ref byte First => ref _first;

    /// <summary>All of it.</summary>
    [UnscopedRef]
    public Span<byte> Span => MemoryMarshal.CreateSpan(ref _first, Length);
}

/// <summary>As <see cref="StackBuffer"/>, for readers: <see cref="WireReader.ScratchLength"/> bytes.</summary>
[InlineArray(WireReader.ScratchLength)]
internal struct ScratchBuffer
{
    private byte _first;

    /// <summary>The first byte.</summary>
    [UnscopedRef]
    public ref byte First => ref _first;
}

/// <summary>As <see cref="StackBuffer"/>, for a small value out of a stream and as many bytes behind it as a run may reach.</summary>
[InlineArray(Length)]
internal struct ShortBuffer
{
    /// <summary>The longest value: as for <see cref="StackBuffer.Length"/> (0.7-0.9 of the time of values of 512 bytes to 3 KiB, against 511 bytes).</summary>
    public const int LongestValue = 3071;

    private const int Length = LongestValue + 1 + ByteSource.Slack;

    private byte _first;

    /// <summary>All of it.</summary>
    [UnscopedRef]
    public Span<byte> Span => MemoryMarshal.CreateSpan(ref _first, Length);
}

/// <summary>
/// As <see cref="StackBuffer"/>, for what a <see cref="LeafWriter"/> writes: more than <see cref="WireWriter.MaxReserve"/> behind a chunk's header,
/// which a writer without room still hands out.
/// </summary>
[InlineArray(Length)]
internal struct LeafBuffer
{
    private const int Length = 2048 + CacheLine.Length;

    private byte _first;

    /// <summary>Where the value goes: a header of one byte before it begins a <see cref="CacheLine"/>, and a longer one has room.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe byte* ValueIn(LeafBuffer* buffer) => CacheLine.Next((byte*)buffer + VarInt.Max32 - 1) + 1;

    /// <summary>The end of the room.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe byte* EndOf(LeafBuffer* buffer) => (byte*)buffer + Length;
}

/// <summary>
/// Where on the stack a call finds its memory is chance, and stays so as long as a thread calls from the same depth: 3 of 100 times something of two
/// cache lines lies on two pages, which makes the calls for a small message take 1.25 to 2.4 times as long when it is cleared or copied as a whole.
/// What begins at a line does not.
/// </summary>
internal static class CacheLine
{
    /// <summary>In bytes: of a line, or of the widest vector.</summary>
    public const int Length = 64;

    /// <summary>The first line that begins at <paramref name="start"/> or behind it, less than <see cref="Length"/> away.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe byte* Next(void* start) => (byte*)((nuint)start + (Length - 1) & ~(nuint)(Length - 1));
}

/// <summary>Where objects are numbered by a reader: room for those met last. All that the layers above know of numbers.</summary>
internal struct ReaderNumbers
{
    /// <summary>The objects.</summary>
    public StackReferences Recent;
}
