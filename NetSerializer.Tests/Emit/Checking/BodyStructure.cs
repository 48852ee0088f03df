using System.Reflection;
using System.Reflection.Emit;
using NetSerializer.Emit;
using Label = NetSerializer.Emit.Label;

namespace NetSerializer.Tests.Emit.Checking;

/// <summary>What can be said of a method without following it: operands, labels, and variables that nothing uses.</summary>
internal static class BodyStructure
{
    /// <exception cref="BodyFault">The method is wrong.</exception>
    public static void Check(GeneratedMethod method)
    {
        int[] marked = new int[method.Labels.Count];
        bool[] reached = new bool[method.Labels.Count], read = new bool[method.Locals.Count];
        IReadOnlyList<Instruction> code = method.Instructions;
        for (int i = 0; i < code.Count; i++)
        {
            Instruction instruction = code[i];
            if (instruction.Kind == InstructionKind.Mark)
            {
                Label label = Own(method, i, instruction.Operand as Label);
                if (++marked[label.Index] > 1)
                {
                    throw new BodyFault(method, i, $"the label {label.Name} is marked twice");
                }
                continue;
            }
            if (instruction.Kind == InstructionKind.Op)
            {
                CheckOperand(method, i, instruction, reached, read);
            }
        }
        CheckUse(method, marked, reached, read);
    }

    private static void CheckOperand(GeneratedMethod method, int index, Instruction instruction, bool[] reached, bool[] read)
    {
        bool hasOperand = instruction.Code.OperandType != OperandType.InlineNone;
        if (hasOperand != (instruction.Operand != null))
        {
            throw new BodyFault(method, index, hasOperand ? "the operand is missing" : "the instruction takes no operand");
        }
        switch (instruction.Operand)
        {
            case Label label:
                reached[Own(method, index, label).Index] = true;
                break;
            case Local local:
                if (local.Index >= method.Locals.Count || !ReferenceEquals(method.Locals[local.Index], local))
                {
                    throw new BodyFault(method, index, $"the local {local.Name} belongs to another method");
                }
                read[local.Index] |= instruction.Code != OpCodes.Stloc;
                break;
            case Argument argument:
                if (argument.Index >= method.Arguments.Count || !ReferenceEquals(method.Arguments[argument.Index], argument))
                {
                    throw new BodyFault(method, index, $"the argument {argument.Name} belongs to another method");
                }
                break;
            // Nearly all other operands: to ask whether something is a list takes longer than the rest of this.
            case null or GeneratedMethod or MemberInfo or string or int or long:
                break;
            case IReadOnlyList<Label> labels:
                if (labels.Count == 0)
                {
                    throw new BodyFault(method, index, "the switch has no targets");
                }
                foreach (Label label in labels)
                {
                    reached[Own(method, index, label).Index] = true;
                }
                break;
        }
    }

    private static void CheckUse(GeneratedMethod method, int[] marked, bool[] reached, bool[] read)
    {
        foreach (Label label in method.Labels)
        {
            if (marked[label.Index] == 0)
            {
                throw new BodyFault(method, FirstUse(method, label), $"the label {label.Name} is marked nowhere");
            }
            if (!reached[label.Index])
            {
                throw new BodyFault(method, FirstUse(method, label), $"no branch goes to the label {label.Name}");
            }
        }
        foreach (Local local in method.Locals)
        {
            if (!read[local.Index] && !HasNothingToRead(local.Type.IsByRef ? local.Type.GetElementType()! : local.Type))
            {
                throw new BodyFault(method, FirstUse(method, local), $"nothing reads the local {local.Name}");
            }
        }
    }

    // A struct without fields is complete from the start, and has nothing to be read for; of one whose fields all stay here nothing is read either.
    private static bool HasNothingToRead(Type type) =>
        type is { IsValueType: true, IsPrimitive: false, IsEnum: false }
        && type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)
            .All(field => field.IsDefined(typeof(NonSerializedAttribute), inherit: false) || field.FieldType.IsAssignableTo(typeof(Delegate))
                || HasNothingToRead(field.FieldType));

    private static Label Own(GeneratedMethod method, int index, Label? label)
    {
        if (label == null || label.Index >= method.Labels.Count || !ReferenceEquals(method.Labels[label.Index], label))
        {
            throw new BodyFault(method, index, $"the label {label?.Name} belongs to another method");
        }
        return label;
    }

    private static int FirstUse(GeneratedMethod method, object operand)
    {
        for (int i = 0; i < method.Instructions.Count; i++)
        {
            object? used = method.Instructions[i].Operand;
            if (ReferenceEquals(used, operand) || (used is IReadOnlyList<Label> labels && operand is Label label && labels.Contains(label)))
            {
                return i;
            }
        }
        return -1;
    }
}
