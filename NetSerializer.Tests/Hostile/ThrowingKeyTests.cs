using System.Buffers;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Code of the user that reading runs without being asked to, the hash of a key and the order of an element: what it throws is a verdict on the bytes, on every surface.</summary>
[TestFixture]
internal sealed class ThrowingKeyTests
{
    private static readonly TypeModel s_model = TypeModel.Create(typeof(Dictionary<Key, int>), typeof(HashSet<Key>), typeof(SortedSet<Key>));

    private static IEnumerable<object> Values() => [new Dictionary<Key, int> { [new(1)] = 1, [new(2)] = 2 }, new HashSet<Key> { new(1), new(2) }, new SortedSet<Key> { new(1), new(2) }];

    [TestCaseSource(nameof(Values))]
    public void WhatItThrowsIsMalformedData(object value)
    {
        byte[] bytes = s_model.Serialize(value), frames = Frames.Of(bytes);
        using var visible = new MemoryStream();
        visible.Write(frames);
        Key.Refuses = true;
        try
        {
            Assert.Multiple(() =>
            {
                Check(() => s_model.Deserialize(bytes));
                Check(() => s_model.Deserialize<object>(new ReadOnlySequence<byte>(bytes)));
                Check(() => s_model.Deserialize<object>(Segments.Split(bytes, Enumerable.Range(1, bytes.Length - 1))));
                Check(() => s_model.Deserialize(new ArrivingStream(frames, 3)));
                Check(() =>
                {
                    visible.Position = 0;
                    return s_model.Deserialize(visible);
                });
                Check(() =>
                {
                    using ValueReader reader = s_model.OpenReader(new ArrivingStream(bytes, 3));
                    return reader.Read<object>();
                });
            });
        }
        finally
        {
            Key.Refuses = false;
        }
    }

    private static void Check(Func<object?> read)
    {
        MalformedDataException failure = Malformed.AssertRejected("a key that throws", () => read());
        Assert.That(failure.Code, Is.AnyOf(ErrorCode.UserCodeFailed, ErrorCode.KeyNotComparable));
        Assert.That(failure.Code == ErrorCode.KeyNotComparable || failure.InnerException is InvalidOperationException, failure.ToString());
    }

    [Serializable]
    internal sealed class Key(int number) : IComparable<Key>, IEquatable<Key>
    {
        [field: ThreadStatic]
        public static bool Refuses { get; set; }

        public int Number => number;

        public int CompareTo(Key? other)
        {
            Refuse();
            return number.CompareTo(other?.Number);
        }

        public bool Equals(Key? other) => other?.Number == number;

        public override bool Equals(object? obj) => Equals(obj as Key);

        public override int GetHashCode()
        {
            Refuse();
            return number;
        }

        private static void Refuse()
        {
            if (Refuses)
            {
                throw new InvalidOperationException("not today");
            }
        }
    }
}
