using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.RandomTypes;
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

        // Only an id can say that it is another type.
        if (value is ISetsType && slot.Form != SlotForm.TypeId)
            throw new OracleRefusal($"a slot of {slot.Declared} says no type");
        Type? type = value is null ? null : value is ISetsType sets ? sets.As : OtherCollections.Declared(value.GetType());
        if (type is not null && !slot.Admitted.ContainsKey(type))
            throw new OracleRefusal($"a slot of {slot.Declared} does not admit {type}");
        if (IsShared(output.Model, slot))
        {
            SharedSlots.Write(output, slot, type, value);
            return;
        }

        if (value is not null && output.Model.Schema.Preserve)
            output.Numbers.Enter(value);
        WriteForm(output, slot, type, value);
        if (value is not null)
            output.Numbers.Leave(value);
    }

    private static void WriteForm(OracleOutput output, Slot slot, Type? type, object? value)
    {
        switch (slot.Form)
        {
            case SlotForm.OwnNull when slot.OnlyType == typeof(string):
                Strings.WriteSlot(output, (string?)value);
                break;
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
                if (value is string text)
                    Strings.WriteSlot(output, text);
                else if (type is not null)
                    Bodies.Write(output, type, value);
                break;
        }
    }

    public static object? Read(OracleInput input, Slot slot)
    {
        int start = input.Position;
        object? value = IsShared(input.Model, slot) ? SharedSlots.Read(input, slot) : ReadForm(input, slot);
        input.Note(start, WireItemKind.Slot, declared: slot.Declared);
        return value;
    }

    private static object? ReadForm(OracleInput input, Slot slot)
    {
        int start = input.Position;
        input.Numbers.ExpectNone();
        switch (slot.Form)
        {
            case SlotForm.Value:
                return Bodies.Read(input, slot.Declared);
            case SlotForm.OwnNull when slot.OnlyType == typeof(string):
                return Strings.ReadSlot(input);
            case SlotForm.OwnNull:
                return Bodies.Read(input, slot.OnlyType);
            case SlotForm.Presence:
                byte presence = input.Byte();
                if (presence > 1)
                    throw input.Reject(RejectionCode.PresenceInvalid, start, $"a presence of {presence}");
                return presence == 0 ? null : RealObjects.Read(input, slot.OnlyType, slot.Declared);
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
        Type type = Admitted(input, slot, id, start);
        int bodyStart = input.Position;
        object? value = type == typeof(string) ? Strings.ReadSlot(input) : RealObjects.Read(input, type, slot.Declared);
        return value ?? throw input.Reject(RejectionCode.NullNotAllowed, bodyStart, $"a null {type} under its type id");
    }

    /// <summary>Section 7a: whether the slot has one of the forms there.</summary>
    private static bool IsShared(OracleModel model, Slot slot) =>
        slot.Form != SlotForm.Value && model.Schema.Preserve
        && (slot.Form == SlotForm.TypeId || slot.OnlyType == typeof(string) || model.HasNumber(slot.OnlyType));

    /// <summary>The type of an id, if the slot takes it.</summary>
    public static Type Admitted(OracleInput input, Slot slot, ulong id, int start)
    {
        if (id > ushort.MaxValue || !input.Model.TypesById.TryGetValue((ushort)id, out Type? type))
            throw input.Reject(RejectionCode.TypeIdUnknown, start, $"type id {id}");
        return slot.Admitted.ContainsKey(type)
            ? type : throw input.Reject(RejectionCode.TypeIdNotAdmitted, start, $"a slot of {slot.Declared} does not admit {type}");
    }
}
