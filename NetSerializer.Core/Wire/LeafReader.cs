using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

/// <summary>
/// A <see cref="WireReader"/> for values that ask for nothing but bytes that are there, with as many readable ones behind them as a run may reach. It
/// lies in memory that the collector does not know as a reader, so that most of what a reader has is just cleared (0.8-0.95 of the time of small
/// messages). So nothing in it may refer to what the collector moves: the bytes are pinned, and of the rest nothing is set or ever assigned. A value
/// that fails in any way has to be read again by a whole reader, which says what is wrong.
/// </summary>
[InlineArray(Words)]
internal struct LeafReader
{
    /// <summary>
    /// The longest value, in bytes: longer ones have long texts, which hardly gain, and should not be allocated twice, here and by the whole reader
    /// that finds them wrong.
    /// </summary>
    public const int LongestValue = 2048;

    private const int Words = (Lines + 1) * CacheLine.Length / 8;
    private const int Lines = 3;

    private ulong _first;

    /// <summary>Whether a reader fits in.</summary>
    internal static unsafe bool IsLargeEnough => Unsafe.SizeOf<WireReader>() <= sizeof(Content);

    /// <summary>
    /// Makes one in <paramref name="room"/>, on the stack, that has neither memory nor an end, for a value that asks for neither and lies in front of
    /// <paramref name="readableEnd"/> with all that it may load.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe void* MakeBlank(LeafReader* room, byte* readableEnd)
    {
        void* content = Clear(room);
        Unsafe.AsRef<WireReader>(content).BeginBlank(readableEnd);
        return content;
    }

    /// <summary>Makes the reader in <paramref name="room"/>, on the stack, for pinned bytes.</summary>
    /// <param name="room">Where it lies; its content before does not matter.</param>
    /// <param name="start">The first byte of the value.</param>
    /// <param name="length">How many bytes the value has. <see cref="ByteSource.Slack"/> more can be read.</param>
    /// <param name="limits">What it may take.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe void* Make(LeafReader* room, byte* start, int length, SerializerLimits limits)
    {
        void* content = Clear(room);
        Unsafe.AsRef<WireReader>(content).BeginLeaf(start, length, limits);
        return content;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe void* Clear(LeafReader* room)
    {
        byte* content = CacheLine.Next(room);
        *(Content*)content = default;
        return content;
    }

    [InlineArray(Lines * CacheLine.Length / 8)]
    private struct Content
    {
        private ulong _first;
    }
}
