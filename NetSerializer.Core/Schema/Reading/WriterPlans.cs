using System.Reflection;
using NetSerializer.Dispatch;
using NetSerializer.Families;
using NetSerializer.Ids;
using NetSerializer.Languages;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Schema.Reading;

/// <summary>
/// Plans of a writer's schema over the types of a reader's model: members that are gone are read into locals, and members of other numbers are widened. The
/// engine makes code of them as of any plans, so data of another version are read as fast as those of the own one. The plans are used only if
/// they print the very schema of the writer, and only for changes that need nothing but that; the decoder reads all others.
/// </summary>
internal sealed class WriterPlans
{
    // The JIT compiler takes long for methods of very many members, and a schema may come from a stranger.
    private const int MaxMembers = 1_000;

    private readonly ModelCore _reader;
    private readonly WireSchema _writer;
    private readonly SerializerOptions _options;
    private readonly SchemaAliases _aliases;
    private readonly Dictionary<string, Type> _types = [];

    private WriterPlans(ModelCore reader, WireSchema writer)
    {
        (_reader, _writer, _aliases) = (reader, writer, reader.FormerNames);
        var ids = new HashSet<ushort>(writer.Unshared);
        _options = reader.Options with
        {
            Integers = writer.Options.Integers,
            NonFiniteFloats = writer.Options.NonFiniteFloats,
            References = writer.Options.References,
            Strings = writer.Options.Strings,
            // Readers come and go with the versions of peers.
            Collectible = true,
            NeverShared = ids.Count == 0 ? null : type => ids.Contains((ushort)(BuiltInIds.Find(type) is var id and > 0 ? id : IdOf(type))),
        };
        foreach (Type type in BuiltInIds.Types)
        {
            _types.TryAdd(SchemaNames.For([type]).Of(type), type);
        }
        SchemaNames names = SchemaBuilder.NamesOf(reader.Plans);
        foreach (Type type in reader.Plans.Plans.SelectMany(plan => plan.Slots.Select(slot => slot.DeclaredType).Append(plan.Type)))
        {
            _types[names.Of(type)] = type;
        }
    }

    /// <summary>A model that reads data of the writer's schema into the types of the reader; null where that takes the decoder.</summary>
    public static ModelCore? TryCompile(ModelCore reader, WireSchema writer, ResolveOptions options)
    {
        // What happens to values of types without a counterpart is decided for each value.
        if (options.Conversions != null || options.UnknownTypes != UnknownTypes.Fail || writer.Types.Any(type => type.Slots.Count > MaxMembers))
        {
            return null;
        }
        return new WriterPlans(reader, writer).Plan() is { } plans ? ModelCore.ReaderOf(reader, plans) : null;
    }

    private PlanTable? Plan()
    {
        Dictionary<Type, int> ids = [];
        foreach (SchemaType line in _writer.Types)
        {
            if (!_types.TryGetValue(line.Name, out Type? type) || !ids.TryAdd(type, line.Id))
            {
                return null;
            }
        }
        Type[] unscanned = [.. _writer.Types.SelectMany(line => line.Slots).Select(slot => Find(slot.Type)).OfType<Type>()
            .Where(type => _reader.Plans.Find(type) == null && (BuiltInIds.Find(type) != 0 || type.IsValueType)).Distinct()];
        var scanner = new TypeScanner(FamilyCatalogue.All, _options, FamilyCatalogue.Last(_options));
        IReadOnlyList<TypeShape> all = scanner.Scan([.. _reader.Roots, .. unscanned]);
        if (scanner.Problems.Count > 0)
        {
            return null;
        }
        var shapes = new List<TypeShape>();
        foreach (TypeShape shape in all)
        {
            bool isKnown = !shape.HasId || ids.ContainsKey(shape.Type) || BuiltInIds.Find(shape.Type) != 0;
            if (isKnown)
            {
                if (ShapeOf(shape) is not { } resolved)
                {
                    return null;
                }
                shapes.Add(resolved);
            }
        }
        RemoveUnused(shapes);
        // Serializers ask for the code of their nested values by tables of the model that they belong to.
        bool isNested = shapes.Exists(shape => shape.Custom != null && !shape.Slots.IsEmpty);
        if (isNested || (shapes.Exists(shape => shape.IsReplaced) && shapes.Exists(shape => shape.Slots.Any(slot => slot.IsOther))))
        {
            // An object that another one replaces changes its place when the value is whole, and a local is gone by then.
            return null;
        }
        PlanTable plans = Planner.Plan(shapes, ids, _options) with { ReadsOnly = true };
        return SchemaBuilder.Build(plans).Text == _writer.Text ? plans : null;
    }

    // Nullable types have no line.
    private Type? Find(string name) =>
        _types.TryGetValue(name, out Type? type) ? type
        : name.StartsWith("nullable<", StringComparison.Ordinal) && name.EndsWith('>') && Find(name["nullable<".Length..^1]) is { IsValueType: true } value
            && Nullable.GetUnderlyingType(value) == null ? typeof(Nullable<>).MakeGenericType(value)
        : null;

    private int IdOf(Type type) => _writer.Types.FirstOrDefault(line => _types.GetValueOrDefault(line.Name) == type)?.Id ?? 0;

    // Nullable structs and the like have no line, and go with the types that they are made of.
    private static void RemoveUnused(List<TypeShape> shapes)
    {
        HashSet<Type> known;
        do
        {
            known = [.. shapes.Select(shape => shape.Type)];
        }
        while (shapes.RemoveAll(shape => !shape.HasId && shape.Slots.Any(slot => slot.DeclaredType.IsValueType && !known.Contains(slot.DeclaredType))) > 0);
    }

    // The shape with the members of the writer. Null where a member needs more than its place.
    private TypeShape? ShapeOf(TypeShape shape)
    {
        SchemaType? writer = _writer.Types.FirstOrDefault(line => line.Id != 0 && _types[line.Name] == shape.Type);
        if (writer == null || shape.Family is not ObjectFamily || FSharpTypes.Tag(shape.Type) != null)
        {
            return shape;
        }
        TypePlan plan = _reader.Plans[shape.Type];
        SchemaType reader = _reader.Schema.Index.Find(plan.Id)!;
        int[] members = SchemaMembers.Match(writer, reader, _aliases);
        var slots = new List<SlotShape>();
        for (int i = 0; i < members.Length; i++)
        {
            SchemaSlot slot = writer.Slots[i];
            FieldInfo? field = members[i] < 0 ? null : plan.Slots[members[i]].Shape.Field;
            if (!slot.IsMember || Find(slot.Type) is not { } declared || (field != null && !Widening.CanStore(declared, field.FieldType)))
            {
                return null;
            }
            slots.Add(new SlotShape(SlotRole.Member, declared, field) { Origin = new MemberOrigin(slot.DeclaringType!, slot.Name!) });
        }
        IEnumerable<FieldInfo> added = plan.Slots.Where((_, i) => !members.Contains(i)).Select(slot => slot.Shape.Field!);
        return AddedMembers.HaveDefaults(added) ? null : shape with { Slots = [.. slots], BoundedFirst = false };
    }
}
