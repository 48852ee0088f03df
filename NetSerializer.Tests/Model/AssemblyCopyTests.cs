using System.Reflection;
using System.Runtime.Loader;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>Two assemblies of one identity: generated code would take the types of one for those of the other.</summary>
[TestFixture]
public sealed class AssemblyCopyTests
{
    private static readonly Type s_own = typeof(Envelope), s_copy = Load(typeof(Envelope));

    private static IEnumerable<TestCaseData> Roots()
    {
        Type list = typeof(List<>), tag = typeof(Tag<>), table = typeof(Dictionary<,>);
        yield return new TestCaseData((object)new[] { s_own, s_copy }).SetArgDisplayNames("roots");
        yield return new TestCaseData((object)new[] { s_copy, s_own }).SetArgDisplayNames("roots, the other way round");
        yield return new TestCaseData((object)new[] { s_own, list.MakeGenericType(s_copy) }).SetArgDisplayNames("element");
        yield return new TestCaseData((object)new[] { s_own, s_copy.MakeArrayType() }).SetArgDisplayNames("array");
        yield return new TestCaseData((object)new[] { table.MakeGenericType(typeof(string), s_own), table.MakeGenericType(typeof(int), s_copy) })
            .SetArgDisplayNames("values");
        yield return new TestCaseData((object)new[] { tag.MakeGenericType(s_copy) }).SetArgDisplayNames("type argument without a member");
        yield return new TestCaseData((object)new[] { s_own, Load(typeof(Derived)) }).SetArgDisplayNames("derived class");
        yield return new TestCaseData((object)new[] { s_own, new DynamicTypes("Third").Make("Derived", s_copy) }).SetArgDisplayNames("base class");
        yield return new TestCaseData((object)new[] { s_own, new DynamicTypes("Third").Make("Derived", Load(typeof(Mishap))) })
            .SetArgDisplayNames("base class that is an exception");
        yield return new TestCaseData((object)Dynamic()).SetArgDisplayNames("dynamic assemblies");
        yield return new TestCaseData((object)new[] { typeof(Self), Load(typeof(Self)) }).SetArgDisplayNames("base class that is made of the class");
        yield return new TestCaseData((object)new[] { s_own, typeof(SelfOf<>).MakeGenericType(s_copy) }).SetArgDisplayNames("type argument of such a class");
        yield return new TestCaseData((object)new[] { s_own, typeof(SelfOf<>).MakeGenericType(s_copy).BaseType! })
            .SetArgDisplayNames("type argument of such a base class");
    }

    private static Type[] Dynamic() => [new DynamicTypes("Twice").Make("A", ("X", typeof(int))), new DynamicTypes("twice").Make("B", ("X", typeof(long)))];

    [TestCaseSource(nameof(Roots))]
    public void TheyAreRefusedInOneModel(Type[] roots)
    {
        foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
        {
            TypeModelException failure = Assert.Throws<TypeModelException>(() => TypeModel.Create(roots, new SerializerOptions { References = references }));
            Assert.That(failure.Problems, Has.All.Property("Message").Contains("copy of the assembly").And.Message.Contains(
                "Make a model for the types of each copy"));
        }
    }

    [Test]
    public void EachHasAModelOfItsOwn()
    {
        foreach (Type type in (Type[])[s_own, s_copy, s_own])
        {
            TypeModel model = TypeModel.Create(type);
            object value = Activator.CreateInstance(type)!;
            PropertyInfo number = type.GetProperty(nameof(Envelope.Number))!;
            number.SetValue(value, 77);
            object copy = model.DeepClone(value);
            Assert.That(copy, Is.TypeOf(type));
            Assert.That(number.GetValue(copy), Is.EqualTo(77));
        }
    }

    /// <summary>A plugin that was loaded again, and an object from before: to add its type to the model, as is the cure for others, would not do.</summary>
    [Test]
    public void AnObjectOfTheOtherCopyIsNamedAsThat([Values] bool isOwn, [Values] bool isInside, [Values] ReferenceHandling references)
    {
        (Type known, Type other) = isOwn ? (s_own, s_copy) : (s_copy, s_own);
        TypeModel model = TypeModel.Create([known], new SerializerOptions { References = references });
        object value = Activator.CreateInstance(other)!;
        ValueNotSerializableException failure =
            Assert.Throws<ValueNotSerializableException>(() => model.Serialize<object>(isInside ? new object[] { value } : value));
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.TypeNotRegistered));
        Assert.That(failure.Message, Does.Contain("copy of the assembly").And.Contain("Make a model for the types of each copy").And.Not.Contain("add typeof"));
    }

    // A way through bases and type arguments comes back to where it began.
    [TestCase(typeof(Self))]
    [TestCase(typeof(Self[]))]
    [TestCase(typeof(Base<Self>))]
    [TestCase(typeof(SelfOf<int>))]
    [TestCase(typeof(SelfOf<Self>))]
    [TestCase(typeof(Here))]
    [TestCase(typeof(There))]
    public void AClassMayHaveABaseThatIsMadeOfIt(Type type)
    {
        TypeModel model = TypeModel.Create(type, typeof(Here));
        Type made = type.IsArray ? type.GetElementType()! : type;
        object value = Activator.CreateInstance(made)!;
        PropertyInfo number = made.GetProperty("Number")!;
        number.SetValue(value, 7);
        Assert.That(number.GetValue(model.DeepClone(value)), Is.EqualTo(7));
    }

    [Test]
    public void TwoVersionsMayMeet()
    {
        Type first = new DynamicTypes("Versioned").Make("X", ("N", typeof(int))),
            second = new DynamicTypes("Versioned", "2.0.0.0").Make("X", ("Text", typeof(string)), ("N", typeof(int)));
        TypeModel model = TypeModel.Create(first, second);
        foreach (Type type in (Type[])[first, second])
        {
            object value = Activator.CreateInstance(type)!;
            type.GetField("N")!.SetValue(value, 5);
            object copy = model.DeepClone(value);
            Assert.That(copy, Is.TypeOf(type));
            Assert.That(type.GetField("N")!.GetValue(copy), Is.EqualTo(5));
        }
    }

    private static Type Load(Type type) =>
        new AssemblyLoadContext("copy").LoadFromAssemblyPath(type.Assembly.Location).GetType(type.FullName!, throwOnError: true)!;

    [Serializable]
    public class Envelope
    {
        public int Number { get; set; }
    }

    [Serializable]
    internal sealed class Derived : Envelope;

    [Serializable]
    public class Mishap : Exception
    {
        public int Size { get; set; }
    }

    [Serializable]
    internal sealed class Tag<T>
    {
        public int Number { get; set; }
    }

    [Serializable]
    internal class Base<T>
    {
        public int Number { get; set; }

        public T? Other { get; set; }
    }

    [Serializable]
    internal sealed class Self : Base<Self>;

    [Serializable]
    internal sealed class SelfOf<T> : Base<SelfOf<T>>;

    [Serializable]
    internal sealed class Here : Base<There>;

    [Serializable]
    internal sealed class There : Base<Here[]>;
}
