using System.Buffers;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>
/// A model that limits the input to some bytes takes each value that has no more, and no other, on every surface; a session, a second one as well.
/// </summary>
internal sealed class InputLimitCheck(TypeModel limited) : RootCheck
{
    private const int Piece = 7;

    public override void Check<TRoot>(TypeModel model, string place, TRoot value)
    {
        byte[] bytes = model.Serialize(value), twice = [.. bytes, .. bytes];
        using var framed = new MemoryStream();
        model.Serialize(framed, value);
        byte[] frame = framed.ToArray();
        long most = limited.Options.Limits.MaxInputBytes;
        bool isTaken = bytes.Length <= most;
        place = $"{place}, {bytes.Length} bytes under a limit of {most}";

        Try("memory", () => limited.Deserialize<TRoot>(bytes));
        Try("memory with more behind", () => limited.Deserialize<TRoot>(twice, out _));
        ReadOnlySequence<byte> segments = Segments.Split(twice, Enumerable.Range(1, Math.Max(0, twice.Length - 1) / Piece).Select(i => i * Piece));
        Try("segments with more behind", () => limited.Deserialize<TRoot>(in segments, out _));
        Try("a stream in memory", () => limited.Deserialize<TRoot>(new MemoryStream(frame)));
        Try("a stream", () => limited.Deserialize<TRoot>(new ArrivingStream(frame, Piece)));
        if (bytes.Length > 0)
        {
            TrySession("a session in memory", new MemoryStream(twice));
            // Behind a value that has been read, what follows is there already, and enough of it for readers that look ahead.
            Try("a session under way", () =>
            {
                using ValueReader reader = limited.OpenReader(new MemoryStream([1, .. SessionCheck.Many(bytes)]));
                Assert.That(reader.ReadDirect<bool>(), $"{place}: the flag in front");
                return reader.Read<TRoot>();
            });
            TrySession("a session", new ArrivingStream(twice, Piece));
        }

        void TrySession(string surface, Stream stream) => Try(surface, () =>
        {
            using ValueReader reader = limited.OpenReader(stream);
            TRoot? first = reader.Read<TRoot>();
            SurfaceCheck.AssertSame($"{place}: {surface}, the second", first, reader.Read<TRoot>());
            return first;
        });

        void Try(string surface, Func<TRoot?> read)
        {
            if (isTaken)
            {
                SurfaceCheck.AssertSame($"{place}: {surface}", value, read());
                return;
            }
            Assert.That(Malformed.AssertRejected($"{place}: {surface}", () => read()).Code, Is.EqualTo(ErrorCode.InputTooLong), $"{place}: {surface}");
        }
    }
}

/// <summary>How long the values are, and which lengths are tried as limits.</summary>
internal sealed class LengthCollector : RootCheck
{
    private readonly List<int> _lengths = [];

    /// <summary>
    /// A length that some values have while others have a byte more, about the middle of all: one model tries both sides of it. Otherwise the middle
    /// length, and a byte less than the first value has, which is alone at the root.
    /// </summary>
    public IEnumerable<int> Limits
    {
        get
        {
            int middle = _lengths.Order().ElementAt(_lengths.Count / 2);
            int[] both = [.. _lengths.Where(length => length > 0 && _lengths.Contains(length + 1)).OrderBy(length => Math.Abs(length - middle)).Take(1)];
            return both.Length > 0 ? both : ((int[])[middle, _lengths[0] - 1]).Where(length => length > 0).Distinct();
        }
    }

    public override void Check<TRoot>(TypeModel model, string place, TRoot value) => _lengths.Add(model.Serialize(value).Length);
}
