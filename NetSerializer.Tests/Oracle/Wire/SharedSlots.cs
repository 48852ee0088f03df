using System.Runtime.Serialization;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 7a: the slots of references, where each object is written once.</summary>
internal static class SharedSlots
{
    private const ulong New = 1;
    private const ulong FirstNumber = 2;

    public static void Write(OracleOutput output, Slot slot, Type? type, object? value)
    {
        bool isText = slot.Form == SlotForm.OwnNull && slot.OnlyType == typeof(string);
        if (isText)
            Strings.WriteSlot(output, (string?)value);
        else if (value is null)
            Varints.Write(output, 0);
        else if (!output.Model.HasNumber(type!) && value is not string)
            WriteUnshared(output, slot, type!, value);
        else if (output.Numbers.Of(value) is { } number)
            Varints.Write(output, slot.Form == SlotForm.TypeId ? ((ulong)number << 1) | 1 : (ulong)number + FirstNumber);
        else
            WriteNew(output, slot, type!, value);
    }

    public static object? Read(OracleInput input, Slot slot)
    {
        if (slot.Form == SlotForm.OwnNull && slot.OnlyType == typeof(string))
            return Strings.ReadSlot(input);
        int start = input.Position;
        ulong head = Varints.Read(input, 32);
        input.Note(start, WireItemKind.Reference);
        if (head == 0)
            return null;
        if (slot.Form != SlotForm.TypeId)
            return head == New ? ReadNew(input, slot.OnlyType, slot.Declared) : ReadKnown(input, slot, head - FirstNumber, start);
        return (head & 1) == 1 ? ReadKnown(input, slot, head >> 1, start) : ReadNew(input, Slots.Admitted(input, slot, head >> 1, start), slot.Declared);
    }

    private static void WriteUnshared(OracleOutput output, Slot slot, Type type, object value)
    {
        Varints.Write(output, (ulong)slot.Admitted[type] << 1);
        output.Numbers.Enter(value);
        Bodies.Write(output, type, value);
        output.Numbers.Leave(value);
    }

    private static void WriteNew(OracleOutput output, Slot slot, Type type, object value)
    {
        Varints.Write(output, slot.Form == SlotForm.TypeId ? (ulong)slot.Admitted[type] << 1 : New);
        output.Numbers.Give(value);
        if (NeedsContentFirst(type) || (output.Model.IsCustom(type) && !type.IsValueType))
            output.Numbers.Enter(value);
        Bodies.Write(output, type, value);
        output.Numbers.Leave(value);
    }

    private static object ReadNew(OracleInput input, Type type, Type declared)
    {
        int start = input.Position;
        if (type == typeof(string))
        {
            string text = Strings.ReadNotNull(input);
            input.Numbers.Add(text);
            return text;
        }

        if (!input.Model.HasNumber(type))
        {
            input.Numbers.ExpectNone();
            return RealObjects.Read(input, type, declared) ?? throw input.Reject(RejectionCode.NullNotAllowed, start, $"a {type} that is null");
        }

        int number = input.Numbers.Begin();
        input.Numbers.Expect(number);
        object value = RealObjects.Read(input, type, declared) ?? throw input.Reject(RejectionCode.NullNotAllowed, start, $"a new {type} that is null");
        input.Numbers.End(number, value);
        return value;
    }

    private static object ReadKnown(OracleInput input, Slot slot, ulong number, int start)
    {
        object value = input.Numbers.Get(input, start, number);
        Type type = OtherCollections.Declared(value.GetType());
        return Admits(input, slot, type, value)
            ? value : throw input.Reject(RejectionCode.ReferenceNotAdmitted, start, $"a slot of {slot.Declared} does not admit number {number}, a {type}");
    }

    /// <summary>What an IObjectReference has named need not be of a type of the model, nor of one that is written in the slot: it must fit.</summary>
    private static bool Admits(OracleInput input, Slot slot, Type type, object value) =>
        slot.Admitted.ContainsKey(type) && (value is not IObjectReference || slot.Declared.IsInstanceOfType(value))
        || slot.Declared.IsInstanceOfType(value)
            && (slot.Form == SlotForm.TypeId
                ? RealObjects.AreNamedBy(type) || !input.Model.TypesById.Values.Contains(type) : RealObjects.AreNamedBy(slot.OnlyType));

    /// <summary>It cannot exist before its content is known. A box can, even that of an immutable array.</summary>
    private static bool NeedsContentFirst(Type type) => GraphContent.IsImmutable(type) || RealObjects.AreNamedBy(type);
}
