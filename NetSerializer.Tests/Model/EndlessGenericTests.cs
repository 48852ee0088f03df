using NetSerializer.Families;
using NetSerializer.Scanning;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>Generic types that lead to themselves with ever deeper arguments are refused where they begin; those that end, however deep, are not.</summary>
public class EndlessGenericTests
{
    [TestCase(typeof(FingerTree<int>), "FingerTree<System.Int32> -> Middle -> NetSerializer.Tests.Model.EndlessGenericTests.FingerTree<System.Int32[]>",
        "FingerTree<System.Int32[][]>")]
    [TestCase(typeof(Lists<int>), "Lists<System.Int32> -> Next -> "
        + "NetSerializer.Tests.Model.EndlessGenericTests.Lists<System.Collections.Generic.List<System.Int32>>", "List<System.Collections.Generic.List<")]
    [TestCase(typeof(Structs<int>), "Structs<System.Int32> -> Next -> NetSerializer.Tests.Model.EndlessGenericTests.Structs<System.Int32[]>[] -> element",
        "Structs<System.Int32[][]>")]
    [TestCase(typeof(Doubling<int>), "Doubling<System.Int32> -> Next", "Doubling<System.ValueTuple<System.Int32, System.Int32>>")]
    [TestCase(typeof(There<int>), "There<System.Int32> -> Back -> NetSerializer.Tests.Model.EndlessGenericTests.Back<System.Int32[]> -> There",
        "There<System.Int32[]>")]
    [TestCase(typeof(Bushy<int>), "Bushy<System.Int32> -> A", "Bushy<")]
    [TestCase(typeof(Dictionary<string, FingerTree<byte[]>>), "value -> NetSerializer.Tests.Model.EndlessGenericTests.FingerTree<System.Byte[]> -> Middle",
        "FingerTree<System.Byte[][]>")]
    public void A_type_without_end_is_refused_where_it_begins(Type type, string path, string text)
    {
        TypeModelException failure = Assert.Throws<TypeModelException>(() => TypeModel.Create(type));
        TypeModelProblem problem = failure.Problems.Single();
        Assert.Multiple(() =>
        {
            Assert.That(problem.Code, Is.EqualTo(ErrorCode.TooManyTypes));
            Assert.That(problem.Path, Does.Contain(path));
            Assert.That(problem.Message, Does.Contain(text).And.Contain("without end").And.Contain("[NonSerialized]"));
            Assert.That(failure.Message, Has.Length.LessThan(2000));
        });
    }

    [Test]
    public void Each_is_reported_once_with_the_other_problems()
    {
        TypeModelException failure = Assert.Throws<TypeModelException>(() =>
            TypeModel.Create(typeof(FingerTree<int>), typeof(FingerTree<string>), typeof(Lists<int>), typeof(Action)));
        Assert.That(failure.Problems.Select(problem => problem.Code),
            Is.EqualTo((ErrorCode[])[ErrorCode.TooManyTypes, ErrorCode.TooManyTypes, ErrorCode.TypeNotSupported]));
    }

    [Test]
    public void Keys_without_end_are_refused_where_unsafe_keys_are()
    {
        var options = new SerializerOptions { UnsafeKeys = UnsafeKeys.Refuse };
        TypeModelException failure = Assert.Throws<TypeModelException>(() => TypeModel.Create([typeof(Dictionary<Key<int>, int>)], options));
        Assert.That(failure.Problems.Single().Code, Is.EqualTo(ErrorCode.TooManyTypes));
    }

    [Test]
    public void The_cure_works()
    {
        TypeModel model = TypeModel.Create(typeof(Cured<int>), typeof(Cured<int[]>));
        Cured<int> copy = model.DeepClone(new Cured<int> { Value = 1, Middle = new Cured<int[]> { Value = [2] } });
        Assert.That(((Cured<int[]>)copy.Middle!).Value, Is.EqualTo((int[])[2]));
    }

    [Test]
    public void Arguments_that_a_program_has_nested_are_taken_however_deep([Values(20, 50)] int depth)
    {
        Type type = typeof(int);
        for (int i = 0; i < depth; i++)
        {
            type = i % 3 == 0 ? typeof(Node<>).MakeGenericType(type)
                : i % 3 == 1 ? typeof(List<>).MakeGenericType(type) : typeof(Grower<>).MakeGenericType(type);
        }
        Assert.That(TypeModel.Create(type).Describe(), Does.Contain("Node<int32>"));
    }

    [Test]
    public void Deeper_arguments_in_classes_of_their_own_are_no_growth() => Assert.That(() => TypeModel.Create(typeof(Deeper1)), Throws.Nothing);

    [Test]
    public void More_types_than_ids_end_the_scan()
    {
        var scanner = new TypeScanner(FamilyCatalogue.All, new SerializerOptions()) { MaxTypes = 10 };
        Assert.That(scanner.Scan([.. Enumerable.Range(2, 20).Select(typeof(int).MakeArrayType)]), Has.Count.EqualTo(11),
            "one more than there may be, so that the lack of an id is reported where ids are given");
        Assert.That(new TypeScanner(FamilyCatalogue.All, new SerializerOptions()).MaxTypes, Is.EqualTo(65_535));
    }

    [Serializable]
    internal class FingerTree<T>
    {
        public T? Value { get; set; }
        public FingerTree<T[]>? Middle { get; set; }
    }

    [Serializable]
    internal class Cured<T>
    {
        public T? Value { get; set; }
        public object? Middle { get; set; }
    }

    [Serializable]
    internal class Lists<T>
    {
        public Lists<List<T>>? Next { get; set; }
    }

    [Serializable]
    internal struct Structs<T>
    {
        public Structs<T[]>[]? Next { get; set; }
    }

    // The name of each is twice as long.
    [Serializable]
    internal class Doubling<T>
    {
        public Doubling<(T, T)>? Next { get; set; }
        public T? Value { get; set; }
    }

    [Serializable]
    internal class There<T>
    {
        public Back<T[]>? Back { get; set; }
    }

    [Serializable]
    internal class Back<T>
    {
        public There<T>? There { get; set; }
    }

    [Serializable]
    internal class Bushy<T>
    {
        public Bushy<T[]>? A { get; set; }
        public Bushy<List<T>>? B { get; set; }
        public Bushy<(T, T)>? C { get; set; }
        public Bushy<Queue<T>>? D { get; set; }
        public Bushy<T?[,]>? E { get; set; }
    }

    [Serializable]
    internal sealed record Key<T>(T Value, Key<T[]>? Next);

    [Serializable]
    internal class Node<T>
    {
        public T? Value { get; set; }
        public Node<T>? Next { get; set; }
    }

    // Goes up a step before it goes down.
    [Serializable]
    internal class Grower<T>
    {
        public T? Value { get; set; }
        public List<Node<Stack<T>>>? Up { get; set; }
    }

    [Serializable]
    internal class Deeper1
    {
        public List<Deeper2>? Next { get; set; }
    }

    [Serializable]
    internal class Deeper2
    {
        public List<List<Deeper3>>? Next { get; set; }
    }

    [Serializable]
    internal class Deeper3
    {
        public List<List<List<List<List<List<List<List<List<List<List<List<Deeper4>>>>>>>>>>>>? Next { get; set; }
    }

    [Serializable]
    internal class Deeper4
    {
        public List<List<List<List<List<List<List<List<List<List<List<List<List<int>>>>>>>>>>>>>? Next { get; set; }
    }
}
