using System.Text;

namespace NetSerializer.Emit;

/// <summary>
/// Generated methods as text: each C# statement as a comment above the IL that implements it. The same on every machine; nothing in it names an
/// assembly.
/// </summary>
internal static class BodyListing
{
    /// <summary>The methods in order, an empty line between them. Lines end with a line feed on every platform.</summary>
    public static string Print(IEnumerable<GeneratedMethod> methods)
    {
        GeneratedMethod[] all = [.. methods];
        OutArguments? outputs = FindOutputs(all);
        return string.Join("\n", all.Select(method => Print(method, outputs)));
    }

    /// <inheritdoc cref="Print(IEnumerable{GeneratedMethod})"/>
    public static string Print(GeneratedMethod method) => Print(method, FindOutputs(method.WithCallees()));

    /// <summary>The method's head as C# writes it.</summary>
    public static string Signature(GeneratedMethod method, OutArguments? outputs) =>
        $"static {OperandText.Name(method.ReturnType)} "
            + $"{method.Name}({string.Join(", ", method.Arguments.Select(argument => $"{ArgumentType(method, argument, outputs)} {argument.Name}"))})";

    private static string Print(GeneratedMethod method, OutArguments? outputs)
    {
        var text = new StringBuilder();
        text.Append(Signature(method, outputs)).Append("\n{\n");
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

    private static string ArgumentType(GeneratedMethod method, Argument argument, OutArguments? outputs) =>
        outputs?.Contains(method, argument.Index) == true ? $"out {OperandText.Name(argument.Type.GetElementType()!)}" : OperandText.Name(argument.Type);

    // A method that is wrong can be listed all the same.
    private static OutArguments? FindOutputs(IReadOnlyCollection<GeneratedMethod> methods)
    {
        try
        {
            foreach (GeneratedMethod method in methods)
            {
                BodyStructure.Check(method);
            }
            return OutArguments.Find(methods);
        }
        catch (BodyFault)
        {
            return null;
        }
    }
}
