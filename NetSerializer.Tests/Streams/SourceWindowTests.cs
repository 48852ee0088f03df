using NetSerializer.IO;
using NetSerializer.Tests.Faults;
using NetSerializer.Tests.Oracle.Values;
using NetSerializer.Wire;
using NUnit.Framework;
using Segments = NetSerializer.Tests.Model.Segments;

namespace NetSerializer.Tests.Streams;

/// <summary>
/// What a reader relies on in each source of bytes, whatever it asks for and in whatever pieces the bytes come: the windows follow one another, no byte
/// behind one of them is less readable than the source says, and no buffer is longer than what has come.
/// </summary>
[TestFixture]
internal sealed class SourceWindowTests
{
    private const int Slack = ByteSource.Slack;

    /// <summary>The sources.</summary>
    public enum Kind
    {
        Chunks,
        ChunksInMemory,
        Segments,
        Session,
    }

    [Test]
    public void The_windows_of_a_source_follow_one_another([Values] Kind kind) => Sample.Check(120, sample =>
    {
        var random = new Random(sample.Seed);
        byte[] content = new byte[1 + random.Next(random.Next(3) switch { 0 => 40, 1 => 3_000, _ => 400_000 })];
        random.NextBytes(content);
        using var pool = new CountingPool();
        Walk(kind, random, content, pool);
        pool.AssertAllBack(kind.ToString());
    });

    private static void Walk(Kind kind, Random random, byte[] content, CountingPool pool)
    {
        // Of about the length of a run, or of a buffer, and all others.
        int piece = 1 + random.Next(random.Next(4) switch { 0 => 3, 1 => 600, 2 => 70_000, _ => content.Length });
        switch (kind)
        {
            case Kind.Chunks:
                var stream = new PieceStream(Framed(content, random, piece), random, 1 + random.Next(100_000));
                ChunkSource chunks = ChunkSource.Rent(stream);
                Follow(random, chunks, chunks.Start(), content, pool, most => Math.Max(Chunk.BufferLength, 2 * most) + Slack);
                chunks.RequireEnd(content.Length);
                chunks.Return();
                Assert.That(stream.LeastBehind, Is.GreaterThanOrEqualTo(Slack), "the stream is asked for bytes that have to lie in the slack");
                break;
            case Kind.Segments:
                using (SequenceSource segments = SequenceSource.Rent(Segments.Cut(content, piece), out ReadOnlySpan<byte> window))
                {
                    Follow(random, segments, window, content, pool, _ => content.Length);
                }
                break;
            default:
                var sent = new PieceStream(content, random, piece);
                var session = new SessionSource(sent);
                Assert.That(session.Begin());
                Follow(random, session, session.Unread, content, pool, most => Math.Max(Chunk.BufferLength + Slack, 2 * (most + Slack)));
                session.End(0);
                session.Close();
                Assert.That(sent.LeastBehind, Is.GreaterThanOrEqualTo(Slack), "the stream is asked for bytes that have to lie in the slack");
                break;
        }
    }

    // Takes some of each window, and asks for more than the rest of it.
    private static void Follow(Random random, ByteSource source, ReadOnlySpan<byte> window, byte[] content, CountingPool pool, Func<int, int> mostHeld,
        byte[]? array = null)
    {
        int start = 0, longest = 0;
        while (true)
        {
            int end = start + window.Length;
            Assert.That(window.SequenceEqual(content.AsSpan(start, window.Length)), $"{window.Length} bytes at {start}");
            longest = Math.Max(longest, window.Length);
            Assert.That(pool.Held, Is.LessThanOrEqualTo(mostHeld(longest)), "bytes in buffers");
            AssertSlack(source, window, pool, array);
            if (source.Remaining >= 0)
            {
                Assert.That(source.Remaining, Is.EqualTo(content.Length - end));
            }
            Assert.That(source.Available, Is.LessThanOrEqualTo(2L * content.Length), "with headers of a byte for a byte");
            Assert.That(source.AtEnd, Is.False.Or.EqualTo(end == content.Length));
            if (end == content.Length)
            {
                return;
            }
            int kept = random.Next(3) switch { 0 => 0, 1 => Math.Min(window.Length, random.Next(20)), _ => random.Next(window.Length + 1) };
            ReadOnlySpan<byte> rest = window[^kept..];
            start = end - kept;
            if (kept == 0 && source.IsDirect && random.Next(3) == 0)
            {
                Span<byte> direct = new byte[1 + random.Next(content.Length - start)];
                int read = source.ReadDirect(direct);
                Assert.That(direct[..read].SequenceEqual(content.AsSpan(start, read)), $"{read} bytes directly at {start}");
                start += read;
                window = default;
                continue;
            }
            int more = random.Next(4) switch { 0 => 1, 1 => 1 + random.Next(30), 2 => 1 + random.Next(Slack), _ => 1 + random.Next(content.Length) };
            int count = source.Interactive ? Math.Min(kept + more, content.Length - start) : kept + more;
            window = source.Next(rest, count);
            Assert.That(window.Length, Is.GreaterThanOrEqualTo(Math.Min(count, content.Length - start)), $"{count} asked for at {start}");
        }
    }

    private static void AssertSlack(ByteSource source, ReadOnlySpan<byte> window, CountingPool pool, byte[]? array)
    {
        if (window.Length == 0 || !(source.Interactive || (source.AtEnd && source.Padded)))
        {
            return;
        }
        int behind = new ReadOnlySpan<byte>(array).Overlaps(window, out int offset) ? array!.Length - offset - window.Length : pool.RoomBehind(window);
        Assert.That(behind, Is.GreaterThanOrEqualTo(Slack), "readable bytes behind the window");
    }

    private static byte[] Framed(byte[] content, Random random, int longest)
    {
        using var framed = new MemoryStream();
        for (int at = 0; at < content.Length;)
        {
            int length = Math.Min(content.Length - at, random.Next(1, longest + 1));
            bool isLast = at + length == content.Length;
            // An empty last chunk is allowed.
            bool isFollowed = isLast && random.Next(4) == 0;
            framed.Write(Frames.Chunk(content.AsSpan(at, length), isLast && !isFollowed));
            framed.Write(isFollowed ? Frames.Of([]) : []);
            at += length;
        }
        return framed.ToArray();
    }
}
