using System.Reflection;
using NetSerializer.Planning;

namespace NetSerializer.Schema;

/// <summary>Collects <see cref="FormerlyNamedAttribute"/> of the types and members of a model.</summary>
internal static class FormerNames
{
    private const string BackingFieldEnd = ">k__BackingField";

    public static SchemaAliases Of(PlanTable plans, WireSchema schema, SchemaNames names)
    {
        var aliases = new SchemaAliases();
        // Abstract classes have no line, and stand in the names of collections.
        foreach (Type type in plans.Plans.Where(plan => plan.Id != 0).SelectMany(plan => SchemaNames.Definitions(plan.Type)).Distinct())
        {
            if (!type.IsGenericTypeDefinition && plans.Find(type) == null)
            {
                AddType(aliases, type, names.Of(type));
            }
        }
        foreach (TypePlan plan in plans.Plans)
        {
            if (plan.Id == 0 || schema.Index.Find(plan.Id) is not { } line)
            {
                continue;
            }
            AddType(aliases, plan.Type, line.Name);
            for (int i = 0; i < plan.Slots.Length; i++)
            {
                if (plan.Slots[i] is { IsMember: true, Shape.Field: { } field })
                {
                    AddType(aliases, field.DeclaringType!, line.Slots[i].DeclaringType!);
                    AddMember(aliases, field, line.Slots[i]);
                }
            }
        }
        return aliases;
    }

    /// <summary>The names that a member had, as names of fields: the field behind a property of that name, or a field that the property replaces.</summary>
    public static IEnumerable<string> Of(FieldInfo field)
    {
        foreach (FormerlyNamedAttribute former in field.GetCustomAttributes<FormerlyNamedAttribute>())
        {
            yield return former.Name;
        }
        foreach (FormerlyNamedAttribute former in PropertyOf(field)?.GetCustomAttributes<FormerlyNamedAttribute>(inherit: false) ?? [])
        {
            yield return $"<{former.Name}{BackingFieldEnd}";
            yield return former.Name;
        }
    }

    /// <summary>The full names that a type had, without arguments.</summary>
    public static IEnumerable<string> Of(Type type) =>
        type.GetCustomAttributes<FormerlyNamedAttribute>(inherit: false).Select(former => WithNamespace(former.Name, (type.IsGenericType
            ? type.GetGenericTypeDefinition() : type).FullName!));

    /// <summary>The property that the compiler has made a field for; null for other fields.</summary>
    public static PropertyInfo? PropertyOf(FieldInfo field) =>
        field.Name.StartsWith('<') && field.Name.EndsWith(BackingFieldEnd, StringComparison.Ordinal)
            ? field.DeclaringType!.GetProperty(
                field.Name[1..^BackingFieldEnd.Length],
                BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
            : null;

    private static void AddType(SchemaAliases aliases, Type type, string name)
    {
        foreach (string former in Of(type))
        {
            aliases.AddType(SchemaNames.OfType(former), SchemaMembers.Definition(name));
        }
    }

    private static void AddMember(SchemaAliases aliases, FieldInfo field, SchemaSlot slot)
    {
        foreach (string former in Of(field))
        {
            aliases.AddMember(SchemaMembers.Definition(slot.DeclaringType!), SchemaNames.OfMember(former), slot.Name!);
        }
    }

    // A former name without a namespace is one in the same namespace, or in the same outer class.
    private static string WithNamespace(string former, string name) =>
        former.Contains('.', StringComparison.Ordinal) ? former : name[..(name.LastIndexOfAny(['.', '+']) + 1)] + former;
}
