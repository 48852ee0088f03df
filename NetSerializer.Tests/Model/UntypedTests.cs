using System.Buffers;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>The calls that name no type do what those with the type object do, in every form there is.</summary>
public class UntypedTests
{
    private static readonly TypeModel s_model = TypeModel.Create(typeof(Note), typeof(int));

    private static readonly object?[] s_values = [null, new Note { Text = "n" }, 300];

    [TestCaseSource(nameof(s_values))]
    public async Task Every_form_writes_and_reads_the_same(object? value)
    {
        byte[] bytes = s_model.Serialize<object?>(value), followed = [.. bytes, 7];
        using var framed = new MemoryStream();
        s_model.Serialize<object?>(framed, value);
        Assert.That(s_model.Serialize(value), Is.EqualTo(bytes));
        var buffer = new ArrayBufferWriter<byte>();
        s_model.Serialize(buffer, value);
        Assert.That(buffer.WrittenSpan.ToArray(), Is.EqualTo(bytes));
        byte[] room = new byte[bytes.Length];
        Assert.That(s_model.TrySerialize(room, value, out int written) && written == bytes.Length);
        Assert.That(room, Is.EqualTo(bytes));
        Assert.That(s_model.TrySerialize(room.AsSpan(1), value, out _), Is.False);
        using var stream = new MemoryStream();
        s_model.Serialize(stream, value);
        await s_model.SerializeAsync(stream, value);
        Assert.That(stream.ToArray(), Is.EqualTo((byte[])[.. framed.ToArray(), .. framed.ToArray()]));
        stream.Position = 0;
        AssertRead(s_model.Deserialize(stream));
        AssertRead(await s_model.DeserializeAsync(stream));
        AssertRead(s_model.Deserialize(bytes));
        AssertRead(s_model.Deserialize(followed, out int consumed));
        Assert.That(consumed, Is.EqualTo(bytes.Length));
        AssertRead(s_model.Deserialize(new ReadOnlySequence<byte>(bytes)));
        AssertRead(s_model.Deserialize(new ReadOnlySequence<byte>(followed), out long length));
        Assert.That(length, Is.EqualTo(bytes.Length));
        Assert.That(() => s_model.Deserialize(new ReadOnlySequence<byte>(followed)), Throws.TypeOf<MalformedDataException>());

        void AssertRead(object? read) => Assert.That(s_model.Serialize<object?>(read), Is.EqualTo(bytes));
    }

    [Serializable]
    public sealed class Note
    {
        public string? Text;
    }
}
