using System.Reflection.Emit;
using NUnit.Framework;
using NetSerializer.Emit;
using NetSerializer.Tests.Emit.Checking;
using Label = NetSerializer.Emit.Label;

namespace NetSerializer.Tests.Emit;

// What entries of the stack may be used for, and which parts of variables have been assigned.
internal sealed partial class CheckerTests
{
    [TestCase(typeof(Guid), typeof(DateTime), "DateTime", "Guid")]
    [TestCase(typeof(string), typeof(Version), "Version", "string")]
    [TestCase(typeof(int), typeof(int), "ref int", "ref int", true)]
    public void Ways_that_meet_with_two_types_of_one_kind(Type first, Type second, string found, string known, bool byReference = false) =>
        Refuses($"{found} on the stack where end1 has {known} on another way", il =>
        {
            il.Load(il.Argument(0));
            il.If(Condition.True, () => il.Load(il.Argument(1)), () => il.Load(il.Argument(2)));
            il.Pop();
            Return(il, () => il.Constant(1));
        }, byReference ? [first.MakeByRefType(), second.MakeByRefType()] : [first, second]);

    [Test]
    public void A_local_that_the_first_of_two_ways_assigns() => Refuses("sometimes is used before it is assigned", il =>
    {
        Local local = il.NewLocal("sometimes", typeof(int));
        il.Load(il.Argument(0));
        il.If(Condition.True, () => Assigned(il, local), () => Assigned(il, il.NewLocal("other", typeof(int))));
        Return(il, () => il.Load(local));
    });

    [Test]
    public void A_struct_behind_many_variables([Values(62, 63, 64, 126, 127, 128)] int count)
    {
        void Write(BodyWriter il, params System.Reflection.FieldInfo[] fields)
        {
            Repeat(count, () => Assigned(il, il.NewLocal("before", typeof(int))));
            PointOf(il, fields);
        }
        Refuses("point is used before it is assigned", il => Write(il, s_x));
        Refuses("point is used before it is assigned", il => Write(il, s_y));
        Accepts(il => Write(il, s_x, s_y));
    }

    [Test]
    public void A_type_that_no_value_has()
    {
        foreach (Type type in new[] { typeof(void), typeof(List<>), typeof(int).MakeByRefType() })
        {
            Refuses("cannot be the operand of this instruction", il => il.Method.Append(Instruction.Op(OpCodes.Sizeof, type)));
        }
    }

    [Test]
    public void A_number_in_place_of_a_reference() => Refuses("expected a reference, found int", il => Return(il, () =>
    {
        il.Constant(1);
        il.UnboxAddress(typeof(int));
    }));

    [Test]
    public void The_address_of_an_array_in_place_of_it() => Refuses("expected int[], found ref int[]", il => Return(il, () =>
    {
        il.LoadAddress(il.Argument(1));
        il.Constant(0);
        il.Method.Append(Instruction.Op(OpCodes.Ldelem, typeof(int)));
    }), typeof(int[]));

    [Test]
    public void A_generated_method_by_callvirt() => Refuses("generated methods are static and are called by call", il => Return(il, () =>
    {
        il.Load(il.Argument(0));
        il.Method.Append(Instruction.Op(OpCodes.Callvirt, il.Method));
    }));

    [Test]
    public void A_static_abstract_method() => Refuses("a static abstract method needs a constrained call", il =>
        il.Method.Append(Instruction.Op(OpCodes.Call, typeof(IParsable<int>).GetMethod("Parse")!)));

    [Test]
    public void A_constructor_on_an_unassigned_struct() => Refuses("empty is used before it is assigned, for a constructor on what is there", il =>
    {
        il.LoadAddress(il.NewLocal("empty", typeof(Guid)));
        il.Null();
        il.Call(typeof(Guid).GetConstructor([typeof(byte[])])!);
    });

    [Test]
    public void A_copy_through_the_address_of_what_is_unassigned() => Refuses("empty is used before it is assigned, for a copy of its value", il =>
    {
        il.LoadAddress(il.NewLocal("empty", typeof(int)));
        il.LoadIndirect(typeof(int));
    });

    [Test]
    public void A_field_of_an_unassigned_struct() => Refuses("empty is used before it is assigned, for the field Y", il =>
    {
        il.LoadAddress(il.NewLocal("empty", typeof(Point)));
        il.LoadField(s_y);
    });

    [Test]
    public void The_address_of_a_local_is_not_kept([Values] bool inLocal) => Refuses("the address of a local outlives the statement", il =>
    {
        Local local = il.NewLocal("local", typeof(int)), kept = il.NewLocal("kept", typeof(int).MakeByRefType());
        Assigned(il, local);
        il.LoadAddress(local);
        if (inLocal)
        {
            il.Store(kept);
        }
        else
        {
            il.Store(il.Argument(1));
        }
        il.Load(kept);
    }, typeof(int).MakeByRefType());

    [Test]
    public void A_generated_method_that_moves_its_reference_on_assigns_nothing()
    {
        GeneratedMethod mover = new("Move", typeof(void), ("made", typeof(int).MakeByRefType()), ("other", typeof(int).MakeByRefType()));
        var body = new BodyWriter(mover);
        body.Load(body.Argument(1));
        body.Store(body.Argument(0));
        body.Load(body.Argument(0));
        body.Constant(1);
        body.StoreIndirect(typeof(int));
        body.Return();
        GeneratedMethod caller = Method("Caller", il =>
        {
            Local made = il.NewLocal("made", typeof(int)), other = il.NewLocal("other", typeof(int));
            Assigned(il, other);
            il.LoadAddress(made);
            il.LoadAddress(other);
            il.Call(mover);
            Return(il, () => il.Load(made));
        });
        Assert.That(() => BodyChecker.Check([caller, mover]),
            Throws.InstanceOf<InvalidOperationException>().With.Message.Contains("made is used before it is assigned, for the argument made"));
    }

    [Test]
    public void A_virtual_method_of_a_sealed_class_by_call() => Accepts(il => Return(il, () =>
    {
        il.Constant("1");
        il.Method.Append(Instruction.Op(OpCodes.Call, typeof(string).GetMethod(nameof(GetHashCode), [])!));
    }));

    [Test]
    public void References_are_not_numbers()
    {
        Refuses("two operands of one kind, found string and string", il => Texts(il, il.Add));
        Refuses("two operands of one kind, found string and string", il => Texts(il, () =>
        {
            Label label = il.NewLabel("less");
            il.Branch(Condition.Less, label);
            il.Mark(label);
        }));
        Refuses("expected a number, found string", il => Texts(il, () => il.Method.Append(Instruction.Op(OpCodes.Neg))));
    }

    [Test]
    public void A_constant_as_a_field() => Refuses("a constant has no place in memory", il =>
        il.Method.Append(Instruction.Op(OpCodes.Ldsfld, typeof(int).GetField(nameof(int.MaxValue))!)));

    private static void Texts(BodyWriter il, Action use)
    {
        Repeat(2, () => il.Constant("1"));
        use();
    }
}
