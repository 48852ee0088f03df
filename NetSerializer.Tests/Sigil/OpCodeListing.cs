using System.Reflection;
using System.Reflection.Emit;
using NetSerializer.Emit;
using Label = NetSerializer.Emit.Label;

namespace NetSerializer.Tests.Sigil;

/// <summary>Listings cut down to what two emitters must agree in: operations and the places of labels, without operands, short forms and prefixes.</summary>
internal static class OpCodeListing
{
    private static readonly HashSet<string> s_prefixes = ["tail.", "readonly.", "constrained.", "volatile.", "unaligned."];

    public static string[] Of(GeneratedMethod method) =>
    [
        .. method.Instructions
            .Where(instruction => instruction.Kind != InstructionKind.Statement)
            .SelectMany(Words),
    ];

    public static string[] OfSigil(string listing) =>
    [
        .. listing.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(line => line.Split(' ')[0])
            .Where(word => !word.StartsWith("//", StringComparison.Ordinal) && !s_prefixes.Contains(word))
            .Select(word => word.EndsWith(':') ? word : Long(word)),
    ];

    // An ldobj before each ldflda of a struct is what SigilBackend adds.
    private static IEnumerable<string> Words(Instruction instruction) => instruction switch
    {
        { Kind: InstructionKind.Mark, Operand: Label label } => [$"{label.Name}:"],
        { Operand: FieldInfo { DeclaringType.IsValueType: true } } when instruction.Code == OpCodes.Ldflda => ["ldobj", "ldflda"],
        _ => [Long(instruction.Code.Name!)],
    };

    private static string Long(string code) => code switch
    {
        "ldind.ref" => "ldobj",
        "stind.ref" => "stobj",
        "stelem.i" => "stelem",
        _ when code.StartsWith("ldc.i4.", StringComparison.Ordinal) => "ldc.i4",
        // Sigil adds the prefix where a field is volatile.
        "volatile.ldfld" => "ldfld",
        "volatile.stfld" => "stfld",
        _ when code.EndsWith(".s", StringComparison.Ordinal) => code[..^2],
        _ when code.Length > 2 && code[^2] == '.' && char.IsAsciiDigit(code[^1]) && !code.StartsWith("ldc.", StringComparison.Ordinal) => code[..^2],
        _ => code,
    };
}
