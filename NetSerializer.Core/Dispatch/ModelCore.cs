using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Families;
using NetSerializer.Families.Columns;
using NetSerializer.Ids;
using NetSerializer.IO;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Schema;
using NetSerializer.Wire;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Dispatch;

/// <summary>
/// The parts of a TypeModel. Immutable but for caches: root slots, the tables with or without the built-in types, compiled code, texts, and the traced
/// twin. Each cache has one right value, so any thread may fill it.
/// </summary>
internal sealed partial class ModelCore
{
    private readonly CompiledModel _compiled;
    private readonly MadeOnce<ModelCore> _traced;
    private readonly MadeOnce<TypeIdTable> _typeIds;
    private readonly MadeOnce<WireSchema> _schema;
    private readonly MadeOnce<SchemaTypes> _schemaTypes;
    private readonly MadeOnce<SchemaAliases> _formerNames;
    private readonly bool _hasOpenSlots;
    private readonly Lock _growing = new();
    // Made when a program first asks by type: most do not.
    private volatile ConcurrentDictionary<Type, RootSlot<object?>>? _rootsByType;
    private object?[] _roots = [];
    private object?[] _directRoots = [];
    private volatile ObjectDispatch? _dispatch;
    private bool _hasBuiltIns;
    // The tables of today, and earlier ones without the built-in types, which calls of other threads may still use.
    private readonly List<ObjectDispatch> _allTables = [];

    private ModelCore(Type?[] roots, PlanTable plans, IReadOnlyDictionary<Type, int> ids, bool isTraced)
    {
        Roots = roots;
        Options = plans.Options;
        Plans = plans;
        IsTraced = isTraced;
        _compiled = new CompiledModel(plans, isTraced);
        Limits = Options.Limits;
        _hasOpenSlots = HasOpenSlots(plans);
        _traced = new MadeOnce<ModelCore>(() => new ModelCore(Roots, plans, ids, isTraced: true) { _target = _target });
        _typeIds = new MadeOnce<TypeIdTable>(() =>
            new TypeIdTable(BuiltInIds.All.Concat(ids).Select(pair => KeyValuePair.Create(pair.Key, (ushort)pair.Value))));
        _schema = new MadeOnce<WireSchema>(() => SchemaBuilder.Build(plans));
        _schemaTypes = new MadeOnce<SchemaTypes>(() => new SchemaTypes(plans, Schema));
        _formerNames = new MadeOnce<SchemaAliases>(() => NetSerializer.Schema.FormerNames.Of(plans, Schema, SchemaTypes.Names));
        CloneLimits = SerializerLimits.Trusted with { MaxDepth = Options.Limits.MaxDepth, MaxStackBytes = Options.Limits.MaxStackBytes };
    }

    public Type?[] Roots { get; }

    public SerializerOptions Options { get; }

    public PlanTable Plans { get; }

    /// <summary>The tables. To be asked for after the root slot, which decides whether they have the built-in types.</summary>
    public ObjectDispatch Dispatch => _dispatch ?? GrowDispatch(withBuiltIns: _hasOpenSlots);

    public SerializerLimits Limits { get; }

    public SerializerLimits CloneLimits { get; }

    public TypeIdTable TypeIds => _typeIds.Value;

    public WireSchema Schema => _schema.Value;

    public ReadOnlySpan<byte> Fingerprint => Schema.Fingerprint.Span;

    public bool IsTraced { get; }

    /// <summary>The same model with code that finds the path of a failure.</summary>
    public ModelCore Traced => _traced.Value;

    /// <summary>How many methods have been compiled so far, built-in types apart.</summary>
    public int MethodCount => _compiled.MethodCount;

    public static ModelCore Create(Type?[] roots, SerializerOptions options)
    {
        if (!BitConverter.IsLittleEndian)
        {
            throw new PlatformNotSupportedException("NetSerializer runs on little-endian machines only.");
        }
        RunTimeCode.Require();
        if (options.Serializers?.Contains(null!) == true)
        {
            throw new ArgumentException($"An entry of {nameof(SerializerOptions)}.{nameof(SerializerOptions.Serializers)} is null.", nameof(options));
        }
        if (options.UnknownExceptions == UnknownExceptions.AsRemoteException && Array.IndexOf(roots, typeof(RemoteException)) < 0)
        {
            roots = [.. roots, typeof(RemoteException)];
        }
        var scanner = new TypeScanner(FamilyCatalogue.All, options, FamilyCatalogue.Last(options));
        IReadOnlyList<TypeShape> shapes = scanner.Scan(roots);
        var problems = new List<TypeModelProblem>(scanner.Problems);
        var withId = new List<Type>();
        foreach (TypeShape shape in shapes)
        {
            if (shape.HasId)
            {
                withId.Add(shape.Type);
            }
        }
        IReadOnlyDictionary<Type, int> ids = TypeIdAssigner.Assign(withId, options.TypeIds, problems);
        bool isSound = problems.Count == 0;
        // The sound types are planned all the same, because their plans may show more problems. Types without end are not worth that.
        if (!isSound && (!options.PreservesReferences || HasTooManyTypes(problems)))
        {
            throw new TypeModelException(problems);
        }
        PlanTable plans = Planner.Plan(isSound ? shapes : SoundShapes.Of(shapes), ids, options);
        if (options.PreservesReferences)
        {
            problems.AddRange(CollectionFamily.FindProblems(plans, scanner.PathOf));
        }
        if (problems.Count > 0)
        {
            throw new TypeModelException(problems);
        }
        return new ModelCore(roots, plans, ids, isTraced: false);
    }

