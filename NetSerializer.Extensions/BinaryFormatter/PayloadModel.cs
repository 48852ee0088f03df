using System.Diagnostics.CodeAnalysis;
using System.Reflection.Metadata;
using System.Runtime.CompilerServices;
using NetSerializer.Dispatch;
using NetSerializer.Ids;
using NetSerializer.Planning;
using NetSerializer.Schema;

namespace NetSerializer.Nrbf;

/// <summary>A model with the settings of one call: the types by their names, and the model that reads graphs.</summary>
internal sealed class PayloadModel
{
    // The names and the twin of a model are made once. They go with its plans, which models with another context share.
    private static readonly ConditionalWeakTable<PlanTable, Shared> s_shared = [];

    private readonly Dictionary<string, Type> _types;
    private readonly Dictionary<string, Type> _former;
    private readonly Dictionary<Type, RecordConversion> _conversions = [];

    private PayloadModel(TypeModel graph, Shared shared, BinaryFormatterOptions options)
    {
        (Graph, _types, _former, Options) = (graph, shared.Types, shared.Former, options);
        foreach (RecordConversion conversion in options.Records ?? [])
        {
            _conversions[conversion.Type] = conversion;
        }
    }

    public BinaryFormatterOptions Options { get; }

    /// <summary>The model of the call if it preserves references, otherwise one of the same types that does.</summary>
    public TypeModel Graph { get; }

    public PlanTable Plans => Graph.Core.Plans;

    public SerializerLimits Limits => Graph.Options.Limits;

    [RequiresDynamicCode("It compiles code."), RequiresUnreferencedCode("It looks at fields.")]
    public static PayloadModel Of(TypeModel model, BinaryFormatterOptions? options)
    {
        ArgumentNullException.ThrowIfNull(model);
        Shared shared = s_shared.GetValue(model.Core.Plans, _ => new Shared(model));
        TypeModel graph = shared.Twin == null ? model : model.Core.Context is { } context ? shared.Twin.WithContext(context) : shared.Twin;
        return new PayloadModel(graph, shared, options ?? new BinaryFormatterOptions());
    }

    /// <summary>The type of the model with a name of a payload; null for none. The assembly does not matter.</summary>
    public Type? Find(TypeName name)
    {
        string? old = null;
        string today = CanonicalNames.Of(name, given =>
        {
            // A type of today that has the name is meant, unless the options say otherwise.
            if (Options.Names?.TryGetValue(given, out Type? type) != true && (_types.ContainsKey(given) || !_former.TryGetValue(given, out type)))
            {
                return given;
            }
            old = given;
            return (type!.IsConstructedGenericType ? type.GetGenericTypeDefinition() : type).FullName!;
        });
        Type? found = _types.GetValueOrDefault(today);
        if (old != null && found != null)
        {
            Report(PayloadChangeKind.Renamed, found, old);
        }
        return found;
    }

    /// <summary>The plan of a type of the model or of a built-in one.</summary>
    public TypePlan PlanOf(Type type) => Plans.Find(type) ?? BuiltInModel.ModelOf(type, Plans, isTraced: false).Table[type];

    public RecordConversion? ConversionTo(Type type) => _conversions.GetValueOrDefault(type);

    public void Report(PayloadChangeKind kind, Type type, string name)
    {
        var change = new PayloadChange(kind, type, name);
        if (Options.Report is { } report && !report.Contains(change))
        {
            report.Add(change);
        }
    }

    private sealed class Shared
    {
        [RequiresDynamicCode("It compiles code."), RequiresUnreferencedCode("It looks at fields.")]
        public Shared(TypeModel model)
        {
            if (model.Options.References == ReferenceHandling.None)
            {
                Twin = TypeModel.Create(model.Core.Roots!, model.Options with { References = ReferenceHandling.Preserve });
            }
            PlanTable plans = (Twin ?? model).Core.Plans;
            foreach (Type type in BuiltInIds.Types.Where(type => !plans.IsReplaced(type)).Concat(plans.Plans.Select(plan => plan.Type)))
            {
                // Two types of one name in two assemblies: the first is the one that discovery met first.
                Types.TryAdd(CanonicalNames.Of(type), type);
            }
            foreach (Type type in plans.Plans.Select(plan => plan.Type))
            {
                string arity = type.IsGenericType ? $"`{type.GetGenericArguments().Length}" : "";
                foreach (string former in FormerNames.Of(type))
                {
                    Former.TryAdd(former + arity, type);
                }
            }
        }

        /// <summary>The model of graphs for one of trees; null for others.</summary>
        public TypeModel? Twin { get; }

        public Dictionary<string, Type> Types { get; } = new(StringComparer.Ordinal);

        /// <summary>The types by their former names, as <see cref="BinaryFormatterOptions.Names"/> has them.</summary>
        public Dictionary<string, Type> Former { get; } = new(StringComparer.Ordinal);
    }
}
