using System.Reflection.Emit;
using NUnit.Framework;
using NetSerializer.Dispatch;
using NetSerializer.Emit;
using NetSerializer.Tests.Emit.Checking;
using Label = NetSerializer.Emit.Label;

namespace NetSerializer.Tests.Emit;

/// <summary>Each rule of the checker, broken once.</summary>
internal sealed partial class CheckerTests
{
    private static readonly System.Reflection.FieldInfo s_x = typeof(Point).GetField(nameof(Point.X))!, s_y = typeof(Point).GetField(nameof(Point.Y))!;

    [Test]
    public void Every_model_is_checked_when_it_is_made([Values] ReferenceHandling references)
    {
        int before = EveryModel.CheckedOnThisThread;
        _ = TypeModel.Create([typeof(Order)], new SerializerOptions { References = references });
        Assert.That(EveryModel.CheckedOnThisThread, Is.EqualTo(before + 1));
    }

    [Test]
    public void A_method_that_is_wrong_stops_its_model() =>
        Assert.That(() => CompiledModel.Observer!([Method("Broken", il => il.Return())]), Throws.TypeOf<BodyFault>());

    [Test]
    public void The_message_names_type_method_statement_instruction_and_what_was_expected()
    {
        GeneratedMethod method = GeneratedCode.Method("Write_Order", typeof(Order));
        List<Instruction> code = Corruption.Open(method);
        int at = code.FindIndex(step => Equals(step.Operand, KnownMembers.WriteString));
        code[at - 1] = Instruction.Op(OpCodes.Ldfld, typeof(Order).GetField(nameof(Order.Number))!);
        Assert.That(
            () => BodyChecker.Check([method]),
            Throws.InstanceOf<InvalidOperationException>().With.Message.EqualTo(
                $"Generated code is wrong: Write NetSerializer.Tests.Emit.Order (method Write_Order), instruction {at} (call WireWriter.WriteString(ref "
                + "byte, string)) of "
                + "\"p = ref w.WriteString(ref p, value.Note);\": expected string for the argument value, found int"));
    }

    [Test]
    public void Falling_off_the_end() => Refuses("runs on behind its last instruction", il => il.Constant(1));

    [Test]
    public void An_empty_body() => Refuses("runs on", _ => { });

    [Test]
    public void Nothing_to_return() => Refuses("expected int for the result on the stack, which is empty", il => il.Return());

    [Test]
    public void A_wrong_result() => Refuses("expected int for the result, found string", il => Return(il, () => il.Constant("1")));

    [Test]
    public void A_result_too_many() => Refuses("expected an empty stack", il => Return(il, () => Repeat(2, () => il.Constant(1))));

    [Test]
    public void A_wide_integer_for_a_narrow_one() => Refuses("expected int for the result, found long", il => Return(il, () => il.Constant(1L)));

    [Test]
    public void Operands_of_two_kinds() => Refuses("two operands of one kind, found int and long", il => Return(il, () =>
    {
        il.Constant(1);
        il.Constant(1L);
        il.Add();
    }));

    [TestCase(typeof(string), typeof(Version))]
    [TestCase(typeof(string), typeof(IComparable))]
    [TestCase(typeof(object), typeof(int))]
    [TestCase(typeof(int), typeof(object))]
    public void A_place_taken_for_one_of_what_does_not_belong_there(Type place, Type made) => Refuses("does not belong where", il =>
    {
        il.LoadAddress(il.NewLocal("place", place));
        il.AsReference(place, made);
    });

    [Test]
    public void A_label_that_is_marked_nowhere() => Refuses("label gone0 is marked nowhere", il =>
    {
        il.Constant(1);
        il.Branch(Condition.True, il.NewLabel("gone"));
        Return(il, () => il.Constant(1));
    });

    [Test]
    public void A_label_that_is_marked_twice() => Refuses("label twice0 is marked twice", il =>
    {
        Label label = il.NewLabel("twice");
        il.Branch(label);
        il.Mark(label);
        il.Mark(label);
        Return(il, () => il.Constant(1));
    });

