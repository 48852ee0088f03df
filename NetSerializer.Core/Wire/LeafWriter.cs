using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

/// <summary>
/// The writing side of <see cref="LeafReader"/>, for the same types: a <see cref="WireWriter"/> that has room for any of their values and nothing
/// else (0.85-0.95 of the time of small ones). The room is on the stack, so nothing in it refers to what the collector moves. A value that fails, or
/// needs more room, has to be written again by a whole writer, which says what is wrong.
/// </summary>
[InlineArray(Words)]
internal struct LeafWriter
{
    private const int Words = (Lines + 1) * CacheLine.Length / 8;
    private const int Lines = 2;

    private ulong _first;

    /// <summary>Whether a writer fits in.</summary>
    internal static unsafe bool IsLargeEnough => Unsafe.SizeOf<WireWriter>() <= sizeof(Content);

    /// <summary>Makes the writer in <paramref name="room"/>, on the stack.</summary>
    /// <param name="room">Where it lies; its content before does not matter.</param>
    /// <param name="end">Where the room for the value ends, on the stack, more than <see cref="WireWriter.MaxReserve"/> behind its beginning.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe void* Make(LeafWriter* room, byte* end)
    {
        byte* content = CacheLine.Next(room);
        *(Content*)content = default;
        Unsafe.AsRef<WireWriter>(content).BeginLeaf(end);
        return content;
    }

    [InlineArray(Lines * CacheLine.Length / 8)]
    private struct Content
    {
        private ulong _first;
    }
}
