using System.Reflection;
using System.Text;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>
/// The schema text that section 10 demands for types whose ids are known. It lets the oracle run before there is an
/// engine, and later says what <c>Describe()</c> should have printed.
/// </summary>
public sealed class SchemaComposer
{
    private readonly bool fixedIntegers;
    private readonly bool finiteFloats;
    private readonly Dictionary<Type, ushort> ids;
    private readonly HashSet<Type> reached;

    private readonly bool preserve;

    private readonly IReadOnlyDictionary<Type, CustomForm> customs;

    private SchemaComposer(IReadOnlyList<(ushort Id, Type Type)> ids, IEnumerable<Type> roots, WireOptions options,
        IReadOnlyDictionary<Type, CustomForm> customs)
    {
        this.customs = customs;
        fixedIntegers = options.FixedIntegers;
        finiteFloats = options.FiniteFloats;
        preserve = options.Preserve;
        reached = [.. ids.SelectMany(row => PartsOf(row.Type)), .. roots];
        // Those of section 8, which have no lines, have slots too.
        Type[] always = [.. Scalars.AlwaysInTheModel().Select(row => row.Type)];
        reached.UnionWith([.. always.Where(reached.Contains).SelectMany(PartsOf)]);
        this.ids = Scalars.AlwaysInTheModel().Concat(ids).DistinctBy(row => row.Type).ToDictionary(row => row.Type, row => row.Id);
    }

    /// <param name="ids">The types that have a line; those of section 8 are printed when they are listed here.</param>
    /// <param name="options">Those of the first line; null for the default ones.</param>
    /// <param name="roots">The roots, of which those of section 8 have no line.</param>
    public static string Compose(IReadOnlyList<(ushort Id, Type Type)> ids, WireOptions? options = null, params IEnumerable<Type> roots) =>
        Compose(ids, options ?? WireOptions.All[0], new Dictionary<Type, CustomForm>(), roots);

    /// <param name="ids">The types that have a line.</param>
    /// <param name="options">Those of the first line.</param>
    /// <param name="customs">What custom serializers write.</param>
    /// <param name="roots">The roots.</param>
    public static string Compose(IReadOnlyList<(ushort Id, Type Type)> ids, WireOptions options, IReadOnlyDictionary<Type, CustomForm> customs,
        IEnumerable<Type> roots)
    {
        var composer = new SchemaComposer(ids, roots, options, customs);
        var text = new StringBuilder();
        text.Append($"schema 1 {options}\n");
        if (options is { Preserve: true, NeverShared: { } isUnshared })
        {
            IEnumerable<ushort> unshared = composer.ids.Where(row => row.Key != typeof(string) && isUnshared(row.Key)).Select(row => row.Value);
            text.Append($"unshared {string.Join(',', unshared.Order())}\n");
        }

        foreach ((ushort id, Type type) in ids.OrderBy(row => row.Id))
            composer.AppendType(text, id, type);
        return text.ToString();
    }

    private IEnumerable<Type> PartsOf(Type type) => customs.TryGetValue(type, out CustomForm? form) ? form.Parts : TypeClosure.PartsOf(type);

    private void AppendType(StringBuilder text, ushort id, Type type)
    {
        if (customs.TryGetValue(type, out CustomForm? form))
        {
            text.Append($"type {id} custom {SchemaNames.Of(type)} as {form.Format}\n");
            foreach (Type part in form.Parts.Distinct())
                text.Append($"  item {SlotOf(part)}\n");
            return;
        }

        if (CoverOf(type) is { } cover)
        {
            text.Append($"type {id} {(cover == type ? "" : "class+")}cover {SchemaNames.Of(type)}\n");
            AppendMembers(text, cover == type ? [] : InOrder(Fields.AllOf(type)));
            text.Append($"  covered {SlotOf(Covers.InsideOf(cover))}\n");
            return;
        }

        SchemaKind kind = TypeKinds.Of(type, fixedIntegers, finiteFloats, customs.ContainsKey);
        Type? content = CollectionKinds.ContentOf(type);
        text.Append($"type {id} {(content is null ? "" : "class+")}{kind.ToString().ToLowerInvariant()} {SchemaNames.Of(type)}");
        if (kind == SchemaKind.Enum)
            text.Append($" of {SchemaNames.Of(type.GetEnumUnderlyingType())}");
        if (kind == SchemaKind.Raw && TypeKinds.IsUnion(type))
            text.Append($" size {TypeKinds.SizeOf(type)}");
        text.Append('\n');
        if (content is not null)
            AppendMembers(text, InOrder(Fields.AllOf(type)));
        AppendParts(text, kind, content is null ? type : PlainContent.PlainType(content));
    }

