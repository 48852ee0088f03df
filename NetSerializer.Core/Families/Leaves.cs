using NetSerializer.Planning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

/// <summary>
/// Finds the types whose values can be read by a <see cref="LeafReader"/> and written by a <see cref="LeafWriter"/>: of a few bytes, made of nothing but numbers, flags and structs of them, one object at most. Their code asks the reader for its bytes and its
/// budget, the writer for its room, and for nothing else, and calls no code of the user.
/// </summary>
internal static class Leaves
{
    public static bool Has(PlanTable table, TypePlan plan)
    {
        // Objects with numbers ask for them. Ids of one byte stand in front of the bytes of an object.
        if (table.Options.PreservesReferences || plan.MaxSize is < 0 or >= WireReader.MaxRun || plan.IsRecursive || plan.Shape is not { Callbacks: null, Custom: null, IsReplaced: false, MaySetType: false, CoversDerived: false, Lateness: Scanning.Lateness.None })
        {
            return false;
        }
        if (!plan.Type.IsValueType && ObjectFactory.HasFinalizer(plan.Type))
        {
            return false;
        }
        return plan.Shape.Family is ScalarFamily or EnumFamily or NullableFamily or ObjectFamily && plan.Slots.All(slot => slot.Kind == SlotKind.Value && slot.DeclaredType.IsValueType && Has(table, table[slot.Target]));
    }
}
