using System.Numerics;
using NUnit.Framework;

namespace NetSerializer.Tests.Custom;

/// <summary>Custom serializers that Create refuses, each with the way to the type and the cure.</summary>
internal class CustomProblemTests
{
    private static readonly CustomSerializer s_number = CustomSerializer.Surrogate<int, string>(number => $"<{number}>", text => int.Parse(text[1..^1]));

    [Test]
    public void A_nullable_has_none([Values] bool isRoot)
    {
        Type root = isRoot ? typeof(int?) : typeof(Holder);
        CustomSerializer[] all =
        [
            CustomSerializer.Surrogate<int?, string>(number => $"{number}", text => int.Parse(text)),
            CustomSerializer.For(new Nothing<int?>()),
            CustomSerializer.ForGeneric(typeof(Nullable<>), type => new Nothing<int?>()),
        ];
        foreach (CustomSerializer serializer in all)
        {
            TypeModelProblem problem = Problem(root, serializer);
            Assert.That(problem.Path, Does.EndWith(isRoot ? "System.Int32>" : "Holder -> Any -> System.Nullable<System.Int32>"));
            Assert.That(problem.Message, Does.Contain("Give one for System.Int32, which serves it as well"));
        }
    }

    /// <summary>The cure that the message names.</summary>
    [Test]
    public void One_for_the_value_serves_the_nullable_in_every_position([Values] ReferenceHandling references)
    {
        var options = new SerializerOptions { Serializers = [s_number], TypeFilter = _ => true, References = references };
        TypeModel model = TypeModel.Create([typeof(Holder), typeof(int?)], options);
        var holder = new Holder
        {
            Any = 5,
            Boxed = 6,
            None = null,
            Array = [7, null],
            List = [null, 8],
            Table = new() { ["a"] = 9, ["b"] = null },
            Pair = (10, null),
        };
        byte[] bytes = model.Serialize(holder);
        Holder copy = model.Deserialize<Holder>(bytes)!;
        Assert.Multiple(() =>
        {
            Assert.That((copy.Any, copy.Boxed, copy.None, copy.Pair), Is.EqualTo((holder.Any, holder.Boxed, (int?)null, holder.Pair)));
            Assert.That((copy.Array, copy.List, copy.Table), Is.EqualTo((holder.Array, holder.List, holder.Table)));
            Assert.That(System.Text.Encoding.Latin1.GetString(bytes), Does.Contain("<5>").And.Contain("<6>").And.Contain("<7>").And.Contain("<8>")
                .And.Contain("<9>").And.Contain("<10>"));
            Assert.That(model.SerializeDirect<int?>(11), Is.EqualTo((byte[])[1, (byte)(references == ReferenceHandling.None ? 8 : 16), .. "<11>"u8]));
            Assert.That((model.Deserialize<int?>(model.Serialize<int?>(11)), model.Deserialize<int?>(model.Serialize<int?>(null))),
                Is.EqualTo(((int?)11, (int?)null)));
        });
    }

    [Test]
    public void A_format_or_nested_types_that_are_null_are_problems_of_the_model()
    {
        Assert.That(Problem(typeof(Angle), CustomSerializer.For(new Careless(null!, []))).Message, Does.Contain("Format").And.Contain("Careless"));
        Assert.That(Problem(typeof(Angle), CustomSerializer.For(new Careless("form", null!))).Message, Does.Contain("NestedTypes").And.Contain("Careless"));
        Assert.That(Problem(typeof(Angle), CustomSerializer.For(new Careless("form", [typeof(int), null!]))).Message,
            Does.Contain("NestedTypes").And.Contain("Careless"));
    }

