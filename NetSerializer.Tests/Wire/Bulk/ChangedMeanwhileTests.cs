using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire;
using NetSerializer.Wire.Bulk;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

/// <summary>
/// Elements that change between two looks at them, as another thread may change them. Here a patched block is written over its own elements, so that there
/// are more exceptions when they are listed than when they were counted: no byte goes behind the room that was asked for.
/// </summary>
[TestFixture(typeof(short))]
[TestFixture(typeof(int))]
[TestFixture(typeof(uint))]
[TestFixture(typeof(long))]
[TestFixture(typeof(ulong))]
internal sealed class ChangedMeanwhileTests<T> where T : unmanaged, IBinaryInteger<T>
{
    // The elements cut to a byte each, behind the mode and the number of exceptions, come to lie over the elements from the second one on.
    private static readonly int s_start = Unsafe.SizeOf<T>() - 2;

    private static readonly TypeModel s_model = TypeModel.Create(typeof(T[]));

    [Test]
    public void A_block_lists_as_many_exceptions_as_it_has_room_for_and_no_more()
    {
        const int most = IntegerBlocks.BlockLength / 8;
        Span<byte> memory = Elements();
        int longest = IntegerBlocks.MaxBlockBytes<T>(IntegerBlocks.BlockLength);
        byte[] behind = memory[(s_start + longest)..].ToArray();
        int length = IntegerBlocks.EncodeBlock(ref MemoryMarshal.Cast<byte, T>(memory)[0], IntegerBlocks.BlockLength, ref memory[s_start]);
        Assert.That(length, Is.EqualTo(2 + IntegerBlocks.BlockLength + (most * (1 + Unsafe.SizeOf<T>()))));
        Assert.That(length, Is.LessThan(longest));
        Assert.That(memory[(s_start + longest)..].ToArray(), Is.EqualTo(behind));
    }

    [Test]
    public void A_writer_whose_buffer_holds_the_longest_block_and_no_more_stays_in_it()
    {
        Span<byte> memory = Elements();
        Span<byte> buffer = memory.Slice(s_start, IntegerBlocks.MaxBlockBytes<T>(IntegerBlocks.BlockLength));
        Span<byte> behind = memory[(s_start + buffer.Length)..];
        byte[] before = behind.ToArray();
        var w = new WireWriter(s_model.Core.Dispatch, null, buffer);
        BulkBlocks.Write(ref w, ref w.Start, ref MemoryMarshal.Cast<byte, T>(memory)[0], IntegerBlocks.BlockLength);
        Assert.That(behind.ToArray(), Is.EqualTo(before));
    }

    // All fit a byte but the last one.
    private static Span<byte> Elements()
    {
        var memory = new T[3 * IntegerBlocks.BlockLength];
        memory.AsSpan().Fill(T.CreateTruncating(0x55));
        memory[IntegerBlocks.BlockLength - 1] = T.CreateTruncating(0x7654_7654_7654_7654);
        return MemoryMarshal.AsBytes(memory.AsSpan());
    }
}
