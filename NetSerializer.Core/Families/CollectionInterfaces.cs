using System.Collections;
using System.Collections.ObjectModel;
using NetSerializer.Ids;

namespace NetSerializer.Families;

/// <summary>
/// The collections that a place declared as one of their interfaces admits without registration: programs put these there most. Each costs a model its
/// code, so they are few. Others join when they are among the roots.
/// </summary>
internal static class CollectionInterfaces
{
    private static readonly Type[] s_lists = [typeof(List<>)], s_readOnlyLists = [typeof(List<>), typeof(ReadOnlyCollection<>)],
        s_sets = [typeof(HashSet<>), typeof(SortedSet<>)];
    private static readonly Type[] s_tables = [typeof(Dictionary<,>), typeof(SortedDictionary<,>)],
        s_readOnlyTables = [typeof(Dictionary<,>), typeof(ReadOnlyDictionary<,>), typeof(SortedDictionary<,>)];
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

    /// <summary>
    /// The collections for an interface, in the order in which they get ids: the array first, where there is one. Collections that every model has are
    /// left out.
    /// </summary>
    /// <param name="declared">The interface.</param>
    /// <param name="hashes">Whether a place that is not declared as a set or a table admits one: where keys are held to be safe, the program decides
    /// on each.</param>
    public static IReadOnlyList<Type> Implied(Type declared, bool hashes)
    {
        Type shape = declared.IsGenericType ? declared.GetGenericTypeDefinition() : declared;
        if (!s_implied.TryGetValue(shape, out Type[]? definitions))
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
        if (hashes && (shape == typeof(IEnumerable<>) || shape == typeof(ICollection<>) || shape == typeof(IReadOnlyCollection<>)))
        {
            AddUnlessBuiltIn(implied, typeof(HashSet<>).MakeGenericType(arguments));
            if (arguments[0] is { IsGenericType: true } pair && pair.GetGenericTypeDefinition() == typeof(KeyValuePair<,>))
            {
                AddUnlessBuiltIn(implied, typeof(Dictionary<,>).MakeGenericType(pair.GetGenericArguments()));
            }
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
