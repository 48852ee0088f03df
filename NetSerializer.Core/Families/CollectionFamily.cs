using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Collections;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Families;

/// <summary>
/// The collections of <see cref="CollectionCatalogue"/>, and classes derived from them, which have fields of their own in front of the content:
/// docs/wire-format.md, sections 4 to 6. What differs between collections is in their entries and in the structs that fill them; nothing here knows
/// any of them by name.
/// </summary>
internal sealed partial class CollectionFamily : TypeFamily
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

    // A derived class may have an enumerator of its own, as a list may that a collection is around; and what others may change meanwhile is not the
    // same the second time.
    public override ReadForm ReadForm(TypePlan plan) => plan.Shape.Null == NullForm.Own ? Families.ReadForm.Produce : Families.ReadForm.Fill;

    public override bool RegistersBeforeBody(TypePlan plan, PlanTable table)
    {
        Content content = Content.Of(plan);
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
                        + "table a comparer instead, or hold it in a class with a custom serializer.");
                return null;
            }
        }
        if (LosesObjectData(type, content))
        {
            context.Problem(
                ErrorCode.TypeNotSupported,
                $"{TypeNames.Display(type)} has [NonSerialized] fields, and a GetObjectData of its own, which may give what is in them. But "
                    + $"{TypeNames.Display(content)}, its base, gives objects there that do not travel, so the class travels by its fields and its content. "
                    + "Remove its GetObjectData and mark only fields that are to be left out, or give it a custom serializer or a surrogate.");
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

    // A class that says what it consists of, where its base does not, has the form of such classes.
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
            slots.Add(new SlotShape(entry.Roles[i], types[i]));
        }
        return slots.MoveToImmutable();
    }

    /// <summary>One collection type while its methods are written.</summary>
    /// <param name="Entry">What is known of its kind.</param>
    /// <param name="Type">The framework type that holds the content.</param>
    /// <param name="Members">The fields of a derived class.</param>
    /// <param name="Slots">The slots of an entry that are written.</param>
    private sealed record Content(CollectionEntry Entry, Type Type, SlotPlan[] Members, SlotPlan[] Slots)
    {
        public static Content Of(TypePlan plan)
        {
            Type type = CollectionCatalogue.FindBase(plan.Type)!;
            CollectionEntry entry = CollectionCatalogue.FindAny(type)!;
            int members = plan.Slots.Length - entry.Roles.Count;
            return new Content(entry, type, [.. plan.Slots[..members]], [.. plan.Slots[(members + entry.Unwritten)..]]);
        }

        /// <summary>The collection that the content of a derived class goes through, or the type itself.</summary>
        public Type Plain => Entry.Inner ?? Type;

        private Type[] Arguments => Type.IsGenericType ? Type.GetGenericArguments() : [];

        /// <summary>The struct that fills it.</summary>
        public Type Fill => Entry.Maker is { } maker ? Entry.Fill.MakeGenericType([Type, .. Arguments, maker.MakeGenericType(Arguments)])
            : Entry.Fill.IsGenericTypeDefinition ? Entry.Fill.MakeGenericType(Arguments) : Entry.Fill;

        /// <summary>The name of the fill in statements.</summary>
        public string FillName => Fill.Name.Split('`')[0];

        /// <summary>The fill is told where each entry begins, which is where it reports what is wrong with a key.</summary>
        public bool TakesItem => (Fill.GetMethod("AddKey") ?? KnownMembers.Method(Fill, "Add")).GetParameters()[2].Name == "item";

        /// <summary>What the comparer compares.</summary>
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
    }
}
