using NetSerializer.Ids;
using NetSerializer.Planning;

namespace NetSerializer.Schema;

/// <summary>
/// The types of a model by the names that its schema has for them: those of its plans, those that its slots are declared as, and the ones that every
/// model has. For any number of threads.
/// </summary>
internal sealed class SchemaTypes
{
    private readonly Dictionary<string, Type> _types = [];

    public SchemaTypes(PlanTable plans, WireSchema schema)
    {
        Names = SchemaBuilder.NamesOf(plans);
        foreach (Type type in BuiltInIds.Types)
        {
            _types.Add(schema.Index.Find(BuiltInIds.Find(type))!.Name, type);
        }
        foreach (Type type in plans.Plans.SelectMany(plan => plan.Slots.Select(slot => slot.DeclaredType).Append(plan.Type)))
        {
            _types[Names.Of(type)] = type;
        }
    }

    public SchemaNames Names { get; }

    /// <summary>The type with a name, or null.</summary>
    public Type? Find(string name) => _types.GetValueOrDefault(name);
}
