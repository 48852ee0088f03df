using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>What Create refuses: every problem at once, each with the way to it and the cure.</summary>
public unsafe class CreateProblemTests
{
    [TestCase(typeof(Unmarked), ErrorCode.TypeNotSerializable, "CreateProblemTests.Unmarked", "Serializable", "TypeFilter")]
    [TestCase(typeof(HoldsUnmarked), ErrorCode.TypeNotSerializable, "HoldsUnmarked -> Inner -> NetSerializer.Tests.Model.CreateProblemTests.Unmarked",
        "Serializable")]
    [TestCase(typeof(HoldsUnmarkedDeep), ErrorCode.TypeNotSerializable,
        "-> Map -> System.Collections.Generic.Dictionary<System.String, NetSerializer.Tests.Model.CreateProblemTests.Unmarked[]> -> value ->", "-> element ->")]
    [TestCase(typeof(DerivedFromUnmarked), ErrorCode.TypeNotSerializable, "DerivedFromUnmarked", "the base of")]
    [TestCase(typeof(HoldsDelegate), ErrorCode.TypeNotSupported, "HoldsDelegate -> Callback", "[NonSerialized]", "Delegates")]
    [TestCase(typeof(HoldsEvent), ErrorCode.TypeNotSupported, "HoldsEvent -> Changed", "[field: NonSerialized]")]
    [TestCase(typeof(HoldsPointer), ErrorCode.TypeNotSupported, "HoldsPointer -> Address", "[NonSerialized]")]
    [TestCase(typeof(HoldsFunctionPointer), ErrorCode.TypeNotSupported, "HoldsFunctionPointer -> Function", "[NonSerialized]", "delegate*<")]
    [TestCase(typeof(List<int>.Enumerator), ErrorCode.TypeNotSupported, "System.Collections.Generic.List<System.Int32>.Enumerator", "framework type")]
    [TestCase(typeof(HoldsStream), ErrorCode.TypeNotSupported, "HoldsStream -> Source -> System.IO.MemoryStream", "is a stream")]
    [TestCase(typeof(HoldsTask), ErrorCode.TypeNotSupported, "HoldsTask -> Running -> System.Threading.Tasks.Task", "its result")]
    [TestCase(typeof(HoldsFixedBuffer), ErrorCode.TypeNotSupported, "HoldsFixedBuffer -> Values", "array")]
    [TestCase(typeof(Ring), ErrorCode.TypeNotSupported, "Ring", "array")]
    [TestCase(typeof(Union), ErrorCode.TypeNotSupported, "Union", "overlapping")]
    [TestCase(typeof(StackOnly), ErrorCode.TypeNotSupported, "StackOnly", "stack")]
    [TestCase(typeof(List<>), ErrorCode.OpenGenericType, "List", "closed")]
    [TestCase(typeof(Pair<>), ErrorCode.OpenGenericType, "Pair", "closed")]
    [TestCase(typeof(Math), ErrorCode.InvalidRoot, "System.Math", "static class")]
    [TestCase(typeof(int*), ErrorCode.TypeNotSupported, "System.Int32*", "cannot travel")]
    [TestCase(typeof(void), ErrorCode.TypeNotSupported, "System.Void", "cannot travel")]
    [TestCase(typeof(Action), ErrorCode.TypeNotSupported, "System.Action", "code does not travel")]
    [TestCase(null, ErrorCode.InvalidRoot, "(null)", "null")]
    public void Type_is_refused_with_path_and_cure(Type? type, ErrorCode code, params string[] texts)
    {
        TypeModelException failure = Refused(type!);
        TypeModelProblem problem = failure.Problems.Single();
        Assert.Multiple(() =>
        {
            Assert.That(problem.Code, Is.EqualTo(code));
            Assert.That(failure.Code, Is.EqualTo(code));
            foreach (string text in texts)
            {
                Assert.That(problem.ToString(), Does.Contain(text));
            }
            Assert.That(failure.Message, Does.Contain(problem.Path).And.Contain(problem.Message));
        });
    }

