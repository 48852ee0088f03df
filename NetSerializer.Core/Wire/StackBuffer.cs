using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Graph;

namespace NetSerializer.Wire;

/// <summary>
/// The bytes that a call needs on its stack, as a local: stackalloc costs 2-3 ns more a call (a frame of variable size and a guard behind it). Not cleared, so it is declared with
/// <see cref="Unsafe.SkipInit{T}"/> in a method with <see cref="SkipLocalsInitAttribute"/>.
/// </summary>
[InlineArray(Length)]
internal struct StackBuffer
{
    /// <summary>In bytes: small values are written here, and the same serves the reader as scratch.</summary>
    public const int Length = 1024;

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
    /// <summary>The longest value.</summary>
    public const int LongestValue = 511;

    private const int Length = LongestValue + 1 + ByteSource.Slack;

    private byte _first;

    /// <summary>All of it.</summary>
    [UnscopedRef]
    public Span<byte> Span => MemoryMarshal.CreateSpan(ref _first, Length);
}

/// <summary>As <see cref="StackBuffer"/>, for what a <see cref="LeafWriter"/> writes: more than <see cref="WireWriter.MaxReserve"/> behind a chunk's header, which a writer without room still hands out.</summary>
[InlineArray(Length)]
internal struct LeafBuffer
{
    private const int Length = 2048;

    private byte _first;
}

/// <summary>Where objects are numbered by a reader: room for those met last. All that the layers above know of numbers.</summary>
internal struct ReaderNumbers
{
    /// <summary>The objects.</summary>
    public StackReferences Recent;
}

/// <summary>As <see cref="ReaderNumbers"/>, for writers.</summary>
internal ref struct WriterNumbers
{
    /// <summary>The objects, and what is looked at for each.</summary>
    public NumberRoom Room;
}
