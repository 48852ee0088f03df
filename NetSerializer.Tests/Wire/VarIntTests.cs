using System.Runtime.CompilerServices;
using NetSerializer.Tests.Wire.Bulk;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

/// <summary>
/// Varints against a loop over their groups of seven bits, where there is not one byte more to write to than was asked for, and none to read.
/// </summary>
internal sealed class VarIntTests
{
    private static readonly ulong[] s_values = [.. Edges()];

    [Test]
    public void Values_are_written_into_the_room_they_ask_for()
    {
        foreach (ulong value in s_values)
        {
            Assert.That(Written(VarInt.Max64, (ref byte p) => ref VarInt.Write64(ref p, value)), Is.EqualTo(Expected(value)));
            Assert.That(Written(VarInt.Max32, (ref byte p) => ref VarInt.Write32(ref p, (uint)value)), Is.EqualTo(Expected((uint)value)));
            Assert.That(Written(VarInt.Max16, (ref byte p) => ref VarInt.Write16(ref p, (ushort)value)), Is.EqualTo(Expected((ushort)value)));
        }
    }

    [Test]
    public void Short_values_stay_in_three_bytes_of_room()
    {
        foreach (ulong value in s_values)
        {
            Assert.That(Written(VarInt.Max16, (ref byte p) =>
                ref Write((scoped ref WireWriter w, ref byte at) => ref Scalars.WriteUInt16(ref w, ref at, (ushort)value), ref p)),
                Is.EqualTo(Expected((ushort)value)));
            Assert.That(Written(VarInt.Max16, (ref byte p) =>
                ref Write((scoped ref WireWriter w, ref byte at) => ref Scalars.WriteChar(ref w, ref at, (char)value), ref p)),
                Is.EqualTo(Expected((ushort)value)));
            Assert.That(Written(VarInt.Max16, (ref byte p) =>
                ref Write((scoped ref WireWriter w, ref byte at) => ref Scalars.WriteInt16(ref w, ref at, (short)value), ref p)),
                Is.EqualTo(Expected(VarInt.ZigZag((int)(short)value))));
        }
    }

    [Test]
    public void Values_are_read_back_wherever_the_input_ends([Values(0, 1, 2, 3, 7, 8, 300)] int more)
    {
        TypeModel model = TypeModel.Create(typeof(uint), typeof(ulong), typeof(Two), typeof(Wide));
        using var memory = new GuardedMemory();
        foreach (ulong value in s_values)
        {
            byte[] narrow = [.. Expected((uint)value), .. new byte[more]], wide = [.. Expected(value), .. new byte[more]];
            byte[] two = [.. Expected((uint)(value >> 20)), .. Expected((uint)value), .. new byte[more]];
            Assert.That(model.DeserializeDirect<uint>(memory.Place<byte>(narrow), out int length), Is.EqualTo((uint)value));
            Assert.That(length, Is.EqualTo(narrow.Length - more));
            Assert.That(model.DeserializeDirect<ulong>(memory.Place<byte>(wide), out length), Is.EqualTo(value));
            Assert.That(length, Is.EqualTo(wide.Length - more));
            Two expected = new() { First = (uint)(value >> 20), Second = (uint)value };
            Assert.That(model.DeserializeDirect<Two>(memory.Place<byte>(two), out length), Is.EqualTo(expected));
            Assert.That(length, Is.EqualTo(two.Length - more));
            byte[] twoWide = [.. Expected(value >> 20), .. Expected(value), .. new byte[more]];
            Assert.That(model.DeserializeDirect<Wide>(memory.Place<byte>(twoWide), out length), Is.EqualTo(new Wide { First = value >> 20, Second = value }));
            Assert.That(length, Is.EqualTo(twoWide.Length - more));
        }
    }

    [Test]
    public void Forms_that_no_writer_makes_are_refused_wherever_the_input_ends([Values(0, 1, 2, 3, 7, 8, 300)] int more)
    {
        TypeModel model = TypeModel.Create(typeof(uint), typeof(ulong), typeof(Two), typeof(Wide));
        foreach (byte[] form in new byte[][]
        {
            [0x80, 0], [0x80, 0x80, 0], [0xFF, 0xFF, 0xFF, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0x10], [0x80, 0x80, 0x80, 0x80, 0x7F],
            [0xFF, 0xFF, 0xFF, 0xFF, 0x8F, 0], [0x80, 0x80, 0x80, 0x80, 0x80, 1],
        })
        {
            byte[] bytes = [.. form, .. new byte[more]];
            Assert.That(() => model.DeserializeDirect<uint>(bytes, out _), Refusal(), Convert.ToHexString(bytes));
            Assert.That(() => model.DeserializeDirect<Two>([.. bytes, 1], out _), Refusal(), Convert.ToHexString(bytes));
            Assert.That(() => model.DeserializeDirect<Two>([1, .. bytes], out _), Refusal(), Convert.ToHexString(bytes));
        }
        for (int length = 2; length <= VarInt.Max64 + 1; length++)
        {
            foreach (byte filler in new byte[] { 0x80, 0xFF })
            {
                // An empty last group, or, in ten bytes, one that is too large.
                byte[] form = [.. Enumerable.Repeat(filler, Math.Min(length, VarInt.Max64) - 1), length > VarInt.Max64 ? (byte)2 : (byte)0];
                byte[] bytes = [.. form, .. new byte[more]];
                Assert.That(() => model.DeserializeDirect<ulong>(bytes, out _), Refusal(), Convert.ToHexString(bytes));
                Assert.That(() => model.DeserializeDirect<Wide>([1, .. bytes, 1], out _), Refusal(), Convert.ToHexString(bytes));
            }
        }
    }

    private static NUnit.Framework.Constraints.Constraint Refusal() =>
        Throws.TypeOf<MalformedDataException>().With.Property(nameof(MalformedDataException.Code)).EqualTo(ErrorCode.MalformedVarInt);

    private static byte[] Expected(ulong value)
    {
        var bytes = new List<byte>();
        for (; value >= 0x80; value >>= 7)
        {
            bytes.Add((byte)(value | 0x80));
        }
        bytes.Add((byte)value);
        return [.. bytes];
    }

    private static ref byte Write(ScalarWriter write, ref byte p)
    {
        WireWriter w = default;
        return ref write(ref w, ref p);
    }

    private static byte[] Written(int room, Writer write)
    {
        // A byte more shows what is written behind the room.
        byte[] bytes = new byte[room + 1];
        bytes[room] = 0xA5;
        int length = (int)Unsafe.ByteOffset(ref bytes[0], ref write(ref bytes[0]));
        Assert.That(bytes[room], Is.EqualTo(0xA5));
        return bytes[..length];
    }

    private delegate ref byte Writer(ref byte p);

    private delegate ref byte ScalarWriter(scoped ref WireWriter w, ref byte p);

    // Every power of two and its neighbours, and random ones of every width.
    private static IEnumerable<ulong> Edges()
    {
        var random = new Random(20261122);
        for (int bit = 0; bit < 64; bit++)
        {
            ulong power = 1ul << bit;
            yield return power - 1;
            yield return power;
            yield return power + 1;
            for (int i = 0; i < 20; i++)
            {
                yield return (ulong)random.NextInt64(long.MinValue, long.MaxValue) >> bit;
            }
        }
    }

    [Serializable]
    public record struct Two
    {
        public uint First;
        public uint Second;
    }

    [Serializable]
    public record struct Wide
    {
        public ulong First;
        public ulong Second;
    }
}