    [TestCase(typeof(Action), "code does not travel. Remove it from the types.")]
    [TestCase(typeof(WeakReference), "hold its content in members of your own, and remove it from the types.")]
    [TestCase(typeof(Task), "hold its result in members of your own, and remove it from the types.")]
    [TestCase(typeof(MemoryStream), "(byte[]) in members of your own, and remove it from the types.")]
    [TestCase(typeof(List<Action>), "code does not travel. Remove System.Collections.Generic.List<System.Action> from the types.")]
    [TestCase(typeof(List<Action[]>), "code does not travel. Remove System.Collections.Generic.List<System.Action[]> from the types.")]
    [TestCase(typeof(Dictionary<int, Task>),
        "in members of your own, and remove System.Collections.Generic.Dictionary<System.Int32, System.Threading.Tasks.Task> from the types.")]
    [TestCase(typeof(IList<Action>), "Remove System.Collections.Generic.IList<System.Action> from the types.")]
    [TestCase(typeof(HoldsActions),
        "code does not travel. Mark the member Callbacks of NetSerializer.Tests.Model.CreateProblemTests.HoldsActions, which leads to it, [NonSerialized].")]
    [TestCase(typeof(List<HoldsStreams>),
        "in members of your own, or mark the member Sources of NetSerializer.Tests.Model.CreateProblemTests.HoldsStreams, which leads to it, [field: "
            + "NonSerialized].")]
    [TestCase(typeof(HoldsTask), "in members of your own, or mark the member [NonSerialized].")]
    public void What_is_to_be_done_fits_the_place(Type type, string cure) => Assert.That(Refused(type).Problems.Single().Message, Does.EndWith(cure));

    /// <summary>The attribute is one of fields: on a property it needs the word, and a parameter that the compiler keeps can have none.</summary>
    [TestCase(typeof(HasProperty), "or mark the member [field: NonSerialized].")]
    [TestCase(typeof(HasRecordProperty), "Callback is a delegate; mark it [field: NonSerialized], or set Delegates = Skip.")]
    [TestCase(typeof(HasProperties),
        "or mark the member Sources of NetSerializer.Tests.Model.CreateProblemTests.HasProperties, which leads to it, [field: NonSerialized].")]
    [TestCase(typeof(HasParameter), "or mark a field in the place of the parameter [NonSerialized].")]
    [TestCase(typeof(HasDelegateParameter), "callback is a delegate; mark a field in its place [NonSerialized], or set Delegates = Skip.")]
    [TestCase(typeof(HasParameters),
        "or mark a field in the place of the parameter sources of NetSerializer.Tests.Model.CreateProblemTests.HasParameters, which leads to it, "
            + "[NonSerialized].")]
    public void What_is_to_be_done_compiles(Type type, string cure) => Assert.That(Refused(type).Problems.Single().Message, Does.EndWith(cure));

    public static IEnumerable<TestCaseData> MadeByTheCompiler()
    {
        int captured = 1;
        Func<int> closure = () => captured++;
        yield return new TestCaseData(new { A = 1, B = "b" }.GetType(), "Declare a record in its place, or admit it with SerializerOptions.TypeFilter.");
        yield return new TestCaseData(closure.Target!.GetType(), "Hold what is in it in a class of your own, or admit it with SerializerOptions.TypeFilter.");
        yield return new TestCaseData(Iterate().GetType(), "(ToList, ToArray) in its place.");
    }

    [TestCaseSource(nameof(MadeByTheCompiler))]
    public void What_nobody_can_mark_is_told_another_cure(Type type, string cure)
    {
        TypeModelProblem problem = Refused(type).Problems.Single();
        Assert.Multiple(() =>
        {
            Assert.That(problem.Code, Is.EqualTo(ErrorCode.TypeNotSerializable));
            Assert.That(problem.Message, Does.EndWith(cure).And.Contain("nobody can mark").And.Not.Contain("Mark it"));
        });
        if (cure.Contains("TypeFilter"))
        {
            Assert.That(() => TypeModel.Create([type], new SerializerOptions { TypeFilter = _ => true }), Throws.Nothing);
        }
    }

    [Test]
    public void An_anonymous_object_travels_where_the_filter_admits_it()
    {
        var value = new { A = 1, B = "b" };
        Assert.That(TypeModel.Create([value.GetType()], new SerializerOptions { TypeFilter = type => type == value.GetType() }).DeepClone(value),
            Is.EqualTo(value));
    }