    [TestCase(typeof(Abstract<>), typeof(MissingMethodException), "not abstract")]
    [TestCase(typeof(NeedsArguments<>), typeof(MissingMethodException), "parameterless constructor")]
    [TestCase(typeof(Picky<>), typeof(ArgumentException), "Loosen its constraints")]
    [TestCase(typeof(Failing<>), typeof(InvalidTimeZoneException), "no serializers today")]
    [TestCase(typeof(ICustomSerializer<>), typeof(MissingMethodException), "not abstract")]
    public void One_that_cannot_be_made_is_a_problem_of_the_model_with_the_cause_inside(Type definition, Type cause, string text)
    {
        var failure = Assert.Throws<TypeModelException>(() =>
            Model(typeof(Tuple<Chain<int>, int*[]>), CustomSerializer.ForGeneric(typeof(Chain<>), definition)));
        Assert.That(failure.Problems, Has.Count.EqualTo(2), "the others are found as well");
        TypeModelProblem problem = failure.Problems[0];
        Assert.That(problem.Code, Is.EqualTo(ErrorCode.InvalidCustomSerializer));
        Assert.That(problem.Path, Does.EndWith("-> item -> NetSerializer.Tests.Custom.Chain<System.Int32>"));
        Assert.That(problem.Message, Does.Contain(text).And.Contain(definition.Name.Split('`')[0]));
        Assert.That(failure.InnerException, Is.TypeOf(cause));
    }

    [Test]
    public void Limits_that_are_null_are_refused() =>
        Assert.That(() => new SerializerOptions { Limits = null! }, Throws.ArgumentNullException.With.Property("ParamName").EqualTo("Limits"));

    [Test]
    public void Options_that_their_enum_does_not_have_are_refused()
    {
        Refused("Integers", () => new SerializerOptions { Integers = (IntegerEncoding)2 });
        Refused("Integers", () => new SerializerOptions { Integers = (IntegerEncoding)9 });
        Refused("References", () => new SerializerOptions { References = (ReferenceHandling)2 });
        Refused("References", () => new SerializerOptions { References = (ReferenceHandling)(-1) });
        Refused("Strings", () => new SerializerOptions { Strings = (StringHandling)3 });
        Refused("Delegates", () => SerializerOptions.Default with { Delegates = (DelegateHandling)2 });
        Refused("NonFiniteFloats", () => new SerializerOptions { NonFiniteFloats = (NonFiniteFloats)2 });
        Refused("UndefinedEnums", () => new SerializerOptions { UndefinedEnums = (UndefinedEnums)2 });
        Refused("UnsafeKeys", () => new SerializerOptions { UnsafeKeys = (UnsafeKeys)2 });

        static void Refused(string name, Func<SerializerOptions> make) =>
            Assert.That(() => make(), Throws.TypeOf<ArgumentOutOfRangeException>().With.Property("ParamName").EqualTo(name));
    }

    private static TypeModelProblem Problem(Type root, CustomSerializer serializer)
    {
        TypeModelProblem problem = Assert.Throws<TypeModelException>(() => Model(root, serializer)).Problems.Single();
        Assert.That(problem.Code, Is.EqualTo(ErrorCode.InvalidCustomSerializer));
        return problem;
    }

    private static TypeModel Model(Type root, CustomSerializer serializer) =>
        TypeModel.Create([root], new SerializerOptions { Serializers = [serializer], TypeFilter = _ => true });

    private sealed class Holder
    {
        public int? Any, None = 1;
        public object? Boxed;
        public int?[]? Array;
        public List<int?>? List;
        public Dictionary<string, int?>? Table;
        public (int?, int?) Pair;
    }

    private sealed class Careless(string format, IReadOnlyList<Type> nestedTypes) : ICustomSerializer<Angle>
    {
        public string Format => format;

        public IReadOnlyList<Type> NestedTypes => nestedTypes;

        public void Write(ref WireWriter writer, Angle value) => throw new NotSupportedException();

        public Angle Read(ref WireReader reader) => throw new NotSupportedException();
    }

    private class Nothing<T> : ICustomSerializer<T>
    {
        public void Write(ref WireWriter writer, T value) => throw new NotSupportedException();

        public T Read(ref WireReader reader) => throw new NotSupportedException();
    }

    private abstract class Abstract<T> : Nothing<Chain<T>>;

    private sealed class NeedsArguments<T>(int number) : Nothing<Chain<T>>
    {
        public int Number => number;
    }

    private sealed class Picky<T> : Nothing<Chain<T>> where T : IFloatingPoint<T>;

    private sealed class Failing<T> : Nothing<Chain<T>>
    {
        public Failing() => throw new InvalidTimeZoneException("no serializers today");
    }
}
