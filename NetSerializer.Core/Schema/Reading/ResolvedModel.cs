using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NetSerializer.Dispatch;
using NetSerializer.Families;
using NetSerializer.Ids;
using NetSerializer.Planning;
using NetSerializer.Trees;
using NetSerializer.Wire;

namespace NetSerializer.Schema.Reading;

/// <summary>
/// A model, the schema of a writer, and the answer to which types and members of the one go to which of the other. Makes the roots that read by it. For
/// any number of threads.
/// </summary>
internal sealed class ResolvedModel : RootSource
{
    private const int LevelsOfBuiltIn = 2;

    private readonly SchemaResolver _resolver;
    private readonly SchemaAliases _aliases;
    private readonly MadeOnce<ModelCore> _parts, _wholeParts;
    private readonly MadeOnce<ModelCore> _decoding;
    private readonly HashSet<ushort> _unshared;
    private readonly ConcurrentDictionary<(string Writer, string? Target), DecodedType> _types = new();
    private readonly ConcurrentDictionary<Type, PartReader> _readers = new(), _wholeReaders = new();
    private readonly ConcurrentDictionary<Type, ColumnReader> _columns = new();
    private readonly ConcurrentDictionary<string, PartReader?> _values = new();

    /// <exception cref="SchemaMismatchException">Something cannot be resolved.</exception>
    public ResolvedModel(ModelCore core, WireSchema writer, ResolveOptions options)
    {
        (Core, Writer, Options, _unshared) = (core, writer, options, [.. writer.Unshared]);
        _aliases = core.FormerNames;
        _resolver = new SchemaResolver(writer, core.Schema, new ResolveRules(_aliases)
        {
            MayBeMissing = options.MissingMembers == MissingMembers.Error ? IsOptional : null,
            NarrowsNumbers = options.Narrowing == Narrowing.Checked,
            NullIsDefault = options.Nulls == NullsOfWriter.Default,
            UnknownIsNull = options.UnknownTypes == UnknownTypes.Null,
            Conversions = [.. (options.Conversions ?? []).Select(code => new ResolvedConversion(NameOf(code.From), NameOf(code.To), code))],
        });
        if (_resolver.Problems.Count > 0)
        {
            throw new SchemaMismatchException("Data of this schema cannot be read with the model.", _resolver.Problems);
        }
        _parts = new MadeOnce<ModelCore>(MakeParts);
        _wholeParts = new MadeOnce<ModelCore>(() => ModelCore.Create([], _parts.Value.Options with { Integers = IntegerEncoding.Fixed }));
        _decoding = new MadeOnce<ModelCore>(() => _parts.Value.ReadBy(this, Core.Context));
    }

    public ModelCore Core { get; }

    public WireSchema Writer { get; }

    public ResolveOptions Options { get; }

    /// <summary>The calls that read by the schema of the writer through a tree.</summary>
    public ModelCore Decoding => _decoding.Value;

    /// <summary>The reader's type for a value of the writer's type.</summary>
    /// <param name="writer">The writer's type.</param>
    /// <param name="target">The only type that the reader's slot admits; null where the name decides.</param>
    public DecodedType Decoded(SchemaType writer, SchemaType? target) =>
        _types.GetOrAdd((writer.Name, target?.Name), _ => Decode(writer, target ?? _resolver.Find(writer)));

    /// <summary>The name of a type of the writer leads to this type of the reader.</summary>
    public bool IsMeant(SchemaType writer, SchemaType reader) => writer.Name == reader.Name || _aliases.Rename(writer.Name) == reader.Name;

    /// <summary>With references in the data: the objects of the type have no numbers.</summary>
    public bool IsUnshared(SchemaType writer) => _unshared.Contains(writer.Id);

    /// <inheritdoc cref="SchemaResolver.Members"/>
    public int[] Members(SchemaType writer, SchemaType reader) => _resolver.Members(writer, reader);

