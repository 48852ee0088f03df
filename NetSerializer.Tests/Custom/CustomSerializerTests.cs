using System.Globalization;
using System.Text;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Custom;

/// <summary>What custom serializers may rely on, and what is held against them.</summary>
internal class CustomSerializerTests
{
    private static readonly CustomSerializer s_chains = CustomSerializer.ForGeneric(typeof(Chain<>), typeof(ChainSerializer<>));

    [Test]
    public void DerivedClassesThatNobodyKnowsAreHandledInEveryPosition()
    {
        TypeModel model = Model([typeof(Holder), typeof(CultureInfo)], CustomSerializer.For(new CultureSerializer()));
        var holder = new Holder { Culture = new NamedCulture(), Any = new NamedCulture(), Provider = new NamedCulture(), All = [new NamedCulture(), null] };
        Holder copy = model.DeepClone(holder);
        Assert.Multiple(() =>
        {
            Assert.That(copy.Culture!.Name, Is.EqualTo("de-DE"));
            Assert.That(((CultureInfo)copy.Any!).Name, Is.EqualTo("de-DE"));
            Assert.That(((CultureInfo)copy.Provider!).Name, Is.EqualTo("de-DE"));
            Assert.That(copy.All!.Select(culture => culture?.Name), Is.EqualTo(new[] { "de-DE", null }));
            Assert.That(((CultureInfo)model.Deserialize(model.Serialize((object)new NamedCulture()))!).Name, Is.EqualTo("de-DE"));
            Assert.That(() => model.Serialize(new Holder { Provider = new NumberFormatInfo() }),
                Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.TypeNotRegistered));
        });
    }

    [Test]
    public void ATypeOfTheLibraryIsReplacedWhereverItStands()
    {
        // A comparer that the library does not know.
        TypeModel model = Model([typeof(Tables), typeof(object[])], CustomSerializer.For(new ReversedTableSerializer()),
            new Surrogate<DateTime, long>(time => time.Ticks, ticks => new DateTime(ticks)));
        var tables = new Tables { Table = new(new ReversedComparer()) { ["ab"] = 1 }, Times = [DateTime.UnixEpoch], Time = new DateTime(5) };
        Tables copy = model.DeepClone(tables);
        Assert.That(copy.Table!["ba"], Is.EqualTo(1));
        Assert.That(copy.Times, Is.EqualTo(tables.Times));
        Assert.That(((object?[])model.DeepClone<object>(new object?[] { new DateTime(7) }))[0], Is.EqualTo(new DateTime(7)));
        Assert.That(() => model.Serialize(new object?[] { new DateTime[1] }), Throws.TypeOf<ValueNotSerializableException>(),
            "the library's own array would write the library's own form");
    }

    /// <summary>As SerializerOptions.Serializers has it.</summary>
    [Test]
    public void OneForAScalarIsUsedWhereTheModelIsLedToIt()
    {
        Surrogate<long, string> texts = new(number => $"{number}", long.Parse);
        TypeModel model = Model([typeof(long), typeof(object[])], texts), other = Model([typeof(object[])], texts),
            more = Model([typeof(long), typeof(object[]), typeof(long[])], texts);
        byte[] form = [(byte)25, 2, (byte)'7'];
        Assert.Multiple(() =>
        {
            Assert.That(model.Serialize(7L)[^2..], Is.EqualTo(form[1..]));
            Assert.That(model.Serialize<object>(7L)[^2..], Is.EqualTo(form[1..]), "behind object too");
            Assert.That(other.SerializeDirect(7L), Is.EqualTo((byte[])[14]), "the roots do not lead to it");
            Assert.That(other.Serialize<object>(new object[] { 7L })[^2..], Is.EqualTo((byte[])[9, 14]));
            Assert.That(other.DeepClone<object>(new[] { 7L }), Is.EqualTo((long[])[7]));
            Assert.That(more.Serialize<object>(new[] { 7L })[^2..], Is.EqualTo(form[1..]));
            Assert.That(more.DeepClone<object>(new[] { 7L }), Is.EqualTo((long[])[7]));
            foreach (object built in (object[])[new[] { 7L }, new List<long> { 7 }, new long[][] { [7] }])
            {
                Assert.That(() => model.Serialize(built),
                    Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.TypeNotRegistered));
            }
        });
    }

    [Test]
    public void ASerializerThatReadsLessThanItWritesIsNoticedByDeepCloneToo()
    {
        TypeModel model = Model([typeof(Angle)], CustomSerializer.For(new HalfReadSerializer()));
        Assert.That(() => model.DeepClone(new Angle(5)), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TrailingBytes));
        Assert.That(() => model.Deserialize<Angle>(model.Serialize(new Angle(5))),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TrailingBytes));
    }

    [Test]
    public void ASurrogateThatIsNullIsRejectedByTheReader()
    {
        TypeModel model = Model([typeof(Angle)], new Surrogate<Angle, string>(_ => "some", _ => new Angle(1)));
        byte[] bytes = model.Serialize(new Angle(2));
        Assert.That(bytes[^5..], Is.EqualTo("\bsome"u8.ToArray()));
        Assert.That(() => model.Deserialize<Angle>([.. bytes[..^5], 1]),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.CustomValueRejected));
    }

    [Test]
    public void ASurrogateThatIsNullIsRefusedByTheWriter()
    {
        TypeModel model = Model([typeof(Angle), typeof(List<Angle>)],
            new Surrogate<Angle, string>(angle => angle.Degrees == 0 ? null! : "some", _ => new Angle(1)));
        ValueNotSerializableException? failure = Assert.Throws<ValueNotSerializableException>(() => model.Serialize(new List<Angle> { new(1), new(0) }));
        Assert.That((failure!.Code, failure.Path),
            Is.EqualTo((ErrorCode.ValueNotEncodable, "System.Collections.Generic.List<NetSerializer.Tests.Custom.Angle>[1]")));
    }

    [Test]
    public void AnEntryThatIsNullIsRefused() =>
        Assert.That(() => Model([typeof(Angle)], null!, CustomSerializer.For(new HalfReadSerializer())), Throws.ArgumentException);

    private sealed class HalfReadSerializer : ICustomSerializer<Angle>
    {
        public void Write(ref WireWriter writer, Angle value)
        {
            writer.WriteDouble(value.Degrees);
            writer.WriteInt32(1);
        }

        public Angle Read(ref WireReader reader) => new(reader.ReadDouble());
    }

    [Test]
    public void DepthIsHeldAgainstNestedValues()
    {
        TypeModel model = TypeModel.Create(
            [typeof(Chain<int>)], new SerializerOptions { Serializers = [s_chains], Limits = SerializerLimits.Default with { MaxDepth = 512 } });
        Assert.That(() => model.Serialize(ChainOf(600)), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueTooDeep));
        TypeModel deep = TypeModel.Create([typeof(Chain<int>)], new SerializerOptions { Serializers = [s_chains], Limits = SerializerLimits.Trusted });
        byte[] bytes = deep.Serialize(ChainOf(600));
        Assert.That(Malformed.AssertRejected("600 levels", () => model.Deserialize<Chain<int>>(bytes)).Code, Is.EqualTo(ErrorCode.DataTooDeep));
        Chain<int>? copy = deep.Deserialize<Chain<int>>(deep.Serialize(ChainOf(50_000)));
        int length = 0;
        for (; copy != null; copy = copy.Tail)
        {
            length++;
        }
        Assert.That(length, Is.EqualTo(50_000));
    }

    [Test]
    public void NonFiniteFloatsAreHeldAgainstTheModel()
    {
        CustomSerializer[] serializers = [CustomSerializer.For(new MetersSerializer(1))];
        TypeModel any = Model([typeof(Meters)], serializers),
            finite = TypeModel.Create([typeof(Meters)], new SerializerOptions { Serializers = serializers, NonFiniteFloats = NonFiniteFloats.Reject });
        byte[] nan = any.Serialize(new Meters(double.NaN));
        Assert.That(any.Deserialize<Meters>(nan).Value, Is.NaN);
        Assert.That(() => finite.Serialize(new Meters(double.NaN)),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.NonFiniteFloat));
        Assert.That(Malformed.AssertRejected("NaN", () => finite.Deserialize<Meters>(nan)).Code, Is.EqualTo(ErrorCode.NonFiniteFloatRead));
    }

    [Test]
    public void Floats_of_every_width_are_held_against_the_model([Values] bool isFinite)
    {
        foreach (int width in (int[])[2, 4, 8])
        {
            CustomSerializer[] serializers = [CustomSerializer.For(new FloatSerializer(width))];
            TypeModel model = TypeModel.Create(
                [typeof(Meters)], new SerializerOptions
                { Serializers = serializers, NonFiniteFloats = isFinite ? NonFiniteFloats.Reject : NonFiniteFloats.Accept });
            Assert.That(model.DeepClone(new Meters(1.5)).Value, Is.EqualTo(1.5));
            if (isFinite)
            {
                Assert.That(() => model.Serialize(new Meters(double.NegativeInfinity)),
                    Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.NonFiniteFloat), $"{width} bytes");
            }
            else
            {
                Assert.That(model.DeepClone(new Meters(double.NegativeInfinity)).Value, Is.EqualTo(double.NegativeInfinity));
            }
        }
    }

    [Test]
    public void Ints_side_by_side_are_left_to_their_serializer()
    {
        TypeModel model = Model([typeof(Sides), typeof(Dictionary<int, int>)], CustomSerializer.For(new BigEndianSerializer()));
        byte[] bytes = model.Serialize(new Sides { A = 1, B = 0x02030405, C = 6, D = 300 });
        Assert.That(bytes[^11..], Is.EqualTo(new byte[] { 6, 0xAC, 2, 0, 0, 0, 1, 2, 3, 4, 5 }));
        Assert.That(model.Deserialize<Sides>(bytes)!.B, Is.EqualTo(0x02030405));
        bytes = model.Serialize(new Dictionary<int, int> { [1] = 2 });
        Assert.That(bytes[^8..], Is.EqualTo(new byte[] { 0, 0, 0, 1, 0, 0, 0, 2 }));
        Assert.That(model.Deserialize<Dictionary<int, int>>(bytes), Is.EqualTo(new Dictionary<int, int> { [1] = 2 }));
    }

    [Test]
    public void WhatItThrowsWhileReadingIsMalformedDataWithTheCauseInside()
    {
        TypeModel model = Model([typeof(CultureInfo)], CustomSerializer.For(new CultureSerializer()));
        byte[] bytes = model.Serialize(CultureInfo.GetCultureInfo("de-DE"));
        bytes[^1] = (byte)'!';
        MalformedDataException failure = Malformed.AssertRejected("no such culture", () => model.Deserialize<CultureInfo>(bytes));
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.UserCodeFailed));
        Assert.That(failure.InnerException, Is.TypeOf<CultureNotFoundException>());
        Assert.That(failure.Message, Does.Contain("CultureInfo"));
    }

    [Test]
    public void WhatItThrowsWhileWritingIsTheCallersAndNothingIsSent()
    {
        TypeModel model = Model([typeof(Angle), typeof(object[])],
            new Surrogate<Angle, double>(_ => throw new NotSupportedException("no angles today"), degrees => new Angle(degrees)));
        using var stream = new MemoryStream();
        Assert.That(() => model.Serialize(stream, new object?[] { 1, new Angle(5) }), Throws.TypeOf<NotSupportedException>());
        Assert.That(stream.Length, Is.Zero);
        using (ValueWriter writer = model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write<object>(1);
            Assert.That(() => writer.Write(new Angle(5)), Throws.TypeOf<NotSupportedException>());
            writer.Write<object>(2);
        }
        stream.Position = 0;
        using ValueReader reader = model.OpenReader(stream);
        Assert.That((reader.Read<object>(), reader.Read<object>()), Is.EqualTo(((object)1, (object)2)));
    }

    [Test]
    public void ReturningNullIsMalformedData()
    {
        TypeModel model = Model([typeof(Angle)], new Surrogate<Angle, double>(angle => angle.Degrees, _ => null!));
        Assert.That(Malformed.AssertRejected("null", () => model.Deserialize<Angle>(model.Serialize(new Angle(1)))).Code,
            Is.EqualTo(ErrorCode.CustomValueRejected));
    }

    [Test]
    public void NestingATypeThatWasNotNamedFailsWithTheCure()
    {
        TypeModel model = Model([typeof(Angle)], CustomSerializer.For(new ForgetfulSerializer()));
        Assert.That(() => model.Serialize(new Angle(1)), Throws.InvalidOperationException.With.Message.Contains("NestedTypes"));
        MalformedDataException failure = Malformed.AssertRejected("no such slot", () => model.Deserialize<Angle>([32, 1]));
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.UserCodeFailed));
        Assert.That(failure.InnerException, Is.InstanceOf<InvalidOperationException>().With.Message.Contains("NestedTypes"));
    }

    [Test]
    public void TheFormatIsPartOfTheFingerprint()
    {
        TypeModel one = Model([typeof(Everything)], CustomSerializer.For(new EverythingSerializer())), chains = Model([typeof(Chain<int>)], s_chains);
        Assert.That(one.Describe(), Does.Contain("custom NetSerializer.Tests.Custom.Everything as everything 1"));
        Assert.That(chains.Describe(), Does.Contain("as NetSerializer.Tests.Custom.ChainSerializer`1").And.Contain("item int32").And.Contain(
            "item NetSerializer.Tests.Custom.Chain<int32>!"));
    }

    [Test]
    public void AFactoryThatChoosesWronglyIsAProblemOfTheModel()
    {
        var failure = Assert.Throws<TypeModelException>(() =>
            Model([typeof(Chain<int>)], CustomSerializer.ForGeneric(typeof(Chain<>), _ => new EverythingSerializer())));
        Assert.That(failure.Problems.Single().Code, Is.EqualTo(ErrorCode.InvalidCustomSerializer));
    }

    [Test]
    public void RegistrationsThatCannotBeRightAreRefused() => Assert.Multiple(() =>
    {
        Assert.That(() => CustomSerializer.For<Angle>(null!), Throws.ArgumentNullException);
        Assert.That(() => CustomSerializer.ForGeneric(typeof(Chain<int>), typeof(ChainSerializer<>)), Throws.ArgumentException);
        Assert.That(() => CustomSerializer.ForGeneric(typeof(Dictionary<,>), typeof(ChainSerializer<>)), Throws.ArgumentException);
    });

    [TestCase(-1)]
    [TestCase(1)]
    public void ATypeThatReadsLessOrMoreThanItWroteIsNamed(int excess)
    {
        TypeModel model = Model([typeof(SelfWritten[])]);
        byte[] bytes = model.Serialize(new SelfWritten[] { new() { Text = "a" }, new() { Text = "b" } });
        SelfWritten.Excess = excess;
        try
        {
            MalformedDataException failure = Malformed.AssertRejected("unbalanced", () => model.Deserialize<SelfWritten[]>(bytes));
            Assert.That(failure.Message, Does.Contain(nameof(SelfWritten)));
            Assert.That(failure.Code, Is.EqualTo(excess < 0 ? ErrorCode.CustomValueRejected : ErrorCode.UserCodeFailed));
        }
        finally
        {
            SelfWritten.Excess = 0;
        }
    }

    [Test]
    public void AModelWithCustomSerializersGrowsAndKeepsThem()
    {
        TypeModel bigger = Model([typeof(Chain<int>)], s_chains).With(typeof(Chain<string>));
        Assert.That(bigger.DeepClone(new Chain<string>("a", null)), Is.EqualTo(new Chain<string>("a", null)));
    }

    private static Chain<int> ChainOf(int length)
    {
        Chain<int>? chain = null;
        for (int i = 0; i < length; i++)
        {
            chain = new Chain<int>(i, chain);
        }
        return chain!;
    }

    private static TypeModel Model(IEnumerable<Type> types, params CustomSerializer[] serializers) =>
        TypeModel.Create(types, new SerializerOptions { Serializers = serializers });

    [Serializable]
    private sealed class Holder
    {
        public CultureInfo? Culture;
        public object? Any;
        public IFormatProvider? Provider;
        public CultureInfo?[]? All;
    }

    [Serializable]
    private sealed class Tables
    {
        public Dictionary<string, int>? Table;
        public List<DateTime>? Times;
        public DateTime Time;
    }

    private sealed class ReversedComparer : IEqualityComparer<string>
    {
        public bool Equals(string? x, string? y) => x == null ? y == null : y != null && (x == y || x == new string([.. y.Reverse()]));

        public int GetHashCode(string text) => text.Length;
    }

    private sealed class ReversedTableSerializer : ICustomSerializer<Dictionary<string, int>>
    {
        public void Write(ref WireWriter writer, Dictionary<string, int> value)
        {
            writer.WriteCount(value.Count);
            foreach ((string key, int number) in value)
            {
                writer.WriteString(key);
                writer.WriteInt32(number);
            }
        }

        public Dictionary<string, int> Read(ref WireReader reader)
        {
            var table = new Dictionary<string, int>(new ReversedComparer());
            for (int count = reader.ReadCount(2); count > 0; count--)
            {
                table.Add(reader.ReadNonNullString(), reader.ReadInt32());
            }
            return table;
        }
    }

    private sealed class ForgetfulSerializer : ICustomSerializer<Angle>
    {
        public void Write(ref WireWriter writer, Angle value) => writer.Write(new StringBuilder());

        public Angle Read(ref WireReader reader) => new(reader.Read<StringBuilder>()!.Length);
    }

    private sealed class FloatSerializer(int width) : ICustomSerializer<Meters>
    {
        public int MinimumSize => width;

        public void Write(ref WireWriter writer, Meters value)
        {
            switch (width)
            {
                case 2:
                    writer.WriteHalf((Half)value.Value);
                    break;
                case 4:
                    writer.WriteSingle((float)value.Value);
                    break;
                default:
                    writer.WriteDouble(value.Value);
                    break;
            }
        }

        public Meters Read(ref WireReader reader) => new(width switch { 2 => (double)reader.ReadHalf(), 4 => reader.ReadSingle(), _ => reader.ReadDouble() });
    }

    private sealed class Anything<T> : ICustomSerializer<T>
    {
        public int MinimumSize => 1;

        public void Write(ref WireWriter writer, T value) => writer.WriteByte(1);

        public T Read(ref WireReader reader) => throw new InvalidOperationException();
    }
}
