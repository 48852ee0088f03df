using System.Collections.Immutable;
using NetSerializer.Scanning;

namespace NetSerializer.Planning;

/// <summary>Which values are finished only at the end, themselves or in their parts: tables must not ask such keys for their hash before.</summary>
internal static class LatenessFinder
{
    /// <summary>The plans with the lateness of their slots. Most models have nothing late, and get the same plans back.</summary>
    public static ImmutableArray<TypePlan> Find(ImmutableArray<TypePlan> plans)
    {
        bool any = false;
        foreach (TypePlan plan in plans)
        {
            any |= plan.Shape.Lateness != Lateness.None;
        }
        return any ? FindIn(plans) : plans;
    }

    private static ImmutableArray<TypePlan> FindIn(ImmutableArray<TypePlan> plans)
    {
        Dictionary<Type, Lateness> late = plans.ToDictionary(plan => plan.Type, plan => plan.Shape.Lateness);
        Type[] all = [.. plans.Where(plan => plan.Id != 0).Select(plan => plan.Type)];
        Lateness Of(SlotPlan slot) =>
            (slot.Kind != SlotKind.Any ? [slot.Target] : slot.IsOpen ? all : (IEnumerable<Type>)slot.Admitted)
                .Aggregate(Lateness.None, (sum, type) => sum | late[type]);
        bool changed;
        do
        {
            changed = false;
            foreach (TypePlan plan in plans)
            {
                Lateness found = plan.Slots.Aggregate(late[plan.Type], (sum, slot) => sum | Of(slot));
                changed |= found != late[plan.Type];
                late[plan.Type] = found;
            }
        }
        while (changed);
        return [.. plans.Select(plan => plan with { Slots = [.. plan.Slots.Select(slot => slot with { Lateness = Of(slot) })] })];
    }
}
