using NUnit.Framework;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Wire;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Tests.Custom;

/// <summary>The limits and the policy on floats inside user code: the primitives of both kinds of it hold them, whatever the code asks for.</summary>
internal sealed class CustomLimitTests
{
    private const int Long = 50_000;

    private static readonly Type[] s_types = [typeof(Letter), typeof(Parcel)];
    private static readonly CustomSerializer[] s_serializers = [CustomSerializer.For(new LetterSerializer())];

    [Test]
    public void The_model_of_the_tests_takes_what_the_limits_below_refuse() => Assert.Multiple(() =>
    {
        TypeModel model = Model(new SerializerOptions());
        Assert.That(model.DeepClone(new Letter(new string('x', Long), new byte[Long], 1.5)), Is.Not.Null);
        Assert.That(model.DeepClone(new Parcel { Text = new string('ж', Long), Data = new byte[Long], Chars = "жы", Ratio = double.NaN }),
            Is.EqualTo(new Parcel { Text = new string('ж', Long), Data = new byte[Long], Chars = "жы", Ratio = double.NaN }));
    });

    [TestCase(ErrorCode.StringTooLong)]
    [TestCase(ErrorCode.CollectionTooLong)]
    [TestCase(ErrorCode.AllocationTooLarge)]
    [TestCase(ErrorCode.InputTooLong)]
    public void Hold_in_a_custom_serializer(ErrorCode code) => AssertRefused(new Letter(new string('x', Long), new byte[Long], 1), code);

    [TestCase(ErrorCode.StringTooLong)]
    [TestCase(ErrorCode.AllocationTooLarge)]
    [TestCase(ErrorCode.InputTooLong)]
    public void Hold_in_a_type_that_writes_itself(ErrorCode code) => AssertRefused(new Parcel { Text = new string('x', Long), Data = new byte[Long] }, code);

