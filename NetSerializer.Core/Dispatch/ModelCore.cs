using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Families;
using NetSerializer.Ids;
using NetSerializer.IO;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Schema;
using NetSerializer.Wire;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Dispatch;

/// <summary>
/// The parts of a TypeModel. Immutable but for caches: root slots, the tables with or without the built-in types, texts, and the traced twin. Each
/// cache has one right value, so any thread may fill it.
/// </summary>
internal sealed partial class ModelCore
{
    private readonly CompiledModel _compiled;
    private readonly MadeOnce<ModelCore> _traced;
    private readonly MadeOnce<TypeIdTable> _typeIds;
    private readonly MadeOnce<WireSchema> _schema;
    private readonly bool _hasOpenSlots;
    private readonly Lock _growing = new();
    private readonly ConcurrentDictionary<Type, RootSlot<object?>> _rootsByType = new();
    private object?[] _roots = [];
    private object?[] _directRoots = [];
    private volatile ObjectDispatch? _dispatch;
    private bool _hasBuiltIns;

    private ModelCore(IReadOnlyList<Type?> roots, PlanTable plans, IReadOnlyDictionary<Type, int> ids, bool isTraced)
    {
        Roots = roots;
        Options = plans.Options;
        Plans = plans;
        IsTraced = isTraced;
        _compiled = isTraced ? CompiledModel.TraceLate(plans) : CompiledModel.Compile(plans);
        Limits = Options.Limits;
        _hasOpenSlots = plans.Plans.Any(plan => plan.Slots.Any(slot => slot.IsOpen));
        _traced = new MadeOnce<ModelCore>(() => new ModelCore(Roots, plans, ids, isTraced: true));
        _typeIds = new MadeOnce<TypeIdTable>(() =>
            new TypeIdTable(BuiltInIds.All.Concat(ids).Select(pair => KeyValuePair.Create(pair.Key, (ushort)pair.Value))));
        _schema = new MadeOnce<WireSchema>(() => SchemaBuilder.Build(plans));
        CloneLimits = SerializerLimits.Trusted with { MaxDepth = Options.Limits.MaxDepth, MaxStackBytes = Options.Limits.MaxStackBytes };
    }

    public IReadOnlyList<Type?> Roots { get; }

    public SerializerOptions Options { get; }

    public PlanTable Plans { get; }

    /// <summary>The tables. To be asked for after the root slot, which decides whether they have the built-in types.</summary>
    public ObjectDispatch Dispatch => _dispatch ?? GrowDispatch(withBuiltIns: _hasOpenSlots || IsTraced);

    public SerializerLimits Limits { get; }

    public SerializerLimits CloneLimits { get; }

    public TypeIdTable TypeIds => _typeIds.Value;

    public WireSchema Schema => _schema.Value;

    public ReadOnlySpan<byte> Fingerprint => Schema.Fingerprint.Span;

    public bool IsTraced { get; }

    /// <summary>The same model with code that finds the path of a failure.</summary>
    public ModelCore Traced => _traced.Value;

    /// <summary>How many methods have been compiled so far.</summary>
    public int MethodCount => _compiled.MethodCount;

    public static ModelCore Create(IReadOnlyList<Type?> roots, SerializerOptions options)
    {
        if (!BitConverter.IsLittleEndian)
        {
            throw new PlatformNotSupportedException("NetSerializer runs on little-endian machines only.");
        }
        RunTimeCode.Require();
        if (options.Serializers?.Any(entry => entry is null) == true)
        {
            throw new ArgumentException($"An entry of {nameof(SerializerOptions)}.{nameof(SerializerOptions.Serializers)} is null.", nameof(options));
        }
        if (options.UnknownExceptions == UnknownExceptions.AsRemoteException && !roots.Contains(typeof(RemoteException)))
        {
            roots = [.. roots, typeof(RemoteException)];
        }
        var scanner = new TypeScanner(FamilyCatalogue.All, options, FamilyCatalogue.Last(options));
        IReadOnlyList<TypeShape> shapes = scanner.Scan(roots);
        List<TypeModelProblem> problems = [.. scanner.Problems];
        IReadOnlyDictionary<Type, int> ids = TypeIdAssigner.Assign(shapes.Where(shape => shape.HasId).Select(shape => shape.Type), options.TypeIds, problems);
        bool isSound = problems.Count == 0;
        // The sound types are planned all the same, because their plans may show more problems. Types without end are not worth that.
        if (!isSound && (!options.PreservesReferences || problems.Exists(problem => problem.Code == ErrorCode.TooManyTypes)))
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
        return _rootsByType.TryGetValue(declared, out RootSlot<object?>? slot)
            ? slot : MakeRoot(declared);
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
                + "or by the overload that tells a length; a value in a stream by Deserialize of a Stream.", consumed));

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
                List<DispatchEntry> entries = [.. _compiled.Entries];
                if (withBuiltIns)
                {
                    var own = new HashSet<Type>();
                    foreach (DispatchEntry entry in entries)
                    {
                        own.Add(entry.Type);
                    }
                    foreach (DispatchEntry entry in BuiltInModel.Uncompiled)
                    {
                        if (!own.Contains(entry.Type) && !Plans.IsReplaced(entry.Type))
                        {
                            entries.Add(entry with { Kind = EntryKind.Undeclared });
                        }
                    }
                }
                _dispatch = new ObjectDispatch(
                    entries, _compiled.SlotTypes, _compiled.Shapes, Options.Limits, BuiltInIds.FindType, ChunkSink.Open, Options.PreservesReferences)
                {
                    Unshared = Plans.Unshared,
                    MayBeRemote = Options.UnknownExceptions == UnknownExceptions.AsRemoteException ? MayBeRemote : null,
                    HasTextTable = Options.Strings == StringHandling.Table,
                    CustomSerializers = _compiled.CustomSerializers,
                    NestedSlots = _compiled.NestedSlots,
                    CompileLate = CompileLate,
                    RejectsNonFinite = Options.NonFiniteFloats == NonFiniteFloats.Reject,
                };
                // Not before the tables are there: an exception until then would leave them without the built-in types for ever.
                _hasBuiltIns = withBuiltIns;
            }
            return _dispatch;
        }
    }

    private IReadOnlyList<DispatchEntry> CompileLate(Type met)
    {
        if (!IsTraced || Plans.Find(met) is not { Id: > 0 } plan)
        {
            return BuiltInModel.EntriesWith(met, Plans, IsTraced);
        }
        lock (_growing)
        {
            DispatchEntry entry = _compiled.CompileLate(plan);
            GrowTables();
            return [entry];
        }
    }

    // The twin has one dispatch, with the built-in types, so that there are no others whose tables would have to grow.
    private void GrowTables()
    {
        if (IsTraced)
        {
            Dispatch.Grow(_compiled.SlotTypes, _compiled.Shapes, _compiled.CustomSerializers, _compiled.NestedSlots);
        }
    }

    private RootSlot<object?> MakeRoot(Type declared)
    {
        lock (_growing)
        {
            RootSlot<object?> slot = _rootsByType.GetOrAdd(declared, new RootFactory(this, _compiled).Make(declared));
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
            // Others with another context use it too.
            RootSlot<T> slot = _origin == null ? new RootFactory(this, _compiled).Make<T>(isDirect) : isDirect ? _origin.DirectRoot<T>() : _origin.Root<T>();
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
