namespace NetSerializer.Schema;

/// <summary>Which member of the reader each member of the writer goes to.</summary>
internal static class SchemaMembers
{
    /// <summary>Matches the members of two types.</summary>
    /// <returns>For each slot of the writer the index of the reader's slot; -1 for a member that is dropped, and for a slot that is no member.</returns>
    public static int[] Match(SchemaType writer, SchemaType reader)
    {
        int[] targets = new int[writer.Slots.Count];
        bool[] taken = new bool[reader.Slots.Count];
        Array.Fill(targets, -1);
        var byName = new Dictionary<(string Declaring, string Name), int>();
        for (int i = 0; i < reader.Slots.Count; i++)
        {
            if (reader.Slots[i] is { IsMember: true } slot)
            {
                byName.TryAdd(KeyOf(slot), i);
            }
        }
        for (int i = 0; i < targets.Length; i++)
        {
            if (writer.Slots[i] is { IsMember: true } slot && byName.TryGetValue(KeyOf(slot), out int target) && !taken[target])
            {
                taken[target] = true;
                targets[i] = target;
            }
        }
        MatchMoved(writer, reader, targets, taken);
        return targets;
    }

    // A member that has moved between the classes of a hierarchy goes by its name, where that is the only one on either side.
    private static void MatchMoved(SchemaType writer, SchemaType reader, int[] targets, bool[] taken)
    {
        ILookup<string, int> free = Enumerable.Range(0, taken.Length).Where(i => reader.Slots[i].IsMember && !taken[i])
            .ToLookup(i => reader.Slots[i].Name!);
        ILookup<string, int> left = Enumerable.Range(0, targets.Length).Where(i => writer.Slots[i].IsMember && targets[i] < 0)
            .ToLookup(i => writer.Slots[i].Name!);
        foreach (IGrouping<string, int> named in left)
        {
            if (named.Count() == 1 && free[named.Key].Count() == 1)
            {
                targets[named.Single()] = free[named.Key].Single();
            }
        }
    }

    private static (string Declaring, string Name) KeyOf(SchemaSlot slot) => (Definition(slot.DeclaringType!), slot.Name!);

    /// <summary>The name of a type without its arguments. All arguments stand at the end; names that compilers make have such signs elsewhere too.</summary>
    public static string Definition(string name)
    {
        int depth = 0;
        for (int i = name.Length - 1; i >= 0 && name[^1] == '>'; i--)
        {
            depth += name[i] == '>' ? 1 : name[i] == '<' ? -1 : 0;
            if (depth == 0)
            {
                return i == 0 ? name : name[..i];
            }
        }
        return name;
    }
}
