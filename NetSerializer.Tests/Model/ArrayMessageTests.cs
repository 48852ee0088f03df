using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;
using NetSerializer.Tests.Conformance;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>What is said of arrays that cannot travel, and whether doing what it says helps.</summary>
public class ArrayMessageTests
{
    [Test]
    public void The_cure_for_an_array_with_a_lower_bound_makes_its_type()
    {
        var value = Array.CreateInstance(typeof(int), [1], [1]);
        ValueNotSerializableException failure =
            Assert.Throws<ValueNotSerializableException>(() => TypeModel.Create(typeof(MemberOf<object>)).Serialize(new MemberOf<object> { Value = value }));
        Assert.That(failure.Message, Does.Contain("System.Int32[*] is not in the model").And.Contain("add typeof(System.Int32).MakeArrayType(1) to"));
        var copy = (Array)TypeModel.Create(typeof(MemberOf<object>), typeof(int).MakeArrayType(1)).DeepClone(new MemberOf<object> { Value = value }).Value!;
        Assert.That((copy.GetType(), copy.GetLowerBound(0)), Is.EqualTo((value.GetType(), 1)));
    }

    private static IEnumerable<TestCaseData> Expressions() =>
    [
        new(typeof(int[]), "typeof(System.Int32[])"),
        new(typeof(int[][,]), "typeof(System.Int32[][,])"),
        new(typeof(int[,][]), "typeof(System.Int32[,][])"),
        new(typeof(int).MakeArrayType(1), "typeof(System.Int32).MakeArrayType(1)"),
        new(typeof(int).MakeArrayType(1).MakeArrayType(), "typeof(System.Int32).MakeArrayType(1).MakeArrayType()"),
        new(typeof(int).MakeArrayType(1).MakeArrayType(2), "typeof(System.Int32).MakeArrayType(1).MakeArrayType(2)"),
        new(typeof(int[]).MakeArrayType(1), "typeof(System.Int32[]).MakeArrayType(1)"),
        new(
            typeof(Dictionary<,>).MakeGenericType(typeof(string), typeof(int).MakeArrayType(1)),
            "typeof(System.Collections.Generic.Dictionary<, >).MakeGenericType(typeof(System.String), typeof(System.Int32).MakeArrayType(1))"),
    ];

    [TestCaseSource(nameof(Expressions))]
    public void Types_are_written_as_expressions_of_the_language(Type type, string text) => Assert.That(TypeNames.Expression(type), Is.EqualTo(text));

    private static IEnumerable<TestCaseData> Covariant() =>
    [
        new(new MemberOf<int[]> { Value = (int[])(object)new uint[] { 1 } }, "System.UInt32[]", "copy the elements into a System.Int32[]"),
        new(new MemberOf<int[]> { Value = (int[])(object)new[] { DayOfWeek.Friday } }, "System.DayOfWeek[]", "copy the elements into a System.Int32[]"),
        new(new MemberOf<byte[]> { Value = (byte[])(object)new sbyte[] { 1 } }, "System.SByte[]", "copy the elements into a System.Byte[]"),
        new(new MemberOf<int[][]> { Value = (int[][])(object)new uint[][] { [1] } }, "System.UInt32[][]", "copy the elements into a System.Int32[][]"),
        new(new MemberOf<int[,]> { Value = (int[,])(object)new uint[1, 1] }, "System.UInt32[,]", "copy the elements into a System.Int32[,]"),
    ];

    [TestCaseSource(nameof(Covariant))]
    public void An_array_that_passes_for_another_is_to_be_copied(object value, string type, string cure)
    {
        ValueNotSerializableException failure =
            Assert.Throws<ValueNotSerializableException>(() => TypeModel.Create(value.GetType(), typeof(DayOfWeek[]), typeof(uint[,])).Serialize(value));
        Assert.That(failure.Message, Does.Contain($"{type} is not admitted").And.Contain(cure).And.Not.Contain("add typeof"));
    }

    [Test]
    public void So_is_one_among_elements()
    {
        TypeModel model = TypeModel.Create(typeof(int[][]));
        Assert.That(() => model.Serialize(new int[][] { (int[])(object)new uint[] { 1 } }),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("copy the elements into a System.Int32[]"));
    }