    /// <inheritdoc cref="SchemaResolver.FindConversion"/>
    public ResolvedConversion? FindConversion(SchemaSlot writer, SchemaSlot reader) =>
        Options.Conversions == null ? null : _resolver.FindConversion(writer, reader);

    /// <summary>The default of a slot of a value type; null where that is the default.</summary>
    public object? DefaultOf(SchemaSlot reader) =>
        Core.Schema.Index.Find(reader.Type) is { Id: not 0 } type ? RuntimeHelpers.GetUninitializedObject(Core.TypeIds[type.Id]) : null;

    /// <summary>The reader of a type that all models have, or of an array of it.</summary>
    public PartReader Part(Type type) => _readers.GetOrAdd(type, static (type, parts) => PartReader.Of(type, parts), _parts.Value);

    /// <summary>As <see cref="Part"/> of a scalar, for members of raw structs.</summary>
    public PartReader WholePart(Type type) => _wholeReaders.GetOrAdd(type, static (type, parts) => PartReader.Of(type, parts), _wholeParts.Value);

    /// <summary>The reader of a column of scalars.</summary>
    public ColumnReader Column(Type type) =>
        _columns.GetOrAdd(type, static (type, parts) => ColumnReader.Of(BulkForms.Column(type, parts.Plans), type), _parts.Value);

    /// <summary>The reader of a value of the framework or of a custom form; null for one that nothing here can read.</summary>
    public PartReader? Value(SchemaType writer) => _values.GetOrAdd(writer.Name, _ => MakeValue(writer));

    /// <exception cref="NotSupportedException">The root has no id.</exception>
    /// <inheritdoc/>
    public override RootSlot<T> Make<T>(RootKey key) => !key.IsDirect ? new(key, new DecodedRoot<T>(this, key)) : throw ModelCore.NoDirectRoots();

    /// <summary>Makes an object of the bytes of the model. The value is counted as one of the data, by its caller.</summary>
    public T Make<T>(RootKey key, byte[] bytes) => key.Declared == null ? Core.Root<T>().ReadClone(Core, Core.Limits, bytes, isCounted: false)
        : (T)Core.Root(key.Declared).ReadClone(Core, Core.Limits, bytes, isCounted: false)!;

    // A model without references of the parts that need no resolution, under the options of the writer.
    private ModelCore MakeParts()
    {
        // Values of a type that is not recursive are no level to the model, and one here: each of these types at most once, arrays of arrays included.
        int levels = (int)Math.Min(int.MaxValue, (long)Core.Limits.MaxDepth + Writer.Types.Count + LevelsOfBuiltIn);
        return ModelCore.Create(
            [.. FrameworkValues.In(Writer), .. PlainArrays(Writer), .. Core.Plans.Plans.Where(plan => plan.Shape.IsUnion).Select(plan => plan.Type)],
            new SerializerOptions
            {
                Integers = Writer.Options.Integers,
                NonFiniteFloats = Writer.Options.NonFiniteFloats,
                Limits = Core.Limits with { MaxDepth = levels },
                TypeFilter = _ => true,
                Collectible = Core.Options.Collectible,
            });
    }

    private PartReader? MakeValue(SchemaType writer)
    {
        TypePlan? plan = Decoded(writer, null).Type is { } type ? Core.Plans.Find(type)
            : _parts.Value.Plans.Plans.FirstOrDefault(plan => plan.Shape.Keyword == writer.Form && plan.Type.FullName == writer.Name);
        return plan?.Shape.Custom is { } custom ? PartReader.Of(custom.HandledType, custom.Serializer) : null;
    }

