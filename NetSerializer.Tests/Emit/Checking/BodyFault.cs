using NetSerializer.Emit;

namespace NetSerializer.Tests.Emit.Checking;

/// <summary>A generated method that must not run: a defect of a family, not of the user's types.</summary>
internal sealed class BodyFault(GeneratedMethod method, int index, string reason) : InvalidOperationException(Describe(method, index, reason))
{
    private static string Describe(GeneratedMethod method, int index, string reason)
    {
        string place = "";
        if (index >= 0 && index < method.Instructions.Count)
        {
            int at = index;
            while (at >= 0 && method.Instructions[at].Kind != InstructionKind.Statement)
            {
                at--;
            }
            string statement = at < 0 ? "" : $" of \"{method.Instructions[at].Operand}\"";
            place = $", instruction {index} ({OperandText.Line(method.Instructions[index])}){statement}";
        }
        return $"Generated code is wrong: {method.Subject} (method {method.Name}){place}: {reason}";
    }
}
