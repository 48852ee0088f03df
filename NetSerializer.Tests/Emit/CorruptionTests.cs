using System.Reflection;
using System.Reflection.Emit;
using NUnit.Framework;
using NetSerializer.Emit;
using NetSerializer.Tests.Emit.Checking;
using Label = NetSerializer.Emit.Label;

namespace NetSerializer.Tests.Emit;

/// <summary>Every instruction of real methods is damaged in every way, one at a time: the checker must notice each.</summary>
internal sealed class CorruptionTests
{
    private static readonly Type[] s_roots = [typeof(Order), typeof(Card), typeof(Transfer), typeof(Place), typeof(Tables), typeof(Tuples), typeof(Tree)];
    private static readonly FieldInfo s_otherField = typeof(Version).GetFields(BindingFlags.Instance | BindingFlags.NonPublic)[0];
    private static readonly MethodInfo s_otherMethod = typeof(Version).GetMethod(nameof(Version.Parse), [typeof(string)])!;

    [Test]
    public void A_dropped_instruction() => ForEachInstruction((code, at) => code.RemoveAt(at), IsNeutral);

    [Test]
    public void A_doubled_instruction() => ForEachInstruction((code, at) => code.Insert(at, code[at]), IsNeutral);

    [Test]
    public void An_operand_of_another_kind() => ForEachInstruction(
        (code, at) => code[at] = code[at] with { Operand = Other(code[at].Operand!) },
        instruction => instruction.Operand is null || instruction.Code == OpCodes.Ldtoken);

    [Test]
    public void A_missing_operand() =>
        ForEachInstruction((code, at) => code[at] = code[at] with { Operand = null }, instruction => instruction.Operand is null);

    [Test]
    public void A_local_of_another_type() => ForEachMethod(method =>
    {
        List<Instruction> code = Corruption.Open(method);
        for (int at = 0; at < code.Count; at++)
        {
            Instruction? next = code.Skip(at + 1).FirstOrDefault(step => step.Kind == InstructionKind.Op);
            if (next?.Code == OpCodes.Brtrue || next?.Code == OpCodes.Brfalse)
            {
                // Anything is a condition.
                continue;
            }
            foreach (Local other in method.Locals.Where(local =>
                code[at].Operand is Local used && StackItem.Of(local.Type).Kind != StackItem.Of(used.Type).Kind))
            {
                AssertNoticed(method, code, at, (list, i) => list[i] = list[i] with { Operand = other });
            }
        }
    });

    [Test]
    public void Neighbours_of_other_types_in_the_wrong_order() => ForEachMethod(method =>
    {
        List<Instruction> code = Corruption.Open(method);
        for (int at = 0; at + 1 < code.Count; at++)
        {
            if (code[at].Kind == InstructionKind.Op && code[at + 1].Kind == InstructionKind.Op && Pushed(code[at]) is { } first
                && Pushed(code[at + 1]) is { } second
                && first.Kind != second.Kind)
            {
                AssertNoticed(method, code, at, (list, i) => (list[i], list[i + 1]) = (list[i + 1], list[i]));
            }
        }
    });

    [Test]
    public void A_label_unmarked_or_marked_again() => ForEachMethod(method =>
    {
        List<Instruction> code = Corruption.Open(method);
        for (int at = 0; at < code.Count; at++)
        {
            if (code[at].Kind == InstructionKind.Mark)
            {
                AssertNoticed(method, code, at, (list, i) => list.RemoveAt(i));
                AssertNoticed(method, code, at, (list, i) => list.Insert(i, list[i]));
            }
        }
    });

    [Test]
    public void The_message_tells_where()
    {
        GeneratedMethod method = GeneratedCode.Method("Read_Place", typeof(Place));
        List<Instruction> code = Corruption.Open(method);
        int at = code.FindIndex(step => step.Operand is FieldInfo { Name: nameof(Point.Y) });
        code.RemoveAt(at - 1);
        Assert.That(
            () => BodyChecker.Check([method]),
            Throws.InstanceOf<InvalidOperationException>().With.Message.EqualTo(
                $"Generated code is wrong: Read NetSerializer.Tests.Emit.Place (method Read_Place), instruction {at - 1} (stfld Point.Y) of "
                + "\"p = ref Scalars.ReadInt32(ref r, ref p, out target.At.Y);\": expected int for the field Y, found ref Point"));
    }

    private static void ForEachInstruction(Action<List<Instruction>, int> damage, Predicate<Instruction> isLeftOut) => ForEachMethod(method =>
    {
        List<Instruction> code = Corruption.Open(method);
        for (int at = 0; at < code.Count; at++)
        {
            if (code[at].Kind == InstructionKind.Op && !isLeftOut(code[at]))
            {
                AssertNoticed(method, code, at, damage);
            }
        }
    });

    private static void ForEachMethod(Action<GeneratedMethod> test)
    {
        IReadOnlyList<GeneratedMethod> methods = GeneratedCode.OfTestTypes(s_roots);
        Assert.That(methods, Has.Count.GreaterThan(40));
        foreach (GeneratedMethod method in methods)
        {
            test(method);
        }
    }

    private static void AssertNoticed(GeneratedMethod method, List<Instruction> code, int at, Action<List<Instruction>, int> damage)
    {
        IReadOnlyList<GeneratedMethod> methods = method.WithCallees();
        Instruction[] sound = [.. code];
        damage(code, at);
        Assert.That(
            () => BodyChecker.Check(methods),
            Throws.InstanceOf<InvalidOperationException>().With.Message.StartsWith($"Generated code is wrong: {method.Subject} ("),
            () => $"{method.Name}, instruction {at}: {OperandText.Line(sound[at])}");
        code.Clear();
        code.AddRange(sound);
    }

    // Their absence or repetition changes what the program does, but no type: a call that takes and returns nothing, and what makes of an object another.
    private static bool IsNeutral(Instruction instruction) => instruction.Operand switch
    {
        MethodInfo method => method == KnownMembers.CollectionChanged || method == KnownMembers.ObjectGetType
            || (method.Name == nameof(System.Runtime.CompilerServices.Unsafe.As) && method.GetGenericArguments().Length == 1),
        FieldInfo field => field.FieldType.IsAssignableFrom(field.DeclaringType) || field.DeclaringType!.IsAssignableFrom(field.FieldType),
        _ => false,
    };

    private static object Other(object operand) => operand switch
    {
        Argument => new Argument("other", typeof(Version), 0),
        Local => new Local("other", typeof(Version), 0),
        Label or IReadOnlyList<Label> => new Label("other", 0),
        GeneratedMethod => new GeneratedMethod("Other", typeof(Version)),
        MethodInfo => s_otherMethod,
        ConstructorInfo => typeof(Version).GetConstructor([typeof(string)])!,
        FieldInfo => s_otherField,
        Type type => type == typeof(Version) ? typeof(Guid) : typeof(Version),
        int => 1L,
        long => 1,
        _ => 1.5,
    };

    private static StackItem? Pushed(Instruction instruction) => instruction switch
    {
        { Operand: Local local } when instruction.Code == OpCodes.Ldloc => StackItem.Of(local.Type),
        { Operand: Argument argument } when instruction.Code == OpCodes.Ldarg => StackItem.Of(argument.Type),
        { Operand: int } => StackItem.Of(typeof(int)),
        { Operand: long } => StackItem.Of(typeof(long)),
        _ => null,
    };
}
