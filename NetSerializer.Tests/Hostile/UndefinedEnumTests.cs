using System.Runtime.InteropServices;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Threat: an enum without a name; <see cref="UndefinedEnums.Reject"/> refuses it in every position, both ways.</summary>
[TestFixture(ReferenceHandling.None, IntegerEncoding.Varint)]
[TestFixture(ReferenceHandling.None, IntegerEncoding.Fixed)]
[TestFixture(ReferenceHandling.Preserve, IntegerEncoding.Varint)]
internal sealed class UndefinedEnumTests(ReferenceHandling references, IntegerEncoding integers)
{
    private static readonly Type[] s_types =
        [typeof(Everywhere), typeof(Small), typeof(Wide), typeof(Far), typeof(Bits), typeof(SignedBits), typeof(Tone), typeof(Packed[]),
            typeof(Dictionary<Tone, int>), typeof(HashSet<Tone>), typeof(SortedSet<Tone>)];

    private readonly TypeModel _strict =
        TypeModel.Create(s_types, new SerializerOptions { References = references, Integers = integers, UndefinedEnums = UndefinedEnums.Reject });

    private enum Tone
    {
        Low = -3,
        High = 70_000,
    }

    private enum Of8 : byte { Only = 200 }

    private enum OfS8 : sbyte { Only = -100 }

    private enum Of16 : ushort { Only = 60_000 }

    private enum OfS16 : short { Only = -30_000 }

    private enum Of32 : uint { Only = 4_000_000_000 }

    private enum OfS32 { Only = -2_000_000_000 }

    private enum Of64 : ulong { Only = ulong.MaxValue }

    private enum OfS64 : long { Only = long.MinValue }

    private enum Small : sbyte
    {
        Only = -128,
    }

    private enum Wide : ulong
    {
        Largest = ulong.MaxValue,
    }

    private enum Far : long
    {
        Least = long.MinValue,
        Zero = 0,
    }

    [Flags]
    private enum Bits : ushort
    {
        One = 1,
        Four = 4,
        Top = 0x8000,
    }

    [Flags]
    private enum SignedBits
    {
        Some = 6,
        Top = int.MinValue,
    }

    [Test]
    public void Named_values_travel_in_every_position()
    {
        var value = new Everywhere
        {
            Plain = Tone.High,
            Maybe = Tone.Low,
            Array = [Tone.Low, Tone.High, Tone.Low],
            List = [Small.Only, Small.Only],
            Jagged = [[Wide.Largest], []],
            Grid = new Far[,] { { Far.Least, Far.Zero } },
            Boxed = Bits.One | Bits.Top,
            Keys = new Dictionary<Tone, SignedBits> { [Tone.High] = SignedBits.Some | SignedBits.Top, [Tone.Low] = default },
            Pair = (Tone.High, Small.Only),
            Struct = new Packed { Id = 7, Size = Small.Only },
            Structs = [new Packed { Size = Small.Only }, new Packed { Id = 9, Size = Small.Only }],
            Bits = Bits.One | Bits.Four,
        };
        Everywhere copy = _strict.DeepClone(value);
        Assert.Multiple(() =>
        {
            Assert.That((copy.Plain, copy.Maybe, copy.Boxed, copy.Pair, copy.Bits),
                Is.EqualTo((value.Plain, value.Maybe, value.Boxed, value.Pair, value.Bits)));
            Assert.That(copy.Array, Is.EqualTo(value.Array));
            Assert.That(copy.List, Is.EqualTo(value.List));
            Assert.That(copy.Jagged, Is.EqualTo(value.Jagged));
            Assert.That(copy.Grid, Is.EqualTo(value.Grid));
            Assert.That(copy.Keys, Is.EqualTo(value.Keys));
            Assert.That(copy.Struct, Is.EqualTo(value.Struct));
            Assert.That(copy.Structs, Is.EqualTo(value.Structs));
        });
    }

    [Test]
    public void No_position_takes_a_value_without_a_name()
    {
        Assert.Multiple(() =>
        {
            Refused(new Everywhere { Plain = (Tone)1 });
            Refused(new Everywhere { Plain = Tone.Low, Maybe = (Tone)(-4) });
            Refused(new Everywhere { Plain = Tone.Low, Array = [Tone.Low, (Tone)5] });
            Refused(new Everywhere { Plain = Tone.Low, List = [Small.Only, default] });
            Refused(new Everywhere { Plain = Tone.Low, Jagged = [[default]] });
            Refused(new Everywhere { Plain = Tone.Low, Grid = new Far[,] { { (Far)1 } } });
            Refused(new Everywhere { Plain = Tone.Low, Boxed = (Bits)2 });
            Refused(new Everywhere { Plain = Tone.Low, Bits = (Bits)0x4001 });
            Refused(new Everywhere { Plain = Tone.Low, Keys = new Dictionary<Tone, SignedBits> { [Tone.High] = (SignedBits)1 } });
            Refused(new Everywhere { Plain = Tone.Low, Keys = new Dictionary<Tone, SignedBits> { [(Tone)2] = default } });
            Refused(new Everywhere { Plain = Tone.Low, Pair = (Tone.Low, (Small)1) });
            Refused(new Everywhere { Plain = Tone.Low, Structs = [new Packed { Id = 3, Size = (Small)3 }] });
            Refused<Tone>(0);
            Refused<object>((Wide)3);
            Refused(new HashSet<Tone> { 0 });
            Refused(new SortedSet<Tone> { 0 });
        });
    }

