using System.Reflection;
using System.Reflection.Emit;

namespace NetSerializer.Emit;

// Instructions that name a type or a method.
internal sealed partial class BodyFlow
{
    private void StepType(OpCode code, Type type)
    {
        if (type == typeof(void) || type.IsByRef || type.ContainsGenericParameters)
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
            Push(type);
        }
        else if (code == OpCodes.Stobj)
        {
            PopAssigned(type, "the value to store");
            Assign(PopAddress(type));
        }
        else if (code == OpCodes.Initobj)
        {
            Assign(PopAddress(type));
        }
        else if (code == OpCodes.Box && type is { IsValueType: true, IsByRefLike: false })
        {
            PopValue(type, "the box");
            Push(StackItem.Of(typeof(object)) with { Type = type });
        }
        else if (IsOneOf(code, OpCodes.Unbox, OpCodes.Unbox_Any) && type.IsValueType)
        {
            PopReference();
            Push(code == OpCodes.Unbox ? StackItem.AddressOf(type, null, false) : StackItem.Of(type));
        }
        else if (IsOneOf(code, OpCodes.Castclass, OpCodes.Isinst) && !type.IsValueType)
        {
            PopReference();
            Push(type);
        }
        else if (code == OpCodes.Newarr && !type.IsByRefLike)
        {
            PopValue(typeof(int), "the length");
            Push(type.MakeArrayType());
        }
        else if (code == OpCodes.Ldelem)
        {
            PopValue(typeof(int), "the index");
            PopArray(type);
            Push(type);
        }
        else if (code == OpCodes.Ldelema)
        {
            PopValue(typeof(int), "the index");
            PopArray(type);
            Push(StackItem.AddressOf(type, null, false));
        }
        else if (code == OpCodes.Stelem)
        {
            PopAssigned(type, "the element");
            PopValue(typeof(int), "the index");
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
        StackItem item = Pop($"the address of {OperandText.Name(type)}");
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
        if (!outputs.Knows(target))
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
            PopArgument(target.Arguments[i].Type, target.Arguments[i].Name, outputs.Contains(target, i));
        }
        // Only now: a variable passed twice, once to be read, must have been assigned before the call.
        AssignOutputs();
        PushResult(target.ReturnType);
    }

    private void StepMember(OpCode code, MethodBase target)
    {
        if (target.ContainsGenericParameters)
        {
            Fail($"{target.Name} is generic and has no type arguments");
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
        if (code == OpCodes.Call && target is ConstructorInfo { IsStatic: false })
        {
            PopArguments(target);
            RequireAssigned(PopOwner(target.DeclaringType!, allowValue: false), "a constructor on what is there");
            return;
        }
        if (!IsOneOf(code, OpCodes.Call, OpCodes.Callvirt) || target is not MethodInfo called)
        {
            Fail("not an instruction for this method that the checker knows");
            return;
        }
        Type owner = called.DeclaringType!;
        if (code == OpCodes.Callvirt && (called.IsStatic || owner.IsValueType))
        {
            Fail("callvirt needs a method of an object");
        }
        if (code == OpCodes.Call && !called.IsStatic && !owner.IsValueType && called.IsVirtual && !called.IsFinal && !owner.IsSealed)
        {
            Fail("a virtual method needs callvirt");
        }
        if (called is { IsAbstract: true, IsStatic: true })
        {
            Fail("a static abstract method needs a constrained call");
        }
        if (KnownMembers.IsUnsafeAsReference(called))
        {
            StepAsReference(called.GetGenericArguments());
            return;
        }
        PopArguments(called);
        if (!called.IsStatic)
        {
            StackItem self = PopOwner(owner, allowValue: false);
            RequireAssigned(self, $"a call of {called.Name}");
        }
        AssignOutputs();
        PushResult(called.ReturnType);
    }

    // The place stays what it is: what a method assigns there is assigned. It may hold what belongs there, or an object of which the method knows that it does.
    private void StepAsReference(Type[] types)
    {
        StackItem place = PopValue(types[0].MakeByRefType(), "the place");
        if (types[0].IsValueType || types[1].IsValueType || !(types[0].IsAssignableFrom(types[1]) || types[1] == typeof(object)))
        {
            Fail($"{OperandText.Name(types[1])} does not belong where {OperandText.Name(types[0])} does");
        }
        Push(StackItem.AddressOf(types[1], place.Target, place.IsInFrame));
    }

    private void StepNew(MethodBase target)
    {
        Type type = target.DeclaringType!;
        if (target is not ConstructorInfo { IsStatic: false } || type.IsAbstract)
        {
            Fail($"{OperandText.Name(type)} cannot be made by this instruction");
        }
        PopArguments(target);
        AssignOutputs();
        Push(type);
    }

    private readonly List<VariableParts> _outputs = [];

    private void PopArguments(MethodBase target)
    {
        ParameterInfo[] parameters = target.GetParameters();
        for (int i = parameters.Length - 1; i >= 0; i--)
        {
            PopArgument(parameters[i].ParameterType, parameters[i].Name ?? $"argument {i}", parameters[i].IsOut && parameters[i].ParameterType.IsByRef);
        }
    }

    private void PopArgument(Type type, string name, bool isOutput)
    {
        string use = $"the argument {name}";
        StackItem item = isOutput ? PopValue(type, use) : PopAssigned(type, use);
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

    private void PushResult(Type type)
    {
        if (type != typeof(void))
        {
            Push(type);
        }
    }
}
