using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>A schema text bound to runtime types: what the slow writer and the slow reader need to know of a model.</summary>
public sealed class OracleModel
{
    private static readonly Type[] s_callbacks =
        [typeof(OnSerializingAttribute), typeof(OnSerializedAttribute), typeof(OnDeserializingAttribute), typeof(OnDeserializedAttribute)];

    private readonly Dictionary<ushort, Type> typesById = [];
    private readonly Dictionary<Type, ushort> idsByType = [];
    private readonly Dictionary<Type, SchemaType> linesByType = [];
    private readonly Dictionary<Type, Shape> shapes = [];
    private readonly Dictionary<Type, Slot> rootSlots = [];
    private readonly Dictionary<(Type, Type), bool> leads = [];
    private readonly IReadOnlyDictionary<Type, CustomForm> customs;
    private bool? namesOthers, callsTypes;

    /// <param name="schemaText">The text of section 10.</param>
    /// <param name="ids">The id of every type that has a line in the text; those of section 8 may be left out.</param>
    /// <param name="customs">What custom serializers write; null for none.</param>
    public OracleModel(string schemaText, IEnumerable<(ushort Id, Type Type)> ids, IReadOnlyDictionary<Type, CustomForm>? customs = null)
    {
        this.customs = customs ?? new Dictionary<Type, CustomForm>();
        Schema = SchemaText.Parse(schemaText);
        foreach ((ushort id, Type type) in WithThoseAlwaysInTheModel(ids))
        {
            typesById[id] = type;
            idsByType[type] = id;
        }

        foreach (SchemaType line in Schema.Types)
        {
            if (!typesById.TryGetValue(line.Id, out Type? type))
                throw new FormatException($"The schema has a type {line.Id} that the list of ids has not");
            if (line.Kind == SchemaKind.Custom && !IsCustom(type))
                throw new FormatException($"Nobody knows what the serializer of {type} writes");
            linesByType[type] = line;
        }
    }

    public SchemaText Schema { get; }

    public IReadOnlyDictionary<ushort, Type> TypesById => typesById;

    /// <summary>Objects of the model name others in their place.</summary>
    public bool NamesOthers => namesOthers ??= typesById.Values.Any(type => type.IsAssignableTo(typeof(IObjectReference)));

    /// <summary>Types of the model have methods that are called while their values are written or read.</summary>
    public bool CallsTypes => callsTypes ??= NamesOthers
        || typesById.Values.Any(type =>
            type.IsAssignableTo(typeof(ISerializable)) || Wire.Callbacks.IsNotified(type) || s_callbacks.Any(callback => Wire.Callbacks.Has(type, callback)));

    /// <summary>Section 7a: objects of the type have numbers, texts apart.</summary>
    public bool HasNumber(Type type) => Schema.Preserve && !(idsByType.TryGetValue(type, out ushort id) && Schema.Unshared.Contains(id));

    /// <summary>Values of the type are what a custom serializer makes of its bytes.</summary>
    public bool IsCustom(Type type) => customs.ContainsKey(type);

    private static IEnumerable<(ushort Id, Type Type)> WithThoseAlwaysInTheModel(IEnumerable<(ushort Id, Type Type)> ids) =>
        Scalars.AlwaysInTheModel().Concat(ids);

    public Shape ShapeOf(Type type)
    {
        if (!shapes.TryGetValue(type, out Shape? shape))
            shapes[type] = shape = CreateShape(type);
        return shape;
    }

    /// <summary>Section 7: the slot of a direct root, that of a member of the declared type. Null for a type that has no line.</summary>
    public Slot? DirectSlot(Type declared)
    {
        if (declared.IsValueType)
            return DefaultSlot(declared);
        if (!linesByType.ContainsKey(declared))
            return null;
        IReadOnlyDictionary<Type, ushort> admitted = AdmittedBy(declared);
        if (admitted.Count != 1)
            return new Slot(declared, SlotForm.TypeId, admitted);
        bool isClass = ShapeOf(declared) is MembersShape or DerivedShape or SerializableShape or ValueShape or ExceptionShape or CustomShape;
        return new Slot(declared, isClass ? SlotForm.Presence : SlotForm.OwnNull, admitted);
    }

    /// <summary>
    /// The slot of a root: every type that converts to the declared one, under its id. Null stands for a nullable value type without a value.
    /// </summary>
    public Slot RootSlot(Type declared)
    {
        declared = Nullable.GetUnderlyingType(declared) ?? declared;
        if (!rootSlots.TryGetValue(declared, out Slot? slot))
        {
            rootSlots[declared] = slot =
                new(declared, SlotForm.TypeId, Assignability.Admitted(declared, idsByType, idsByType.Keys.ToHashSet(), IsCustom));
        }

        return slot;
    }

