using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Tests.Model;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

/// <summary>Roots that are copied as they lie in memory, against the ways that go through a whole writer and reader, and those that only look alike.</summary>
[TestFixture]
internal sealed class RawRootTests
{
    private static readonly SerializerOptions s_plain = new(), s_fixed = new() { Integers = IntegerEncoding.Fixed };

    private static IEnumerable<TestCaseData> Values() =>
    [
        Case((byte)200, s_plain), Case((sbyte)-3, s_plain), Case(1.5f, s_plain), Case(double.NaN, s_plain), Case((Half)7, s_plain), Case(-Int128.One, s_plain),
        Case(UInt128.MaxValue, s_plain), Case(new Guid("00112233-4455-6677-8899-aabbccddeeff"), s_plain), Case(TimeSpan.FromTicks(-5), s_plain),
        Case(new Point { X = 1, Y = float.NaN, Z = -3 }, s_plain), Case(Large.Of(77), s_plain), Case(-2, s_fixed), Case(long.MinValue, s_fixed),
        Case('\uD800', s_fixed), Case((nint)(-9), s_fixed), Case(new Pair { First = 1, Second = -1 }, s_fixed), Case((ByteTheme)9, s_plain),
        // Not copied: other values than any bytes, or other bytes than any value.
        Case(-2, s_plain), Case(long.MinValue, s_plain), Case(true, s_plain), Case(1.25m, s_plain), Case(DateTime.UnixEpoch, s_plain),
        Case(new Pair { First = 1, Second = -1 }, s_plain),
    ];

    private static TestCaseData Case<T>(T value, SerializerOptions options) =>
        new TestCaseData(new Sample<T>(value, options)).SetArgDisplayNames($"{typeof(T).Name} {value}, {options.Integers}");

    [TestCaseSource(nameof(Values))]
    public void Every_way_writes_and_reads_the_same(Sample sample) => sample.CheckAllWays();

    [Test]
    public void A_value_that_is_longer_than_a_run_is_not_copied() => new Sample<Huge>(Huge.Of(78), s_plain).CheckAllWays();

    [TestCaseSource(nameof(Values))]
    public void Bytes_that_are_too_few_or_too_many_are_told_as_by_a_whole_reader(Sample sample) => sample.CheckLengths();

    [TestCaseSource(nameof(Values))]
    public void The_limit_on_input_holds(Sample sample) => sample.CheckLimit();

    [TestCaseSource(nameof(Values))]
    public void A_session_gives_them_back_wherever_its_buffers_end(Sample sample) => sample.CheckSession();

    [TestCaseSource(nameof(Values))]
    public void A_closed_session_takes_none_and_gives_none(Sample sample) => sample.CheckClosed();

    [Test]
    public void Numbers_that_are_refused_are_not_copied()
    {
        TypeModel model = TypeModel.Create([typeof(Point)], new SerializerOptions { NonFiniteFloats = NonFiniteFloats.Reject });
        TypeModel any = TypeModel.Create([typeof(Point)]);
        AssertRefused(model, any, double.NaN);
        AssertRefused(model, any, float.PositiveInfinity);
        AssertRefused(model, any, Half.NaN);
        AssertRefused(model, any, new Point { Y = float.NegativeInfinity });
        Assert.That(model.DeserializeDirect<double>(model.SerializeDirect(2.5)), Is.EqualTo(2.5));
    }

    [Test]
    public void Enums_without_a_name_are_not_copied_where_they_are_refused()
    {
        TypeModel model = TypeModel.Create([typeof(ByteTheme)], new SerializerOptions { UndefinedEnums = UndefinedEnums.Reject });
        TypeModel any = TypeModel.Create([typeof(ByteTheme)]);
        AssertRefused(model, any, (ByteTheme)9);
        Assert.That(model.DeserializeDirect<ByteTheme>(model.SerializeDirect(ByteTheme.Second)), Is.EqualTo(ByteTheme.Second));
    }

    [Test]
    public void A_buffer_writer_that_gives_too_little_room_is_told()
    {
        TypeModel model = TypeModel.Create([]);
        Assert.That(() => model.SerializeDirect(new TinyBuffer(), Guid.Empty), Throws.TypeOf<InvalidOperationException>().And.Message.Contains("16"));
        Assert.That(() => model.SerializeDirect(new TinyBuffer(), 1.5), Throws.Nothing);
    }

