using System.Reflection.Emit;

namespace NetSerializer.Emit;

/// <summary>
/// One recorded step of a <see cref="GeneratedMethod"/>: an instruction, the place of a label, or the C# statement that the instructions after it
/// implement.
/// </summary>
internal sealed record Instruction(InstructionKind Kind, OpCode Code, object? Operand)
{
    public static Instruction Op(OpCode code, object? operand = null) => new(InstructionKind.Op, code, operand);
}

/// <summary>Takes the instructions of one method after another.</summary>
internal interface IInstructionSink
{
    void Take(InstructionKind kind, OpCode code, object? operand);
}

internal enum InstructionKind
{
    Op,
    Mark,
    Statement,
}

/// <summary>A named parameter.</summary>
internal sealed record Argument(string Name, Type Type, int Index);

/// <summary>A named local variable.</summary>
internal sealed record Local(string Name, Type Type, int Index);

/// <summary>A named target of branches.</summary>
internal sealed record Label(string Name, int Index);
