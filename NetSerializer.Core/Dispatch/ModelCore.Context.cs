using System.Runtime.CompilerServices;
using NetSerializer.Ids;
using NetSerializer.Metrics;
using NetSerializer.Planning;
using NetSerializer.Schema;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Dispatch;

// The types that a model takes, and models that share everything but the object of the user that their calls carry.
internal sealed partial class ModelCore
{
    // Null but in a model with a context: that which it was made of.
    private ModelCore? _origin;

    // The model into whose types this one reads data of another version; null in an ordinary model.
    private ModelCore? _target;

    // Null but in a model whose bytes another schema explains.
    private RootSource? _source;

    /// <summary>The object of the user's that calls carry, or null.</summary>
    public object? Context { get; private set; }

    /// <inheritdoc cref="TypeModel.WithContext"/>
    public ModelCore WithContext(object? context)
    {
        ModelCore origin = _origin ?? this;
        // Tables that are complete are not replaced any more: root slots that are made later, here or there, go with them.
        origin.CompleteDispatch();
        var core = (ModelCore)origin.MemberwiseClone();
        (core._origin, core.Context) = (origin, context);
        return core;
    }

    /// <summary>The calls of this model on roots that <paramref name="source"/> makes, with an object of the user's. It reads only.</summary>
    public ModelCore ReadBy(RootSource source, object? context)
    {
        ModelCore core = WithContext(context);
        (core._source, core._roots, core._directRoots, core._rootsByType) = (source, [], [], null);
        return core;
    }

    /// <summary>
    /// Whether this core reads data of another version, and the model that they are read into has the type. Such a root admits no id of the data
    /// where they lack the type, and null.
    /// </summary>
    public bool IsOfTarget(Type type) => _target?.CanSerialize(type) == true;

    /// <summary>A value was read, for the metrics.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void CountRead(long bytes)
    {
        if (Traffic.IsCounted)
        {
            Traffic.CountRead(bytes, isResolved: _target != null || _source != null);
        }
    }

    /// <summary>A root without an id, of another version.</summary>
    public static NotSupportedException NoDirectRoots() =>
        new("A root without an id is read by an equal schema alone: a schema does not say how it was declared. Write it with its id.");

    /// <summary>The types by their names in <see cref="Schema"/>.</summary>
    public SchemaTypes SchemaTypes => _schemaTypes.Value;

    /// <summary>The names that its types and members had in data of earlier versions.</summary>
    public SchemaAliases FormerNames => _formerNames.Value;

    /// <inheritdoc cref="TypeModel.CanSerialize"/>
    public bool CanSerialize(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        Type value = Nullable.GetUnderlyingType(type) ?? type;
        return (Options.UnknownExceptions == UnknownExceptions.AsRemoteException && value.IsAssignableTo(typeof(Exception)))
            || BuiltInIds.Types.Any(builtIn => !Plans.IsReplaced(builtIn) && Conversions.IsAdmitted(value, builtIn))
            || Plans.Plans.Any(plan => plan.Id != 0
                && (Conversions.IsAdmitted(value, plan.Type) || (plan.Shape.CoversDerived && plan.Type.IsAssignableFrom(value))));
    }

    // A place that is declared as an interface which built-in types implement takes anything, and its writer does not look at the value.
    private static bool MayBeRemote(Type exception) =>
        !exception.GetInterfaces().Any(implemented => Admission.IsOpen(implemented) && !implemented.IsAssignableFrom(typeof(RemoteException)));
}