    /// <summary>Reads data of another version into the types of a model.</summary>
    public static ModelCore ReaderOf(ModelCore target, PlanTable plans) =>
        new ModelCore(target.Roots, plans, plans.Plans.Where(plan => plan.Id != 0).ToDictionary(plan => plan.Type, plan => plan.Id), isTraced: false)
        {
            _target = target,
            Context = target.Context,
        };

    private static bool HasTooManyTypes(List<TypeModelProblem> problems) => problems.Exists(problem => problem.Code == ErrorCode.TooManyTypes);

    private static bool HasOpenSlots(PlanTable plans)
    {
        foreach (TypePlan plan in plans.Plans)
        {
            foreach (SlotPlan slot in plan.Slots)
            {
                if (slot.IsOpen)
                {
                    return true;
                }
            }
        }
        return false;
    }

    /// <summary>The slot of a static root type, which writes its id.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public RootSlot<T> Root<T>() => Find<T>(ref _roots) ?? MakeRoot<T>(ref _roots, isDirect: false);

    /// <summary>The slot of a static root type, which writes it as a member declared as T.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public RootSlot<T> DirectRoot<T>() => Find<T>(ref _directRoots) ?? MakeRoot<T>(ref _directRoots, isDirect: true);

    /// <summary>The slot of a root type that is known at run time only.</summary>
    public RootSlot<object?> Root(Type declared)
    {
        ArgumentNullException.ThrowIfNull(declared);
        return _rootsByType?.TryGetValue(declared, out RootSlot<object?>? slot) == true ? slot : MakeRoot(declared);
    }

    /// <summary>As <see cref="Root(Type)"/>, for a value that is about to be written.</summary>
    /// <exception cref="ArgumentException">The value is not of the declared type.</exception>
    public RootSlot<object?> RootFor(Type declared, object? value)
    {
        RootSlot<object?> root = Root(declared);
        bool fits = value == null ? new RootKey(false, declared).AdmitsNull : declared.IsInstanceOfType(value);
        return fits ? root : throw new ArgumentException(
            $"{(value == null ? "null" : TypeNames.Display(value.GetType()))} is given where a {TypeNames.Display(declared)} is declared.", nameof(value));
    }

    // Paired with the write in MakeRoot: a thread that sees the slot sees the tables it needs.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static RootSlot<T>? Find<T>(ref object?[] slots)
    {
        object?[] roots = Volatile.Read(ref slots);
        int index = RootSlot<T>.Index;
        return (uint)index < (uint)roots.Length ? Unsafe.As<RootSlot<T>?>(roots[index]) : null;
    }

    /// <inheritdoc cref="TypeModel.PeekType(ReadOnlySpan{byte})"/>
    public Type? PeekType(ReadOnlySpan<byte> source)
    {
        Unsafe.SkipInit(out ScratchBuffer scratch);
        var r = new WireReader(CompleteDispatch(), Limits, source, ref scratch.First, null);
        ref byte p = ref r.ReadVarInt32(ref r.Start, out uint id);
        r.Finish(ref p);
        if (id == 0)
        {
            return null;
        }
        if (r.Dispatch.PreservesReferences && (id & 1) != 0)
        {
            throw new MalformedDataException(ErrorCode.ReferenceOutOfRange, "The number of an object at the beginning of a value, where there are none.", 0);
        }
        return r.Dispatch.FindType(id >> r.Dispatch.IdShift)
            ?? throw new MalformedDataException(
                ErrorCode.UnknownTypeId, $"Type id {id >> r.Dispatch.IdShift} is not in the model. {Throw.UnknownIdCure}", 0);
    }

    public void CheckLength(long length)
    {
        if (length > Limits.MaxInputBytes)
        {
            FailLength();
        }
    }

    /// <summary>A value ends before its bytes do.</summary>
    [DoesNotReturn]
    public static void FailTrailing(long consumed, long expected) =>
        throw SerializerMetrics.Counted(new MalformedDataException(
            ErrorCode.TrailingBytes, $"The value ends, but {expected - consumed} bytes follow. Several values, as of a session, are read with OpenReader "
                + "or by the overload that tells a length; a value in a stream by Deserialize of a Stream."
                // A null, as it seems.
                + (consumed == 1 ? Throw.OldPayload : ""), consumed));