    [Test]
    public void Bytes_that_are_no_value_are_not_copied()
    {
        TypeModel model = TypeModel.Create([]);
        AssertRefused<bool>(model, [2]);
        AssertRefused<decimal>(model, [.. Enumerable.Repeat((byte)0xFF, 16)]);
        AssertRefused<DateTime>(model, [.. Enumerable.Repeat((byte)0x3F, 8)]);
        AssertRefused<TimeOnly>(model, [.. Enumerable.Repeat((byte)0x7F, 8)]);
    }

    [Test]
    public void A_broken_session_gives_none()
    {
        TypeModel model = TypeModel.Create([]);
        using ValueReader reader = model.OpenReader(new MemoryStream(Enumerable.Repeat((byte)0xFF, 1000).ToArray()));
        Assert.That(() => reader.ReadDirect<bool>(), Throws.TypeOf<MalformedDataException>());
        Assert.That(() => reader.ReadDirect<Guid>(), Throws.TypeOf<InvalidOperationException>());
    }

    [Test]
    public void A_serializer_of_ones_own_is_asked()
    {
        TypeModel model = TypeModel.Create([typeof(Guid)], new SerializerOptions { Serializers = [CustomSerializer.For(new Turned())] });
        var value = new Guid("00112233-4455-6677-8899-aabbccddeeff");
        byte[] turned = model.SerializeDirect(value);
        Assert.That(turned, Is.EqualTo(value.ToByteArray().Reverse()));
        using var stream = new MemoryStream();
        model.SerializeDirect(stream, value);
        Assert.That(stream.ToArray(), Is.EqualTo(Frames.Of(turned)));
        stream.Position = 0;
        Assert.That(model.DeserializeDirect<Guid>(stream), Is.EqualTo(value));
        Assert.That(model.DeserializeDirect<Guid>(turned), Is.EqualTo(value));
        Assert.That(Sample.Session(model, value, value), Is.EqualTo((byte[])[.. turned, .. turned]));
    }

    private static void AssertRefused<T>(TypeModel model, TypeModel any, T value)
    {
        Assert.That(() => model.SerializeDirect(value), Throws.TypeOf<ValueNotSerializableException>());
        Assert.That(() => model.SerializeDirect(Stream.Null, value), Throws.TypeOf<ValueNotSerializableException>());
        Assert.That(() => Sample.Session(model, value), Throws.TypeOf<ValueNotSerializableException>());
        AssertRefused<T>(model, any.SerializeDirect(value));
    }

    private static void AssertRefused<T>(TypeModel model, byte[] bytes)
    {
        Assert.That(() => model.DeserializeDirect<T>(bytes), Throws.TypeOf<MalformedDataException>());
        Assert.That(() => model.DeserializeDirect<T>(Sample.Shown(Frames.Of(bytes), behind: 300)), Throws.TypeOf<MalformedDataException>());
        Assert.That(() => model.DeserializeDirect<T>(Sample.Shown(Frames.Of(bytes), behind: 0)), Throws.TypeOf<MalformedDataException>());
        using ValueReader reader = model.OpenReader(new MemoryStream([.. bytes, .. new byte[600]]));
        Assert.That(() => reader.ReadDirect<T>(), Throws.TypeOf<MalformedDataException>());
    }

    /// <summary>A value and its model.</summary>
    internal abstract class Sample
    {
        public abstract void CheckAllWays();

        public abstract void CheckLengths();

        public abstract void CheckLimit();

        public abstract void CheckSession();

        public abstract void CheckClosed();

        public static byte[] Session<T>(TypeModel model, params T[] values)
        {
            using var stream = new MemoryStream();
            using (ValueWriter writer = model.OpenWriter(stream, leaveOpen: true))
            {
                foreach (T value in values)
                {
                    writer.WriteDirect(value);
                }
            }
            return stream.ToArray();
        }

        /// <summary>A stream whose array is looked into, and goes on behind it.</summary>
        public static MemoryStream Shown(byte[] bytes, int behind) =>
            new([.. bytes, .. new byte[behind]], 0, bytes.Length, writable: false, publiclyVisible: true);
    }

    private sealed class Sample<T>(T value, SerializerOptions options) : Sample
    {
        private const int Many = 20_000;

        private readonly TypeModel _model = Model(options);

