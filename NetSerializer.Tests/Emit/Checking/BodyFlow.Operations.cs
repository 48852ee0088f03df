using System.Reflection;
using System.Reflection.Emit;
using NetSerializer.Emit;
using Label = NetSerializer.Emit.Label;

namespace NetSerializer.Tests.Emit.Checking;

// What each instruction takes from the stack and leaves there. Everything that families use is here; an instruction that is not is refused until
// somebody writes down its rule.
internal sealed partial class BodyFlow
{
    private static readonly Dictionary<OpCode, Type> s_conversions = new()
    {
        [OpCodes.Conv_I1] = typeof(sbyte),
        [OpCodes.Conv_U1] = typeof(byte),
        [OpCodes.Conv_I2] = typeof(short),
        [OpCodes.Conv_U2] = typeof(ushort),
        [OpCodes.Conv_I4] = typeof(int),
        [OpCodes.Conv_U4] = typeof(uint),
        [OpCodes.Conv_I8] = typeof(long),
        [OpCodes.Conv_U8] = typeof(ulong),
        [OpCodes.Conv_I] = typeof(nint),
        [OpCodes.Conv_U] = typeof(nuint),
        [OpCodes.Conv_R4] = typeof(float),
        [OpCodes.Conv_R8] = typeof(double),
    };

    /// <summary>Follows one instruction; false when the next one is not reached from it.</summary>
    private bool Step(OpCode code, object? operand)
    {
        switch (operand)
        {
            case Argument argument:
                StepArgument(code, argument);
                return true;
            case Local local:
                StepLocal(code, local);
                return true;
            case Label target:
                return StepBranch(code, target);
            case GeneratedMethod target:
                StepGenerated(code, target);
                return true;
            case MethodBase target:
                StepMember(code, _members.Of(target));
                return true;
            case FieldInfo field:
                StepField(code, _members.Of(field));
                return true;
            case Type type:
                StepType(code, _members.Of(type));
                return true;
            case int when code == OpCodes.Ldc_I4:
                Push(StackItem.Int32);
                return true;
            case long when code == OpCodes.Ldc_I8:
                Push(typeof(long));
                return true;
            case string when code == OpCodes.Ldstr:
                Push(typeof(string));
                return true;
            case null:
                return StepPlain(code);
            // To ask for an interface takes longest, so last.
            case IReadOnlyList<Label> targets when code == OpCodes.Switch:
                PopValue(StackItem.Int32, "the switch");
                foreach (Label target in targets)
                {
                    BranchTo(target);
                }
                return true;
            default:
                Fail($"an operand of type {operand.GetType().Name} does not belong to this instruction");
                return false;
        }
    }

    private void StepArgument(OpCode code, Argument argument)
    {
        if (code == OpCodes.Ldarg)
        {
            Push(_layout.ItemOf(argument));
        }
        else if (code == OpCodes.Starg)
        {
            if (PopAssigned(_layout.ItemOf(argument), new Use("the argument", argument.Name)).IsInFrame)
            {
                Fail("the address of a local outlives the statement it was taken for");
            }
        }
        else if (code == OpCodes.Ldarga && !argument.Type.IsByRef)
        {
            Push(StackItem.AddressOf(argument.Type, null, true));
        }
        else
        {
            Fail("not an instruction for an argument of that type");
        }
    }

    private void StepLocal(OpCode code, Local local)
    {
        if (code == OpCodes.Ldloc)
        {
            RequireAssigned(local);
            Push(_layout.ItemOf(local));
        }
        else if (code == OpCodes.Stloc)
        {
            if (PopAssigned(_layout.ItemOf(local), new Use("the local", local.Name)).IsInFrame)
            {
                Fail("the address of a local outlives the statement it was taken for");
            }
            _state.Assign(_layout.Of(local));
        }
        else if (code == OpCodes.Ldloca && !local.Type.IsByRef)
        {
            Push(StackItem.AddressOf(local.Type, _layout.Of(local), true));
        }
        else
        {
            Fail("not an instruction for a local of that type");
        }
    }

    private bool StepBranch(OpCode code, Label target)
    {
        if (code == OpCodes.Brtrue || code == OpCodes.Brfalse)
        {
            StackItem item = Pop("a condition");
            if (item.Kind is StackKind.Struct or StackKind.Single or StackKind.Double or StackKind.Address)
            {
                Fail($"expected an integer or a reference as condition, found {item}");
            }
        }
        else if (code == OpCodes.Beq || code == OpCodes.Bne_Un)
        {
            PopPair(allowReferences: true);
        }
        else if (code != OpCodes.Br)
        {
            if (!IsOneOf(code, OpCodes.Blt, OpCodes.Blt_Un, OpCodes.Bge, OpCodes.Bge_Un, OpCodes.Bgt, OpCodes.Bgt_Un, OpCodes.Ble, OpCodes.Ble_Un))
            {
                Fail("not a branch that the checker knows");
            }
            PopPair(allowReferences: false);
        }
        BranchTo(target);
        return code != OpCodes.Br;
    }

    private StackItem PopPair(bool allowReferences)
    {
        StackItem right = Pop("the right operand"), left = Pop("the left operand");
        if (left.Kind != right.Kind || left.Kind == StackKind.Struct || (left.Kind is StackKind.Reference or StackKind.Address && !allowReferences))
        {
            Fail($"expected two operands of one kind, found {left} and {right}");
        }
        return left;
    }