    [TestCase((Of8)9)]
    [TestCase((OfS8)(-9))]
    [TestCase((Of16)300)]
    [TestCase((OfS16)(-300))]
    [TestCase((Of32)70_000)]
    [TestCase((OfS32)(-70_000))]
    [TestCase((Of64)(1ul << 40))]
    [TestCase((OfS64)(-1L << 40))]
    public void Enums_of_each_type<T>(T unnamed) where T : struct, Enum
    {
        T named = Enum.GetValues<T>().Single();
        SerializerOptions options = new() { References = references, Integers = integers };
        TypeModel strict = TypeModel.Create([typeof(T)], options with { UndefinedEnums = UndefinedEnums.Reject }),
            lenient = TypeModel.Create([typeof(T)], options);
        Assert.That(strict.DeepClone(named), Is.EqualTo(named));
        Assert.That(strict.DeepClone<object>(named), Is.EqualTo(named));
        Assert.That(lenient.DeepClone(unnamed), Is.EqualTo(unnamed));
        Assert.That(() => strict.Serialize(unnamed), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueNotEncodable));
        if (integers == IntegerEncoding.Varint)
        {
            // The forms are the same then.
            Assert.That(strict.Serialize(named), Is.EqualTo(lenient.Serialize(named)));
            Assert.That(() => strict.Deserialize<T>(lenient.Serialize(unnamed)),
                Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.CustomValueRejected));
        }
    }

    [Test]
    public void A_reader_says_where_and_what()
    {
        byte[] bytes = _strict.Serialize(new Everywhere { Plain = Tone.Low, Pair = (Tone.Low, Small.Only), Struct = new Packed { Size = Small.Only } });
        int place = Array.IndexOf(bytes, (byte)5);
        bytes[place] = 7;
        var failure = Assert.Throws<MalformedDataException>(() => _strict.Deserialize<Everywhere>(bytes))!;
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.CustomValueRejected));
        Assert.That(failure.Message, Does.Contain("-4 has no name in").And.Contain(nameof(Tone)));
    }

    [Test]
    public void The_option_is_part_of_the_agreement()
    {
        TypeModel lenient = TypeModel.Create(s_types, new SerializerOptions { References = references, Integers = integers });
        Assert.That(_strict.Fingerprint, Is.Not.EqualTo(lenient.Fingerprint));
        Assert.That(_strict.Describe(), Does.Contain("as enum.named"));
        Assert.That(lenient.DeepClone((Tone)99), Is.EqualTo((Tone)99));
    }

    [Test]
    public void A_serializer_of_the_users_own_comes_before()
    {
        TypeModel model = TypeModel.Create(
            [typeof(Tone)], new SerializerOptions
            { UndefinedEnums = UndefinedEnums.Reject, Serializers = [CustomSerializer.Surrogate<Tone, int>(tone => (int)tone, number => (Tone)number)] });
        Assert.That(model.DeepClone((Tone)99), Is.EqualTo((Tone)99));
    }

    // The bytes are those of a custom serializer that lets every value pass.
    private void Refused<T>(T value)
    {
        var failure = Assert.Throws<ValueNotSerializableException>(() => _strict.Serialize(value));
        Assert.That(failure?.Code, Is.EqualTo(ErrorCode.ValueNotEncodable));
        byte[] bytes = Lenient().Serialize(value);
        Assert.That(() => _strict.Deserialize<T>(bytes), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.CustomValueRejected),
            $"{typeof(T)}");
    }

    private TypeModel Lenient() => TypeModel.Create(s_types, new SerializerOptions
    {
        References = references,
        Integers = integers,
        Serializers =
        [
            CustomSerializer.For(new Plain<Tone>((ref w, v) => w.WriteInt32((int)v), (ref r) => (Tone)r.ReadInt32())),
            CustomSerializer.For(new Plain<Small>((ref w, v) => w.WriteSByte((sbyte)v), (ref r) => (Small)r.ReadSByte())),
            CustomSerializer.For(new Plain<Wide>((ref w, v) => w.WriteUInt64((ulong)v), (ref r) => (Wide)r.ReadUInt64())),
            CustomSerializer.For(new Plain<Far>((ref w, v) => w.WriteInt64((long)v), (ref r) => (Far)r.ReadInt64())),
            CustomSerializer.For(new Plain<Bits>((ref w, v) => w.WriteUInt16((ushort)v), (ref r) => (Bits)r.ReadUInt16())),
            CustomSerializer.For(new Plain<SignedBits>((ref w, v) => w.WriteInt32((int)v), (ref r) => (SignedBits)r.ReadInt32())),
        ],
    });

    private delegate void Writing<T>(ref WireWriter writer, T value);

    private delegate T Reading<T>(ref WireReader reader);

    private sealed class Plain<T>(Writing<T> write, Reading<T> read) : ICustomSerializer<T>
    {
        public int MinimumSize => 1;

        public void Write(ref WireWriter writer, T value) => write(ref writer, value);

        public T Read(ref WireReader reader) => read(ref reader);
    }

    [Serializable]
    [StructLayout(LayoutKind.Sequential, Pack = 1)]
    private struct Packed
    {
        public byte Id;
        public Small Size;
    }

    [Serializable]
    private sealed class Everywhere
    {
        public Tone Plain;
        public Tone? Maybe;
        public Tone[]? Array;
        public List<Small>? List;
        public Wide[][]? Jagged;
        public Far[,]? Grid;
        public object? Boxed;
        public Bits Bits;
        public Dictionary<Tone, SignedBits>? Keys;
        public (Tone First, Small Second) Pair = (Tone.Low, Small.Only);
        public Packed Struct = new() { Size = Small.Only };
        public Packed[]? Structs;
    }
}