    /// <summary>Section 6: the types of the model that can be assigned to a declared type.</summary>
    public IReadOnlyDictionary<Type, ushort> AdmittedBy(Type declared) =>
        Assignability.Admitted(declared, idsByType, isCustom: IsCustom);

    /// <summary>Section 7a: whether a value in this slot can hold, at any depth, an object of that type.</summary>
    public bool LeadsTo(Slot slot, Type target)
    {
        if (!Schema.Preserve)
            return false;
        if (!leads.TryGetValue((slot.Declared, target), out bool result))
            leads[(slot.Declared, target)] = result = Reached(slot).Contains(target);
        return result;
    }

    /// <summary>Section 5: whether a value in this slot can hold, at any depth, an object that is finished only when all of the value is read.</summary>
    public bool IsFinishedLate(Slot slot) => Reached(slot).Any(type => ShapeOf(type) switch
    {
        ExceptionShape => !typeof(IObjectReference).IsAssignableFrom(type),
        SerializableShape => !type.IsValueType && !typeof(IObjectReference).IsAssignableFrom(type),
        _ => false,
    } || HasCallback(type));

    /// <summary>Whether a value in this slot can hold, at any depth, an object that is called when all objects are there.</summary>
    public bool HoldsCallbacks(Slot slot) => Reached(slot).Any(HasCallback);

    private static bool HasCallback(Type type) => !type.IsValueType && Wire.Callbacks.Has(type, typeof(OnDeserializedAttribute));

    private HashSet<Type> Reached(Slot from)
    {
        var reached = new HashSet<Type>();
        var waiting = new Stack<Slot>([from]);
        while (waiting.TryPop(out Slot? slot))
        {
            foreach (Type type in slot.Form == SlotForm.Value ? [slot.Declared] : slot.IsOpen ? typesById.Values : (IEnumerable<Type>)slot.Admitted.Keys)
            {
                if (reached.Add(type))
                    ShapeOf(type).Slots.ToList().ForEach(waiting.Push);
            }
        }

        return reached;
    }

    private Shape CreateShape(Type type)
    {
        if (Scalars.Contains(type))
            return new ScalarShape(type);
        if (type.IsEnum)
            return new EnumShape(type);
        if (Nullable.GetUnderlyingType(type) is { } underlying)
            return new NullableShape(type, underlying);
        if (linesByType.TryGetValue(type, out SchemaType? line))
            return line.Kind == SchemaKind.Cover ? BindCover(type, line) : line.IsDerived ? BindDerived(type, line) : Bind(type, line);
        if (idsByType.ContainsKey(type))
            return BindBuiltIn(type);
        throw new OracleRefusal($"{type} is not in the model");
    }

    private DerivedShape BindDerived(Type type, SchemaType line)
    {
        SchemaPart[] members = [.. line.Parts.Where(part => part.Role == "member")];
        SchemaType content = line with { Parts = [.. line.Parts.Skip(members.Length)] };
        return new DerivedShape(type, new MembersShape(type, [.. members.Select(part => BindMember(type, part))]),
            Bind(PlainContent.PlainType(CollectionKinds.ContentOf(type)!), content) with { Owner = type });
    }

    private MembersShape BindCover(Type type, SchemaType line)
    {
        Type cover = Covers.Of(type)!;
        return new MembersShape(type, [.. line.Parts.SkipLast(1).Select(part => BindMember(type, part)),
            (Covers.FieldOf(cover), BindSlot(Covers.InsideOf(cover), line.Parts[^1].Slot))]);
    }

