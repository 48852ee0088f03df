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
    private readonly ResolvedModel _resolved;
    private readonly Dictionary<Type, SchemaType> _lines = [];

    private WriterPlans(ResolvedModel resolved)
    {
        (_resolved, _reader, _writer) = (resolved, resolved.Core, resolved.Writer);
        var unshared = new HashSet<ushort>(_writer.Unshared);
        SerializerOptions written = _writer.Options;
        _options = _reader.Options with
        {
            Integers = written.Integers,
            NonFiniteFloats = written.NonFiniteFloats,
            References = written.References,
            Strings = written.Strings,
            FrameCustomForms = written.FrameCustomForms,
            // Readers come and go with the versions of peers.
            Collectible = true,
            NeverShared = unshared.Count == 0 ? null : type => unshared.Contains((ushort)IdOf(type)),
        };
    }

    /// <summary>A model that reads data of the writer's schema into the types of the reader; null where that takes the decoder.</summary>
    public static ModelCore? TryCompile(ResolvedModel resolved)
    {
        (WireSchema writer, ResolveOptions options) = (resolved.Writer, resolved.Options);
        // What happens to values of types without a counterpart is decided for each value.
        if (options.Conversions != null || options.UnknownTypes != UnknownTypes.Fail || writer.Types.Any(type => type.Slots.Count > MaxMembers))
        {
            return null;
        }
        return new WriterPlans(resolved).Plan() is { } plans ? ModelCore.ReaderOf(resolved.Core, plans) : null;
    }

    private PlanTable? Plan()
    {
        foreach (SchemaType line in _writer.Types)
        {
            if (_reader.SchemaTypes.Find(line.Name) is not { } type || !_lines.TryAdd(type, line))
            {
                return null;
            }
        }
        if (ShapesOfReader() is not { } all)
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
        return ColumnStructs.FitStack(plans) && SchemaBuilder.Build(plans, _reader.SchemaTypes.Names).Text == _writer.Text ? plans : null;
    }

    // The types of the reader and those that members which are gone need besides. Null where one of them cannot travel.
    private IEnumerable<TypeShape>? ShapesOfReader()
    {
        Type[] missing = [.. _writer.Types.SelectMany(line => line.Slots).Select(slot => Find(slot.Type)).OfType<Type>()
            .Where(type => _reader.Plans.Find(type) == null && (BuiltInIds.Find(type) != 0 || type.IsValueType)).Distinct()];
        // The options of the wire decide on some shapes.
        bool haveSameShapes = _options.Integers == _reader.Options.Integers && _options.NonFiniteFloats == _reader.Options.NonFiniteFloats
            && _options.References == _reader.Options.References && _options.FrameCustomForms == _reader.Options.FrameCustomForms;
        IEnumerable<TypeShape> known = haveSameShapes ? _reader.Plans.Plans.Select(plan => plan.Shape) : [];
        if (haveSameShapes && missing.Length == 0)
        {
            return known;
        }
        var scanner = new TypeScanner(FamilyCatalogue.All, _options, FamilyCatalogue.Last(_options));
        IReadOnlyList<TypeShape> scanned = scanner.Scan([.. haveSameShapes ? [] : _reader.Roots, .. missing]);
        return scanner.Problems.Count > 0 ? null : known.Concat(haveSameShapes ? scanned.Where(shape => _reader.Plans.Find(shape.Type) == null) : scanned);
    }

    private static bool CanBeCompiled(List<TypeShape> shapes)
    {
        // Serializers ask for the code of their nested values by tables of the model that they belong to.
        if (shapes.Exists(shape => shape.Custom != null && !shape.Slots.IsEmpty))
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
        _reader.SchemaTypes.Find(name)
        ?? (name.StartsWith(SchemaIndex.NullablePrefix, StringComparison.Ordinal) && name.EndsWith('>')
            && _reader.SchemaTypes.Find(name[SchemaIndex.NullablePrefix.Length..^1]) is { IsValueType: true } value
            && Nullable.GetUnderlyingType(value) == null ? typeof(Nullable<>).MakeGenericType(value) : null);

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
        if (!_lines.TryGetValue(shape.Type, out SchemaType? writer) || FSharpTypes.Tag(shape.Type) != null)
        {
            return shape;
        }
        bool hasOtherForm = shape.Keyword != writer.Form && MayHaveForm(shape, writer.Form);
        if (shape.Family is not ObjectFamily && !hasOtherForm)
        {
            return shape;
        }
        TypePlan plan = _reader.Plans[shape.Type];
        SchemaType reader = _reader.Schema.Index.Find(plan.Id)!;
        int[] members = _resolved.Members(writer, reader);
        var slots = new List<SlotShape>();
        for (int i = 0; i < members.Length; i++)
        {
            SchemaSlot slot = writer.Slots[i];
            FieldInfo? field = members[i] < 0 ? null : plan.Slots[members[i]].Shape.Field;
            if (!slot.IsMember || Find(slot.Type) is not { } declared)
            {
                return null;
            }
            bool isChanged = field != null && field.FieldType != declared;
            if (isChanged && !Widening.CanStore(declared, field!.FieldType))
            {
                return null;
            }
            slots.Add(new SlotShape(SlotRole.Member, declared, field)
            {
                Origin = new MemberOrigin(slot.DeclaringType!, slot.Name!),
                Conversion = isChanged ? Widening.Find(declared, field!.FieldType) : null,
            });
        }
        IEnumerable<FieldInfo> added = plan.Slots.Where((_, i) => !members.Contains(i)).Select(slot => slot.Shape.Field!);
        if (AddedMembers.HaveDefaults(added))
        {
            return null;
        }
        TypeShape resolved = shape with { Slots = [.. slots], BoundedFirst = false };
        return hasOtherForm ? resolved with { Family = new ObjectFamily(), Keyword = writer.Form, IsSumOfSlots = true } : resolved;
    }

    // The members of a struct decide whether it is copied whole, goes by columns or neither, so another version may have another form. Columns are read
    // past the user's code.
    private static bool MayHaveForm(TypeShape shape, string form) =>
        shape is { Family: ObjectFamily or RawStructFamily, Type.IsValueType: true, IsUnion: false }
        && (form == "struct" || (form == ColumnStructs.Keyword && shape is { Callbacks: null, IsReplaced: false }));
}