    private void StepField(OpCode code, CheckedField field)
    {
        if ((code == OpCodes.Ldsfld || code == OpCodes.Ldsflda || code == OpCodes.Stsfld) != field.IsStatic || field.Field.IsLiteral)
        {
            Fail(field.Field.IsLiteral ? "a constant has no place in memory" : field.IsStatic ? "the field is static" : "the field is not static");
        }
        var use = new Use("the field", field.Field.Name);
        if (code == OpCodes.Ldsfld)
        {
            Push(field.Type.Item);
        }
        else if (code == OpCodes.Stsfld)
        {
            PopAssigned(field.Type.Item, use);
        }
        else if (code == OpCodes.Ldfld)
        {
            StackItem item = PopOwner(field.Owner, allowValue: true);
            RequireAssigned(Part(item, field), use);
            Push(field.Type.Item);
        }
        else if (code == OpCodes.Ldflda)
        {
            StackItem item = PopOwner(field.Owner, allowValue: false);
            Push(Part(item, field));
        }
        else if (code == OpCodes.Stfld)
        {
            PopAssigned(field.Type.Item, use);
            Assign(Part(PopOwner(field.Owner, allowValue: false), field));
        }
        else
        {
            Fail("not an instruction for a field that the checker knows");
        }
    }

    private StackItem PopOwner(CheckedType owner, bool allowValue)
    {
        if (Stack.Count == 0)
        {
            FailEmpty(ExpectedOwner(owner));
        }
        StackItem item = Take();
        bool fits = owner.IsValueType
            ? item.Type == owner.Type && (item.Kind == StackKind.Address || (allowValue && item.Kind == StackKind.Struct))
            : item.FitsIn(owner.Item);
        if (!fits)
        {
            Fail($"expected {ExpectedOwner(owner)}, found {item}");
        }
        return item;
    }

    private static string ExpectedOwner(CheckedType owner) => $"{(owner.IsValueType ? "the address of " : "")}{OperandText.Name(owner.Type)}";

    private static StackItem Part(in StackItem owner, CheckedField field) =>
        StackItem.AddressOf(field.Type.Type, owner.Target is { } parts ? field.In(parts) : null, owner.IsInFrame);

    private void Assign(in StackItem address)
    {
        if (address.Target is { } parts)
        {
            _state.Assign(parts);
        }
    }

    private bool StepPlain(OpCode code)
    {
        if (code == OpCodes.Ret)
        {
            StepReturn();
            return false;
        }
        if (code == OpCodes.Throw)
        {
            PopValue(_members.Of(typeof(Exception)).Item, "the exception");
            return false;
        }
        if (code == OpCodes.Pop)
        {
            Pop("an entry to drop");
        }
        else if (code == OpCodes.Ldnull)
        {
            Push(StackItem.Null);
        }
        else if (code == OpCodes.Ldlen)
        {
            PopArray(null);
            Push(typeof(nint));
        }
        else if (s_conversions.TryGetValue(code, out Type? result))
        {
            StackItem item = Pop("a number");
            RequireNumber(item);
            Push(result);
        }
        else if (IsOneOf(code, OpCodes.Ceq, OpCodes.Clt, OpCodes.Clt_Un, OpCodes.Cgt, OpCodes.Cgt_Un))
        {
            PopPair(code == OpCodes.Ceq || code == OpCodes.Cgt_Un);
            Push(typeof(bool));
        }
        else if (IsOneOf(code, OpCodes.Neg, OpCodes.Not))
        {
            StackItem item = Pop("a number");
            RequireNumber(item);
            Push(item);
        }
        else if (IsOneOf(code, OpCodes.Shl, OpCodes.Shr, OpCodes.Shr_Un))
        {
            PopValue(StackItem.Int32, "the number of bits");
            StackItem item = Pop("a number");
            RequireNumber(item);
            Push(item);
        }
        else if (IsOneOf(code, OpCodes.Add, OpCodes.Add_Ovf, OpCodes.Add_Ovf_Un, OpCodes.Sub, OpCodes.Sub_Ovf, OpCodes.Sub_Ovf_Un, OpCodes.Mul, OpCodes.Mul_Ovf,
            OpCodes.Mul_Ovf_Un, OpCodes.And, OpCodes.Or, OpCodes.Xor))
        {
            Push(PopPair(false));
        }
        else
        {
            Fail("not an instruction that the checker knows");
        }
        return true;
    }

    private void RequireNumber(StackItem item)
    {
        if (item.Kind is StackKind.Struct or StackKind.Reference or StackKind.Address)
        {
            Fail($"expected a number, found {item}");
        }
    }

    private void StepReturn()
    {
        if (method.Result is { } result && PopAssigned(result, "the result").IsInFrame)
        {
            Fail("returns the address of a local");
        }
        if (Stack.Count > 0)
        {
            Fail($"expected an empty stack behind the result, found {StackText(Stack)}");
        }
        foreach (Argument argument in method.Method.Arguments)
        {
            if (_layout.Of(argument) is { } parts && !_state.IsAssigned(parts))
            {
                method.RemoveOutput(argument.Index);
            }
        }
    }
}
