using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Wire;

namespace NetSerializer.Tests.Oracle;

/// <summary>A reader of docs/wire-format.md by reflection that rejects everything the text does not allow.</summary>
public sealed class SlowReader(OracleModel model)
{
    /// <param name="consumed">The length of the value; what follows it is the caller's.</param>
    /// <exception cref="OracleRejection">The bytes are not the one encoding of a value of the root type.</exception>
    public object? Read(Type declaredRootType, ReadOnlySpan<byte> bytes, out int consumed)
    {
        var input = new OracleInput(model, bytes.ToArray());
        object? value = declaredRootType.IsValueType
            ? Bodies.Read(input, declaredRootType)
            : Slots.Read(input, model.RootSlot(declaredRootType));
        input.CompleteAll();
        consumed = input.Position;
        return value;
    }
}
