using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

// Sessions: values that lie in the middle of the buffer, with others behind them, against those of which no more is buffered than they have.
internal sealed partial class LeafReaderTests
{
    private const int Many = 30_000;

    private static readonly object[] s_behindChanged = [.. Enumerable.Repeat(new One { Value = 300 }, 200)];

    [TestCase(977)]
    [TestCase(64 << 10)]
    [TestCase(1 << 20)]
    public void In_a_session_they_come_back_wherever_its_buffers_end(int bytesAtATime)
    {
        var random = new Random(bytesAtATime);
        object[] values = [.. Enumerable.Range(0, Many).Select(_ => s_values[random.Next(s_values.Length)])];
        byte[] session = Session(s_model, values);
        Assert.That(session, Is.EqualTo(values.SelectMany(value => s_model.Serialize<object>(value)).ToArray()));
        using ValueReader reader = s_model.OpenReader(new ArrivingStream(session, bytesAtATime, endsCleanly: true));
        foreach (object value in values)
        {
            Assert.That(s_model.Serialize(reader.Read<object>()), Is.EqualTo(s_model.Serialize<object>(value)));
        }
        Assert.That(reader.TryRead<object>(out _), Is.False);
    }

    [TestCase(977)]
    [TestCase(64 << 10)]
    public void In_a_session_values_of_known_types_come_back_too(int bytesAtATime)
    {
        using var stream = new MemoryStream();
        using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
        {
            for (int i = 0; i < Many; i++)
            {
                writer.Write(i);
                writer.Write(new Struct { A = (uint)i, B = -i });
                writer.Write(new WithText { Text = new string((char)('a' + (i % 300)), i % 90) });
                writer.Write<Struct?>(i % 3 == 0 ? null : new Struct { B = i });
            }
        }
        using ValueReader reader = s_model.OpenReader(new ArrivingStream(stream.ToArray(), bytesAtATime, endsCleanly: true));
        for (int i = 0; i < Many; i++)
        {
            Assert.That(reader.Read<int>(), Is.EqualTo(i));
            Assert.That(reader.Read<Struct>(), Is.EqualTo(new Struct { A = (uint)i, B = -i }));
            Assert.That(reader.Read<WithText>()!.Text, Is.EqualTo(new string((char)('a' + (i % 300)), i % 90)));
            Assert.That(reader.Read<Struct?>(), Is.EqualTo(i % 3 == 0 ? null : (Struct?)new Struct { B = i }));
        }
    }

    [TestCaseSource(nameof(s_values))]
    public void In_a_session_what_is_wrong_is_said_as_where_nothing_is_buffered_behind(object value)
    {
        byte[] bytes = s_model.Serialize<object>(value), behind = Session(s_model, s_behindChanged);
        for (int at = 0; at < bytes.Length; at++)
        {
            foreach (int change in (int[])[0x01, 0x80, 0xFF, 0x7F])
            {
                byte[] changed = [.. bytes, .. behind];
                changed[at] ^= (byte)change;
                Assert.That(Told(s_model, changed, 1 << 20), Is.EqualTo(Told(s_model, changed, 1)), $"byte {at}, {change:X2}");
            }
        }
    }

    [Test]
    public void In_a_session_the_limit_on_input_is_that_of_each_value([Range(1, 8)] int most)
    {
        var model = TypeModel.Create([typeof(Struct), typeof(Several)], new SerializerOptions { Limits = new SerializerLimits { MaxInputBytes = most } });
        foreach (Struct value in (Struct[])[default, new Struct { A = 300, B = 5 }, new Struct { A = 1u << 30, B = 1L << 30 }])
        {
            byte[] session = [.. s_model.Serialize<object>(value), .. new byte[1000]];
            Assert.That(Told(model, session, 1 << 20), Is.EqualTo(Told(model, session, 1)));
            Assert.That(Told<Struct>(model, session[1..], 1 << 20), Is.EqualTo(Told<Struct>(model, session[1..], 1)));
        }
    }

    [Test]
    public void In_a_session_a_long_text_is_left_to_a_whole_reader()
    {
        object[] values = [.. Enumerable.Range(1, 120).Select(i => new WithText { Text = new string(i % 2 == 0 ? 'n' : 'Ā', i * 97) })];
        using ValueReader reader = s_model.OpenReader(new MemoryStream(Session(s_model, values)));
        foreach (WithText value in values.Cast<WithText>())
        {
            Assert.That(reader.Read<WithText>()!.Text, Is.EqualTo(value.Text));
        }
    }

    [Test]
    public void In_a_session_a_value_that_is_refused_leaves_no_trace()
    {
        var model = TypeModel.Create([typeof(Several)], new SerializerOptions { NonFiniteFloats = NonFiniteFloats.Reject });
        using var stream = new MemoryStream();
        using (ValueWriter writer = model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write(new Several { I = 1 });
            Assert.That(() => writer.Write(new Several { B = 7, I = double.NaN }),
                Throws.TypeOf<ValueNotSerializableException>().With.Property(nameof(ValueNotSerializableException.Path)).Not.Empty);
            writer.Write(new Several { I = 2 });
        }
        Assert.That(stream.ToArray(), Is.EqualTo((byte[])[.. model.Serialize(new Several { I = 1 }), .. model.Serialize(new Several { I = 2 })]));
    }

    // What a session makes of the bytes behind a null, before which nothing is buffered yet: values, each as bytes, until it says what is wrong.
    private static List<string> Told(TypeModel model, byte[] session, int bytesAtATime) => Told<object>(model, session, bytesAtATime);

    private static List<string> Told<T>(TypeModel model, byte[] session, int bytesAtATime)
    {
        const int Enough = 40;
        using ValueReader reader = model.OpenReader(new ArrivingStream([0, .. session], bytesAtATime, endsCleanly: true));
        Assert.That(reader.Read<object>(), Is.Null);
        List<string> told = [];
        try
        {
            while (told.Count < Enough && reader.TryRead(out T? value))
            {
                told.Add(Convert.ToHexString(model.Serialize(value)));
            }
        }
        catch (MalformedDataException failure)
        {
            told.Add($"{failure.Code} at {failure.Offset}, {failure.Path}");
            Assert.That(() => reader.Read<object>(), Throws.TypeOf<InvalidOperationException>(), "a broken session goes on");
        }
        return told;
    }

    private static byte[] Session(TypeModel model, object[] values)
    {
        using var stream = new MemoryStream();
        using (ValueWriter writer = model.OpenWriter(stream, leaveOpen: true))
        {
            foreach (object value in values)
            {
                writer.Write(value);
            }
        }
        return stream.ToArray();
    }
}
