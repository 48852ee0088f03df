using NetSerializer.Dispatch;
using NetSerializer.IO;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>
/// An awaited value stands in one buffer to its end, and there is none of 2 GB. Here the longest has 2 MiB, of which a value may take all but the slack.
/// </summary>
[TestFixture]
internal sealed class LongestValueTests
{
    private const int Longest = 2 << 20, Room = Longest - ByteSource.Slack;

    private static readonly TypeModel s_model = TypeModel.Create(typeof(byte[]), typeof(byte[,]), typeof(string[]));

    /// <summary>In few pieces, and in so many that the value gets a thread; bytes that are taken as they come, and a grid that is waited for at once.</summary>
    [Test]
    public async Task A_value_that_no_buffer_holds_is_too_long_to_be_awaited_but_can_be_waited_for(
        [Values(0, 1, 70_000)] int over, [Values(3_000, 60_000)] int piece, [Values] bool isGrid)
    {
        Array value = Value(Room + over, isGrid);
        byte[] sent = [.. s_model.Serialize<object>("another"), .. s_model.Serialize<object>(value), .. s_model.Serialize<object>("next")];
        var session = new SessionSource(new PieceStream(sent, new Random(over), piece), Longest);
        RootSlot<object> root = s_model.Core.Root<object>();
        Assert.That((await root.TryReadAsync(s_model.Core, session, default)).Value, Is.EqualTo("another"));
        if (over <= 0)
        {
            Assert.That(Bytes((await root.TryReadAsync(s_model.Core, session, default)).Value).SequenceEqual(Bytes(value)));
        }
        else
        {
            for (int attempt = 0; attempt < 2; attempt++)
            {
                Assert.That(async () => await root.TryReadAsync(s_model.Core, session, default),
                    Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.InputTooLong));
            }
            if (!isGrid)
            {
                Assert.That(root.TryRead(s_model.Core, session, out object? read));
                Assert.That(Bytes(read).SequenceEqual(Bytes(value)));
            }
        }
        if (over <= 0 || !isGrid)
        {
            Assert.That((await root.TryReadAsync(s_model.Core, session, default)).Value, Is.EqualTo("next"));
        }
        session.Close();
    }

    /// <summary>More than is left of an int, behind what has been read of the value.</summary>
    [Test]
    public void What_is_wanted_is_no_less_than_nothing()
    {
        var session = new SessionSource(new MemoryStream(new byte[1_000]));
        Assert.That(session.Begin());
        session.IsAwaited = true;
        Assert.That(() => session.Next(session.Unread[^10..], int.MaxValue - 5).Length, Throws.TypeOf<MoreBytesWanted>());
        Assert.That(session.MissingBytes, Is.EqualTo(int.MaxValue));
        session.Resume();
        session.Close();
    }

    private static Array Value(int bytes, bool isGrid)
    {
        Array Made(int length) => isGrid ? new byte[1, length] : new byte[length];
        Array value = Made(bytes - (s_model.Serialize<object>(Made(bytes)).Length - bytes));
        byte[] content = new byte[value.Length];
        new Random(bytes).NextBytes(content);
        Buffer.BlockCopy(content, 0, value, 0, content.Length);
        return value;
    }

    private static byte[] Bytes(object? value)
    {
        var array = (Array)value!;
        byte[] bytes = new byte[array.Length];
        Buffer.BlockCopy(array, 0, bytes, 0, bytes.Length);
        return bytes;
    }
}