    private Shape Bind(Type type, SchemaType line)
    {
        if (OtherCollections.KindOf(type) is not null && !OtherCollections.IsSequence(type))
            return new OtherTableShape(type, [.. OtherCollections.SlotTypes(type).Zip(line.Parts, (declared, part) => BindSlot(declared, part.Slot))]);
        switch (line.Kind)
        {
            case SchemaKind.Sequence:
                return new SequenceShape(type, BindSlot(ElementOf(type), line.Parts.Single().Slot));
            case SchemaKind.Grid:
                return new GridShape(type, BindSlot(ElementOf(type), line.Parts.Single().Slot));
            case SchemaKind.Set:
                return new SetShape(type, BindSlot(ElementOf(type), line.Parts.Single().Slot));
            case SchemaKind.SortedSet:
                return new SortedSetShape(type, BindSlot(ElementOf(type), line.Parts.Single().Slot));
            case SchemaKind.SortedDictionary:
                return new SortedDictionaryShape(type, BindPart(type, line, 0), BindPart(type, line, 1));
            case SchemaKind.Keyed:
                return new KeyedShape(type, type.GetGenericArguments()[0], BindPart(type, line, 1));
            case SchemaKind.PriorityQueue:
                return new PriorityQueueShape(type, BindPart(type, line, 0), BindPart(type, line, 1));
            case SchemaKind.Dictionary:
                Type[] arguments = type.GetGenericArguments();
                return new DictionaryShape(
                    type,
                    BindSlot(arguments[0], line.Parts.Single(part => part.Role == "key").Slot),
                    BindSlot(arguments[1], line.Parts.Single(part => part.Role == "value").Slot));
            case SchemaKind.Bits:
                return new BitsShape(type);
            case SchemaKind.Value:
                return new ValueShape(type);
            case SchemaKind.Tuple:
                IEnumerable<FieldInfo> items = Fields.OfTuple(type);
                return new MembersShape(
                    type,
                    [.. items.Zip(line.Parts, (field, part) => (field, BindSlot(field.FieldType, part.Slot)))]);
            case SchemaKind.Serializable:
                return new SerializableShape(type, BindSlot(typeof(string), line.Parts[0].Slot), BindSlot(typeof(object), line.Parts[1].Slot));
            case SchemaKind.Exception:
                return new ExceptionShape(
                    type, BindSlot(typeof(Exception), line.Parts[0].Slot), BindSlot(typeof(object), line.Parts[1].Slot),
                    BindSlot(typeof(object), line.Parts[2].Slot),
                    [.. line.Parts.Skip(3).Select(part => BindMember(type, part))]);
            case SchemaKind.Custom:
                CustomForm form = customs[type];
                Type[] nested = [.. form.Parts.Distinct()];
                return new CustomShape(type, form, [.. form.Parts.Select(part => BindSlot(part, line.Parts[Array.IndexOf(nested, part)].Slot))]);
            case SchemaKind.Raw when TypeKinds.IsUnion(type) || TypeKinds.KeepsIntegers(type):
                return new UnionShape(type);
            case SchemaKind.Class or SchemaKind.Struct or SchemaKind.Raw or SchemaKind.Columns:
                return new MembersShape(type, [.. line.Parts.Select(part => BindMember(type, part))]) { AreColumns = line.Kind == SchemaKind.Columns };
            default:
                throw new FormatException($"{type} is printed as {line.Kind}");
        }
    }

    private Slot BindPart(Type type, SchemaType line, int index) => BindSlot(type.GetGenericArguments()[index], line.Parts[index].Slot);

    private Shape BindBuiltIn(Type type)
    {
        if (type == typeof(Dictionary<string, object>))
            return new DictionaryShape(type, DefaultSlot(typeof(string)), DefaultSlot(typeof(object)));
        return new SequenceShape(type, DefaultSlot(ElementOf(type)));
    }

    /// <summary>The slot of an element of a type of section 8, for a schema text that does not print those.</summary>
    private Slot DefaultSlot(Type declared)
    {
        SlotForm form = declared.IsValueType ? SlotForm.Value
            : declared == typeof(string) || (declared.IsArray && (declared.GetElementType()!.IsValueType || declared == typeof(string[]))) ? SlotForm.OwnNull
            : SlotForm.TypeId;
        return new Slot(declared, form, AdmittedBy(declared)) { IsOpen = form == SlotForm.TypeId };
    }

    private (FieldInfo Field, Slot Slot) BindMember(Type type, SchemaPart part)
    {
        FieldInfo[] named = [.. Fields.AllOf(type).Where(field => field.Name == part.Field)];
        FieldInfo field = named.Length == 1
            ? named[0]
            : named.Single(candidate => SchemaNames.Of(candidate.DeclaringType!) == part.DeclaringType);
        return (field, BindSlot(field.FieldType, part.Slot));
    }

    private Slot BindSlot(Type declared, SchemaSlot slot)
    {
        if (slot.Form == SlotForm.Value)
            return new Slot(declared, slot.Form, new Dictionary<Type, ushort>());
        IReadOnlyDictionary<Type, ushort> admitted = slot.AdmittedIds is { } ids
            ? ids.ToDictionary(id => typesById[id], id => id)
            : AdmittedBy(declared);
        return new Slot(declared, slot.Form, admitted) { IsOpen = slot.Form == SlotForm.TypeId && slot.AdmittedIds is null };
    }

    public static Type ElementOf(Type type) =>
        type.IsArray ? type.GetElementType()!
        : ArrayViews.Contains(type) ? ArrayViews.ElementOf(type)
        : OtherCollections.KindOf(type) is not null ? OtherCollections.SlotTypes(type)[0] : type.GetGenericArguments()[0];
}
