using Microsoft.FSharp.Collections;
using NetSerializer.Tests.FSharp;
using NUnit.Framework;

namespace NetSerializer.Tests.Languages;

/// <summary>What is refused comes with a cure that a program of F# can follow.</summary>
public sealed class FSharpMessageTests
{
    [TestCase(typeof(HasFunction), "HasFunction -> Compute", "Compute is a function; mark it [<NonSerialized>], or set Delegates = Skip.")]
    [TestCase(typeof(CaseHasFunction), "CaseHasFunction.Computed -> compute", "compute is a function; take it out of the case, or set Delegates = Skip.")]
    [TestCase(typeof(HasWork), "HasWork -> Work", "Work is a function; mark it [<NonSerialized>], or set Delegates = Skip.")]
    [TestCase(typeof(FSharpList<Microsoft.FSharp.Core.FSharpFunc<int, int>>), "List<", "code does not travel.")]
    [TestCase(typeof(HasStream), "HasStream -> Source -> System.IO.MemoryStream", "or mark the member [<NonSerialized>].")]
    [TestCase(typeof(FSharpList<HasStream>), "-> Source ->", "or mark the member [<NonSerialized>].")]
    [TestCase(typeof(Unmarked), "Unmarked", "is not marked [<Serializable>]. Mark it, or admit it with SerializerOptions.TypeFilter.")]
    [TestCase(typeof(HasUnmarked), "HasUnmarked -> Inner -> ", "is not marked [<Serializable>]. Mark it, or admit it with SerializerOptions.TypeFilter.")]
    public void Types_are_refused_with_a_cure(Type type, string path, string cure)
    {
        TypeModelProblem problem = Assert.Throws<TypeModelException>(() => TypeModel.Create(type))!.Problems[0];
        Assert.Multiple(() =>
        {
            Assert.That(problem.Path, Does.Contain(path));
            Assert.That(problem.Message, Does.Contain(cure));
        });
    }

    [Test]
    public void Functions_are_left_out_as_delegates_are()
    {
        var options = new SerializerOptions { Delegates = DelegateHandling.Skip };
        HasFunction copy = TypeModel.Create([typeof(HasFunction)], options).DeepClone(Samples.increment)!;
        Assert.That((copy.Title, copy.Compute), Is.EqualTo(("increment", (object?)null)));
    }

    private static IEnumerable<TestCaseData> Values()
    {
        yield return Case(Samples.items, "write a list or array of it instead (List.ofSeq, Array.ofSeq).");
        yield return Case(Samples.mapped, "write a list or array of it instead (List.ofSeq, Array.ofSeq).");
        yield return Case(Samples.increment.Compute, "it is a function: code does not travel, so write the values that it is made of.");
        yield return Case(Samples.comparable, "it is of a class that the compiler has made: write the values in it in a record of your own.");
        yield return Case(Payment.NewCash(1), "add typeof<NetSerializer.Tests.FSharp.Payment> to the types");
        yield return Case(ListModule.OfSeq([1]), "add typeof<Microsoft.FSharp.Collections.List<System.Int32>> to the types");
        yield return Case(new List<Level>(), "add typeof<System.Collections.Generic.List<NetSerializer.Tests.FSharp.Level>> to the types");

        static TestCaseData Case(object value, string cure) => new TestCaseData(value, cure).SetArgDisplayNames(value.GetType().Name);
    }

    [TestCaseSource(nameof(Values))]
    public void Values_are_refused_with_a_cure(object value, string cure)
    {
        TypeModel model = TypeModel.Create(typeof(HasAny));
        Assert.That(() => model.Serialize(new HasAny(value)),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contain(cure).And.Property("Path").EqualTo("HasAny.Any")
                .Or.Property("Path").EqualTo("NetSerializer.Tests.FSharp.HasAny.Any").And.Message.Contain(cure));
    }

    [Test]
    public void A_sequence_takes_the_lists_that_are_registered()
    {
        TypeModel model = TypeModel.Create(typeof(HasSequence), typeof(FSharpList<int>));
        Assert.That(model.DeepClone(new HasSequence(ListModule.OfSeq([1, 2])))!.Items, Is.EqualTo(ListModule.OfSeq([1, 2])));
    }

    [Test]
    public void A_cycle_is_refused_with_a_cure()
    {
        var ring = new Ring();
        ring.Next = ring;
        Assert.That(() => TypeModel.Create(typeof(Ring)).Serialize(ring),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contain("mark the member that leads back [<NonSerialized>]."));
    }
}
