using System.Collections.Immutable;

namespace NetSerializer.Planning;

/// <summary>The plans of a model: the whole agreement between two sides, as data.</summary>
/// <param name="Plans">In order of discovery.</param>
/// <param name="Options">The options they were made under.</param>
internal sealed record PlanTable(ImmutableArray<TypePlan> Plans, SerializerOptions Options)
{
    private readonly Dictionary<Type, TypePlan> _byType = ByType(Plans);

    /// <summary>The types, of this model or of every model, whose objects have no numbers though others have; null for none.</summary>
    public IReadOnlySet<Type>? Unshared { get; init; }

    /// <summary>The plans are those of another version's data, whose members may have no field: nothing is written by them.</summary>
    public bool ReadsOnly { get; init; }

    public TypePlan this[Type type] => _byType[type];

    /// <summary>A custom serializer of the model handles the type or a part of it, so that the library's own code for it must not.</summary>
    public bool IsReplaced(Type type) =>
        Options.HasCustomTypes
        && (Find(type)?.Shape.Custom != null || (type.IsArray && IsReplaced(type.GetElementType()!))
            || (type.IsGenericType && type.GetGenericArguments().Any(IsReplaced)));

    public TypePlan? Find(Type type) => _byType.GetValueOrDefault(type);

    private static Dictionary<Type, TypePlan> ByType(ImmutableArray<TypePlan> plans)
    {
        var byType = new Dictionary<Type, TypePlan>(plans.Length);
        foreach (TypePlan plan in plans)
        {
            byType.Add(plan.Type, plan);
        }
        return byType;
    }
}
