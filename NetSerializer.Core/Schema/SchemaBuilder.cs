using System.Globalization;
using NetSerializer.Ids;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Schema;

/// <summary>Plans -> schema.</summary>
internal sealed class SchemaBuilder
{
    private readonly PlanTable _table;
    private readonly SchemaNames _names;

    private SchemaBuilder(PlanTable table, SchemaNames names) => (_table, _names) = (table, names);

    /// <summary>The names of the types in the plans of a model.</summary>
    public static SchemaNames NamesOf(PlanTable table) => SchemaNames.For(table.Plans.SelectMany(plan =>
        plan.Slots.Select(slot => slot.Shape.Field?.DeclaringType ?? plan.Type).Append(plan.Type).Concat(plan.Slots.Select(slot => slot.DeclaredType))));

    public static WireSchema Build(PlanTable table) => Build(table, NamesOf(table));

    /// <summary>The schema of plans whose types have names already.</summary>
    public static WireSchema Build(PlanTable table, SchemaNames names)
    {
        var builder = new SchemaBuilder(table, names);
        SerializerOptions options = table.Options;
        return new WireSchema(
            WireSchema.OptionsOf(options.Integers, options.NonFiniteFloats, options.References, options.Strings, options.FrameCustomForms),
            [.. builder.Unshared().Order()],
            [.. table.Plans.Where(builder.HasLine).OrderBy(plan => plan.Id).Select(builder.Describe)]);
    }

    // A built-in type needs a line where a custom serializer has changed its form.
    private bool HasLine(TypePlan plan) => plan.Id > 0 && (BuiltInIds.Find(plan.Type) == 0 || _table.IsReplaced(plan.Type));

    private IEnumerable<ushort> Unshared() => (_table.Unshared ?? new HashSet<Type>())
        .Select(type => _table.Find(type)?.Id ?? (_table.IsReplaced(type) ? 0 : BuiltInIds.Find(type)))
        .Where(id => id != 0).Select(id => (ushort)id);

    private SchemaType Describe(TypePlan plan) =>
        new((ushort)plan.Id, plan.Shape.Keyword, _names.Of(plan.Type), [.. plan.Slots.Select(Describe)])
        {
            Underlying = plan.Type.IsEnum ? _names.Of(Enum.GetUnderlyingType(plan.Type)) : null,
            Format = plan.Shape is { Keyword: "custom", Custom: { } custom } ? SchemaNames.OfMember(custom.Format.ReplaceLineEndings(" ")) : null,
            Size = plan.Shape.IsUnion ? plan.MinSize : 0,
            EnumNames = plan.Type.IsEnum ? EnumNames(plan.Type) : [],
        };

    private SchemaSlot Describe(SlotPlan slot)
    {
        string role = slot.Shape.Role.ToString().ToLowerInvariant();
        SchemaSlotForm form = slot.Kind switch
        {
            SlotKind.Value => SchemaSlotForm.Value,
            SlotKind.Own => SchemaSlotForm.OwnNull,
            SlotKind.Presence => SchemaSlotForm.Presence,
            _ => SchemaSlotForm.TypeId,
        };
        string type = _names.Of(form == SchemaSlotForm.TypeId ? slot.DeclaredType : slot.Target);
        ushort[] admitted = form == SchemaSlotForm.TypeId ? [.. slot.Admitted.Select(admitted => (ushort)_table[admitted].Id)] : [];
        if (slot.Shape.Origin is { } origin)
        {
            return new SchemaSlot(role, type, form, admitted) { DeclaringType = origin.DeclaringType, Name = origin.Name };
        }
        return slot.Shape is { Role: SlotRole.Member, Field: { } field }
            ? new SchemaSlot(role, type, form, admitted) { DeclaringType = _names.Of(field.DeclaringType!), Name = SchemaNames.OfMember(field.Name) }
            : new SchemaSlot(role, type, form, admitted);
    }

    private static KeyValuePair<string, Int128>[] EnumNames(Type type)
    {
        Array values = Enum.GetValuesAsUnderlyingType(type);
        return [.. Enum.GetNames(type).Select((name, i) => KeyValuePair.Create(SchemaNames.OfMember(name), ToInt128(values.GetValue(i)!)))];
    }

    // An enum of native integers cannot be written in C#, but exists.
    private static Int128 ToInt128(object value) => value switch
    {
        ulong number => number,
        nint number => number,
        nuint number => number,
        _ => Convert.ToInt64(value, CultureInfo.InvariantCulture),
    };
}