    /// <summary>A direct value of a session takes no bytes: from the same bytes there could be any number of them, and no writer makes one.</summary>
    [DoesNotReturn]
    public static void FailNoBytes(Type declared) => throw new MalformedDataException(
        ErrorCode.NotCanonical, $"A direct {TypeNames.Display(declared)} of no bytes, which no session has: write and read it with its id.", 0);

    /// <summary>A session has no further value.</summary>
    public static EndOfStreamException EndOfValues() => new("The stream ends where a value should begin.");

    private void FailLength() =>
        throw SerializerMetrics.Counted(new MalformedDataException(
            ErrorCode.InputTooLong, $"The input is longer than {nameof(SerializerLimits.MaxInputBytes)} = {Limits.MaxInputBytes}.", Limits.MaxInputBytes));

    public string ListGeneratedCode() => BodyListing.Print(_compiled.Methods);

    public IReadOnlyList<GeneratedMethod> GeneratedMethods => _compiled.Methods;

    /// <summary>The tables with the built-in types: for roots that can be anything.</summary>
    public ObjectDispatch CompleteDispatch() => GrowDispatch(withBuiltIns: true);

    // The built-in types come last, so that the indexes of the others stay when they are added.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ObjectDispatch GrowDispatch(bool withBuiltIns)
    {
        lock (_growing)
        {
            if (_dispatch == null || (withBuiltIns && !_hasBuiltIns))
            {
                List<DispatchEntry> entries = _compiled.Entries;
                if (withBuiltIns)
                {
                    foreach (Type type in BuiltInIds.Types)
                    {
                        if (Plans.Find(type) == null && !Plans.IsReplaced(type))
                        {
                            entries.Add(new DispatchEntry(type, BuiltInIds.Find(type), EntryKind.Undeclared));
                        }
                    }
                }
                var tables = new ObjectDispatch(entries, Options.Limits, BuiltInIds.FindType, ChunkSink.Open, Options.PreservesReferences)
                {
                    Unshared = Plans.Unshared,
                    MayBeRemote = Options.UnknownExceptions == UnknownExceptions.AsRemoteException ? MayBeRemote : null,
                    HasTextTable = Options.Strings == StringHandling.Table,
                    CompileWriter = type => Compile(type, isWriter: true),
                    CompileReader = type => Compile(type, isWriter: false),
                    FindColumns = FindColumns,
                    RejectsNonFinite = Options.NonFiniteFloats == NonFiniteFloats.Reject,
                };
                _allTables.Add(tables);
                GrowTables();
                // Not before the tables are there: an exception until then would leave them without the built-in types for ever.
                (_dispatch, _hasBuiltIns) = (tables, withBuiltIns);
            }
            return _dispatch;
        }
    }

    private nint Compile(Type met, bool isWriter)
    {
        lock (_growing)
        {
            TypePlan? plan = Plans.Find(met);
            CompiledModel model = plan != null ? _compiled : BuiltInModel.ModelOf(met, Plans, IsTraced);
            plan ??= model.Table[met];
            nint address = isWriter ? model.Writer(plan) : model.Reader(plan);
            GrowTables();
            return address;
        }
    }

    private ColumnCode FindColumns(Type type)
    {
        TypePlan plan = Plans[type];
        return new ColumnCode(ColumnStructs.LeastBytes(plan, Plans), isWriter =>
        {
            lock (_growing)
            {
                nint address = isWriter ? _compiled.ColumnWriter(plan) : _compiled.ColumnReader(plan);
                GrowTables();
                return address;
            }
        });
    }

    // Code that has just been compiled may have handles that the tables lack.
    private void GrowTables()
    {
        foreach (ObjectDispatch tables in _allTables)
        {
            tables.Grow(_compiled.SlotTypes, _compiled.Shapes, _compiled.CustomSerializers, _compiled.NestedSlots);
        }
    }

    private RootSlot<object?> MakeRoot(Type declared)
    {
        lock (_growing)
        {
            RootSlot<object?> slot = (_rootsByType ??= new()).GetOrAdd(
                declared, _source?.Make<object?>(new RootKey(IsDirect: false, declared)) ?? new RootFactory(this, _compiled).Make(declared));
            GrowTables();
            return slot;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private RootSlot<T> MakeRoot<T>(ref object?[] slots, bool isDirect)
    {
        lock (_growing)
        {
            int index = RootSlot<T>.Index;
            if (index < slots.Length && slots[index] is RootSlot<T> first)
            {
                return first;
            }
            // Others with another context use it too, but for those of a source, which has its own.
            RootSlot<T> slot = _source != null ? _source.Make<T>(new RootKey(isDirect))
                : _origin == null ? new RootFactory(this, _compiled).Make<T>(isDirect)
                : isDirect ? _origin.DirectRoot<T>() : _origin.Root<T>();
            GrowTables();
            // A new array each time, so that readers without the lock see whole entries.
            object?[] larger = new object?[Math.Max(slots.Length, index + 1)];
            slots.CopyTo(larger, 0);
            larger[index] = slot;
            Volatile.Write(ref slots, larger);
            return slot;
        }
    }
}
