using System.Reflection;
using System.Reflection.Emit;

namespace NetSerializer.Emit;

/// <summary>Plays recorded instructions into an <see cref="ILGenerator"/>, whoever's it is.</summary>
internal sealed class RuntimeBackend(IReadOnlyDictionary<GeneratedMethod, MethodBuilder> builders)
{
    public void Play(GeneratedMethod method)
    {
        ILGenerator il = builders[method].GetILGenerator(Math.Max(64, method.Instructions.Count * 4));
        // Loops, here and wherever code runs at start: LINQ and collections of value types are not precompiled, and each costs a JIT.
        var locals = new LocalBuilder[method.Locals.Count];
        for (int i = 0; i < locals.Length; i++)
        {
            locals[i] = il.DeclareLocal(method.Locals[i].Type);
        }
        var labels = new System.Reflection.Emit.Label[method.Labels.Count];
        for (int i = 0; i < labels.Length; i++)
        {
            labels[i] = il.DefineLabel();
        }
        foreach (Instruction instruction in method.Instructions)
        {
            switch (instruction.Kind)
            {
                case InstructionKind.Op:
                    Emit(il, instruction.Code, instruction.Operand, locals, labels);
                    break;
                case InstructionKind.Mark:
                    il.MarkLabel(labels[((Label)instruction.Operand!).Index]);
                    break;
            }
        }
    }

    private void Emit(ILGenerator il, OpCode code, object? operand, LocalBuilder[] locals, System.Reflection.Emit.Label[] labels)
    {
        switch (operand)
        {
            case null: il.Emit(code); break;
            case Argument argument: EmitArgument(il, code, argument.Index); break;
            case Local local: il.Emit(code, locals[local.Index]); break;
            case Label label: il.Emit(code, labels[label.Index]); break;
            case IReadOnlyList<Label> targets: EmitSwitch(il, code, targets, labels); break;
            case GeneratedMethod target: il.Emit(code, builders[target]); break;
            case MethodInfo target: il.Emit(code, target); break;
            case ConstructorInfo constructor: il.Emit(code, constructor); break;
            case FieldInfo field: il.Emit(code, field); break;
            case Type type: il.Emit(code, type); break;
            case int value: il.Emit(code, value); break;
            case long value: il.Emit(code, value); break;
            case string value: il.Emit(code, value); break;
            default: throw new InvalidOperationException($"An operand of {operand.GetType()} for {code}.");
        }
    }

    private static void EmitSwitch(ILGenerator il, OpCode code, IReadOnlyList<Label> targets, System.Reflection.Emit.Label[] labels)
    {
        var table = new System.Reflection.Emit.Label[targets.Count];
        for (int i = 0; i < table.Length; i++)
        {
            table[i] = labels[targets[i].Index];
        }
        il.Emit(code, table);
    }

    private static void EmitArgument(ILGenerator il, OpCode code, int index)
    {
        if (code == OpCodes.Ldarg && index < 4)
        {
            il.Emit(index switch { 0 => OpCodes.Ldarg_0, 1 => OpCodes.Ldarg_1, 2 => OpCodes.Ldarg_2, _ => OpCodes.Ldarg_3 });
        }
        else
        {
            il.Emit(code == OpCodes.Ldarg ? OpCodes.Ldarg_S : code == OpCodes.Ldarga ? OpCodes.Ldarga_S : OpCodes.Starg_S, (byte)index);
        }
    }
}
