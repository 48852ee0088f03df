using System.Collections;
using System.Collections.ObjectModel;
using NetSerializer.Ids;

namespace NetSerializer.Families;

/// <summary>
/// The collections that a place declared as one of their interfaces admits without registration: what programs put there most. Each costs a model its code, so it is few; others join when they are among the roots.
/// </summary>
internal static class CollectionInterfaces
{
    private static readonly Type[] s_lists = [typeof(List<>)], s_readOnlyLists = [typeof(List<>), typeof(ReadOnlyCollection<>)], s_sets = [typeof(HashSet<>)];
    private static readonly Type[] s_tables = [typeof(Dictionary<,>)], s_readOnlyTables = [typeof(Dictionary<,>), typeof(ReadOnlyDictionary<,>)];
    private static readonly Type[] s_untypedLists = [typeof(ArrayList)], s_untypedTables = [typeof(Hashtable)];

    private static readonly Dictionary<Type, Type[]> s_implied = new()
    {
        [typeof(IEnumerable<>)] = s_lists,
        [typeof(ICollection<>)] = s_lists,
        [typeof(IList<>)] = s_lists,
        [typeof(IReadOnlyCollection<>)] = s_readOnlyLists,
        [typeof(IReadOnlyList<>)] = s_readOnlyLists,
        [typeof(ISet<>)] = s_sets,
        [typeof(IReadOnlySet<>)] = s_sets,
        [typeof(IDictionary<,>)] = s_tables,
        [typeof(IReadOnlyDictionary<,>)] = s_readOnlyTables,
        [typeof(IEnumerable)] = s_untypedLists,
        [typeof(ICollection)] = s_untypedLists,
        [typeof(IList)] = s_untypedLists,
        [typeof(IDictionary)] = s_untypedTables,
    };

    /// <summary>The collections for an interface, in the order in which they get ids: the array first, where there is one. Those that every model has are left out.</summary>
    public static IReadOnlyList<Type> Implied(Type declared)
    {
        if (!s_implied.TryGetValue(declared.IsGenericType ? declared.GetGenericTypeDefinition() : declared, out Type[]? definitions))
        {
            return [];
        }
        Type[] arguments = declared.IsGenericType ? declared.GetGenericArguments() : [];
        var implied = new List<Type>(definitions.Length + 1);
        if (definitions[0] == typeof(List<>))
        {
            AddUnlessBuiltIn(implied, arguments[0].MakeArrayType());
        }
        foreach (Type definition in definitions)
        {
            AddUnlessBuiltIn(implied, definition.IsGenericTypeDefinition ? definition.MakeGenericType(arguments) : definition);
        }
        return implied;
    }

    private static void AddUnlessBuiltIn(List<Type> implied, Type type)
    {
        if (BuiltInIds.Find(type) == 0)
        {
            implied.Add(type);
        }
    }
}
