using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire;
using NetSerializer.Wire.Bulk;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

/// <summary>
/// Elements that change between two looks at them, as another thread may change them. Here the block is written over its own elements, so that those of the
/// first 32 that were narrow have become wide by the time they are written: no byte goes behind the room that was asked for.
/// </summary>
[TestFixture(typeof(short))]
[TestFixture(typeof(int))]
[TestFixture(typeof(uint))]
[TestFixture(typeof(long))]
[TestFixture(typeof(ulong))]
internal sealed class ChangedMeanwhileTests<T> where T : unmanaged, IBinaryInteger<T>
{
    private const int FirstNarrow = 16, Narrow = 8;

    private static readonly TypeModel s_model = TypeModel.Create(typeof(T[]));

    // The low halves, behind the mode byte and the mask, come to lie over the narrow elements.
    private static readonly int s_start = (FirstNarrow * Unsafe.SizeOf<T>()) - 1 - (IntegerBlocks.BlockLength / 8);

    [Test]
    public void A_block_fits_its_room()
    {
        Span<byte> memory = Elements();
        int room = IntegerBlocks.RoomOfBlock<T>();
        byte[] behind = memory[(s_start + room)..].ToArray();
        int length = IntegerBlocks.EncodeBlock(
            ref MemoryMarshal.Cast<byte, T>(memory)[0], IntegerBlocks.BlockLength, ref memory[s_start]);
        Assert.That(length, Is.EqualTo(room));
        Assert.That(memory[(s_start + room)..].ToArray(), Is.EqualTo(behind));
    }

    [Test]
    public void A_writer_whose_buffer_holds_the_longest_block_and_no_more_takes_another()
    {
        Span<byte> memory = Elements();
        Span<byte> buffer = memory.Slice(s_start, IntegerBlocks.MaxBlockBytes<T>(IntegerBlocks.BlockLength));
        Span<byte> behind = memory[(s_start + buffer.Length)..];
        byte[] before = behind.ToArray();
        var w = new WireWriter(s_model.Core.Dispatch, null, buffer);
        BulkBlocks.Write(ref w, ref w.Start, ref MemoryMarshal.Cast<byte, T>(memory)[0], IntegerBlocks.BlockLength);
        Assert.That(behind.ToArray(), Is.EqualTo(before));
    }

    private static Span<byte> Elements()
    {
        var memory = new T[3 * IntegerBlocks.BlockLength];
        memory.AsSpan().Fill(T.CreateTruncating(0x7654_7654_7654_7654));
        memory.AsSpan(FirstNarrow, Narrow).Clear();
        return MemoryMarshal.AsBytes(memory.AsSpan());
    }
}
