using System.Buffers;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Oracle.Values;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>Bytes that are read by a call of another form than the one that wrote them: an array, a stream and a session are told apart.</summary>
[TestFixture]
internal sealed class FormMixtureTests
{
    private static readonly TypeModel s_model = TypeModel.Create(typeof(Message), typeof(Pair), typeof(Step), typeof(List<string>));

    [Test]
    public void No_mixture_gives_a_value_of_another_type() => Sample.Check(5_000, sample =>
    {
        var random = new Random(sample.Seed);
        object?[] values = [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Any(random))];
        bool isStream = random.Next(2) == 0;
        byte[] bytes = isStream ? [.. values.SelectMany(InStream)] : [.. values.SelectMany(value => s_model.Serialize(value))];
        foreach ((string call, Func<object?> read) in isStream ? WithoutChunks(bytes) : WithChunks(bytes))
        {
            MalformedDataException failure = Malformed.AssertRejected($"{values[0]?.GetType()} by {call}", () => read());
            Assert.That(failure.Message, Does.Contain("stream"), call);
            if (isStream || bytes[0] < 0x80)
            {
                Assert.That(failure.Message, Does.Contain(isStream ? "Deserialize of a Stream" : "OpenReader"), call);
            }
        }
    });

    [Test]
    public void A_value_in_an_array_is_a_session_of_one()
    {
        var stream = new MemoryStream();
        using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write("one");
        }
        Assert.That(s_model.Deserialize<string>(stream.ToArray()), Is.EqualTo("one"));
        stream.SetLength(0);
        using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write("one");
            writer.Write("two");
        }
        Assert.That(() => s_model.Deserialize<string>(stream.ToArray()),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TrailingBytes).And.Message.Contains("OpenReader"));
    }

    [Test]
    public void A_header_that_was_not_read_is_named()
    {
        var stream = new MemoryStream();
        s_model.WriteHeader(stream);
        s_model.Serialize(stream, "behind");
        stream.Position = 0;
        Assert.That(() => s_model.Deserialize(stream), Throws.TypeOf<MalformedDataException>().With.Message.Contains("ReadHeader"));
    }

    private static IEnumerable<(string, Func<object?>)> WithoutChunks(byte[] bytes)
    {
        yield return ("an array", () => s_model.Deserialize(bytes));
        yield return ("an array as a message", () => s_model.Deserialize<Message>(bytes));
        yield return ("the start of an array", () => s_model.Deserialize(bytes, out _));
        yield return ("a sequence", () => s_model.Deserialize(Model.Segments.Cut(bytes, 1)));
        yield return ("the start of a sequence", () => s_model.Deserialize(new ReadOnlySequence<byte>(bytes), out _));
        yield return ("a session", () => s_model.OpenReader(new ArrivingStream(bytes, 7, endsCleanly: true)).Read<object>());
        yield return ("an awaited session",
            () => s_model.OpenReader(new ArrivingStream(bytes, 7, endsCleanly: true)).ReadAsync<object>().AsTask().GetAwaiter().GetResult());
    }

    private static IEnumerable<(string, Func<object?>)> WithChunks(byte[] bytes)
    {
        yield return ("a stream", () => s_model.Deserialize(new ArrivingStream(bytes, 1 << 20, endsCleanly: true)));
        yield return ("a stream as a message", () => s_model.Deserialize<Message>(new ArrivingStream(bytes, 1 << 20, endsCleanly: true)));
        yield return ("a memory", () => s_model.Deserialize(new MemoryStream(bytes, 0, bytes.Length, writable: false, publiclyVisible: true)));
        yield return ("an awaited stream", () => s_model.DeserializeAsync(new MemoryStream(bytes)).AsTask().GetAwaiter().GetResult());
    }

    private static byte[] InStream(object? value)
    {
        using var stream = new MemoryStream();
        s_model.Serialize(stream, value);
        return stream.ToArray();
    }

    private static object? Any(Random random) => random.Next(16) switch
    {
        0 => null,
        1 => random.Next(2) == 0,
        2 => (byte)random.Next(),
        3 => (sbyte)random.Next(),
        4 => (short)(random.Next(-70, 70) * (random.Next(2) == 0 ? 1 : 400)),
        5 => random.Next(-200, 200),
        6 => random.Next(),
        7 => random.NextInt64(),
        8 => BitConverter.Int64BitsToDouble(random.NextInt64()),
        9 => (decimal)random.Next() / 100,
        10 => Text(random),
        11 => Enumerable.Range(0, random.Next(80)).Select(_ => random.Next(-300, 300)).ToArray(),
        12 => Enumerable.Range(0, random.Next(9)).Select(_ => Text(random)).ToList(),
        13 => new Pair { A = (byte)random.Next(128), B = (byte)random.Next(64), C = Text(random) },
        14 => new Step { Number = random.Next(-50, 50) },
        _ => new Message { Number = random.Next(-100, 100), Text = Text(random), Bytes = new byte[random.Next(70)] },
    };

    private static string Text(Random random) => new((char)random.Next('a', 'z' + 1), random.Next(40));

    [Serializable]
    private struct Pair
    {
        public byte A, B;
        public string C;
    }

    [Serializable]
    private sealed class Step
    {
        public int Number;
    }
}
