using NetSerializer.Emit;
using NetSerializer.Families;
using NetSerializer.Ids;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Schema;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

/// <summary>What a TypeModel is made of. Immutable but for two caches, each of which is filled with one right value whoever fills it: root slots, and the traced twin.</summary>
internal sealed partial class ModelCore
{
    private readonly CompiledModel _compiled;
    private readonly IReadOnlyDictionary<Type, int> _ids;
    private readonly Lazy<ModelCore> _traced;
    private readonly Lock _growRoots = new();
    private object?[] _roots = [];

    private ModelCore(IReadOnlyList<Type?> roots, PlanTable plans, IReadOnlyDictionary<Type, int> ids, bool isTraced)
    {
        Roots = roots;
        Options = plans.Options;
        Plans = plans;
        _ids = ids;
        IsTraced = isTraced;
        _compiled = CompiledModel.Compile(plans, isTraced);
        CompiledModel builtIn = BuiltInModel.For(Options, isTraced);
        HashSet<Type> own = [.. _compiled.Entries.Select(entry => entry.Type)];
        Dispatch = new ObjectDispatch([.. _compiled.Entries, .. builtIn.Entries.Where(entry => !own.Contains(entry.Type))], _compiled.SlotTypes, Options.Limits.MaxDepth);
        _traced = new Lazy<ModelCore>(() => new ModelCore(Roots, plans, ids, isTraced: true));
        CloneLimits = SerializerLimits.Trusted with { MaxDepth = Options.Limits.MaxDepth };
        TypeIds = new TypeIdTable(BuiltInIds.All.Concat(ids).Select(pair => KeyValuePair.Create(pair.Key, (ushort)pair.Value)));
        Schema = SchemaText.Print(plans);
        Fingerprint = SchemaText.Fingerprint(Schema);
    }

    public IReadOnlyList<Type?> Roots { get; }

    public SerializerOptions Options { get; }

    public PlanTable Plans { get; }

    public ObjectDispatch Dispatch { get; }

    public byte[][] Shapes => _compiled.Shapes;

    public SerializerLimits CloneLimits { get; }

    public TypeIdTable TypeIds { get; }

    public string Schema { get; }

    public byte[] Fingerprint { get; }

    public bool IsTraced { get; }

    public static ModelCore Create(IReadOnlyList<Type?> roots, SerializerOptions options, ModelCore? earlier)
    {
        if (!BitConverter.IsLittleEndian)
        {
            throw new PlatformNotSupportedException("NetSerializer runs on little-endian machines only.");
        }
        var scanner = new TypeScanner(FamilyCatalogue.All, options);
        IReadOnlyList<TypeShape> shapes = scanner.Scan(roots);
        List<TypeModelProblem> problems = [.. scanner.Problems];
        IReadOnlyDictionary<Type, int> ids = TypeIdAssigner.Assign(shapes.Where(shape => shape.HasId).Select(shape => shape.Type), options.TypeIds, earlier?._ids, problems);
        if (problems.Count > 0)
        {
            throw new TypeModelException(problems);
        }
        return new ModelCore(roots, Planner.Plan(shapes, ids, options), ids, isTraced: false);
    }

    /// <summary>The slot of a static root type.</summary>
    public RootSlot<T> Root<T>()
    {
        object?[] roots = _roots;
        int index = RootSlot<T>.Index;
        return (uint)index < (uint)roots.Length && roots[index] is { } slot ? System.Runtime.CompilerServices.Unsafe.As<RootSlot<T>>(slot) : MakeRoot<T>();
    }

    public void CheckLength(long length)
    {
        if (length > Options.Limits.MaxInputBytes)
        {
            throw new MalformedDataException(ErrorCode.InputTooLong, $"The input is longer than {nameof(SerializerLimits.MaxInputBytes)} = {Options.Limits.MaxInputBytes}.", Options.Limits.MaxInputBytes);
        }
    }

    public string ListGeneratedCode() => BodyListing.Print(_compiled.Methods);

    public IReadOnlyList<GeneratedMethod> GeneratedMethods => _compiled.Methods;

    private RootSlot<T> MakeRoot<T>()
    {
        RootSlot<T> slot = new RootFactory(this, _compiled, BuiltInModel.For(Options, IsTraced)).Make<T>();
        lock (_growRoots)
        {
            int index = RootSlot<T>.Index;
            if (index < _roots.Length && _roots[index] is RootSlot<T> first)
            {
                return first;
            }
            // A new array each time, so that readers without the lock see whole entries.
            object?[] larger = new object?[Math.Max(_roots.Length, index + 1)];
            _roots.CopyTo(larger, 0);
            larger[index] = slot;
            Volatile.Write(ref _roots, larger);
            return slot;
        }
    }
}