        // Through a whole writer: a session copies nothing.
        private byte[] Bytes => Session(_model, value);

        public override void CheckAllWays()
        {
            Assert.That(_model.SerializeDirect(value), Is.EqualTo(Bytes));
            var buffer = new ArrayBufferWriter<byte>();
            _model.SerializeDirect(buffer, value);
            Assert.That(buffer.WrittenSpan.ToArray(), Is.EqualTo(Bytes));
            byte[] span = [.. Enumerable.Repeat((byte)0xA5, Bytes.Length + 1)];
            Assert.That(_model.TrySerializeDirect(span, value, out int written), Is.True);
            Assert.That((written, span[written]), Is.EqualTo((Bytes.Length, 0xA5)));
            Assert.That(span[..written], Is.EqualTo(Bytes));
            Assert.That(_model.TrySerializeDirect(span.AsSpan(0, written - 1), value, out written), Is.False);
            Assert.That(written, Is.Zero);
            using var stream = new MemoryStream();
            _model.SerializeDirect(stream, value);
            Assert.That(stream.ToArray(), Is.EqualTo(Frames.Of(Bytes)));
            stream.SetLength(0);
            using var other = new BufferedStream(stream);
            _model.SerializeDirect(other, value);
            other.Flush();
            Assert.That(stream.ToArray(), Is.EqualTo(Frames.Of(Bytes)));
            Assert.That(Session(_model, value, value), Is.EqualTo((byte[])[.. Bytes, .. Bytes]));

            Assert.That(_model.DeserializeDirect<T>(Bytes), Is.EqualTo(value));
            Assert.That(_model.DeserializeDirect<T>(Segments.Cut(Bytes, 1)), Is.EqualTo(value));
            foreach (int behind in (int[])[0, 300])
            {
                using MemoryStream shown = Shown([.. Frames.Of(Bytes), 9], behind);
                Assert.That(_model.DeserializeDirect<T>(shown), Is.EqualTo(value));
                Assert.That(shown.ReadByte(), Is.EqualTo(9));
            }
            Assert.That(_model.DeserializeDirect<T>(new PieceStream(Frames.Of(Bytes), new Random(1), 1)), Is.EqualTo(value));
            Assert.That(_model.DeepClone(value), Is.EqualTo(value));
            Assert.That(() => _model.SerializeDirect((Stream)null!, value), Throws.ArgumentNullException);
            Assert.That(() => _model.SerializeDirect((IBufferWriter<byte>)null!, value), Throws.ArgumentNullException);
            Assert.That(() => _model.DeserializeDirect<T>((Stream)null!), Throws.ArgumentNullException);
        }

        public override void CheckLengths()
        {
            byte[] bytes = Bytes;
            for (int length = 0; length <= bytes.Length + 2; length++)
            {
                byte[] other = [.. bytes.Take(length), .. new byte[Math.Max(0, length - bytes.Length)]];
                string told = Told(() => _model.DeserializeDirect<T>(Segments.Cut(other, 1)));
                Assert.That(Told(() => _model.DeserializeDirect<T>(other)), Is.EqualTo(told), $"{length} bytes");
                foreach (int behind in (int[])[0, 300])
                {
                    Assert.That(Told(() => _model.DeserializeDirect<T>(Shown(Frames.Of(other), behind))), Is.EqualTo(told), $"{length} bytes, {behind} behind");
                }
            }
        }

        public override void CheckLimit()
        {
            int length = Bytes.Length;
            for (int limit = Math.Max(1, length - 1); limit <= length; limit++)
            {
                TypeModel limited = Model(options with { Limits = SerializerLimits.Default with { MaxInputBytes = limit } });
                bool isTaken = limit == length;
                AssertTaken(() => limited.DeserializeDirect<T>(Bytes));
                AssertTaken(() => limited.DeserializeDirect<T>(Shown(Frames.Of(Bytes), 300)));
                AssertTaken(() => limited.DeserializeDirect<T>(Shown(Frames.Of(Bytes), 0)));
                using ValueReader reader = limited.OpenReader(new MemoryStream([.. Bytes, .. new byte[600]]));
                AssertTaken(() => reader.ReadDirect<T>());

                void AssertTaken(Func<T?> read) =>
                    Assert.That(Told(read), isTaken ? Is.EqualTo("") : Does.StartWith(nameof(ErrorCode.InputTooLong)), $"{limit} of {length}");
            }
        }

