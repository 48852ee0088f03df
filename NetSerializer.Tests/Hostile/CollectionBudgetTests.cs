using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Models;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Empty and nearly empty collections by the thousand: what each of them costs beside its elements is charged too.</summary>
[TestFixture]
internal sealed class CollectionBudgetTests
{
    private const long Budget = 256 << 10, Slack = 64 << 10;
    private const int Count = 8000;

    private static IEnumerable<TestCaseData> Collections()
    {
        yield return Case<Route>([new Route()]);
        yield return Case<Primes>([new Primes(), new Primes { 2 }, new Primes { 2, 3, 5, 7 }]);
        yield return Case<PartList>([new PartList()]);
        yield return Case<SortedSet<int>>([[], [1], [1, 2, 3, 4]]);
        yield return Case<SortedDictionary<int, string?>>([[], new() { [1] = null }]);
        yield return Case<SortedList<string, int>>([[], new() { ["a"] = 1 }]);
        yield return Case<LinkedList<double>>([[], new([1.5])]);
        yield return Case<Queue<int>>([[], new([1])]);
        yield return Case<Stack<string>>([[], new(["a"])]);
        yield return Case<PriorityQueue<string, int>>([new(), new([("a", 1)])]);
        yield return Case<System.Collections.ObjectModel.Collection<Money>>([[], [new Money()]]);
        yield return Case<System.Collections.ObjectModel.ObservableCollection<int>>([[], [1]]);
        yield return Case<System.Collections.BitArray>([new(0), new(1)]);
        yield return Case<System.Collections.Concurrent.ConcurrentDictionary<int, int>>([new(), new() { [1] = 1 }]);
        yield return Case<System.Collections.Concurrent.ConcurrentQueue<int>>([new(), new([1])]);
        yield return Case<System.Collections.Concurrent.ConcurrentBag<int>>([[], [1]]);
        yield return Case<System.Collections.Immutable.ImmutableList<int>>([[], [1]]);
        yield return Case<System.Collections.Immutable.ImmutableDictionary<int, int>>(
            [System.Collections.Immutable.ImmutableDictionary<int, int>.Empty, System.Collections.Immutable.ImmutableDictionary<int, int>.Empty.Add(1, 1)]);
        yield return Case<System.Collections.Immutable.ImmutableSortedSet<int>>([[], [1]]);
        yield return Case<System.Collections.Frozen.FrozenSet<int>>([[], [1]]);
    }

    [TestCaseSource(nameof(Collections))]
    public void SmallCollectionsStayWithinTheBudget(Sampled sampled) => sampled.Check();

    private static TestCaseData Case<T>(params T[] values) => new TestCaseData(new Sampled<T>(values)).SetArgDisplayNames(typeof(T).ToString());

    /// <summary>Values of one collection type.</summary>
    public abstract class Sampled
    {
        internal abstract void Check();
    }

    private sealed class Sampled<T>(T[] values) : Sampled
    {
        private static readonly SerializerLimits s_limits = SerializerLimits.Default with { MaxAllocatedBytes = Budget };

        internal override void Check() => Assert.Multiple(() =>
        {
            foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
            {
                TypeModel model = TypeModel.Create([typeof(T), typeof(T[])], new SerializerOptions { TypeFilter = _ => true, References = references });
                for (int i = 0; i < values.Length; i++)
                {
                    byte[] bytes = model.Serialize(
                        references == ReferenceHandling.None ? Enumerable.Repeat(values[i], Count).ToArray() : Copies.Of(model, values[i], Budget, Count));
                    LimitedRead.Run<T[]>(model, s_limits, bytes);
                    LimitedRead.Result result = LimitedRead.Run<T[]>(model, s_limits, bytes);
                    Assert.That(result.Allocated, Is.LessThanOrEqualTo(Budget + Slack),
                        $"value {i}, references {references}: {result.Failure?.Message ?? "accepted"}, {result.Charged} charged");
                }
            }
        });
    }
}
