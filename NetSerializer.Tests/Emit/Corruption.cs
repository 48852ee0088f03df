using NetSerializer.Emit;

namespace NetSerializer.Tests.Emit;

/// <summary>Changes recorded methods behind their backs. They have been compiled by then, so nothing runs what is changed.</summary>
internal static class Corruption
{
    /// <summary>The recorded instructions themselves.</summary>
    public static List<Instruction> Open(GeneratedMethod method) => (List<Instruction>)method.Instructions;
}
