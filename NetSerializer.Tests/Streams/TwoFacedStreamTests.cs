using System.Buffers;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>Destinations that are a stream and a buffer writer at once, as RecyclableMemoryStream is: the call decides which of the two is meant.</summary>
[TestFixture]
internal sealed class TwoFacedStreamTests
{
    private static readonly TypeModel s_model = TypeModel.Create(typeof(object[]), typeof(string[]), typeof(byte[]), typeof(int[]));

    private static IEnumerable<object> Values() =>
    [
        "short", new string('x', 2_000), Enumerable.Range(0, 400).Select(i => $"item {i}").ToArray(), new byte[300_000], Enumerable.Range(0, 100_000).ToArray(),
        Enumerable.Range(0, 30_000).Select(i => $"item {i}").ToArray(),
    ];

    [TestCaseSource(nameof(Values))]
    public void As_a_stream_it_gets_frames(object value)
    {
        using var both = new TwoFaced();
        using var stream = new MemoryStream();
        s_model.Serialize((Stream)both, value);
        s_model.Serialize(stream, value);
        Assert.That(both.ToArray(), Is.EqualTo(stream.ToArray()));
        Assert.That(both.Advanced, Is.Zero);
    }

    [TestCaseSource(nameof(Values))]
    public void As_a_buffer_writer_it_gets_the_value_alone(object value)
    {
        using var both = new TwoFaced();
        s_model.Serialize((IBufferWriter<byte>)both, value);
        Assert.That(both.ToArray(), Is.EqualTo(s_model.Serialize(value)));
    }

    [TestCaseSource(nameof(Values))]
    public void In_a_session_it_is_a_stream(object value)
    {
        using var both = new TwoFaced();
        using (ValueWriter writer = s_model.OpenWriter(both, leaveOpen: true))
        {
            writer.Write(value);
        }
        Assert.That(both.ToArray(), Is.EqualTo(s_model.Serialize(value)));
        Assert.That(both.Advanced, Is.Zero);
    }

    private sealed class TwoFaced : MemoryStream, IBufferWriter<byte>
    {
        private readonly byte[] _room = new byte[70_000];

        public int Advanced { get; private set; }

        public void Advance(int count)
        {
            Write(_room, 0, count);
            Advanced += count;
        }

        public Memory<byte> GetMemory(int sizeHint = 0) => _room;

        public Span<byte> GetSpan(int sizeHint = 0)
        {
            // What another request has left behind.
            _room.AsSpan().Fill((byte)'S');
            return _room;
        }
    }
}
