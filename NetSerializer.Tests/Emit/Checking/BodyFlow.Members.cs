using System.Reflection.Emit;
using NetSerializer.Emit;

namespace NetSerializer.Tests.Emit.Checking;

// Instructions that name a type or a method.
internal sealed partial class BodyFlow
{
    private void StepType(OpCode code, CheckedType operand)
    {
        Type type = operand.Type;
        if (!operand.IsOperand)
        {
            Fail($"{OperandText.Name(type)} cannot be the operand of this instruction");
        }
        if (code == OpCodes.Ldtoken)
        {
            Push(typeof(RuntimeTypeHandle));
        }
        else if (code == OpCodes.Ldobj)
        {
            RequireAssigned(PopAddress(type), "a copy of its value");
            Push(operand.Item);
        }
        else if (code == OpCodes.Stobj)
        {
            PopAssigned(operand.Item, "the value to store");
            Assign(PopAddress(type));
        }
        else if (code == OpCodes.Initobj)
        {
            Assign(PopAddress(type));
        }
        else if (code == OpCodes.Box && type is { IsValueType: true, IsByRefLike: false })
        {
            PopValue(operand.Item, "the box");
            Push(new StackItem(StackKind.Reference, type));
        }
        else if ((code == OpCodes.Unbox || code == OpCodes.Unbox_Any) && operand.IsValueType)
        {
            PopReference();
            Push(code == OpCodes.Unbox ? StackItem.AddressOf(type, null, false) : operand.Item);
        }
        else if ((code == OpCodes.Castclass || code == OpCodes.Isinst) && !operand.IsValueType)
        {
            PopReference();
            Push(operand.Item);
        }
        else if (code == OpCodes.Newarr && !type.IsByRefLike)
        {
            PopValue(StackItem.Int32, "the length");
            Push(type.MakeArrayType());
        }
        else if (code == OpCodes.Ldelem)
        {
            PopValue(StackItem.Int32, "the index");
            PopArray(type);
            Push(operand.Item);
        }
        else if (code == OpCodes.Ldelema)
        {
            PopValue(StackItem.Int32, "the index");
            PopArray(type);
            Push(StackItem.AddressOf(type, null, false));
        }
        else if (code == OpCodes.Stelem)
        {
            PopAssigned(operand.Item, "the element");
            PopValue(StackItem.Int32, "the index");
            PopArray(type);
        }
        else if (code == OpCodes.Sizeof)
        {
            Push(typeof(uint));
        }
        else
        {
            Fail($"not an instruction for the type {OperandText.Name(type)} that the checker knows");
        }
    }

    private StackItem PopAddress(Type type)
    {
        if (Stack.Count == 0)
        {
            FailEmpty($"the address of {OperandText.Name(type)}");
        }
        StackItem item = Take();
        if (item.Kind != StackKind.Address || !StackItem.IsSameMemory(item.Type!, type))
        {
            Fail($"expected the address of {OperandText.Name(type)}, found {item}");
        }
        return item;
    }

    private void PopReference()
    {
        StackItem item = Pop("a reference");
        if (item.Kind != StackKind.Reference)
        {
            Fail($"expected a reference, found {item}");
        }
    }

    private void PopArray(Type? element)
    {
        StackItem item = Pop("an array");
        if (item.Kind != StackKind.Reference || item.Type is not { IsSZArray: true } array
            || (element != null && !StackItem.IsSameMemory(array.GetElementType()!, element)))
        {
            Fail($"expected {(element == null ? "an array" : OperandText.Name(element) + "[]")}, found {item}");
        }
    }

