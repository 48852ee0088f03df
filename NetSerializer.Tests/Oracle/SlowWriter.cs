using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Wire;

namespace NetSerializer.Tests.Oracle;

/// <summary>A writer of docs/wire-format.md by reflection, made to be compared with rather than to be fast.</summary>
public sealed class SlowWriter(OracleModel model)
{
    /// <summary>Section 7: a root of a reference type under its id, a value type as its body alone.</summary>
    /// <exception cref="OracleRefusal">The value is one that the format tells a writer to refuse.</exception>
    public byte[] Write(Type declaredRootType, object? value)
    {
        var output = new OracleOutput(model);
        if (declaredRootType.IsValueType)
            Bodies.Write(output, declaredRootType, value);
        else
            Slots.Write(output, model.RootSlot(declaredRootType), value);
        output.Complete();
        return output.ToArray();
    }
}
