using System.Collections.Immutable;
using System.Reflection;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

/// <summary>
/// The collections of <see cref="CollectionCatalogue"/>, and classes derived from them, which have fields of their own in front of the content: docs/wire-format.md, sections 4 and 5. What differs between
/// collections is in their entries and in the structs that fill them; nothing here knows any of them by name.
/// </summary>
internal sealed partial class CollectionFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context)
    {
        if (CollectionCatalogue.Find(type) is not { } entry)
        {
            return null;
        }
        return new TypeShape(type, this, entry.Keyword, NullForm.Own) { Slots = ContentSlots(entry, type) };
    }

    public override ReadForm ReadForm(TypePlan plan) => Families.ReadForm.Produce;

    private static ImmutableArray<SlotShape> ContentSlots(CollectionEntry entry, Type collection)
    {
        Type[] types = entry.SlotTypes ?? collection.GetGenericArguments();
        var slots = ImmutableArray.CreateBuilder<SlotShape>(entry.Roles.Count);
        for (int i = 0; i < entry.Roles.Count; i++)
        {
            slots.Add(new SlotShape(entry.Roles[i], types[i]));
        }
        return slots.MoveToImmutable();
    }

    /// <summary>One collection type while its methods are written.</summary>
    /// <param name="Entry">What is known of its kind.</param>
    /// <param name="Type">The framework type that holds the content.</param>
    /// <param name="Slots">The slots of an entry.</param>
    private sealed record Content(CollectionEntry Entry, Type Type, SlotPlan[] Slots)
    {
        public static Content Of(TypePlan plan) => new(CollectionCatalogue.Find(plan.Type)!, plan.Type, [.. plan.Slots]);

        /// <summary>The struct that fills it.</summary>
        public Type Fill => Entry.Fill.IsGenericTypeDefinition ? Entry.Fill.MakeGenericType(Type.GetGenericArguments()) : Entry.Fill;

        /// <summary>Where the comparer's keys are: the first slot, but the priorities of a queue.</summary>
        public Type Compared => Slots[^1].Shape.Role == SlotRole.Priority ? Slots[^1].DeclaredType : Slots[0].DeclaredType;

        /// <summary>The type of which the elements are written in bulk, as <see cref="BulkCollection{TCodec, T}"/>; null otherwise.</summary>
        public Type? Bulk(PlanTable table) =>
            Entry.IsSequence && BulkForms.Find(Slots[0].DeclaredType, table) is { } sequence ? typeof(BulkCollection<,>).MakeGenericType(sequence.GetGenericArguments()) : null;

        /// <summary>A member of the collection by name, where ever it is declared.</summary>
        public static MethodInfo Member(Type type, string name, params Type[] parameters)
        {
            for (Type? level = type; level != null; level = level.BaseType)
            {
                if (level.GetMethod(name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly, parameters) is { } method)
                {
                    return method;
                }
            }
            foreach (Type implemented in type.GetInterfaces())
            {
                if (implemented.GetMethod(name, parameters) is { } method)
                {
                    return method;
                }
            }
            throw new MissingMethodException(type.FullName, name);
        }
    }
}