    private static IEnumerable<int> Iterate()
    {
        yield return 1;
    }

    [Test]
    public void All_problems_come_at_once_in_order_of_discovery()
    {
        TypeModelException failure = Refused(typeof(HoldsUnmarked), typeof(HoldsDelegate), null!, typeof(List<>), typeof(HoldsTask), typeof(Math));
        Assert.That(failure.Problems.Select(problem => problem.Code), Is.EqualTo((ErrorCode[])
        [
            ErrorCode.TypeNotSerializable, ErrorCode.TypeNotSupported, ErrorCode.InvalidRoot, ErrorCode.OpenGenericType, ErrorCode.TypeNotSupported,
            ErrorCode.InvalidRoot,
        ]));
    }

    [Test]
    public void All_bad_members_of_one_type_are_named()
    {
        TypeModelException failure = Refused(typeof(HoldsManyBad));
        Assert.That(failure.Problems.Select(problem => problem.Path.Split(" -> ")[1]),
            Is.EquivalentTo((string[])["Address", "Callback", "Changed", "Inner", "Source"]));
    }

    [Test]
    public void Bad_bases_and_bad_members_are_named_together()
    {
        TypeModelException failure = Refused(typeof(HasBadBases));
        Assert.That(failure.Problems.Select(problem => (problem.Code, problem.Path.Split(" -> ").ElementAtOrDefault(1))), Is.EqualTo(((ErrorCode, string?)[])
        [
            (ErrorCode.TypeNotSerializable, null), (ErrorCode.TypeNotSerializable, null), (ErrorCode.TypeNotSupported, "Callback"),
            (ErrorCode.TypeNotSerializable, "Inner"),
        ]));
        Assert.That(failure.Problems.Take(2).Select(problem => problem.Message), Has.Exactly(1).Contains(nameof(UnmarkedRoot)).And.Exactly(1)
            .Contains(nameof(UnmarkedMiddle)));
        Assert.That(Refused(typeof(HasFrameworkBase)).Problems.Select(problem => problem.Path.Split(" -> ").ElementAtOrDefault(1)),
            Is.EqualTo((string?[])[null, "Inner"]));
    }

    [Test]
    public void A_type_is_reported_once_however_often_it_is_reached() =>
        Assert.That(Refused(typeof(HoldsUnmarked), typeof(Unmarked), typeof(List<Unmarked>)).Problems, Has.Exactly(1).Items);

    [Test]
    public void Id_problems_come_with_the_others()
    {
        var options = new SerializerOptions
        {
            TypeIds = new Dictionary<Type, ushort>
            {
                [typeof(Good)] = 31,
                [typeof(string)] = 300,
                [typeof(Elsewhere)] = 301,
                [typeof(Other)] = 0x3F00,
                [typeof(Third)] = 400,
                [typeof(Fourth)] = 400
            },
        };
        TypeModelException failure = Assert.Throws<TypeModelException>(() =>
            TypeModel.Create([typeof(Good), typeof(Other), typeof(Third), typeof(Fourth), typeof(HoldsTask)], options))!;
        Assert.That(failure.Problems.Select(problem => (problem.Code, problem.Path.Split('.')[^1])), Is.EquivalentTo(((ErrorCode, string)[])
        [
            (ErrorCode.InvalidTypeId, nameof(Good)), (ErrorCode.InvalidTypeId, "String"), (ErrorCode.InvalidTypeId, nameof(Elsewhere)),
            (ErrorCode.InvalidTypeId, nameof(Other)),
            (ErrorCode.DuplicateTypeId, nameof(Fourth)), (ErrorCode.TypeNotSupported, "Task"),
        ]));
    }

    [TestCase(typeof(void), "no value has that type. Remove it from the types.")]
    [TestCase(typeof(Span<int>), "Hold an array or a class of your own, and remove it from the types.")]
    [TestCase(typeof(StackOnly), "Hold an array or a class of your own, and remove it from the types.")]
    [TestCase(typeof(Math), "it has no instances. Remove it from the types.")]
    [TestCase(typeof(CalledWrongly), "Make it one, or remove the attribute.")]
    [TestCase(null, "Remove it.")]
    public void Each_has_a_cure(Type? type, string cure) => Assert.That(Refused(type!).Problems.Single().Message, Does.EndWith(cure));