    [Test]
    public void A_label_that_nothing_goes_to() => Refuses("no branch goes to the label idle0", il =>
    {
        il.Mark(il.NewLabel("idle"));
        Return(il, () => il.Constant(1));
    });

    [Test]
    public void A_label_of_another_method() => Refuses("label far0 belongs to another method", il =>
    {
        il.Branch(new BodyWriter(Empty("Other")).NewLabel("far"));
    });

    [Test]
    public void A_local_of_another_method() =>
        Refuses("local far belongs to another method", il => Return(il, () => il.Load(Empty("Other").AddLocal("far", typeof(int)))));

    [Test]
    public void An_argument_of_another_method() =>
        Refuses("argument number belongs to another method", il => Return(il, () => il.Load(Empty("Other").Arguments[0])));

    [Test]
    public void Code_that_no_way_leads_to() => Refuses("no way leads here", il => Repeat(2, () => Return(il, () => il.Constant(1))));

    [Test]
    public void A_local_that_nothing_reads() => Refuses("nothing reads the local idle", il =>
    {
        il.Constant(1);
        il.Store(il.NewLocal("idle", typeof(int)));
        Return(il, () => il.Constant(1));
    });

    [Test]
    public void A_local_before_it_is_assigned() =>
        Refuses("empty is used before it is assigned", il => Return(il, () => il.Load(il.NewLocal("empty", typeof(int)))));

    [Test]
    public void A_local_that_is_assigned_on_one_way_only() => Refuses("sometimes is used before it is assigned", il =>
    {
        Local local = il.NewLocal("sometimes", typeof(int));
        il.Load(il.Argument(0));
        il.If(Condition.True, () =>
        {
            il.Constant(1);
            il.Store(local);
        });
        Return(il, () => il.Load(local));
    });

    [Test]
    public void A_local_that_only_a_later_round_would_assign() => Refuses("late is used before it is assigned", il =>
    {
        Local index = il.NewLocal("i", typeof(int)), late = il.NewLocal("late", typeof(int));
        il.Constant(0);
        il.Store(index);
        il.ForUpTo(index, () => il.Load(il.Argument(0)), () =>
        {
            il.Load(index);
            il.Store(late);
        });
        Return(il, () => il.Load(late));
    });

    [Test]
    public void A_struct_with_a_field_left_out() => Refuses("point is used before it is assigned", il => PointOf(il, s_x));

    [Test]
    public void A_struct_with_all_fields_is_whole() => Accepts(il => PointOf(il, s_x, s_y));

    [Test]
    public void An_address_of_an_unassigned_struct_as_this() =>
        Refuses("empty is used before it is assigned, for a call of get_HasValue", il => Return(il, () =>
    {
        il.LoadAddress(il.NewLocal("empty", typeof(int?)));
        il.Call(typeof(int?).GetMethod("get_HasValue")!);
    }));

    [Test]
    public void An_out_argument_assigns() => Accepts(il =>
    {
        Local parsed = il.NewLocal("parsed", typeof(int));
        il.Constant("1");
        il.LoadAddress(parsed);
        il.Call(typeof(int).GetMethod(nameof(int.TryParse), [typeof(string), typeof(int).MakeByRefType()])!);
        il.Pop();
        Return(il, () => il.Load(parsed));
    });

    [Test]
    public void A_generated_method_assigns_what_it_stores_through_on_every_way()
    {
        GeneratedMethod assigns = Assigner(Condition.True, assignsAlways: true), forgets = Assigner(Condition.True, assignsAlways: false);
        GeneratedMethod caller(GeneratedMethod callee) => Method("Caller", il =>
        {
            Local made = il.NewLocal("made", typeof(int));
            il.Load(il.Argument(0));
            il.LoadAddress(made);
            il.Call(callee);
            Return(il, () => il.Load(made));
        });
        Assert.That(() => BodyChecker.Check([caller(assigns), assigns]), Throws.Nothing);
        Assert.That(() => BodyChecker.Check([caller(forgets), forgets]),
            Throws.InstanceOf<InvalidOperationException>().With.Message.Contains("made is used before it is assigned, for the argument made"));
    }

