using System.Buffers;
using NUnit.Framework;

namespace NetSerializer.Tests.Faults;

/// <summary>
/// What takes the bytes runs full, wherever that is: the caller has its exception, buffers are back, and no reader sees a value that is not whole.
/// </summary>
[TestFixture]
internal sealed class FullSinkTests
{
    private static readonly TypeModel s_model = FaultModels.Model;

    private static IEnumerable<Operation> Writings => Operation.All.Where(operation => operation.Input == null);

    [TestCaseSource(nameof(Writings))]
    public void AStream(Operation operation)
    {
        int length = operation.Execute(operation.Stream()).Written.Length;
        foreach (int capacity in Capacities(length))
        {
            foreach (bool waits in operation.Waiting)
            {
                string place = $"{operation.Name}, {capacity} of {length} bytes";
                using var pool = new CountingPool();
                var stream = new FaultStream { Capacity = capacity, Waits = waits };
                Assert.That(() => operation.Execute(stream), Throws.TypeOf<IOException>().With.Message.EqualTo("full"), place);
                pool.AssertAllBack(place);
                operation.AssertWholeValues(stream.Written, isComplete: false, place);
            }
        }
    }

    /// <summary>A MemoryStream over an array refuses what does not fit with an exception of another kind, and takes nothing of it.</summary>
    [Test]
    public void AStreamOverAnArray()
    {
        Parcel value = Parcel.Of(12_000);
        using var whole = new MemoryStream();
        s_model.Serialize(whole, value);
        foreach (int capacity in Capacities((int)whole.Length))
        {
            using var pool = new CountingPool();
            using var stream = new MemoryStream(new byte[capacity]);
            Assert.That(() => s_model.Serialize(stream, value), Throws.TypeOf<NotSupportedException>());
            pool.AssertAllBack($"{capacity} bytes");
        }
    }

    [TestCase(20)]
    [TestCase(12_000)]
    public void ABufferWriter(int size)
    {
        Parcel value = Parcel.Of(size);
        byte[] bytes = s_model.Serialize(value);
        int succeeded = 0;
        foreach (int capacity in (int[])[.. Capacities(bytes.Length), bytes.Length + 2_000])
        {
            using var pool = new CountingPool();
            foreach (bool isShort in (bool[])[false, true])
            {
                var writer = new LimitedWriter(capacity, isShort);
                try
                {
                    s_model.Serialize(writer, value);
                    Assert.That(writer.Written.ToArray(), Is.EqualTo(bytes));
                    succeeded++;
                }
                catch (InvalidOperationException full) when (full.Message.StartsWith("full", StringComparison.Ordinal) != isShort)
                {
                    Assert.That(bytes.AsSpan().StartsWith(writer.Written.Span), "what was advanced over are the bytes of the value");
                }
                pool.AssertAllBack($"{capacity} bytes");
            }
        }
        Assert.That(succeeded, Is.EqualTo(2), "only what has room for it");
    }

    [TestCase(20)]
    [TestCase(12_000)]
    public void ASpan(int size)
    {
        Parcel value = Parcel.Of(size);
        byte[] bytes = s_model.Serialize(value);
        foreach (int capacity in (int[])[.. Capacities(bytes.Length), bytes.Length])
        {
            using var pool = new CountingPool();
            byte[] room = new byte[capacity + 8];
            bool fits = s_model.TrySerialize(room.AsSpan(0, capacity), value, out int written);
            Assert.That((fits, written), Is.EqualTo(capacity == bytes.Length ? (true, capacity) : (false, 0)));
            Assert.That(room.AsSpan(capacity).ToArray(), Is.All.Zero);
            pool.AssertAllBack($"{capacity} bytes");
        }
    }

    private static IEnumerable<int> Capacities(int length) =>
        Enumerable.Range(0, 30).Select(i => (int)((long)length * i / 30)).Concat([1, 2, 3, length - 2, length - 1, 65_535, 65_536, 65_540, 65_541])
            .Where(capacity => capacity < length).Distinct();

    /// <summary>Has room for so many bytes, and says so when it has no more, or else gives less than was asked for.</summary>
    private sealed class LimitedWriter(int capacity, bool isShort) : IBufferWriter<byte>
    {
        private readonly byte[] _bytes = new byte[capacity];
        private int _length;

        public ReadOnlyMemory<byte> Written => _bytes.AsMemory(0, _length);

        public void Advance(int count) =>
            _length = checked(_length + count) <= capacity ? _length + count : throw new ArgumentOutOfRangeException(nameof(count));

        public Memory<byte> GetMemory(int sizeHint = 0) =>
            isShort || sizeHint <= capacity - _length
                ? _bytes.AsMemory(_length, Math.Min(capacity - _length, Math.Max(sizeHint, 300)))
                : throw new InvalidOperationException($"full: {sizeHint} bytes wanted.");

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }
}