    private void StepGenerated(OpCode code, GeneratedMethod target)
    {
        FollowedMethod? called = outputs.Of(target);
        if (called == null)
        {
            Fail($"{target.Name} is not among the methods of the model");
        }
        if (code == OpCodes.Ldftn)
        {
            Push(typeof(nint));
            return;
        }
        if (code != OpCodes.Call)
        {
            Fail("generated methods are static and are called by call");
        }
        for (int i = target.Arguments.Count - 1; i >= 0; i--)
        {
            PopArgument(called.Variables.ItemOf(target.Arguments[i]), target.Arguments[i].Name, called.IsOutput(i));
        }
        // Only now: a variable passed twice, once to be read, must have been assigned before the call.
        AssignOutputs();
        PushResult(called.Result);
    }

    private void StepMember(OpCode code, CheckedCall target)
    {
        if (target.IsOpen)
        {
            Fail($"{target.Target.Name} is generic and has no type arguments");
        }
        if (code == OpCodes.Ldftn && target.IsStatic)
        {
            Push(typeof(nint));
            return;
        }
        if (code == OpCodes.Newobj)
        {
            StepNew(target);
            return;
        }
        if (code == OpCodes.Call && target is { Method: null, IsStatic: false })
        {
            PopArguments(target);
            RequireAssigned(PopOwner(target.Owner, allowValue: false), "a constructor on what is there");
            return;
        }
        if ((code != OpCodes.Call && code != OpCodes.Callvirt) || target.Method == null)
        {
            Fail("not an instruction for this method that the checker knows");
        }
        if (code == OpCodes.Callvirt && (target.IsStatic || target.Owner.IsValueType))
        {
            Fail("callvirt needs a method of an object");
        }
        if (code == OpCodes.Call && target is { IsStatic: false, IsOverridable: true })
        {
            Fail("a virtual method needs callvirt");
        }
        if (target is { IsAbstract: true, IsStatic: true })
        {
            Fail("a static abstract method needs a constrained call");
        }
        if (target.Taken != null)
        {
            StepAsReference(target.Taken);
            return;
        }
        PopArguments(target);
        if (!target.IsStatic)
        {
            StackItem self = PopOwner(target.Owner, allowValue: false);
            RequireAssigned(self, new Use("a call of", target.Method.Name));
        }
        AssignOutputs();
        PushResult(target.Result);
    }

    // The place stays what it is: what a method assigns there is assigned. It may hold what belongs there, or an object of which the method knows that it does.
    private void StepAsReference(Type[] types)
    {
        StackItem place = PopValue(StackItem.AddressOf(types[0], null, false), "the place");
        if (types[0].IsValueType || types[1].IsValueType || !(types[0].IsAssignableFrom(types[1]) || types[1] == typeof(object)))
        {
            Fail($"{OperandText.Name(types[1])} does not belong where {OperandText.Name(types[0])} does");
        }
        Push(StackItem.AddressOf(types[1], place.Target, place.IsInFrame));
    }

    private void StepNew(CheckedCall target)
    {
        if (target is not { Method: null, IsStatic: false } || target.Owner.Type.IsAbstract)
        {
            Fail($"{OperandText.Name(target.Owner.Type)} cannot be made by this instruction");
        }
        PopArguments(target);
        AssignOutputs();
        Push(target.Owner.Item);
    }

    private readonly List<VariableParts> _outputs = [];

    private void PopArguments(CheckedCall target)
    {
        for (int i = target.Arguments.Length - 1; i >= 0; i--)
        {
            PopArgument(target.Arguments[i].Item, target.Arguments[i].Name, target.Arguments[i].IsOutput);
        }
    }

    private void PopArgument(in StackItem expected, string name, bool isOutput)
    {
        var use = new Use("the argument", name);
        StackItem item = isOutput ? PopValue(expected, use) : PopAssigned(expected, use);
        if (isOutput && item.Target is { } parts)
        {
            _outputs.Add(parts);
        }
    }

    private void AssignOutputs()
    {
        foreach (VariableParts parts in _outputs)
        {
            _state.Assign(parts);
        }
        _outputs.Clear();
    }

    private void PushResult(StackItem? result)
    {
        if (result is { } item)
        {
            Push(item);
        }
    }
}
