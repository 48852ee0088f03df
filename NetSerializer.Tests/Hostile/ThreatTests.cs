using System.Runtime.CompilerServices;
using System.Text;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// The rows of the list of threats that need few bytes each, a test a row. Truncation, single bytes and limits are in the conformance fixture; depth,
/// floods, amplifiers and finalizers have files of their own.
/// </summary>
[TestFixture]
internal sealed class ThreatTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        typeof(Holder), typeof(Secret), typeof(Dog), typeof(Cat), typeof(StructValue<int>), typeof(PlainValue<int>), typeof(Dictionary<string, int>),
        typeof(Dictionary<Cat, int>), typeof(HashSet<string>), typeof(Padded), typeof(Padded[]),
        typeof(Animal[]), typeof(Cat[]), typeof(MemberOf<IValueOf<string>>), typeof(PlainValue<string>), typeof(NumberedValue<string>), typeof(Shade[]),
        typeof(MemberOf<Animal>), typeof(MemberOf<object>), typeof(MemberOf<Animal[]>), typeof(MemberOf<IComparable>));

    [Test]
    public void TypeConfusion_AnIdOfAnotherRegisteredTypeInATypedSlot()
    {
        int tried = AssertOnlyAdmitted(new MemberOf<Animal> { Value = new Cat() }, typeof(Cat), typeof(Animal))
            + AssertOnlyAdmitted(new MemberOf<IValueOf<string>> { Value = new PlainValue<string>() }, typeof(PlainValue<string>), typeof(IValueOf<string>))
            + AssertOnlyAdmitted(new MemberOf<Animal[]> { Value = new Cat[1] }, typeof(Cat[]), typeof(Animal[]))
            + AssertOnlyAdmitted(new MemberOf<IComparable> { Value = "x" }, typeof(string), typeof(IComparable));
        Assert.That(tried, Is.GreaterThan(100));
    }

    [Test]
    public void TypeConfusion_ArraysThatTheRuntimeLetsPassForOneAnother()
    {
        TypeModel model = TypeModel.Create(typeof(int[]), typeof(uint[]), typeof(Shade[]), typeof(Cat[]), typeof(Animal[]));
        AssertRejected(ErrorCode.TypeIdNotAdmitted, () => model.Deserialize<uint[]>(model.Serialize(new[] { 1, 2 })));
        AssertRejected(ErrorCode.TypeIdNotAdmitted, () => model.Deserialize<int[]>(model.Serialize(new[] { Shade.Dark })));
        AssertRejected(ErrorCode.TypeIdNotAdmitted, () => model.Deserialize<Cat[]>(model.Serialize(new Animal[] { new Cat() })));
        AssertRejected(ErrorCode.TypeIdNotAdmitted, () => model.Deserialize<object[]>(model.Serialize(new[] { 1 })));
        Assert.That(model.Deserialize<Animal[]>(model.Serialize(new Cat[] { new() })), Is.TypeOf<Cat[]>());
    }

    [Test]
    public void UnexpectedRoot()
    {
        byte[] bytes = s_model.Serialize(new Secret { Address = 0x1234 });
        Assert.That(s_model.PeekType(bytes), Is.EqualTo(typeof(Secret)));
        AssertRejected(ErrorCode.TypeIdNotAdmitted, () => s_model.Deserialize<Holder>(bytes));
        AssertRejected(ErrorCode.TypeIdNotAdmitted, () => s_model.Deserialize<Animal>(bytes));
        AssertRejected(ErrorCode.TypeIdNotAdmitted, () => s_model.Deserialize<string>(bytes));
        AssertRejected(ErrorCode.TypeIdNotAdmitted, () => s_model.Deserialize<IValueOf<int>>(bytes));
        Assert.That(s_model.Deserialize<Animal>(s_model.Serialize(new Cat { Age = 3 }))!.Age, Is.EqualTo(3));
    }

    [Test]
    public void DuplicateKeysInADictionary_NullKey()
    {
        byte[] table = Bytes.Id(s_model, typeof(Dictionary<string, int>)), set = Bytes.Id(s_model, typeof(HashSet<string>)),
            classes = Bytes.Id(s_model, typeof(Dictionary<Cat, int>));
        AssertRejected(ErrorCode.DuplicateKey, () => s_model.Deserialize<object>([.. table, 3, 0, 2, 65, 2, 2, 65, 4]));
        AssertRejected(ErrorCode.DuplicateKey, () => s_model.Deserialize<object>([.. table, 3, 2, 2, 65, 2, 2, 97, 4]));
        Assert.That(s_model.Deserialize<object>((ReadOnlySpan<byte>)[.. table, 3, 1, 2, 65, 2, 2, 97, 4]), Has.Count.EqualTo(2),
            "a and A differ under the ordinal comparer");
        AssertRejected(ErrorCode.NullKey, () => s_model.Deserialize<object>([.. table, 2, 0, 1, 2]));
        AssertRejected(ErrorCode.NullKey, () => s_model.Deserialize<object>([.. classes, 2, 0, 2]));
        AssertRejected(ErrorCode.DuplicateKey, () => s_model.Deserialize<object>([.. set, 3, 0, 1, 1]));
        AssertRejected(ErrorCode.DuplicateKey, () => s_model.Deserialize<object>([.. set, 3, 0, 2, 65, 2, 65]));
        AssertRejected(ErrorCode.UnknownComparerId, () => s_model.Deserialize<object>([.. table, 1, 5]));
        AssertRejected(ErrorCode.UnknownComparerId, () => s_model.Deserialize<object>([.. set, 1, 255]));
    }

    [TestCase(ErrorCode.MalformedVarInt, typeof(ushort), "80 80 04", TestName = "65536 as a ushort")]
    [TestCase(ErrorCode.MalformedVarInt, typeof(short), "80 80 04", TestName = "32768 as a short")]
    [TestCase(ErrorCode.MalformedVarInt, typeof(char), "FF FF 07", TestName = "131071 as a char")]
    [TestCase(ErrorCode.MalformedVarInt, typeof(uint), "FF FF FF FF 1F", TestName = "2^33 - 1 as a uint")]
    [TestCase(ErrorCode.MalformedVarInt, typeof(int), "80 80 80 80 10", TestName = "2^32 as an int")]
    [TestCase(ErrorCode.MalformedVarInt, typeof(ulong), "FF FF FF FF FF FF FF FF FF 02", TestName = "2^65 as a ulong")]
    [TestCase(ErrorCode.MalformedVarInt, typeof(ulong), "80 80 80 80 80 80 80 80 80 80 00", TestName = "A varint of eleven bytes")]
    [TestCase(ErrorCode.MalformedVarInt, typeof(uint), "80 00", TestName = "Zero in two bytes")]
    [TestCase(ErrorCode.MalformedVarInt, typeof(int), "FF 80 00", TestName = "127 in three bytes")]
    [TestCase(ErrorCode.MalformedVarInt, typeof(long), "81 80 80 80 80 80 80 80 80 00", TestName = "1 in ten bytes")]
    [TestCase(ErrorCode.MalformedVarInt, typeof(string), "80 00", TestName = "An empty text, its length in two bytes")]
    [TestCase(ErrorCode.MalformedVarInt, typeof(string), "82 00 41", TestName = "A text of one character, its length in two bytes")]
    [TestCase(ErrorCode.MalformedVarInt, typeof(Shade), "80 80 80 80 10", TestName = "An enum beyond its underlying type")]
    public void OverlongOrOverflowingVarInt_NarrowTypeOutOfRange(ErrorCode code, Type type, string hex) => AssertValueRejected(code, type, hex);

    [TestCase(typeof(bool), "02", TestName = "bool 2")]
    [TestCase(typeof(bool), "FF", TestName = "bool 255")]
    [TestCase(typeof(DateTime), "FF FF FF FF FF FF FF 3F", TestName = "A time behind the last year")]
    [TestCase(typeof(TimeOnly), "00 C0 69 2A C9 00 00 00", TestName = "24 o'clock")]
    [TestCase(typeof(TimeOnly), "FF FF FF FF FF FF FF FF", TestName = "A negative time of day")]
    [TestCase(typeof(DateOnly), "DB F3 DE 01", TestName = "The day behind the last")]
    [TestCase(typeof(DateTimeOffset), "00 00 00 00 00 00 00 00 02", TestName = "A UTC time before the first")]
    [TestCase(typeof(DateTimeOffset), "00 00 00 00 00 00 10 00 92 0D", TestName = "An offset of 841 minutes")]
    [TestCase(typeof(decimal), "1D 00 00", TestName = "A decimal of scale 29")]
    [TestCase(typeof(decimal), "40 01 00", TestName = "A decimal with a spare bit set")]
    public void ValuesOutOfTheRangeOfTheirType(Type type, string hex) => AssertValueRejected(ErrorCode.ValueOutOfRange, type, hex);

    [TestCase(typeof(bool[]), "03 04", TestName = "Bits behind the last of a bool array")]
    [TestCase(typeof(DateTime[]), "02 FF FF FF FF FF FF FF 3F", TestName = "A time behind the last year in an array")]
    [TestCase(typeof(TimeOnly[]), "02 00 C0 69 2A C9 00 00 00", TestName = "24 o'clock in an array")]
    [TestCase(typeof(decimal[]), "02 00 00 1D 00 00 00 00 00 00 00 00 00 00 00 00 00", TestName = "A decimal of scale 29 in an array")]
    [TestCase(typeof(decimal[]), "02 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", TestName = "A decimal with a spare flag in an array")]
    [TestCase(typeof(List<bool>), "02 02", TestName = "Bits behind the last of a bool list")]
    public void ValuesOutOfTheRangeOfTheirTypeInBulk(Type type, string hex)
    {
        byte[] bytes = [.. Bytes.Id(s_model, type), .. Parse(hex)];
        Assert.That(Malformed.AssertRejected(hex, () => s_model.Deserialize<object>((ReadOnlySpan<byte>)bytes)).Code,
            Is.AnyOf(ErrorCode.ValueOutOfRange, ErrorCode.NotCanonical));
    }

    [TestCase("03 41 00", TestName = "A wide string without a wide unit")]
    [TestCase("05 41 00 42 00", TestName = "Two narrow units in the wide form")]
    [TestCase("41 00 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41",
        TestName = "Narrow units in wide blocks")]
    public void TextThatDisagreesWithItsForm(string hex)
    {
        byte[] bytes = [25, .. Parse(hex)];
        Assert.That(Malformed.AssertRejected(hex, () => s_model.Deserialize<string>(bytes)).Code, Is.EqualTo(ErrorCode.NotCanonical));
    }

    // So long that a session collects it in steps.
    [TestCase(0)]
    [TestCase(20_000)]
    [TestCase(40_063)]
    public void TextInStepsThatDisagreesWithItsForm(int wideAt)
    {
        const int blocks = 313, blockLength = 128;
        byte[] block = [0, .. Enumerable.Repeat((byte)'a', blockLength)];
        byte[] narrow = [25, 0x81, 0xF2, 0x04, .. Enumerable.Repeat(block, blocks).SelectMany(units => units)];
        string text = new string('a', wideAt) + '\u0416' + new string('a', (blocks * blockLength) - 1 - wideAt);
        byte[] wide = s_model.Serialize(text);
        Assert.That(wide[..4], Is.EqualTo(narrow[..4]));
        foreach (int bytesAtATime in (int[])[1_000, 10_000, 100_000])
        {
            using ValueReader reader = s_model.OpenReader(new ArrivingStream(narrow, bytesAtATime));
            using ValueReader sound = s_model.OpenReader(new ArrivingStream(wide, bytesAtATime));
            MalformedDataException rejection = Malformed.AssertRejected("narrow", () => reader.Read<string>());
            Assert.That((rejection.Code, rejection.Offset), Is.EqualTo((ErrorCode.NotCanonical, 1L)));
            Assert.That(sound.Read<string>(), Is.EqualTo(text));
        }
    }

    [Test]
    public void TextLongerThanTheInput()
    {
        AssertRejected(ErrorCode.LengthExceedsInput, () => s_model.Deserialize<string>([25, 8, 65, 65, 65]));
        AssertRejected(ErrorCode.LengthExceedsInput, () => s_model.Deserialize<string>([25, 5, 0, 1, 0]));
    }

    [Test]
    public void EnumWithoutAName()
    {
        Assert.That(s_model.Deserialize<Shade>(s_model.Serialize((Shade)12345)), Is.EqualTo((Shade)12345));
    }

    [Test]
    public void NonFiniteFloatsFromACheatingPeer()
    {
        Type[] types = [typeof(Point), typeof(Point[]), typeof(float[]), typeof(double[,]), typeof(List<Half>), typeof(Dictionary<int, double>), typeof(float?),
            typeof(MemberOf<double>), typeof((float, int)), typeof(HashSet<double>)];
        TypeModel open = TypeModel.Create(types), finite = TypeModel.Create(types, new SerializerOptions { NonFiniteFloats = NonFiniteFloats.Reject });
        object[] cheats =
        [
            float.NaN, double.PositiveInfinity, Half.NegativeInfinity, new Point
                { Y = float.NaN }, new Point[] { default, new() { X = float.PositiveInfinity } }, Enumerable.Repeat(1f, 99).Append(float.NaN).ToArray(),
            new[,] { { 1, double.NaN } }, new List<Half> { (Half)1, Half.NaN }, new Dictionary<int, double> { [1] = double.NegativeInfinity },
            new MemberOf<double> { Value = double.NaN }, (float.NaN, 1), new HashSet<double> { double.NaN },
        ];
        foreach (object cheat in cheats)
        {
            byte[] bytes = open.Serialize<object>(cheat);
            Assert.That(Malformed.AssertRejected($"{cheat}", () => finite.Deserialize<object>((ReadOnlySpan<byte>)bytes)).Code,
                Is.EqualTo(ErrorCode.NonFiniteFloatRead), $"{cheat.GetType()}");
            Assert.That(() => finite.Serialize<object>(cheat),
                Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.NonFiniteFloat));
        }
    }

    [Test]
    public void UnknownId()
    {
        foreach (uint id in (uint[])[27, 31, 500, 0x3EFF, 0x3F1F, 0x3F3F, 0x3F41, 0x3FFF, 0x4000, 0xFFFF, 0x10000, uint.MaxValue])
        {
            MalformedDataException malformed = Malformed.AssertRejected($"id {id}", () => s_model.Deserialize<object>([.. Bytes.VarInt(id), 0, 0, 0]));
            Assert.That(malformed.Code, Is.EqualTo(ErrorCode.UnknownTypeId));
            Assert.That(malformed.Message, Does.Contain($"{id}"));
            Malformed.AssertRejected($"id {id}, peeked", () => s_model.PeekType(Bytes.VarInt(id)));
        }
        Malformed.AssertRejected("nothing to peek at", () => s_model.PeekType([]));
        Malformed.AssertRejected("half an id", () => s_model.PeekType([0x80]));
    }

    [Test]
    public void CollectionInvariantsFromWireFields()
    {
        foreach (Type type in (Type[])[typeof(Queue<int>), typeof(Stack<string>), typeof(LinkedList<int>), typeof(System.Collections.ArrayList),
            typeof(System.Collections.Hashtable), typeof(SortedList<int, int>), typeof(Random), typeof(Lazy<int>)])
        {
            try
            {
                TypeModel model = TypeModel.Create(type);
                Assert.That(model.Describe(), Does.Not.Contain("member System."), $"{type} travels by its private fields");
            }
            catch (TypeModelException refused)
            {
                Assert.That(refused.Problems, Is.Not.Empty);
            }
        }
    }

    [Test]
    public void Gadgets_NoTypeNameTravels()
    {
        byte[] bytes = s_model.Serialize<object>(new object[] { new Secret(), new Cat(), new Dog("x"), new Padded() });
        foreach (string name in (string[])["Secret", "Cat", "Dog", "Padded", "NetSerializer", "System"])
        {
            Assert.That(Encoding.Latin1.GetString(bytes), Does.Not.Contain(name));
            Assert.That(Encoding.Unicode.GetString(bytes), Does.Not.Contain(name));
        }
    }

    [Test]
    public void PaddingBytesAndStaleMemoryNeverTravel()
    {
        var clean = new Padded { Flag = 1, Value = 2 };
        Padded dirty = clean;
        Unsafe.Add(ref Unsafe.As<Padded, byte>(ref dirty), 3) = 0xAB;
        Assert.That(s_model.Serialize(dirty), Is.EqualTo(s_model.Serialize(clean)));
        Assert.That(s_model.Serialize(new[] { dirty, dirty }), Is.EqualTo(s_model.Serialize(new[] { clean, clean })));
        Assert.That(s_model.SerializeDirect(clean), Has.Length.EqualTo(9));
    }

    [Test]
    public void TrailingBytes()
    {
        byte[] bytes = [.. s_model.Serialize(new Cat()), 0];
        AssertRejected(ErrorCode.TrailingBytes, () => s_model.Deserialize<Cat>(bytes));
        var sequence = Segments.Split(bytes, [1]);
        Assert.That(Malformed.AssertRejected("a sequence", () => s_model.Deserialize<Cat>(in sequence)).Code, Is.EqualTo(ErrorCode.TrailingBytes));
        s_model.Deserialize<Cat>(bytes, out int consumed);
        Assert.That(consumed, Is.EqualTo(bytes.Length - 1));
    }

    [Test]
    public void EveryMemberOfAHolderIsNamedInItsRejection()
    {
        var holder = new Holder
        {
            Text = "t",
            Cat = new Cat { Name = "c" },
            Animal = new Dog("d"),
            Value = new StructValue<int>
            { Value = 1 },
            Numbers = [1, 2],
            Animals = [new Cat(), null!],
            Unsigned = [3],
            Shades = [Shade.Dark]
        };
        byte[] bytes = s_model.Serialize(holder);
        int named = 0;
        for (int at = 1; at < bytes.Length; at++)
        {
            byte[] cut = bytes[..at];
            MalformedDataException malformed = Malformed.AssertRejected($"{at} bytes", () => s_model.Deserialize<Holder>(cut));
            Assert.That(malformed.Path, Does.Contain(nameof(Holder)));
            named += malformed.Path.Contains('.') ? 1 : 0;
        }
        Assert.That(named, Is.GreaterThan(bytes.Length / 2));
    }

    // Puts every id of the model where the id of the value stands.
    private static int AssertOnlyAdmitted<T>(MemberOf<T> holder, Type held, Type declared)
    {
        byte[] bytes = s_model.Serialize(holder), id = Bytes.Id(s_model, held);
        int root = Bytes.Id(s_model, typeof(MemberOf<T>)).Length;
        int at = bytes.AsSpan(root).IndexOf(id) + root;
        Assert.That(at, Is.GreaterThanOrEqualTo(root));
        int tried = 0;
        foreach ((Type type, ushort other) in s_model.TypeIds.Where(pair => !declared.IsAssignableFrom(pair.Key)))
        {
            byte[] confused = [.. bytes[..at], .. Bytes.VarInt(other), .. bytes[(at + id.Length)..], .. new byte[40]];
            MalformedDataException malformed = Malformed.AssertRejected($"{type} as {declared}", () => s_model.Deserialize<MemberOf<T>>(confused));
            Assert.That(malformed.Code, Is.EqualTo(ErrorCode.TypeIdNotAdmitted), $"{type} as {declared}: {malformed.Message}");
            tried++;
        }
        return tried;
    }

    private static void AssertValueRejected(ErrorCode code, Type type, string hex)
    {
        byte[] bytes = [.. Bytes.Id(s_model, type), .. Parse(hex)];
        Assert.That(Malformed.AssertRejected(hex, () => s_model.Deserialize<object>((ReadOnlySpan<byte>)bytes)).Code, Is.EqualTo(code));
        byte[] roomy = [.. bytes, .. new byte[300]];
        Assert.That(Malformed.AssertRejected($"{hex} with room behind", () => s_model.Deserialize<object>(roomy, out _)).Code, Is.EqualTo(code));
    }

    private static void AssertRejected(ErrorCode code, Action read) => Assert.That(Malformed.AssertRejected($"{code} expected", read).Code, Is.EqualTo(code));

    private static byte[] Parse(string hex) => Convert.FromHexString(hex.Replace(" ", ""));
}