    [Test]
    public void A_method_that_is_not_of_the_model() => Refuses("Other is not among the methods of the model", il => Return(il, () =>
    {
        il.Load(il.Argument(0));
        il.Call(Empty("Other"));
    }));

    [Test]
    public void Two_methods_of_one_name() => Assert.That(
        () => BodyChecker.Check([Method("Same", il => Return(il, () => il.Constant(1))), Method("Same", il => Return(il, () => il.Constant(1)))]),
        Throws.InstanceOf<InvalidOperationException>().With.Message.Contains("same name"));

    [Test]
    public void Too_few_arguments() => Refuses("expected string for the argument a on the stack, which is empty", il => Return(il, () =>
    {
        il.Constant("1");
        il.Call(typeof(string).GetMethod("op_Equality")!);
    }));

    [Test]
    public void A_wrong_object() => Refuses("expected string, found Type", il => Return(il, () =>
    {
        il.TypeOf(typeof(int));
        il.Call(typeof(string).GetMethod("get_Length")!);
    }));

    [Test]
    public void A_value_in_place_of_its_address() => Refuses("expected the address of int?, found int?", il => Return(il, () =>
    {
        il.Constant(1);
        il.New(typeof(int?).GetConstructors()[0]);
        il.Call(typeof(int?).GetMethod("get_HasValue")!);
    }));

    [Test]
    public void Callvirt_on_a_value() => Refuses("callvirt needs a method of an object", il => Return(il, () =>
    {
        il.LoadAddress(il.Argument(0));
        il.Method.Append(Instruction.Op(OpCodes.Callvirt, typeof(int).GetMethod(nameof(GetHashCode))!));
    }));

    [Test]
    public void A_virtual_method_by_call() => Refuses("a virtual method needs callvirt", il => Return(il, () =>
    {
        il.Constant("1");
        il.Method.Append(Instruction.Op(OpCodes.Call, typeof(object).GetMethod(nameof(GetHashCode))!));
    }));

    [Test]
    public void An_object_of_an_abstract_class() =>
        Refuses("Stream cannot be made", il =>
            Return(il, () => il.New(typeof(Stream).GetConstructors(System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)[0])));

    [Test]
    public void A_generic_method_without_arguments() =>
        Refuses("Empty is generic and has no type arguments", il => Return(il, () => il.Call(typeof(Array).GetMethod(nameof(Array.Empty))!)));

    [Test]
    public void A_missing_operand() => Refuses("the operand is missing", il => il.Method.Append(Instruction.Op(OpCodes.Call)));

    [Test]
    public void An_operand_too_many() => Refuses("the instruction takes no operand", il => il.Method.Append(Instruction.Op(OpCodes.Add, 1)));

    [Test]
    public void An_operand_of_another_width() => Refuses("does not belong to this instruction", il => il.Method.Append(Instruction.Op(OpCodes.Ldc_I8, 1)));

    [Test]
    public void An_instruction_without_a_rule() =>
        Refuses("not an instruction that the checker knows", il => il.Method.Append(Instruction.Op(OpCodes.Localloc)));

    [Test]
    public void A_switch_without_targets() => Refuses("the switch has no targets", il =>
    {
        il.Constant(1);
        il.Switch([]);
    });

    [Test]
    public void Ways_that_meet_with_stacks_of_two_depths() => Refuses("2 entries on the stack where end1 has 1 on another way", il =>
    {
        il.Load(il.Argument(0));
        il.If(Condition.True, () => il.Constant(1), () => Repeat(2, () => il.Constant(1)));
        il.Return();
    });

    [Test]
    public void Ways_that_meet_with_two_types() => Refuses("string on the stack where end1 has int on another way", il =>
    {
        il.Load(il.Argument(0));
        il.If(Condition.True, () => il.Constant(1), () => il.Constant("1"));
        il.Return();
    });

    [Test]
    public void Ways_that_meet_with_two_classes_have_what_is_common() => Accepts(il =>
    {
        il.Load(il.Argument(0));
        il.If(Condition.True, il.Null, () => il.Constant("1"));
        il.Call(typeof(string).GetMethod("get_Length")!);
        il.Return();
    });

