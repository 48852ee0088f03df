using System.Reflection;
using System.Reflection.Emit;

namespace NetSerializer.Emit;

/// <summary>Turns instructions into IL, as they are written: one method after another.</summary>
/// <param name="builderOf">The builder of a method, also of one that is only called so far.</param>
internal sealed class RuntimeBackend(Func<GeneratedMethod, MethodBuilder> builderOf) : IInstructionSink
{
    // Enough for most methods; the generator doubles it.
    private const int UsualSize = 128;

    private readonly List<LocalBuilder> _locals = [];
    private System.Reflection.Emit.Label[] _labels = new System.Reflection.Emit.Label[16];
    private int _labelCount;
    private GeneratedMethod _method = null!;
    private ILGenerator _il = null!;

    /// <summary>The instructions of the method come next.</summary>
    public void Begin(GeneratedMethod method)
    {
        _method = method;
        _il = builderOf(method).GetILGenerator(UsualSize);
        _locals.Clear();
        _labelCount = 0;
    }

    public void Take(InstructionKind kind, OpCode code, object? operand)
    {
        switch (kind)
        {
            case InstructionKind.Op: Emit(code, operand); break;
            case InstructionKind.Mark: _il.MarkLabel(LabelOf((Label)operand!)); break;
        }
    }

    private void Emit(OpCode code, object? operand)
    {
        switch (operand)
        {
            case null: _il.Emit(code); break;
            case Argument argument: EmitArgument(code, argument.Index); break;
            case Local local: _il.Emit(code, BuilderOf(local)); break;
            case Label label: _il.Emit(code, LabelOf(label)); break;
            case IReadOnlyList<Label> targets: EmitSwitch(code, targets); break;
            case GeneratedMethod target: _il.Emit(code, builderOf(target)); break;
            case MethodInfo target: _il.Emit(code, target); break;
            case ConstructorInfo constructor: _il.Emit(code, constructor); break;
            case FieldInfo field: _il.Emit(code, field); break;
            case Type type: _il.Emit(code, type); break;
            case int value: _il.Emit(code, value); break;
            case long value: _il.Emit(code, value); break;
            case string value: _il.Emit(code, value); break;
            default: throw new InvalidOperationException($"An operand of {operand.GetType()} for {code}.");
        }
    }

    // In the order in which the method has them, whichever is met first.
    private LocalBuilder BuilderOf(Local local)
    {
        while (_locals.Count <= local.Index)
        {
            _locals.Add(_il.DeclareLocal(_method.Locals[_locals.Count].Type));
        }
        return _locals[local.Index];
    }

    // An array, here and wherever code runs at start: collections of value types are not precompiled, and each costs a JIT.
    private System.Reflection.Emit.Label LabelOf(Label label)
    {
        for (; _labelCount <= label.Index; _labelCount++)
        {
            if (_labelCount == _labels.Length)
            {
                var larger = new System.Reflection.Emit.Label[2 * _labelCount];
                Array.Copy(_labels, larger, _labelCount);
                _labels = larger;
            }
            _labels[_labelCount] = _il.DefineLabel();
        }
        return _labels[label.Index];
    }

    private void EmitSwitch(OpCode code, IReadOnlyList<Label> targets)
    {
        var table = new System.Reflection.Emit.Label[targets.Count];
        for (int i = 0; i < table.Length; i++)
        {
            table[i] = LabelOf(targets[i]);
        }
        _il.Emit(code, table);
    }

    private void EmitArgument(OpCode code, int index)
    {
        if (code == OpCodes.Ldarg && index < 4)
        {
            _il.Emit(index switch { 0 => OpCodes.Ldarg_0, 1 => OpCodes.Ldarg_1, 2 => OpCodes.Ldarg_2, _ => OpCodes.Ldarg_3 });
        }
        else
        {
            _il.Emit(code == OpCodes.Ldarg ? OpCodes.Ldarg_S : code == OpCodes.Ldarga ? OpCodes.Ldarga_S : OpCodes.Starg_S, (byte)index);
        }
    }
}
