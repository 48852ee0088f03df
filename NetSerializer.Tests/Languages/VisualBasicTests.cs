using NetSerializer.Tests.VisualBasic;
using NUnit.Framework;

namespace NetSerializer.Tests.Languages;

/// <summary>Classes of Visual Basic travel with their Static locals, and are refused with a cure that its programs can follow.</summary>
public sealed class VisualBasicTests
{
    [Test]
    public void A_Static_local_goes_on_counting([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create([typeof(Person)], new SerializerOptions { References = references });
        var person = new Person { Name = "Ada" };
        Person before = model.DeepClone(person)!;
        int first = person.NextNumber();
        Person after = model.DeepClone(person)!;
        Assert.Multiple(() =>
        {
            Assert.That(first, Is.EqualTo(11));
            Assert.That(before.NextNumber(), Is.EqualTo(11), "it was not set yet");
            Assert.That((after.Name, after.NextNumber()), Is.EqualTo(("Ada", 12)));
            Assert.That(person.NextNumber(), Is.EqualTo(12), "each object has its own");
        });
    }

    [TestCase(typeof(HasStream), "HasStream -> Source -> System.IO.MemoryStream", "or give the member a field of its own, marked <NonSerialized>.")]
    [TestCase(typeof(HasStreamField), "HasStreamField -> Source -> System.IO.MemoryStream", "or mark the member <NonSerialized>.")]
    [TestCase(typeof(HasEvent), "HasEvent -> Changed", "Changed is a delegate or an event; mark it <NonSerialized>, or set Delegates = Skip.")]
    [TestCase(typeof(HasUnmarked), "HasUnmarked -> Inner -> ", "is not marked <Serializable>. Mark it, or admit it with SerializerOptions.TypeFilter.")]
    public void Types_are_refused_with_a_cure(Type type, string path, string cure)
    {
        TypeModelProblem problem = Assert.Throws<TypeModelException>(() => TypeModel.Create(type))!.Problems.Single();
        Assert.Multiple(() =>
        {
            Assert.That(problem.Path, Does.Contain(path));
            Assert.That(problem.Message, Does.EndWith(cure));
        });
    }

    private static IEnumerable<TestCaseData> Values()
    {
        yield return Case(Samples.Anonymous(), "Declare a class in its place, or admit it with SerializerOptions.TypeFilter.");
        yield return Case(Samples.Closure(1), "Hold what is in it in a class of your own, or admit it with SerializerOptions.TypeFilter.");
        yield return Case(Samples.Numbers(), "write a list or array of it instead (ToList, ToArray).");
        yield return Case(new Point(), "add GetType(NetSerializer.Tests.VisualBasic.Point) to the types");
        yield return Case(new List<Point[]>(), "add GetType(System.Collections.Generic.List(Of NetSerializer.Tests.VisualBasic.Point())) to the types");

        static TestCaseData Case(object value, string cure) => new TestCaseData(value, cure).SetArgDisplayNames(value.GetType().Name);
    }

    [TestCaseSource(nameof(Values))]
    public void Values_are_refused_with_a_cure(object value, string cure)
    {
        TypeModel model = TypeModel.Create(typeof(Holder));
        Assert.That(() => model.Serialize(new Holder { Any = value }), Throws.TypeOf<ValueNotSerializableException>().With.Message.Contain(cure));
    }

    [Test]
    public void A_cycle_is_refused_with_a_cure()
    {
        var ring = new Ring();
        ring.Next = ring;
        Assert.That(() => TypeModel.Create(typeof(Ring)).Serialize(ring),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contain("mark the member that leads back <NonSerialized>."));
    }
}