    [Test]
    public void References_to_variables_and_ids_have_a_cure()
    {
        Assert.That(Refused(typeof(int).MakeByRefType()).Problems.Single().Message,
            Does.EndWith("a reference to a variable has no meaning elsewhere. Remove it from the types."));
        var options = new SerializerOptions
        { TypeIds = new Dictionary<Type, ushort> { [typeof(Third)] = 300, [typeof(Fourth)] = 300, [typeof(string)] = 301 } };
        Assert.That(Assert.Throws<TypeModelException>(() => TypeModel.Create([typeof(Third), typeof(Fourth)], options))!.Problems.Select(problem =>
            problem.Message), Has.Some.EndsWith("as well. Give one of them another.").And.Some.EndsWith("Leave it out of SerializerOptions.TypeIds."));
    }

    [Test]
    public void A_type_under_construction_is_refused([Values] bool collectible, [Values] bool isInside)
    {
        System.Reflection.Emit.ModuleBuilder module =
            System.Reflection.Emit.AssemblyBuilder.DefineDynamicAssembly(
                new System.Reflection.AssemblyName("Builders"), System.Reflection.Emit.AssemblyBuilderAccess.RunAndCollect).DefineDynamicModule("Builders");
        System.Reflection.Emit.TypeBuilder builder =
            module.DefineType("Built", System.Reflection.TypeAttributes.Public | System.Reflection.TypeAttributes.Serializable);
        Type given = isInside ? typeof(List<>).MakeGenericType(builder) : builder;
        var options = new SerializerOptions { Collectible = collectible };
        TypeModelProblem problem = Assert.Throws<TypeModelException>(() => TypeModel.Create([given, typeof(Good)], options))!.Problems.Single();
        Assert.That(problem.Code, Is.EqualTo(ErrorCode.TypeNotSupported));
        Assert.That(problem.Message, Does.Contain("Built").And.Contain("CreateType"));
        Type created = builder.CreateType();
        Assert.That(() => TypeModel.Create([isInside ? typeof(List<>).MakeGenericType(created) : created], new SerializerOptions { Collectible = true }),
            Throws.Nothing);
    }

    [Test]
    public void NonSerialized_and_skipped_delegates_are_left_out()
    {
        TypeModel marked = TypeModel.Create(typeof(AllLeftOut));
        Assert.That(marked.Describe().Split('\n').Where(line => line.StartsWith("  member", StringComparison.Ordinal)), Has.Exactly(1).Items);

        TypeModel skipping = TypeModel.Create([typeof(HoldsEvent), typeof(HoldsDelegate)], new SerializerOptions { Delegates = DelegateHandling.Skip });
        var value = new HoldsEvent { Kept = 5 };
        value.Changed += (_, _) => { };
        HoldsEvent copy = skipping.DeepClone(value);
        Assert.That((copy.Kept, copy.IsObserved), Is.EqualTo((5, false)));
    }

    [Test]
    public void A_filter_admits_unmarked_types()
    {
        TypeModel model = TypeModel.Create([typeof(HoldsUnmarked)], new SerializerOptions { TypeFilter = type => type == typeof(Unmarked) });
        Assert.That(model.DeepClone(new HoldsUnmarked { Inner = new Unmarked { Value = 3 } }).Inner!.Value, Is.EqualTo(3));
    }

    [Test]
    public void The_filter_is_asked_once_for_each_unmarked_type_and_never_for_others()
    {
        var asked = new List<Type>();
        bool Filter(Type type)
        {
            asked.Add(type);
            return true;
        }
        TypeModel.Create([typeof(HoldsUnmarked), typeof(DerivedFromUnmarked), typeof(UnmarkedPoint), typeof(UnmarkedPoint[]), typeof(List<UnmarkedPair>)],
            new SerializerOptions { TypeFilter = Filter });
        Assert.That(asked, Is.EquivalentTo((Type[])[typeof(Unmarked), typeof(UnmarkedPoint), typeof(UnmarkedPair)]));
    }