    private DecodedType Decode(SchemaType writer, SchemaType? reader)
    {
        var targets = new SchemaSlot?[writer.Slots.Count];
        if (reader == null || reader.Form == SchemaIndex.Nullable)
        {
            return new DecodedType(writer, null, null, new WireClass(writer.Name, null, Members(writer, _ => null)), targets);
        }
        Type type = Core.TypeIds[reader.Id];
        TypePlan? plan = Core.Plans.Find(type);
        int[] members = Members(writer, reader);
        SchemaSlot[] content = [.. reader.Slots.Where(slot => !slot.IsMember)];
        for (int i = 0, next = 0; i < targets.Length; i++)
        {
            targets[i] = writer.Slots[i].IsMember ? members[i] < 0 ? null : reader.Slots[members[i]] : content.ElementAtOrDefault(next++);
        }
        FieldInfo[] missing =
        [
            .. Enumerable.Range(0, reader.Slots.Count).Where(i => reader.Slots[i].IsMember && !members.Contains(i))
                .Select(i => plan?.Slots[i].Shape.Field).OfType<FieldInfo>(),
        ];
        AddedMembers? added = plan == null ? null : AddedMembers.Of(plan, Core.Context, missing);
        WireMember[] all =
        [
            .. Members(writer, i => members[i] < 0 ? null : plan!.Slots[members[i]].Shape.Field),
            .. (added?.Fields ?? []).Select(field => new WireMember(field.DeclaringType!.FullName, field.Name, field)),
        ];
        return new DecodedType(writer, reader, type, new WireClass(writer.Name, type, all), targets) { Added = added };
    }

    private static WireMember[] Members(SchemaType writer, Func<int, FieldInfo?> field) =>
    [
        .. Enumerable.Range(0, writer.Slots.Count).Where(i => writer.Slots[i].IsMember)
            .Select(i => new WireMember(writer.Slots[i].DeclaringType, writer.Slots[i].Name!, field(i))),
    ];

    private bool IsOptional(SchemaType reader, int member) =>
        Core.TypeIds.TryGetType(reader.Id, out Type? type) && Core.Plans.Find(type)?.Slots[member].Shape.Field is { } field
            && field.IsDefined(typeof(OptionalFieldAttribute), inherit: false);

    // The name that a type has in the schema of the model; of one that it lacks the name that nothing there has.
    private string NameOf(Type type) =>
        BuiltInIds.ScalarName(type) ?? (Core.TypeIds.TryGetId(type, out ushort id) ? Core.Schema.Index.Find(id)!.Name : SchemaNames.For([type]).Of(type));

    // Grids, and the arrays that no model has of itself: those of nullable elements.
    private static IEnumerable<Type> PlainArrays(WireSchema writer) =>
        from type in writer.Types
        where type.Content is "grid" or "sequence"
        let element = Plain(writer.Index, type.Slots[^1])
        where element != null && (type.Form == "grid" || Nullable.GetUnderlyingType(element) != null)
        select type.Form == "grid" ? GridOf(element, type) : element.MakeArrayType();

    /// <summary>
    /// The elements that every model reads alike: scalars but text and object, enums as their underlying type, and these where they may be null; null for
    /// others.
    /// </summary>
    public static Type? Plain(SchemaIndex types, SchemaSlot element)
    {
        if (element.Form != SchemaSlotForm.Value || types.Find(element.Type) is not { } type)
        {
            return null;
        }
        return type.Form switch
        {
            SchemaIndex.Scalar => Scalar(type),
            "enum" => Scalar(types.Find(type.Underlying!)!),
            SchemaIndex.Nullable => Plain(types, type.Slots[0]) is { } value ? typeof(Nullable<>).MakeGenericType(value) : null,
            _ => null,
        };
    }

    /// <summary>The array type of a grid of other elements.</summary>
    public static Type GridOf(Type element, SchemaType grid) => element.MakeArrayType(Rank(grid));

    /// <summary>The rank of a grid, whose name ends with it.</summary>
    public static int Rank(SchemaType grid)
    {
        string signs = grid.Name[(grid.Name.LastIndexOf('[') + 1)..^1];
        return signs == "*" ? 1 : signs.Length + 1;
    }

    /// <summary>The type of a scalar.</summary>
    public static Type Scalar(SchemaType type) => BuiltInIds.FindType(type.Id)!;
}
