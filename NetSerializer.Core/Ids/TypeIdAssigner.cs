using NetSerializer.Errors;

namespace NetSerializer.Ids;

/// <summary>
/// Gives ids: explicit ones, and the next free one in order of discovery. Roots added at the end leave the ids of all other types as they are.
/// </summary>
internal static class TypeIdAssigner
{
    public static IReadOnlyDictionary<Type, int> Assign(
        List<Type> discovered, IReadOnlyDictionary<Type, ushort>? explicitIds, List<TypeModelProblem> problems)
    {
        var ids = new Dictionary<Type, int>();
        var taken = new Dictionary<int, Type>();
        List<Type> types = discovered.FindAll(type => BuiltInIds.Find(type) == 0);
        if (explicitIds != null)
        {
            TakeExplicit(explicitIds, types, ids, taken, problems);
        }
        int next = BuiltInIds.FirstFree;
        foreach (Type type in types)
        {
            if (ids.ContainsKey(type))
            {
                continue;
            }
            while (taken.ContainsKey(next) || next is >= BuiltInIds.ReservedStart and < BuiltInIds.ReservedEnd)
            {
                next++;
            }
            if (next > BuiltInIds.Last)
            {
                problems.Add(new TypeModelProblem(
                    ErrorCode.TooManyTypes, TypeNames.Display(type), "The model has more types than there are ids (65,535); split it."));
                break;
            }
            ids.Add(type, next++);
        }
        return ids;
    }

    private static void TakeExplicit(
        IReadOnlyDictionary<Type, ushort> explicitIds, List<Type> types, Dictionary<Type, int> ids, Dictionary<int, Type> taken,
        List<TypeModelProblem> problems)
    {
        var known = types.ToHashSet();
        // The ids of another model come with the built-in ids.
        foreach ((Type type, ushort id) in explicitIds.Where(pair => BuiltInIds.Find(pair.Key) is var builtIn && (builtIn == 0 || builtIn != pair.Value)))
        {
            Check(type, id, known, taken, problems);
            taken[id] = type;
            ids[type] = id;
        }
    }

    private static void Check(Type type, ushort id, HashSet<Type> known, Dictionary<int, Type> taken, List<TypeModelProblem> problems)
    {
        string name = TypeNames.Display(type);
        if (id is < BuiltInIds.FirstFree or (>= BuiltInIds.ReservedStart and < BuiltInIds.ReservedEnd))
        {
            problems.Add(new TypeModelProblem(ErrorCode.InvalidTypeId, name, $"The id {id} is reserved; use 32 to 16127 or 16384 to 65535."));
        }
        if (BuiltInIds.Find(type) != 0)
        {
            problems.Add(new TypeModelProblem(
                ErrorCode.InvalidTypeId, name,
                $"{name} is built in and has the id {BuiltInIds.Find(type)} in every model. Leave it out of "
                    + $"{nameof(SerializerOptions)}.{nameof(SerializerOptions.TypeIds)}."));
        }
        else if (!known.Contains(type))
        {
            problems.Add(new TypeModelProblem(ErrorCode.InvalidTypeId, name, $"An id is given to {name}, which is not in the model; add it to the types."));
        }
        if (taken.TryGetValue(id, out Type? other))
        {
            problems.Add(new TypeModelProblem(
                ErrorCode.DuplicateTypeId, name, $"The id {id} is given to {TypeNames.Display(other)} as well. Give one of them another."));
        }
    }
}
