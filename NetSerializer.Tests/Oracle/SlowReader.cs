using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Wire;

namespace NetSerializer.Tests.Oracle;

/// <summary>A reader of docs/wire-format.md by reflection that rejects everything the text does not allow.</summary>
public sealed class SlowReader(OracleModel model)
{
    /// <param name="consumed">The length of the value; what follows it is the caller's.</param>
    /// <param name="items">Where to put what each byte was taken for; null for nowhere.</param>
    /// <exception cref="OracleRejection">The bytes are not the one encoding of a value of the root type.</exception>
    public object? Read(Type declaredRootType, ReadOnlySpan<byte> bytes, out int consumed, List<WireItem>? items = null)
    {
        var input = new OracleInput(model, bytes.ToArray(), items);
        object? value = Slots.Read(input, model.RootSlot(declaredRootType));
        if (value is null && declaredRootType.IsValueType && Nullable.GetUnderlyingType(declaredRootType) is null)
            throw input.Reject(RejectionCode.NullNotAllowed, 0, $"null where a {declaredRootType} is expected");
        input.Complete();
        consumed = input.Position;
        input.Note(0, WireItemKind.Slot, declared: declaredRootType);
        return value;
    }

    /// <summary>Reads a direct root.</summary>
    /// <inheritdoc cref="Read"/>
    public object? ReadDirect(Type declaredRootType, ReadOnlySpan<byte> bytes, out int consumed)
    {
        var input = new OracleInput(model, bytes.ToArray(), null);
        object? value = Slots.Read(input, model.DirectSlot(declaredRootType)!);
        input.Complete();
        consumed = input.Position;
        return value;
    }
}
