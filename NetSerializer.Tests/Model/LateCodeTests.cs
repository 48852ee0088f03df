using System.Reflection;
using NetSerializer.Dispatch;
using NetSerializer.Emit;
using NetSerializer.Families;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>
/// Code is made for the types that a program uses, in the direction in which it uses them, however many the model has. All types are checked at once
/// all the same.
/// </summary>
[TestFixture]
internal sealed class LateCodeTests
{
    private const int MostMethodsOfType = 8;

    private static readonly Type[] s_marks =
    [
        typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(float), typeof(double),
        typeof(char), typeof(Half), typeof(decimal),
    ];

    private static readonly Type[] s_types =
        [.. (from a in s_marks from b in s_marks from c in s_marks select typeof(LateTwinTests.OneOfMany<,,>).MakeGenericType(a, b, c)).Take(2000)];

    [Test]
    public void Is_made_for_the_closure_of_a_root([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create(s_types, new SerializerOptions { References = references });
        Assert.That(s_types, Has.Length.EqualTo(2000));
        Assert.That(model.Core.MethodCount, Is.Zero);

        var value = new LateTwinTests.OneOfMany<byte, long, double> { Text = "text" };
        byte[] bytes = model.Serialize(value);
        int writers = model.Core.MethodCount;
        Assert.That(writers, Is.InRange(1, MostMethodsOfType / 2));
        Assert.That(model.Deserialize<LateTwinTests.OneOfMany<byte, long, double>>(bytes)!.Text, Is.EqualTo("text"));
        int both = model.Core.MethodCount;
        Assert.That(both, Is.InRange(writers + 1, MostMethodsOfType));
        _ = model.Deserialize(model.Serialize<object>(value));
        Assert.That(model.Core.MethodCount, Is.EqualTo(both), "the same type again");

        // Behind a slot that may hold anything, by the first value there.
        value.Any = new LateTwinTests.OneOfMany<int, int, int>();
        _ = model.DeepClone(value);
        Assert.That(model.Core.MethodCount, Is.InRange(both + 1, 2 * MostMethodsOfType));
    }

    [Test]
    public void Threads_that_first_need_the_same_types_agree()
    {
        for (int round = 0; round < 5; round++)
        {
            TypeModel model = TypeModel.Create(s_types.Skip(40 * round).Take(40)), alone = TypeModel.Create(s_types.Skip(40 * round).Take(40));
            object[] values = [.. s_types.Skip(40 * round).Take(40).Select(type => Activator.CreateInstance(type)!)];
            byte[][] expected = [.. values.Select(alone.Serialize)];
            bool[] agree = Together.Run(8, thread => Enumerable.Range(0, values.Length).All(i =>
            {
                int at = thread % 2 == 0 ? i : values.Length - 1 - i;
                return model.Serialize(values[at]).AsSpan().SequenceEqual(expected[at]) && model.Deserialize(expected[at])!.GetType() == values[at].GetType();
            }));
            Assert.That(agree, Is.All.True);
            _ = expected.Select(alone.Deserialize).ToArray();
            Assert.That(model.Core.MethodCount, Is.EqualTo(alone.Core.MethodCount), "each was compiled once");
        }
    }

    [Test]
    public void Tables_grow_under_calls_that_began_with_the_smaller_ones()
    {
        // Interfaces and custom slots have handles. The first call has the tables without the built-in types.
        TypeModel model = TypeModel.Create(typeof(Shelf), typeof(Red), typeof(Blue));
        byte[] red = model.Serialize(new Shelf { Item = new Red() });
        _ = model.Serialize<object>(5);
        byte[] blue = model.Serialize(new Shelf { Item = new Blue { Inner = new Shelf { Item = new Red() } } });
        Assert.That(model.Deserialize<Shelf>(red)!.Item, Is.TypeOf<Red>());
        Assert.That(((Blue)model.Deserialize<Shelf>(blue)!.Item!).Inner!.Item, Is.TypeOf<Red>());
    }

    [Test]
    public void Problems_of_all_types_are_reported_when_the_model_is_made()
    {
        TypeModelException refused = Assert.Throws<TypeModelException>(() => TypeModel.Create([.. s_types, typeof(Unmarked), typeof(Action)]))!;
        Assert.That(refused.Problems.Select(problem => problem.Path.Split('.')[^1]), Is.EqualTo(new[] { "Unmarked", "Action" }));
    }

    [Test]
    public void A_failure_leaves_the_model_usable([Values] bool isReading)
    {
        PlanTable plans = TypeModel.Create(typeof(Outer), typeof(Other)).Core.Plans;
        var family = new FailingFamily((TypeFamily)plans[typeof(Inner)].Shape.Family);
        var failing = new PlanTable(
            [.. plans.Plans.Select(plan => plan.Type == typeof(Inner) ? plan with { Shape = plan.Shape with { Family = family } } : plan)], plans.Options);
        var core = (ModelCore)Activator.CreateInstance(
            typeof(ModelCore), BindingFlags.Instance | BindingFlags.NonPublic, null, [Array.Empty<Type>(), failing, new Dictionary<Type, int>(), false], null)!;
        var value = new Outer { Name = "outer", Inner = new Inner { Numbers = [1, 2] } };
        byte[] bytes = TypeModel.Create(typeof(Outer), typeof(Other)).Serialize(value);

        byte[] other = core.Root<Other>().Serialize(core, new Other { Name = "other" });
        for (int attempt = 0; attempt < 2; attempt++)
        {
            family.Fails = true;
            Assert.That(() => isReading ? core.Root<Outer>().Deserialize(core, bytes) : (object)core.Root<Outer>().Serialize(core, value),
                Throws.TypeOf<OutOfMemoryException>());
            Assert.That(core.Root<Other>().Deserialize(core, other).Name, Is.EqualTo("other"), "compiled before, or needed now");
        }
        family.Fails = false;
        Assert.That(core.Root<Outer>().Serialize(core, value), Is.EqualTo(bytes));
        Assert.That(core.Root<Outer>().Deserialize(core, bytes).Inner!.Numbers, Is.EqualTo(new[] { 1, 2 }));
        Assert.That(core.Root<Other>().Serialize(core, new Other { Name = "other" }), Is.EqualTo(other));
    }

    private sealed class FailingFamily(TypeFamily family) : TypeFamily
    {
        public bool Fails { get; set; }

        public override TypeShape? Describe(Type type, ScanContext context) => family.Describe(type, context);

        public override ReadForm ReadForm(TypePlan plan) => family.ReadForm(plan);

        public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
        {
            FailIfAsked();
            family.EmitWrite(e, plan, value);
        }

        public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
        {
            FailIfAsked();
            family.EmitRead(e, plan, destination);
        }

        private void FailIfAsked()
        {
            if (Fails)
            {
                throw new OutOfMemoryException();
            }
        }
    }

    internal sealed class Unmarked;

    internal interface IItem;

    [Serializable]
    internal sealed class Shelf
    {
        public IItem? Item;
    }

    [Serializable]
    internal sealed class Red : IItem;

    [Serializable]
    internal sealed class Blue : IItem
    {
        public Shelf? Inner;
    }

    [Serializable]
    internal sealed class Outer
    {
        public string? Name;
        public Inner? Inner;
    }

    [Serializable]
    internal sealed class Inner
    {
        public int[]? Numbers;
    }

    [Serializable]
    internal sealed class Other
    {
        public string? Name;
    }
}
