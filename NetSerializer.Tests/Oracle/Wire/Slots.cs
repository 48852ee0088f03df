using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 6, the four forms of a slot.</summary>
internal static class Slots
{
    public static void Write(OracleOutput output, Slot slot, object? value)
    {
        if (slot.Form == SlotForm.Value)
        {
            Bodies.Write(output, slot.Declared, value);
            return;
        }

        Type? type = value is null ? null : OtherCollections.Declared(value.GetType());
        if (type is not null && !slot.Admitted.ContainsKey(type))
            throw new OracleRefusal($"a slot of {slot.Declared} does not admit {type}");
        switch (slot.Form)
        {
            case SlotForm.OwnNull:
                Bodies.Write(output, slot.OnlyType, value);
                break;
            case SlotForm.Presence:
                output.Byte(value is null ? 0 : 1);
                if (value is not null)
                    Bodies.Write(output, slot.OnlyType, value);
                break;
            case SlotForm.TypeId:
                Varints.Write(output, type is null ? (ushort)0 : slot.Admitted[type]);
                if (type is not null)
                    Bodies.Write(output, type, value);
                break;
        }
    }

    public static object? Read(OracleInput input, Slot slot)
    {
        int start = input.Position;
        object? value = ReadForm(input, slot);
        input.Note(start, WireItemKind.Slot, declared: slot.Declared);
        return value;
    }

    private static object? ReadForm(OracleInput input, Slot slot)
    {
        int start = input.Position;
        switch (slot.Form)
        {
            case SlotForm.Value:
                return Bodies.Read(input, slot.Declared);
            case SlotForm.OwnNull:
                return Bodies.Read(input, slot.OnlyType);
            case SlotForm.Presence:
                byte presence = input.Byte();
                if (presence > 1)
                    throw input.Reject(RejectionCode.PresenceInvalid, start, $"a presence of {presence}");
                return presence == 0 ? null : Bodies.Read(input, slot.OnlyType);
            default:
                return ReadUnderId(input, slot);
        }
    }

    private static object? ReadUnderId(OracleInput input, Slot slot)
    {
        int start = input.Position;
        ulong id = Varints.Read(input, 16);
        input.Note(start, WireItemKind.TypeId);
        if (id == 0)
            return null;
        if (!input.Model.TypesById.TryGetValue((ushort)id, out Type? type))
            throw input.Reject(RejectionCode.TypeIdUnknown, start, $"type id {id}");
        if (!slot.Admitted.ContainsKey(type))
            throw input.Reject(RejectionCode.TypeIdNotAdmitted, start, $"a slot of {slot.Declared} does not admit {type}");
        int bodyStart = input.Position;
        return Bodies.Read(input, type)
            ?? throw input.Reject(RejectionCode.NullNotAllowed, bodyStart, $"a null {type} under its type id");
    }
}
