using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// A grid cannot grow, so it is made when the bytes of its elements have arrived: as many as they take at least, and no more than a legal one may
/// have.
/// </summary>
[TestFixture]
internal sealed class GridArrivalTests
{
    private const int Rows = 257, Columns = 129;

    private static IEnumerable<TestCaseData> Grids()
    {
        yield return Case<bool>(i => i % 3 == 0);
        yield return Case(i => (char)i);
        yield return Case(i => (byte)i);
        yield return Case(i => (sbyte)i);
        yield return Case(i => (short)i);
        yield return Case(i => (ushort)i);
        yield return Case(i => i * i);
        yield return Case(i => (uint)i);
        yield return Case(i => i * 7_919_000_003L);
        yield return Case(i => (ulong)i);
        yield return Case(i => (nint)i);
        yield return Case(i => (nuint)i);
        yield return Case(i => (Int128)i);
        yield return Case(i => (UInt128)i);
        yield return Case(i => (Half)i);
        yield return Case(i => (float)i);
        yield return Case(i => (double)i);
        yield return Case(i => (decimal)i);
        yield return Case(i => new Guid(i, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8]));
        yield return Case(i => new TimeSpan(i));
        yield return Case(i => new DateTime(i));
        yield return Case(i => new DateTimeOffset(i, TimeSpan.Zero));
        yield return Case(i => new TimeOnly(i));
        yield return Case(i => DateOnly.FromDayNumber(i));
        yield return Case(i => (Shade)(i % 2));
        yield return Case(i => (ConsoleColor)(i % 16));
        yield return Case(i => new Point { X = i });
        yield return Case<int?>(i => i % 2 == 0 ? i : null);
        yield return Case(i => $"{i}");
        yield return Case<object>(i => i);
        yield return Case(i => default(Empty));
    }

    [TestCaseSource(nameof(Grids))]
    public void ALegalGridIsReadWhenNothingComesBehindIt(Elements elements) => elements.CheckLegal();

    [TestCaseSource(nameof(Grids))]
    public void AGridIsMadeWhenItsBytesHaveArrived(Elements elements) => elements.CheckShort();

    private static TestCaseData Case<T>(Func<int, T> make) => new TestCaseData(new Elements<T>(make)).SetArgDisplayNames(typeof(T).ToString());

    /// <summary>What fills a grid.</summary>
    public abstract class Elements
    {
        internal abstract void CheckLegal();

        internal abstract void CheckShort();
    }

    private sealed class Elements<T>(Func<int, T> make) : Elements
    {
        internal override void CheckLegal() => Assert.Multiple(() =>
        {
            foreach (IntegerEncoding integers in Enum.GetValues<IntegerEncoding>())
            {
                TypeModel model = TypeModel.Create([typeof(T[,])], new SerializerOptions { Integers = integers });
                foreach (T[,] grid in (T[][,])[new T[Rows, Columns], Filled(make, Rows, Columns), Filled(make, 5, 5)])
                {
                    byte[] bytes = model.Serialize(grid);
                    using ValueReader reader = model.OpenReader(new ArrivingStream(bytes, 1));
                    AssertSame(grid, reader.Read<T[,]>(), $"{integers}, a session");
                    byte[] frames = [.. Frames.Chunk(bytes.AsSpan(0, bytes.Length / 2), isLast: false),
                        .. Frames.Chunk(bytes.AsSpan(bytes.Length / 2), isLast: true)];
                    AssertSame(grid, model.Deserialize<T[,]>(new ArrivingStream(frames, 1)), $"{integers}, a stream");
                }
            }
        });

        // A grid of zeros, which takes as little as its form can, without its last byte: nothing is made for it.
        internal override void CheckShort() => Assert.Multiple(() =>
        {
            foreach (IntegerEncoding integers in Enum.GetValues<IntegerEncoding>())
            {
                TypeModel model = TypeModel.Create([typeof(T[,])], new SerializerOptions { Integers = integers });
                byte[] bytes = model.Serialize(new T[8 * Rows, Columns]);
                if (bytes.Length < 64)
                {
                    continue; // elements of no size: the budget bounds them
                }
                LimitedRead.Result result = default;
                // The buffers come from the pool when they have been there once.
                for (int round = 0; round < 2; round++)
                {
                    result = LimitedRead.RunSession<T[,]>(model, SerializerLimits.Default, bytes[..^1], 1 << 14);
                }
                Assert.That(result.Failure?.Code, Is.EqualTo(ErrorCode.Truncated), $"{integers}");
                Assert.That(result.Allocated, Is.LessThan(64 << 10), $"{integers}, {bytes.Length} bytes");
            }
        });

        // The constraint for collections takes a microsecond for each element; it is asked where it has something to say.
        private static void AssertSame(T[,] expected, T[,]? actual, string place)
        {
            if (actual is null || actual.GetLength(0) != expected.GetLength(0) || actual.GetLength(1) != expected.GetLength(1)
                || !expected.Cast<T>().SequenceEqual(actual.Cast<T>()))
            {
                Assert.That(actual, Is.EqualTo(expected), place);
                Assert.Fail($"{place}: other elements");
            }
        }

        private static T[,] Filled(Func<int, T> make, int rows, int columns)
        {
            var grid = new T[rows, columns];
            for (int i = 0; i < grid.Length; i++)
            {
                grid[i / columns, i % columns] = make(i);
            }
            return grid;
        }
    }
}
