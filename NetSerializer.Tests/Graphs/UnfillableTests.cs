using System.Collections.Immutable;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Collections that could not ask their keys in time are refused together with whatever else is wrong, each with the way to it.</summary>
public class UnfillableTests
{
    private static readonly SerializerOptions s_graphs = new() { References = ReferenceHandling.Preserve };

    [Test]
    public void The_way_to_the_collection_is_said()
    {
        TypeModelProblem problem = Refused(typeof(KeyBack)).Single();
        Assert.That((problem.Code, problem.Path), Is.EqualTo((ErrorCode.TypeNotSupported, PathOfSet)));
    }

    [TestCase(typeof(Unmarked))]
    [TestCase(typeof(HoldsUnmarked))]
    [TestCase(typeof(HoldsUnmarkedStruct))]
    [TestCase(typeof(Action))]
    public void Both_problems_come_at_once(Type other)
    {
        IReadOnlyList<TypeModelProblem> problems = Refused(typeof(KeyBack), other);
        Assert.That(problems.Select(problem => problem.Path), Has.Exactly(2).Items.And.Some.EqualTo(PathOfSet));
    }

    [Test]
    public void What_is_missing_for_another_reason_leads_nowhere()
    {
        IReadOnlyList<TypeModelProblem> problems = Refused(typeof(Holder));
        Assert.That(problems.Select(problem => problem.Code), Is.EqualTo((ErrorCode[])[ErrorCode.TypeNotSerializable]));
    }

    private static string PathOfSet => $"{Name(typeof(KeyBack))} -> H -> System.Collections.Immutable.ImmutableHashSet<{Name(typeof(KeyBack))}>";

    private static string Name(Type type) => type.FullName!.Replace('+', '.');

    private static IReadOnlyList<TypeModelProblem> Refused(params Type[] types) =>
        Assert.Throws<TypeModelException>(() => TypeModel.Create(types, s_graphs))!.Problems;

    [Serializable]
    private sealed class KeyBack
    {
        public ImmutableHashSet<KeyBack>? H = [];

        public override bool Equals(object? obj) => obj is KeyBack other && other.H?.Count == H?.Count;

        public override int GetHashCode() => H?.Count ?? 0;
    }

    private sealed class Unmarked;

    private struct UnmarkedStruct
    {
        public int Value { get; set; }
    }

    [Serializable]
    private sealed class HoldsUnmarked
    {
        public List<Unmarked>? Values { get; set; }
    }

    [Serializable]
    private sealed class HoldsUnmarkedStruct
    {
        public UnmarkedStruct[]? Values { get; set; }

        public UnmarkedStruct Value { get; set; }
    }

    [Serializable]
    private sealed class Holder
    {
        public ImmutableHashSet<Key>? H { get; set; }
    }

    [Serializable]
    private sealed class Key
    {
        public Unmarked? Missing { get; set; }

        public override bool Equals(object? obj) => obj is Key;

        public override int GetHashCode() => 0;
    }
}
