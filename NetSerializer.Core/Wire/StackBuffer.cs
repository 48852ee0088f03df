using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Wire;

/// <summary>
/// The bytes that a call needs on its stack, as a local: stackalloc makes a frame of variable size with a guard behind it. Not cleared, so it is
/// declared with <see cref="Unsafe.SkipInit{T}"/> in a method with <see cref="SkipLocalsInitAttribute"/>.
/// </summary>
[InlineArray(Length)]
internal struct StackBuffer
{
    /// <summary>
    /// In bytes: values up to here need no other buffer to be written. Together with the rest of a frame it stays below a page, because larger frames
    /// are touched page by page first.
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
    /// <summary>The longest value: as for <see cref="StackBuffer.Length"/>.</summary>
    public const int LongestValue = 3071;

    private const int Length = LongestValue + 1 + ByteSource.Slack;

    private byte _first;

    /// <summary>All of it.</summary>
    [UnscopedRef]
    public Span<byte> Span => MemoryMarshal.CreateSpan(ref _first, Length);
}
