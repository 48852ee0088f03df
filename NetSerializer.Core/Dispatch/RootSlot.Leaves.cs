using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.IO;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

// Values of a few numbers, which make most of the small messages: written by a LeafWriter, read by a LeafReader.
internal sealed partial class RootSlot<T>
{
    // What is known of the value's writer before anything is prepared for it: its address, or 0, and whether a LeafWriter will do, with what it calls.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryFindLeafWriter(ModelCore core, in T value, out nint leaf, out nint writer)
    {
        if (typeof(T).IsValueType)
        {
            leaf = _leafWriter;
            writer = 0;
            return leaf != 0;
        }
        if (value is { } present && core.MadeDispatch is { } dispatch && dispatch.TryFindWriterAndLeaf(present, out writer, out leaf))
        {
            return leaf != 0;
        }
        leaf = writer = 0;
        return false;
    }

    // False, and nothing is sent, when a whole writer has to find out what is wrong with the value. What the stream throws is the caller's.
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private unsafe bool SerializeLeaf(Stream destination, in T value, nint leaf)
    {
        Unsafe.SkipInit(out LeafBuffer buffer);
        Unsafe.SkipInit(out LeafWriter room);
        byte* start = LeafBuffer.ValueIn(&buffer);
        void* w = LeafWriter.Make(&room, LeafBuffer.EndOf(&buffer));
        ref byte end = ref *start;
        try
        {
            if (typeof(T).IsValueType)
            {
                end = ref ((delegate*<void*, ref byte, ref T, ref byte>)leaf)(w, ref end, ref Unsafe.AsRef(in value));
            }
            else
            {
                end = ref ((delegate*<void*, ref byte, object, ref byte>)leaf)(w, ref end, value!);
            }
        }
        catch (Exception)
        {
            return false;
        }
        if (Unsafe.AsRef<WireWriter>(w).IsRefused)
        {
            return false;
        }
        Chunk.SendWhole(destination, ref *(start - Chunk.MaxHeader), (int)Unsafe.ByteOffset(in *start, in end));
        return true;
    }

    /// <summary>
    /// The reader of a value that a <see cref="LeafReader"/> can read, if there is one. At least one byte can be read at <paramref name="source"/>, even
    /// if it is empty.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryFindLeaf(ReadOnlySpan<byte> source, out nint leaf)
    {
        if (typeof(T).IsValueType)
        {
            leaf = _leaf;
            return leaf != 0;
        }
        // Each test goes on with what is expected, here and in TypeModel.Deserialize: 0.92-0.95 of the time of small messages, against the address or 0.
        nint[] leaves = _lowLeaves!;
        uint id = MemoryMarshal.GetReference(source);
        if (id < (uint)leaves.Length)
        {
            leaf = leaves[id];
            return leaf != 0;
        }
        leaf = 0;
        return false;
    }

    /// <summary>As <see cref="TryFindLeaf"/>, of a value that a blank reader can read (<see cref="LeafReader.MakeBlank"/>).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryFindBoundedLeaf(ReadOnlySpan<byte> source, out nint leaf)
    {
        if (typeof(T).IsValueType)
        {
            leaf = _boundedLeaf;
            return leaf != 0;
        }
        nint[] leaves = _admitted!.LowBoundedLeaves;
        uint id = MemoryMarshal.GetReference(source);
        if (id < (uint)leaves.Length)
        {
            leaf = leaves[id];
            return leaf != 0;
        }
        leaf = 0;
        return false;
    }

    // Where no bytes behind the value can be read, it is copied to where they can: small values in arrays take 0.65-0.9 of the time of a whole reader
    // all the same.
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private T DeserializeCopy(ModelCore core, ReadOnlySpan<byte> source, nint leaf)
    {
        Unsafe.SkipInit(out ShortBuffer buffer);
        Span<byte> copy = buffer.Span[..source.Length];
        ShortCopy.Copy(ref MemoryMarshal.GetReference(copy), ref MemoryMarshal.GetReference(source), source.Length);
        return DeserializeLeaf(core, copy, leaf);
    }

    /// <summary>
    /// Reads the value that takes all of <paramref name="source"/> by its <paramref name="leaf"/>; a run's length of bytes behind them can be read.
    /// </summary>
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    public unsafe T DeserializeLeaf(ModelCore core, ReadOnlySpan<byte> source, nint leaf)
    {
        SerializerLimits limits = core.Limits;
        // No bytes are no value, whatever lies behind them.
        if ((uint)(source.Length - 1) < (uint)limits.LongestLeaf)
        {
            Unsafe.SkipInit(out LeafReader room);
            fixed (byte* start = &MemoryMarshal.GetReference(source))
            {
                void* r = LeafReader.Make(&room, start, source.Length, limits);
                // The value is returned from inside, so that nothing of it is kept where a handler would find it.
                try
                {
                    if (typeof(T).IsValueType)
                    {
                        T value = default!;
                        ref byte end = ref ((delegate*<void*, ref byte, ref T, ref byte>)leaf)(r, ref *start, ref value);
                        if (Unsafe.AsRef<WireReader>(r).IsAtEndOfLeaf(ref end))
                        {
                            return IsGathered ? GatheredCopy.Take(ref value) : value;
                        }
                    }
                    else
                    {
                        object made = ((delegate*<void*, ref byte, object>)leaf)(r, ref *(start + 1));
                        if (Unsafe.AsRef<WireReader>(r).IsAtEndOfLeaf(ref Unsafe.AsRef<WireReader>(r).LeafEnd))
                        {
                            return Unsafe.As<object, T>(ref made);
                        }
                    }
                }
                catch (Exception)
                {
                    // What is wrong is found out below.
                }
            }
        }
        return DeserializeWhole(core, source, hasSlack: true);
    }
}
