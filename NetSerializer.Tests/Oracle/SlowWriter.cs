using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Wire;

namespace NetSerializer.Tests.Oracle;

/// <summary>A writer of docs/wire-format.md by reflection, made to be compared with rather than to be fast.</summary>
public sealed class SlowWriter(OracleModel model)
{
    /// <summary>Section 7: a root under its id.</summary>
    /// <exception cref="OracleRefusal">The value is one that the format tells a writer to refuse.</exception>
    public byte[] Write(Type declaredRootType, object? value) => Write(model.RootSlot(declaredRootType), value);

    /// <summary>Section 7: a direct root, as a slot of the declared type.</summary>
    /// <inheritdoc cref="Write(Type, object)"/>
    public byte[] WriteDirect(Type declaredRootType, object? value) => Write(model.DirectSlot(declaredRootType)!, value);

    private byte[] Write(Slot slot, object? value)
    {
        var output = new OracleOutput(model);
        Slots.Write(output, slot, value);
        output.Complete();
        return output.ToArray();
    }
}