    private void AppendParts(StringBuilder text, SchemaKind kind, Type type)
    {
        switch (kind)
        {
            case SchemaKind.Enum or SchemaKind.Bits or SchemaKind.Value:
                break;
            case SchemaKind.Exception:
                text.Append($"  inner {SlotOf(typeof(Exception))}\n  key {SlotOf(typeof(object))}\n  value {SlotOf(typeof(object))}\n");
                AppendMembers(text, InOrder(Fields.OfException(type)));
                break;
            case SchemaKind.Serializable:
                text.Append($"  key {SlotOf(typeof(string))}\n");
                text.Append($"  value {SlotOf(typeof(object))}\n");
                break;
            case SchemaKind.Dictionary or SchemaKind.SortedDictionary or SchemaKind.ImmutableDictionary or SchemaKind.ImmutableSortedDictionary
                or SchemaKind.Hashtable or SchemaKind.SortedList or SchemaKind.NameValues:
                Type[] pair = OtherCollections.KindOf(type) is null ? type.GetGenericArguments() : OtherCollections.SlotTypes(type);
                text.Append($"  key {SlotOf(pair[0])}\n");
                text.Append($"  value {SlotOf(pair[1])}\n");
                break;
            case SchemaKind.Keyed:
                text.Append($"  key {SlotOf(type.GetGenericArguments()[0])}\n");
                text.Append($"  element {SlotOf(type.GetGenericArguments()[1])}\n");
                break;
            case SchemaKind.PriorityQueue:
                text.Append($"  element {SlotOf(type.GetGenericArguments()[0])}\n");
                text.Append($"  priority {SlotOf(type.GetGenericArguments()[1])}\n");
                break;
            case SchemaKind.Sequence or SchemaKind.Grid or SchemaKind.Set or SchemaKind.SortedSet:
                text.Append($"  element {SlotOf(OracleModel.ElementOf(type))}\n");
                break;
            case SchemaKind.Tuple:
                foreach (FieldInfo field in Fields.OfTuple(type))
                    text.Append($"  item {SlotOf(field.FieldType)}\n");
                break;
            default:
                AppendMembers(text, kind == SchemaKind.Raw ? TypeKinds.FieldsByOffset(type) : InOrder(Fields.AllOf(type)));
                break;
        }
    }

    private void AppendMembers(StringBuilder text, IEnumerable<FieldInfo> fields)
    {
        foreach (FieldInfo field in fields)
            text.Append($"  member {SchemaNames.Of(field.DeclaringType!)} {field.Name} {SlotOf(field.FieldType)}\n");
    }

    /// <summary>Section 6: bounded members first; the most-base class first; then by ordinal name.</summary>
    private IEnumerable<FieldInfo> InOrder(IEnumerable<FieldInfo> fields) => fields
        .Where(Fields.Travels)
        .OrderBy(field => EncodedSize.LargestOf(field.FieldType, fixedIntegers) is null)
        .ThenBy(field => Depth(field.DeclaringType!))
        .ThenBy(field => field.Name, StringComparer.Ordinal);

    private static int Depth(Type type) => type.BaseType is { } baseType ? 1 + Depth(baseType) : 0;

    private Type? CoverOf(Type type) => preserve ? Covers.Of(type) : null;

    private string SlotOf(Type declared)
    {
        string name = SchemaNames.Of(declared);
        if (declared.IsValueType)
            return name;
        IReadOnlyDictionary<Type, ushort> admitted = Assignability.Admitted(declared, ids, reached, customs.ContainsKey);
        if (IsOpen(declared) || admitted.Count == 0)
            return name + "*{any}";
        if (admitted.Count != 1 || admitted.Keys.Single().IsValueType)
            return $"{name}*{{{string.Join(',', admitted.Values.Order())}}}";
        Type only = admitted.Keys.Single();
        bool ownNull = only == typeof(string)
            || !customs.ContainsKey(only) && CoverOf(only) is null && CollectionKinds.ContentOf(only) is null
                && TypeKinds.Of(only, fixedIntegers, finiteFloats) is not (
                    SchemaKind.Class or SchemaKind.Tuple or SchemaKind.Value or SchemaKind.Serializable or SchemaKind.Exception);
        return SchemaNames.Of(only) + (ownNull ? '?' : '!');
    }

    /// <summary>Section 6: object, the bases of value types and arrays, and interfaces that a built-in type implements.</summary>
    private bool IsOpen(Type declared) =>
        declared == typeof(object) || declared == typeof(ValueType) || declared == typeof(Enum) || declared == typeof(Array)
        || (declared.IsInterface && ids.Any(pair => Scalars.IsReservedId(pair.Value) && declared.IsAssignableFrom(pair.Key)));
}