    [Test]
    public void Abstract_roots_are_allowed_and_bring_nothing()
    {
        TypeModel model = TypeModel.Create(typeof(IDisposable), typeof(AbstractRoot));
        Assert.That(model.TypeIds.TryGetId(typeof(AbstractRoot), out _), Is.False);
        Assert.That(model.Describe(), Does.Not.Contain("type "));
    }

    private static TypeModelException Refused(params Type[] types) => Assert.Throws<TypeModelException>(() => TypeModel.Create(types))!;

    public class Unmarked { public int Value; }

    public struct UnmarkedPoint { public float X, Y; }

    public struct UnmarkedPair { public UnmarkedPoint From, To; }

    [Serializable] public class HoldsUnmarked { public Unmarked? Inner; }

    [Serializable] public class HoldsUnmarkedDeep { public Dictionary<string, Unmarked[]>? Map; }

    [Serializable] public class DerivedFromUnmarked : Unmarked;

    [Serializable] public class HoldsDelegate { public Func<int>? Callback; }

    [Serializable]
    public class HoldsEvent
    {
        public int Kept;
        public event EventHandler? Changed;
        public bool IsObserved => Changed != null;
    }

    [Serializable] public class HoldsPointer { public int* Address; }

    public class UnmarkedRoot { public Action? Unseen; }
    public class UnmarkedMiddle : UnmarkedRoot { public Action? NotSeenEither; }
    [Serializable] public class HasBadBases : UnmarkedMiddle { public Action? Callback; public Unmarked? Inner; public int Good; }
    [Serializable] public class HasFrameworkBase : MemoryStream { public Unmarked? Inner; }
    [Serializable] public class HoldsFunctionPointer { public delegate*<int, int> Function; }

    [Serializable] public class HoldsStream { public MemoryStream? Source; }

    [Serializable] public class HoldsActions { public List<Action>? Callbacks; }

    [Serializable] public class HoldsStreams { public Dictionary<string, MemoryStream>[]? Sources { get; set; } }

    [Serializable] public class HasProperty { public Task? Running { get; init; } }

    [Serializable] public record HasRecordProperty(Action Callback);

    [Serializable] public class HasProperties { public List<MemoryStream>? Sources { get; init; } }

    [Serializable] public class HasParameter(MemoryStream source) { public long Length => source.Length; }

    [Serializable] public class HasDelegateParameter(Action callback) { public void Run() => callback(); }

    [Serializable] public class HasParameters(List<MemoryStream> sources) { public int Count => sources.Count; }

    [Serializable]
    public class CalledWrongly
    {
        public int Value;

        [System.Runtime.Serialization.OnDeserialized]
        private void Complete() => Value++;
    }

    [Serializable] public class HoldsTask { public Task? Running; }

    [Serializable] public struct HoldsFixedBuffer { public fixed int Values[4]; }

    [Serializable, InlineArray(4)] public struct Ring { private int _first; }

    [Serializable, StructLayout(LayoutKind.Explicit)] public struct Union { [FieldOffset(0)] public bool Flag; [FieldOffset(0)] public int Number; }

    [Serializable] public ref struct StackOnly { public int Value; }

    [Serializable] public class Pair<T> { public T? First; }

    [Serializable]
    public class HoldsManyBad
    {
        public int* Address;
        public Action? Callback;
        public event EventHandler? Changed;
        public Unmarked? Inner;
        public MemoryStream? Source;
        public int Good;
        public bool IsObserved => Changed != null;
    }

    [Serializable]
    public class AllLeftOut
    {
        [NonSerialized] public int* Address;
        [NonSerialized] public Action? Callback;
        [field: NonSerialized] public event EventHandler? Changed;
        [NonSerialized] public Task? Running;
        public int Kept;
        public bool IsObserved => Changed != null;
    }

    [Serializable] public abstract class AbstractRoot { public int Value; }

    [Serializable] public class Good { public int Value; }

    [Serializable] public class Other { public int Value; }

    [Serializable] public class Third { public int Value; }

    [Serializable] public class Fourth { public int Value; }

    [Serializable] public class Elsewhere { public int Value; }
}