        public override void CheckSession()
        {
            T[] values = [.. Enumerable.Repeat(value, Many)];
            byte[] bytes = Session(_model, values);
            Assert.That(bytes, Has.Length.EqualTo(Many * Bytes.Length));
            foreach (int atATime in (int[])[7, 977, 1 << 20])
            {
                using ValueReader reader = _model.OpenReader(new ArrivingStream(bytes, atATime, endsCleanly: true));
                int read = 0;
                for (; reader.TryReadDirect(out T? one); read++)
                {
                    Assert.That(EqualityComparer<T>.Default.Equals(one, value), $"the value number {read}");
                }
                Assert.That(read, Is.EqualTo(Many));
            }
            using ValueReader cut = _model.OpenReader(new MemoryStream(bytes[..^1]));
            for (int i = 0; i < Many - 1; i++)
            {
                cut.ReadDirect<T>();
            }
            Assert.That(() => cut.ReadDirect<T>(), Bytes.Length == 1 ? Throws.TypeOf<EndOfStreamException>() : Throws.TypeOf<MalformedDataException>());
        }

        public override void CheckClosed()
        {
            using var stream = new MemoryStream();
            ValueWriter writer = _model.OpenWriter(stream, leaveOpen: true);
            writer.WriteDirect(value);
            writer.Dispose();
            Assert.That(() => writer.WriteDirect(value), Throws.TypeOf<ObjectDisposedException>());
            Assert.That(stream.ToArray(), Is.EqualTo(Bytes));
            ValueReader reader = _model.OpenReader(new MemoryStream([.. Bytes, .. new byte[600]]));
            Assert.That(reader.ReadDirect<T>(), Is.EqualTo(value));
            reader.Dispose();
            Assert.That(() => reader.ReadDirect<T>(), Throws.TypeOf<ObjectDisposedException>());
        }

        private static TypeModel Model(SerializerOptions options) =>
            TypeModel.Create(typeof(T).Assembly == typeof(Sample).Assembly ? [typeof(T)] : [], options);

        private static string Told(Func<T?> read)
        {
            try
            {
                read();
                return "";
            }
            catch (MalformedDataException failure)
            {
                return $"{failure.Code} at {failure.Offset}";
            }
        }
    }

    [Serializable]
    internal record struct Point(float X, float Y, float Z);

    [Serializable]
    internal record struct Pair(int First, long Second);

    /// <summary>So long that its header in a stream has two bytes.</summary>
    [Serializable]
    internal record struct Large(Guid A, Guid B, Guid C, Guid D, Guid E)
    {
        public static Large Of(byte seed) => Random<Large>(seed);
    }

    /// <summary>Longer than a run, and than a buffer on the stack.</summary>
    [Serializable]
    internal record struct Huge(Part A, Part B, Part C, Part D, Part E)
    {
        public static Huge Of(byte seed) => Random<Huge>(seed);
    }

    [Serializable]
    internal record struct Part(Large A, Large B, Large C, Large D, Large E, Large F, Large G, Large H, Large I);

    private static T Random<T>(byte seed) where T : struct
    {
        byte[] bytes = new byte[Unsafe.SizeOf<T>()];
        new Random(seed).NextBytes(bytes);
        return MemoryMarshal.Read<T>(bytes);
    }

    internal enum ByteTheme : byte
    {
        First,
        Second,
    }

    private sealed class TinyBuffer : IBufferWriter<byte>
    {
        public void Advance(int count)
        {
        }

        public Memory<byte> GetMemory(int sizeHint = 0) => new byte[10];

        public Span<byte> GetSpan(int sizeHint = 0) => new byte[10];
    }

    private sealed class Turned : ICustomSerializer<Guid>
    {
        public void Write(ref WireWriter writer, Guid value)
        {
            Span<byte> bytes = stackalloc byte[16];
            value.TryWriteBytes(bytes);
            bytes.Reverse();
            foreach (byte one in bytes)
            {
                writer.WriteByte(one);
            }
        }

        public Guid Read(ref WireReader reader)
        {
            Span<byte> bytes = stackalloc byte[16];
            for (int i = 0; i < bytes.Length; i++)
            {
                bytes[i] = reader.ReadByte();
            }
            bytes.Reverse();
            return new Guid(bytes);
        }
    }
}
