using System.Buffers;
using NetSerializer.Tests.Equality;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>The surfaces over memory: the same bytes from all of them, and the same value back.</summary>
internal sealed class SurfaceCheck : RootCheck
{
    public override void Check<TRoot>(TypeModel model, string place, TRoot value)
    {
        byte[] bytes = model.Serialize(value);
        AssertSame(place, value, model.Deserialize<TRoot>(bytes));

        var writer = new ArrayBufferWriter<byte>();
        model.Serialize(writer, value);
        AssertBytes(place, writer.WrittenSpan, bytes);
        var small = new StingyBufferWriter();
        model.Serialize(small, value);
        AssertBytes(place, small.Written, bytes);

        AssertSpans(model, place, value, bytes);

        byte[] followed = [.. bytes, 0xFF, 0x00, 0x80];
        AssertSame(place, value, model.Deserialize<TRoot>(followed, out int consumed));
        Assert.That(consumed, Is.EqualTo(bytes.Length), place);
        MalformedDataException trailing = Assert.Throws<MalformedDataException>(() => model.Deserialize<TRoot>(followed), place);
        Assert.That(trailing.Code, Is.EqualTo(ErrorCode.TrailingBytes), place);

        AssertSame(place, value, model.DeepClone(value));
        if (!typeof(TRoot).IsValueType)
        {
            AssertUntyped(model, place, value, bytes);
        }
    }

    public static void AssertSame(string place, object? expected, object? actual) =>
        Assert.That(StructuralEquality.AreEqual(expected, actual), () =>
            $"{place}: another value came back, {actual ?? "null"} instead of {expected ?? "null"}");

    public static void AssertBytes(string place, ReadOnlySpan<byte> actual, ReadOnlySpan<byte> expected)
    {
        if (!actual.SequenceEqual(expected))
        {
            Assert.That(Convert.ToHexString(actual), Is.EqualTo(Convert.ToHexString(expected)), place);
        }
    }

    private static void AssertSpans<TRoot>(TypeModel model, string place, TRoot value, byte[] bytes)
    {
        byte[] exact = new byte[bytes.Length];
        Assert.That(model.TrySerialize(exact, value, out int written), $"{place}: a span of exactly the size is refused");
        Assert.That(written, Is.EqualTo(bytes.Length), place);
        AssertBytes(place, exact, bytes);

        byte[] larger = new byte[bytes.Length + 300];
        Assert.That(model.TrySerialize(larger, value, out written), place);
        AssertBytes(place, larger.AsSpan(0, written), bytes);

        if (bytes.Length > 0)
        {
            byte[] guarded = new byte[bytes.Length + 7];
            Assert.That(model.TrySerialize(guarded.AsSpan(0, bytes.Length - 1), value, out written), Is.False, place);
            Assert.That(written, Is.Zero, place);
            Assert.That(guarded.AsSpan(bytes.Length - 1).ToArray(), Is.All.Zero, $"{place}: bytes behind the span are written");
        }
    }

    private static void AssertUntyped<TRoot>(TypeModel model, string place, TRoot value, byte[] bytes)
    {
        AssertBytes(place, model.Serialize((object?)value), bytes);
        AssertSame(place, value, model.Deserialize((ReadOnlySpan<byte>)bytes));
        Assert.That(model.PeekType(bytes), Is.EqualTo(value is null ? null : OtherCollections.Declared(value.GetType())), place);
        var writer = new ArrayBufferWriter<byte>();
        model.Serialize(writer, (object?)value);
        AssertBytes(place, writer.WrittenSpan, bytes);
    }

    /// <summary>Gives exactly what is asked for, a byte at the least.</summary>
    private sealed class StingyBufferWriter : IBufferWriter<byte>
    {
        private readonly List<byte> _written = [];
        private byte[] _buffer = [];

        public byte[] Written => [.. _written];

        public void Advance(int count) => _written.AddRange(_buffer.AsSpan(0, count));

        public Memory<byte> GetMemory(int sizeHint = 0) => _buffer = new byte[Math.Max(1, sizeHint)];

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }
}