    /// <summary>A root is written as what it is, whatever the T of the call, and read as that alone (docs/errors.md).</summary>
    [Test]
    public void A_root_that_passes_for_another_array_is_no_other_after_reading()
    {
        TypeModel model = TypeModel.Create();
        int[] value = (int[])(object)new uint[] { 7 };
        byte[] bytes = model.Serialize(value);
        Assert.Multiple(() =>
        {
            Assert.That(bytes, Is.EqualTo(model.Serialize<object>(value)));
            Assert.That(model.Deserialize(bytes), Is.TypeOf<uint[]>());
            foreach (Action read in (Action[])[() => model.Deserialize<int[]>(bytes), () => model.DeepClone(value)])
            {
                Assert.That(read, Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TypeIdNotAdmitted));
            }
            Assert.That(model.DeepClone<object>(value), Is.TypeOf<uint[]>());
        });
        string said = Structure.Repository.Read("docs", "errors.md").Split("Out of it a `MalformedDataException` means")[1].Split("\n\n")[0];
        Assert.That(said, Does.Contain("`TypeIdNotAdmitted`"));
    }

    [Test]
    public void Elements_copied_as_it_says_travel()
    {
        int[] copied = new int[1];
        Array.Copy(new uint[] { 7 }, copied, 1);
        Assert.That(TypeModel.Create(typeof(MemberOf<int[]>)).DeepClone(new MemberOf<int[]> { Value = copied }).Value, Is.EqualTo((int[])[7]));
    }

    [Test]
    public void An_array_of_a_derived_class_is_still_to_be_added()
    {
        ValueNotSerializableException failure =
            Assert.Throws<ValueNotSerializableException>(() =>
                TypeModel.Create(typeof(MemberOf<object[]>)).Serialize(new MemberOf<object[]> { Value = new Version[1] }));
        Assert.That(failure.Message, Does.Contain("add typeof(System.Version[]) to"));
    }

    [Test]
    public void An_array_of_arrays_of_a_derived_class_is_still_to_be_added()
    {
        ValueNotSerializableException failure =
            Assert.Throws<ValueNotSerializableException>(() =>
                TypeModel.Create(typeof(MemberOf<Exception[][]>)).Serialize(new MemberOf<Exception[][]> { Value = new ArgumentException[][] { [] } }));
        Assert.That(failure.Message, Does.Contain("add typeof(System.ArgumentException[][]) to"));
    }

    [TestCase(typeof(HoldsPointers), "Addresses", "HoldsPointers -> Addresses -> System.Int32*[] -> element -> System.Int32*")]
    [TestCase(typeof(HoldsFunctions), "Functions", "HoldsFunctions -> Functions -> delegate*<System.Void>[] -> element -> delegate*<System.Void>")]
    public void Arrays_of_pointers_are_refused_with_the_cure(Type type, string member, string path)
    {
        TypeModelProblem problem = Refused(type);
        Assert.That(problem.Path, Does.EndWith(path));
        Assert.That(problem.Message, Does.Contain("has no meaning elsewhere").And.Match(
            $@"Mark the member {member} of \S+\.{type.Name}, which leads to it, \[NonSerialized\]\.$"));
    }

    [TestCase(typeof(HoldsUnmarkedRing), "inline array; use an array")]
    [TestCase(typeof(UnmarkedUnion), "union")]
    public void A_layout_that_is_refused_is_refused_before_its_mark_is_asked_for(Type type, string text)
    {
        TypeModelProblem problem = Refused(type);
        Assert.That((problem.Code, problem.Message), Is.EqualTo((ErrorCode.TypeNotSupported, problem.Message)));
        Assert.That(problem.Message, Does.Contain(text).And.Not.Contain("Mark it"));
    }

    private static TypeModelProblem Refused(Type type) => Assert.Throws<TypeModelException>(() => TypeModel.Create(type))!.Problems.Single();

    [Serializable]
    private sealed unsafe class HoldsPointers
    {
        public int*[]? Addresses = null;
    }

    [Serializable]
    private sealed unsafe class HoldsFunctions
    {
        public delegate*<void>[]? Functions = null;
    }

    [Serializable]
    private sealed class HoldsUnmarkedRing
    {
        public UnmarkedRing Ring = default;
    }

    [InlineArray(4)]
    private struct UnmarkedRing
    {
        private int _first;
    }

    [StructLayout(LayoutKind.Explicit)]
    private sealed class UnmarkedUnion
    {
        [FieldOffset(0)] public int A = 0;
        [FieldOffset(0)] public float B = 0;
    }
}
