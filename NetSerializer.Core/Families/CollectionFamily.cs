using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Families;

/// <summary>
/// The collections of <see cref="CollectionCatalogue"/>, and classes derived from them, which have fields of their own in front of the content:
/// docs/wire-format.md, sections 4 to 6. The differences between collections are in their entries and in the structs that fill them. Nothing here knows
/// a collection by name.
/// </summary>
internal sealed class CollectionFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context)
    {
        if (CollectionCatalogue.Find(type) is { } entry)
        {
            if (entry.Refusal != null)
            {
                context.Problem(ErrorCode.TypeNotSupported, $"{TypeNames.Display(type)} {entry.Refusal}");
                return null;
            }
            return new TypeShape(type, this, entry.Keyword, NullForm.Own) { Slots = ContentSlots(entry, type), CoversDerived = type.IsAbstract };
        }
        if (type.IsInterface)
        {
            foreach (Type implied in CollectionInterfaces.Implied(type, context.Options.UnsafeKeys == UnsafeKeys.Accept))
            {
                context.Implies(implied);
            }
            return null;
        }
        return type is { IsAbstract: false, IsClass: true } && CollectionCatalogue.FindBase(type) is { } content && content != type
            && !SpeaksForItself(type, content) ? DescribeDerived(type, content, context) : null;
    }

    public override ReadForm ReadForm(TypePlan plan) => plan.Shape.Null == NullForm.Own ? Families.ReadForm.Produce : Families.ReadForm.Fill;

    public override bool RegistersBeforeBody(TypePlan plan, PlanTable table)
    {
        CollectionContent content = CollectionContent.Of(plan);
        return !content.Entry.NeedsContentFirst && content.Bulk(table) == null;
    }

    public override bool NeedsContentFirst(TypePlan plan) =>
        base.NeedsContentFirst(plan) || CollectionCatalogue.FindAny(CollectionCatalogue.FindBase(plan.Type)!)!.NeedsContentFirst;

    private TypeShape? DescribeDerived(Type type, Type content, ScanContext context)
    {
        if (!ObjectFamily.AdmitsAll(type, content, context))
        {
            return null;
        }
        CollectionEntry entry = CollectionCatalogue.FindAny(content)!;
        if (entry.Refusal != null)
        {
            context.Problem(ErrorCode.TypeNotSupported, $"{TypeNames.Display(content)}, the base of {TypeNames.Display(type)}, {entry.Refusal}");
            return null;
        }
        foreach (string method in entry.KeyMethods)
        {
            if (type.GetMethods(BindingFlags.Instance | BindingFlags.NonPublic)
                .Any(own => own.Name == method && own.DeclaringType != content && own.GetBaseDefinition().DeclaringType == content))
            {
                context.Problem(ErrorCode.TypeNotSupported,
                    $"{TypeNames.Display(type)} overrides {method} of {TypeNames.Display(content)}, and so has a comparer that does not travel. Give the "
                        + $"table a comparer instead, or give the class {Cures.Serializer}.");
                return null;
            }
        }
        if (LosesObjectData(type, content))
        {
            context.Problem(
                ErrorCode.TypeNotSupported,
                $"{TypeNames.Display(type)} has [NonSerialized] fields, and a GetObjectData of its own, which may give their content. But "
                    + $"{TypeNames.Display(content)}, its base, gives objects there that do not travel, so the class travels by its fields and its content. "
                    + $"Remove its GetObjectData and mark only fields that are to be left out, or give it {Cures.Serializer}.");
            return null;
        }
        return new TypeShape(type, this, "class+" + entry.Keyword, NullForm.Presence)
        {
            Slots = [.. MemberSelector.Select(type, context, content).Select(field => new SlotShape(SlotRole.Member, field.FieldType, field)),
                .. ContentSlots(entry, content)],
            BoundedFirst = true,
            Callbacks = Callbacks.Find(type, context),
            IsReplaced = ObjectData.IsReplaced(type),
        };
    }

    // A class that writes its content itself, where its base does not, has the form of such classes.
    public static bool SpeaksForItself(Type type, Type content) =>
        typeof(ICustomBinarySerializable).IsAssignableFrom(type)
            || (typeof(ISerializable).IsAssignableFrom(type) && !typeof(ISerializable).IsAssignableFrom(content));

    // Fields that travel make GetObjectData redundant; others it may be there for. Nobody gives delegates there.
    private static bool LosesObjectData(Type type, Type content) =>
        typeof(ISerializable).IsAssignableFrom(content) && Callbacks.IsOwn(type, typeof(ISerializable)) && ObjectData.FindConstructor(type) != null
        && MemberSelector.Levels(type, content)
            .Any(level => level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
            .Any(field => field.IsDefined(typeof(NonSerializedAttribute), false) && !typeof(Delegate).IsAssignableFrom(field.FieldType)));

    private static ImmutableArray<SlotShape> ContentSlots(CollectionEntry entry, Type collection)
    {
        Type[] types = collection.IsGenericType ? collection.GetGenericArguments() : entry.SlotTypes;
        var slots = ImmutableArray.CreateBuilder<SlotShape>(entry.Roles.Count);
        for (int i = 0; i < entry.Roles.Count; i++)
        {
            SlotRole role = entry.Roles[i];
            // Of a queue the priorities, and not the elements.
            bool isAsked = !entry.IsSequence && role != SlotRole.Value && (role != SlotRole.Element || entry.Roles.Count - entry.Unwritten == 1);
            slots.Add(new SlotShape(role, types[i]) { IsAsked = isAsked });
        }
        return slots.MoveToImmutable();
    }

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value) => CollectionWriter.Write(e, plan, value);

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination) => CollectionReader.Read(e, plan, destination);

    /// <summary>Collections that can neither be filled late nor be sure of their keys.</summary>
    /// <param name="table">The plans.</param>
    /// <param name="pathOf">The way to a type.</param>
    public static IReadOnlyList<TypeModelProblem> FindProblems(PlanTable table, Func<Type, string> pathOf)
    {
        var problems = new List<TypeModelProblem>();
        foreach (TypePlan plan in table.Plans)
        {
            if (plan.Shape.Family is not CollectionFamily || CollectionContent.Of(plan) is var content && !content.IsWhole(plan))
            {
                continue;
            }
            foreach (SlotPlan slot in content.Slots)
            {
                if (slot.Shape.IsAsked && slot.LeadsBack && (content.Entry.IsOrdered || !AreToldApartByIdentity(slot, table)))
                {
                    (string reason, string without) = content.Entry.NeedsContentFirst
                        ? ("is made of its whole content", "")
                        : ("names another object in its place as soon as it is read (IObjectReference)", ", without IObjectReference");
                    problems.Add(new TypeModelProblem(
                        ErrorCode.TypeNotSupported, pathOf(plan.Type),
                        $"{TypeNames.Display(plan.Type)} {reason}, but its keys may lead back to it and then not be complete when it asks them for their hash "
                            + "or their order. Use a collection that can be filled later, Dictionary, HashSet or their sorted kin"
                            + $"{without}; or keys that do not refer to it."));
                }
            }
        }
        return problems;
    }

    // Equality that has nothing to do with content.
    private static bool AreToldApartByIdentity(SlotPlan slot, PlanTable table) =>
        !slot.IsOpen && (slot.Kind == SlotKind.Any ? slot.Admitted : [slot.Target]).All(type =>
            type.IsClass && table[type].Shape is { IsReplaced: false, CoversDerived: false }
            && !typeof(IEquatable<>).MakeGenericType(slot.DeclaredType).IsAssignableFrom(type)
            && type.GetMethod(nameof(GetHashCode), Type.EmptyTypes)!.DeclaringType == typeof(object)
                && type.GetMethod(nameof(Equals), [typeof(object)])!.DeclaringType == typeof(object));
}
