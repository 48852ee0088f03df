using System.Text;

namespace NetSerializer.Emit;

/// <summary>
/// Generated methods as text: each C# statement as a comment above the IL that implements it. The same on every machine; nothing in it names an
/// assembly.
/// </summary>
internal static class BodyListing
{
    /// <summary>The methods in order, an empty line between them. Lines end with a line feed on every platform.</summary>
    public static string Print(IEnumerable<GeneratedMethod> methods) => string.Join("\n", methods.Select(Print));

    /// <inheritdoc cref="Print(IEnumerable{GeneratedMethod})"/>
    public static string Print(GeneratedMethod method)
    {
        string arguments = string.Join(", ", method.Arguments.Select(argument => $"{OperandText.Name(argument.Type)} {argument.Name}"));
        var text = new StringBuilder();
        text.Append("static ").Append(OperandText.Name(method.ReturnType)).Append($" {method.Name}({arguments})\n{{\n");
        foreach (Local local in method.Locals)
        {
            text.Append("    ").Append(OperandText.Name(local.Type)).Append(' ').Append(local.Name).Append(";\n");
        }
        foreach (Instruction instruction in method.Instructions)
        {
            string indent = instruction.Kind switch
            {
                InstructionKind.Mark => "  ",
                InstructionKind.Statement => "    ",
                _ => "        ",
            };
            text.Append(indent).Append(OperandText.Line(instruction)).Append('\n');
        }
        return text.Append("}\n").ToString();
    }
}