    [Test]
    public void A_base_for_a_derived_class() => Refuses("expected string, found object", il => Return(il, () =>
    {
        il.New(typeof(object).GetConstructors()[0]);
        il.Call(typeof(string).GetMethod("get_Length")!);
    }));

    [Test]
    public void Enums_stand_for_their_integers() => Accepts(il =>
    {
        Local day = il.NewLocal("day", typeof(DayOfWeek));
        il.Load(il.Argument(0));
        il.Store(day);
        Return(il, () => il.Load(day));
    });

    [Test]
    public void The_address_of_a_local_is_not_returned()
    {
        GeneratedMethod method = new("Escape", typeof(int).MakeByRefType());
        var il = new BodyWriter(method);
        Local local = il.NewLocal("local", typeof(int));
        il.Constant(1);
        il.Store(local);
        il.LoadAddress(local);
        il.Return();
        Assert.That(() => BodyChecker.Check([method]), Throws.InstanceOf<InvalidOperationException>().With.Message.Contains("returns the address of a local"));
    }

    [Test]
    public void A_static_field_as_that_of_an_object() =>
        Refuses("the field is static", il => Return(il, () => il.LoadField(typeof(string).GetField(nameof(string.Empty))!)));

    [Test]
    public void An_array_of_other_elements() => Refuses("expected long[], found int[]", il =>
    {
        il.Constant(1);
        il.NewArray(typeof(int));
        il.Constant(0);
        il.Constant(1L);
        il.StoreElement(typeof(long));
        Return(il, () => il.Constant(1));
    });

    private static void Refuses(string reason, Action<BodyWriter> write, params Type[] arguments)
    {
        GeneratedMethod method = new("Broken", typeof(int), [("number", typeof(int)), .. arguments.Select((type, i) => ($"argument{i}", type))]);
        write(new BodyWriter(method));
        Assert.That(() => BodyChecker.Check([method]),
            Throws.InstanceOf<InvalidOperationException>().With.Message.StartsWith("Generated code is wrong: Broken").And.Message.Contains(reason));
    }

    private static void Accepts(Action<BodyWriter> write)
    {
        GeneratedMethod method = Method("Sound", write);
        Assert.That(() => BodyChecker.Check([method]), Throws.Nothing);
    }

    private static GeneratedMethod Method(string name, Action<BodyWriter> write)
    {
        GeneratedMethod method = Empty(name);
        write(new BodyWriter(method));
        return method;
    }

    private static GeneratedMethod Empty(string name) => new(name, typeof(int), ("number", typeof(int)));

    private static void Return(BodyWriter il, Action load)
    {
        load();
        il.Return();
    }

    private static void Repeat(int times, Action action)
    {
        for (int i = 0; i < times; i++)
        {
            action();
        }
    }

    private static void Assigned(BodyWriter il, Local local)
    {
        il.Constant(1);
        il.Store(local);
        il.Load(local);
        il.Pop();
    }

    private static void PointOf(BodyWriter il, params System.Reflection.FieldInfo[] fields)
    {
        Local point = il.NewLocal("point", typeof(Point)), copy = il.NewLocal("copy", typeof(Point));
        foreach (System.Reflection.FieldInfo field in fields)
        {
            il.LoadAddress(point);
            il.Constant(1);
            il.StoreField(field);
        }
        il.Load(point);
        il.Store(copy);
        il.LoadAddress(copy);
        il.LoadField(s_x);
        il.Return();
    }

    private static GeneratedMethod Assigner(Condition condition, bool assignsAlways)
    {
        GeneratedMethod method = new("Assign", typeof(void), ("number", typeof(int)), ("made", typeof(int).MakeByRefType()));
        var il = new BodyWriter(method);
        void Assign()
        {
            il.Load(il.Argument(1));
            il.Load(il.Argument(0));
            il.StoreIndirect(typeof(int));
        }
        il.Load(il.Argument(0));
        il.If(condition, Assign, assignsAlways ? Assign : null);
        il.Return();
        return method;
    }
}
