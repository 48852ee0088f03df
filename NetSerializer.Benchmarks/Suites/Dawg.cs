using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Wire.Bulk;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Suites;

/// <summary>
/// The word graph of the published comparison: five arrays of fixed lengths. Its content is not published; here the first is ascending, the second
/// indexes the first, the characters are letters (one byte each in the published size), the fourth is below 1,000 and the last is random 64-bit
/// values, which no encoding can shorten.
/// </summary>
[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Dawg
{
    private const int NodeCount = 38_745;
    private const int EdgeCount = 85_600;
    private const int PayloadCount = 82_765;

    [Key(0), ProtoMember(1), Id(0)] public char[]? Characters;
    [Key(1), ProtoMember(2), Id(1)] public int[]? Children;
    [Key(2), ProtoMember(3), Id(2)] public int[]? First;
    [Key(3), ProtoMember(4), Id(3)] public int Maximum;
    [Key(4), ProtoMember(5), Id(4)] public long[]? Payload;
    [Key(5), ProtoMember(6), Id(5)] public int Root;
    [Key(6), ProtoMember(7), Id(6)] public ushort[]? Sizes;

    public static Dawg Create(MixedRandom random) => new()
    {
        Root = 0,
        Maximum = 24,
        First = Fill(NodeCount, i => (int)((long)i * EdgeCount / NodeCount)),
        Children = Fill(EdgeCount, _ => random.Below(NodeCount)),
        Characters = Fill(EdgeCount, _ => (char)('a' + random.Below(26))),
        Sizes = Fill(NodeCount - 1, _ => (ushort)random.Below(1_000)),
        Payload = Fill(PayloadCount, _ => ((long)random.Below(int.MaxValue) << 33) ^ ((long)random.Below(int.MaxValue) << 11) ^ (long)random.Mixed()),
    };

    private static T[] Fill<T>(int count, Func<int, T> element)
    {
        T[] elements = new T[count];
        for (int i = 0; i < count; i++)
        {
            elements[i] = element(i);
        }
        return elements;
    }

    internal readonly struct Body : IFloorBody
    {
        public static int Bound => 2 * Varint.Max32;

        public static object Create() => new Dawg();

        public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message)
        {
            Dawg m = Unsafe.As<Dawg>(message);
            p = ref Varint.Write(ref p, m.Maximum);
            p = ref Varint.Write(ref p, m.Root);
            p = ref WriteArray(ref w, ref p, MemoryMarshal.Cast<char, ushort>(m.Characters.AsSpan()));
            p = ref WriteArray(ref w, ref p, m.Children.AsSpan());
            p = ref WriteArray(ref w, ref p, m.First.AsSpan());
            p = ref WriteArray(ref w, ref p, m.Payload.AsSpan());
            return ref WriteArray(ref w, ref p, m.Sizes.AsSpan());
        }

        public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
        {
            Dawg m = Unsafe.As<Dawg>(message);
            p = ref Varint.Read(ref r, ref p, out int number);
            m.Maximum = number;
            p = ref Varint.Read(ref r, ref p, out number);
            m.Root = number;
            p = ref ReadArray<char, ushort>(ref r, ref p, ref m.Characters);
            p = ref ReadArray<int, int>(ref r, ref p, ref m.Children);
            p = ref ReadArray<int, int>(ref r, ref p, ref m.First);
            p = ref ReadArray<long, long>(ref r, ref p, ref m.Payload);
            return ref ReadArray<ushort, ushort>(ref r, ref p, ref m.Sizes);
        }

        // The arrays of this graph are never null nor shorter than a block form needs.
        private static ref byte WriteArray<T>(scoped ref FloorWriter w, ref byte p, ReadOnlySpan<T> elements) where T : unmanaged
        {
            p = ref w.Ensure(ref p, Varint.Max64);
            p = ref Varint.Write(ref p, 1 + ((ulong)elements.Length << 2));
            return ref Blocks.Write(ref w, ref p, ref MemoryMarshal.GetReference(elements), elements.Length);
        }

        private static ref byte ReadArray<T, TCoded>(scoped ref FloorReader r, ref byte p, scoped ref T[]? target)
            where T : unmanaged where TCoded : unmanaged
        {
            p = ref r.Run(ref p, Varint.Max64);
            p = ref Varint.Read(ref r, ref p, out ulong header);
            uint count = checked((uint)((header - 1) >> 2));
            if (count < IntegerBlocks.ShortLimit)
            {
                throw new InvalidDataException("No word graph is that small.");
            }
            r.CheckCount(ref p, count);
            T[] elements = GC.AllocateUninitializedArray<T>((int)count);
            target = elements;
            return ref Blocks.Read(ref r, ref p, ref Unsafe.As<T, TCoded>(ref MemoryMarshal.GetArrayDataReference(elements)), (int)count);
        }
    }
}