    [TestCase(nameof(Parcel.Ratio))]
    [TestCase(nameof(Parcel.Small))]
    [TestCase(nameof(Parcel.Tiny))]
    public void Floats_of_a_type_that_writes_itself_are_finite_where_the_model_says_so(string member)
    {
        var value = new Parcel();
        typeof(Parcel).GetProperty(member)!.SetValue(
            value, member switch { nameof(Parcel.Ratio) => double.NaN, nameof(Parcel.Small) => float.NegativeInfinity, _ => Half.PositiveInfinity });
        TypeModel any = Model(new SerializerOptions()), finite = Model(new SerializerOptions { NonFiniteFloats = NonFiniteFloats.Reject });
        Assert.That(any.DeepClone(value), Is.EqualTo(value));
        Assert.That(() => finite.Serialize(value), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.NonFiniteFloat));
        Assert.That(Malformed.AssertRejected(member, () => finite.Deserialize<Parcel>(any.Serialize(value))).Code, Is.EqualTo(ErrorCode.NonFiniteFloatRead));
        value = new Parcel { Ratio = 1, Small = 2, Tiny = Half.One };
        Assert.That(finite.DeepClone(value), Is.EqualTo(value));
    }

    [Test]
    public void A_count_that_nothing_follows_allocates_nothing([Values] bool areChars)
    {
        TypeModel model = Model(new SerializerOptions());
        byte[] bytes = model.Serialize(new Parcel { AreChars = areChars });
        int at = bytes.AsSpan().LastIndexOf(BitConverter.GetBytes(Parcel.Mark));
        // The count stands behind the mark.
        BitConverter.TryWriteBytes(bytes.AsSpan(at + 4), int.MaxValue - 100);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.That(Malformed.AssertRejected("a count", () => model.Deserialize<Parcel>(bytes)).Code, Is.EqualTo(ErrorCode.UserCodeFailed));
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(1 << 20));
    }

    [Test]
    public void A_length_that_nothing_follows_allocates_nothing()
    {
        TypeModel model = Model(new SerializerOptions());
        byte[] bytes = model.Serialize(new Parcel());
        int at = Array.FindIndex(bytes, 1, length => length < 0x80 && bytes.AsSpan().LastIndexOf(length) == bytes.Length - length - 1);
        byte[] hostile = [.. bytes[..at], 0x80, 0x80, 0x80, 0x04, .. bytes[(at + 1)..]];
        long before = GC.GetAllocatedBytesForCurrentThread();
        MalformedDataException rejection = Malformed.AssertRejected("8 MiB", () => model.Deserialize<Parcel>(hostile));
        Assert.That((rejection.Code, rejection.Offset), Is.EqualTo((ErrorCode.LengthExceedsInput, (long)at)));
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(1 << 20));
    }

    [Test]
    public void Code_of_a_type_runs_for_no_prefix_of_its_bytes()
    {
        TypeModel model = Model(new SerializerOptions());
        byte[] bytes = model.Serialize(new Parcel { Data = [1, 2] });
        for (int cut = 0; cut < bytes.Length; cut++)
        {
            Assert.That(Malformed.AssertRejected($"cut at {cut}", () => model.Deserialize<Parcel>(bytes[..cut])).Code,
                Is.AnyOf(ErrorCode.Truncated, ErrorCode.LengthExceedsInput), $"cut at {cut}");
        }
    }

    [Test]
    public void What_a_type_reads_for_itself_is_charged([Values] Sheet.Form form)
    {
        const long slack = 64 << 10;
        TypeModel model = TypeModel.Create(typeof(Sheet));
        foreach (string text in (string[])[new string('x', 1 << 20), new string('\u0416', 1 << 20)])
        {
            byte[] bytes = model.Serialize(new Sheet { How = form, Text = text });
            LimitedRead.Run<Sheet>(model, SerializerLimits.Default, bytes);
            LimitedRead.Result result = LimitedRead.Run<Sheet>(model, SerializerLimits.Default, bytes);
            Assert.That((result.Failure, result.Allocated > 2 * text.Length), Is.EqualTo(((MalformedDataException?)null, true)));
            Assert.That(result.Allocated, Is.LessThanOrEqualTo(result.Charged + slack), $"{result.Charged} charged");
        }
    }

    [Test]
    public void The_longest_text_of_a_type_that_writes_itself_is_as_long_as_any_other()
    {
        byte[] bytes = Model(new SerializerOptions()).Serialize(new Parcel { Text = "0123456789" });
        TypeModel wide = Model(new SerializerOptions { Limits = new SerializerLimits { MaxStringBytes = 20 } });
        TypeModel limited = Model(new SerializerOptions { Limits = new SerializerLimits { MaxStringBytes = 19 } });
        Assert.That(wide.Deserialize<Parcel>(bytes)!.Text, Has.Length.EqualTo(10));
        Assert.That(Malformed.AssertRejected("19 bytes", () => limited.Deserialize<Parcel>(bytes)).Code, Is.EqualTo(ErrorCode.StringTooLong));
    }

    [Test]
    public void A_negative_count_gives_nothing_to_the_budget()
    {
        using var reader = new CustomContentReader(new byte[10], new SerializerLimits(), rejectsNonFinite: false, budget: 1000, offset: 0);
        Assert.That(() => reader.ReadBytes(int.MinValue), Throws.TypeOf<ArgumentOutOfRangeException>());
        Assert.That(() => reader.ReadChars(-1000), Throws.TypeOf<ArgumentOutOfRangeException>());
        Assert.That(reader.Budget, Is.LessThanOrEqualTo(1000));
    }

    [Test]
    public void What_was_refused_stays_refused_when_the_code_goes_on()
    {
        TypeModel model = Model(new SerializerOptions { Limits = new SerializerLimits { MaxStringBytes = 100 } });
        byte[] bytes = model.Serialize(new Parcel { Text = new string('x', 60), Catches = true });
        Assert.That(Malformed.AssertRejected("caught", () => model.Deserialize<Parcel>(bytes)).Code, Is.EqualTo(ErrorCode.StringTooLong));
    }

    private static void AssertRefused<T>(T value, ErrorCode code)
    {
        byte[] bytes = Model(new SerializerOptions()).Serialize(value);
        SerializerLimits limits = code switch
        {
            ErrorCode.StringTooLong => new SerializerLimits { MaxStringBytes = Long },
            ErrorCode.CollectionTooLong => new SerializerLimits { MaxCollectionLength = Long - 1 },
            ErrorCode.AllocationTooLarge => new SerializerLimits { MaxAllocatedBytes = 3 * Long },
            _ => new SerializerLimits { MaxInputBytes = bytes.Length - 1 },
        };
        TypeModel limited = Model(new SerializerOptions { Limits = limits });
        Assert.That(Malformed.AssertRejected($"{code}", () => limited.Deserialize<T>(bytes)).Code, Is.EqualTo(code));
        Assert.That(Malformed.AssertRejected($"{code} nested", () =>
            limited.Deserialize<T[]>(Model(new SerializerOptions()).Serialize(new T[] { value }))).Code, Is.EqualTo(code));
    }

    private static TypeModel Model(SerializerOptions options) =>
        TypeModel.Create([.. s_types, typeof(Letter[]), typeof(Parcel[])], options with { Serializers = s_serializers });

    private sealed record Letter(string Text, byte[] Data, double Ratio);

    private sealed class LetterSerializer : ICustomSerializer<Letter>
    {
        public void Write(ref WireWriter writer, Letter value)
        {
            writer.WriteString(value.Text);
            writer.WriteCount(value.Data.Length);
            writer.WriteBytes(value.Data);
            writer.WriteDouble(value.Ratio);
        }

        public Letter Read(ref WireReader reader)
        {
            string text = reader.ReadNonNullString();
            int count = reader.ReadCount(minimumSize: 1);
            reader.Charge(24 + count);
            byte[] data = new byte[count];
            reader.ReadBytes(data);
            return new Letter(text, data, reader.ReadDouble());
        }
    }

    /// <summary>A text, read in one of the forms of a BinaryReader that allocate.</summary>
    public sealed class Sheet : ICustomBinarySerializable
    {
        public enum Form : byte
        {
            Bytes,
            Chars,
            Text,
        }

        public Form How { get; set; }

        public string Text { get; set; } = "";

        public object? Read { get; private set; }

        public void WriteDataTo(BinaryWriter writer)
        {
            writer.Write((byte)How);
            writer.Write(Text.Length);
            if (How == Form.Text)
            {
                writer.Write(Text);
            }
            else if (How == Form.Chars)
            {
                writer.Write(Text.ToCharArray());
            }
            else
            {
                writer.Write(new byte[Text.Length]);
            }
        }

        public void SetDataFrom(BinaryReader reader)
        {
            How = (Form)reader.ReadByte();
            int length = reader.ReadInt32();
            Read = How == Form.Text ? reader.ReadString() : How == Form.Chars ? reader.ReadChars(length) : reader.ReadBytes(length);
        }
    }

    /// <summary>Asks for whatever the bytes say.</summary>
    private sealed class Parcel : ICustomBinarySerializable, IEquatable<Parcel>
    {
        public const int Mark = 0x5A5A5A5A;

        public string Text { get; set; } = "";

        public byte[] Data { get; set; } = [];

        public string Chars { get; set; } = "";

        public double Ratio { get; set; }

        public float Small { get; set; }

        public Half Tiny { get; set; }

        public bool AreChars { get; set; }

        public bool Catches { get; set; }

        public void WriteDataTo(BinaryWriter writer)
        {
            writer.Write(Catches);
            writer.Write(Text);
            writer.Write(Ratio);
            writer.Write(Small);
            writer.Write(Tiny);
            writer.Write(AreChars);
            writer.Write(Chars.Length);
            writer.Write(Chars.ToCharArray());
            writer.Write(Mark);
            writer.Write(Data.Length);
            writer.Write(Data);
        }

        public void SetDataFrom(BinaryReader reader)
        {
            Catches = reader.ReadBoolean();
            try
            {
                Text = reader.ReadString();
            }
            catch (MalformedDataException) when (Catches)
            {
                reader.ReadBytes(int.MaxValue);
                return;
            }
            Ratio = reader.ReadDouble();
            Small = reader.ReadSingle();
            Tiny = reader.ReadHalf();
            AreChars = reader.ReadBoolean();
            Chars = new string(reader.ReadChars(reader.ReadInt32()));
            _ = reader.ReadInt32();
            int count = reader.ReadInt32();
            Data = AreChars ? [.. reader.ReadChars(count).Select(item => (byte)item)] : reader.ReadBytes(count);
            if (Data.Length != count)
            {
                throw new EndOfStreamException();
            }
        }

        public bool Equals(Parcel? other) =>
            other != null && Text == other.Text && Data.AsSpan().SequenceEqual(other.Data) && Chars == other.Chars && Ratio.Equals(other.Ratio)
                && Small.Equals(other.Small) && Tiny.Equals(other.Tiny);

        public override bool Equals(object? obj) => Equals(obj as Parcel);

        public override int GetHashCode() => Text.Length;
    }
}
