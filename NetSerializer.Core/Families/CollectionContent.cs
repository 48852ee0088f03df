using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

/// <summary>One collection type while its methods are written.</summary>
/// <param name="Entry">The catalogue entry of its kind.</param>
/// <param name="Type">The framework type that holds the content.</param>
/// <param name="Members">The fields of a derived class.</param>
/// <param name="Slots">The slots of an entry that are written.</param>
internal sealed record CollectionContent(CollectionEntry Entry, Type Type, SlotPlan[] Members, SlotPlan[] Slots)
{
    public static CollectionContent Of(TypePlan plan)
    {
        Type type = CollectionCatalogue.FindBase(plan.Type)!;
        CollectionEntry entry = CollectionCatalogue.FindAny(type)!;
        int members = plan.Slots.Length - entry.Roles.Count;
        return new CollectionContent(entry, type, [.. plan.Slots[..members]], [.. plan.Slots[(members + entry.Unwritten)..]]);
    }

    /// <summary>The collection that the content of a derived class goes through, or the type itself.</summary>
    public Type Plain => Entry.Inner ?? Type;

    private Type[] Arguments => Type.IsGenericType ? Type.GetGenericArguments() : [];

    /// <summary>The struct that fills it.</summary>
    public Type Fill => Entry.Maker is { } maker ? Entry.Fill.MakeGenericType([Type, .. Arguments, maker.MakeGenericType(Arguments)])
        : Entry.NamesCollection ? Entry.Fill.MakeGenericType([Type, .. Arguments])
        : Entry.Fill.IsGenericTypeDefinition ? Entry.Fill.MakeGenericType(Arguments) : Entry.Fill;

    /// <summary>The name of the fill in statements.</summary>
    public string FillName => Fill.Name.Split('`')[0];

    /// <summary>The fill is told where each entry begins, so that it reports a bad key there.</summary>
    public bool TakesItem => (Fill.GetMethod("AddKey") ?? KnownMembers.Method(Fill, "Add")).GetParameters()[2].Name == "item";

    /// <summary>The type that the comparer compares.</summary>
    public Type Compared => Arguments[Entry.ComparedArgument];

    /// <summary>The interface of the comparer, or null where none travels.</summary>
    public Type? ComparerType => Entry.Comparer switch
    {
        ComparerUse.Equality => typeof(IEqualityComparer<>).MakeGenericType(Compared),
        ComparerUse.Order => typeof(IComparer<>).MakeGenericType(Compared),
        _ => null,
    };

    /// <summary>Which <see cref="BulkCollection{TCodec, T}"/> writes and reads the elements; null where they go slot by slot.</summary>
    public Type? Bulk(PlanTable table) =>
        Entry.IsSequence && BulkForms.Find(Slots[0].DeclaredType, table) is { } sequence
            ? typeof(BulkCollection<,>).MakeGenericType(sequence.GetGenericArguments()) : null;

    /// <summary>
    /// A public member of the collection or of a base of it; the most-base one, since a derived collection may hide it by one that means
    /// something else.
    /// </summary>
    public static MethodInfo Member(Type type, string name, params Type[] parameters)
    {
        MethodInfo? found = null;
        for (Type? level = type; level != null; level = level.BaseType)
        {
            found = level.GetMethod(name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly, parameters) ?? found;
        }
        foreach (Type implemented in found == null ? type.GetInterfaces() : [])
        {
            found ??= implemented.GetMethod(name, parameters);
        }
        return found ?? throw new MissingMethodException(type.FullName, name);
    }

    /// <summary>A key may not be complete when it is read: it leads back to the collection, or has constructors and callbacks that still wait.</summary>
    public bool IsLate(TypePlan plan) =>
        !IsWhole(plan) && Slots.Any(slot => slot.Shape.IsAsked && (slot.LeadsBack || slot.Lateness != Lateness.None));

    // It is asked for the object in its place as soon as it is read.
    public bool IsWhole(TypePlan plan) => Entry.NeedsContentFirst || plan.Shape.IsReplaced;
}
