using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Dispatch;
using NetSerializer.Families;
using NetSerializer.Families.Columns;
using NetSerializer.Ids;
using NetSerializer.Languages;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Schema.Reading;

/// <summary>
/// Plans of a writer's schema over the types of a reader's model. The engine makes code of them as of any plans, so data of another version are read as
/// fast as those of the own one. Members that are gone are read into locals; numbers become wider. The plans are used only if they print the very schema
/// of the writer. The decoder reads data with all other changes.
/// </summary>
internal sealed class WriterPlans
{
    // A schema may come from a stranger. The JIT compiler takes long for methods of very many members, and each level of recursive data has the locals of
    // a method on the stack (Recursion.Interval). So many bytes of them in all leave a level within its 4 KiB.
    private const int MaxMembers = 1_000, MaxLocals = 2_048;

    private readonly ModelCore _reader;
    private readonly WireSchema _writer;
    private readonly SerializerOptions _options;
    private readonly SchemaAliases _aliases;
    private readonly Dictionary<string, Type> _types = [];
    private readonly Dictionary<Type, SchemaType> _lines = [];

    private WriterPlans(ModelCore reader, WireSchema writer)
    {
        (_reader, _writer, _aliases) = (reader, writer, reader.FormerNames);
        var unshared = new HashSet<ushort>(writer.Unshared);
        _options = reader.Options with
        {
            Integers = writer.Options.Integers,
            NonFiniteFloats = writer.Options.NonFiniteFloats,
            References = writer.Options.References,
            Strings = writer.Options.Strings,
            FrameCustomForms = writer.Options.FrameCustomForms,
            // Readers come and go with the versions of peers.
            Collectible = true,
            NeverShared = unshared.Count == 0 ? null : type => unshared.Contains((ushort)IdOf(type)),
        };
        foreach (Type type in BuiltInIds.Types)
        {
            _types.Add(reader.Schema.Index.Find(BuiltInIds.Find(type))!.Name, type);
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
        foreach (SchemaType line in _writer.Types)
        {
            if (!_types.TryGetValue(line.Name, out Type? type) || !_lines.TryAdd(type, line))
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
            if (shape.HasId && IdOf(shape.Type) == 0)
            {
                // A type that only the reader has.
                continue;
            }
            if (ShapeOf(shape) is not { } resolved)
            {
                return null;
            }
            shapes.Add(resolved);
        }
        RemoveUnused(shapes);
        if (!CanBeCompiled(shapes))
        {
            return null;
        }
        Dictionary<Type, int> ids = _lines.ToDictionary(pair => pair.Key, pair => (int)pair.Value.Id);
        PlanTable plans = Planner.Plan(shapes, ids, _options) with { ReadsOnly = true };
        return SchemaBuilder.Build(plans).Text == _writer.Text ? plans : null;
    }

    private static bool CanBeCompiled(List<TypeShape> shapes)
    {
        // Serializers ask for the code of their nested values by tables of the model that they belong to.
        if (shapes.Exists(shape => shape.Custom != null && !shape.Slots.IsEmpty))
        {
            return false;
        }
        // A column is read where it stays, or dropped.
        if (shapes.Exists(shape => shape.Keyword == ColumnStructs.Keyword && shape.Slots.Any(slot => slot.Field != null && slot.IsOther)))
        {
            return false;
        }
        Type[] locals = [.. shapes.SelectMany(shape => shape.Slots).Where(slot => slot.IsOther).Select(slot => slot.DeclaredType).Distinct()];
        // An object that another one replaces changes its place when the value is whole, and a local is gone by then.
        bool areReplaced = locals.Length > 0 && shapes.Exists(shape => shape.IsReplaced);
        return !areReplaced && locals.Sum(local => (long)RuntimeHelpers.SizeOf(local.TypeHandle)) <= MaxLocals;
    }

    // Nullable types have no line.
    private Type? Find(string name) =>
        _types.TryGetValue(name, out Type? type) ? type
        : name.StartsWith("nullable<", StringComparison.Ordinal) && name.EndsWith('>') && Find(name["nullable<".Length..^1]) is { IsValueType: true } value
            && Nullable.GetUnderlyingType(value) == null ? typeof(Nullable<>).MakeGenericType(value)
        : null;

    // 0 for a type that the data do not have.
    private int IdOf(Type type) => BuiltInIds.Find(type) is var id and > 0 ? id : _lines.TryGetValue(type, out SchemaType? line) ? line.Id : 0;

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
        if (!_lines.TryGetValue(shape.Type, out SchemaType? writer) || shape.Family is not ObjectFamily || FSharpTypes.Tag(shape.Type) != null)
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
            slots.Add(new SlotShape(SlotRole.Member, declared, field)
            {
                Origin = new MemberOrigin(slot.DeclaringType!, slot.Name!),
                Conversion = field == null ? null : Widening.Find(declared, field.FieldType),
            });
        }
        IEnumerable<FieldInfo> added = plan.Slots.Where((_, i) => !members.Contains(i)).Select(slot => slot.Shape.Field!);
        return AddedMembers.HaveDefaults(added) ? null : shape with { Slots = [.. slots], BoundedFirst = false };
    }
}
