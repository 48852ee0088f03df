namespace NetSerializer.Schema;

/// <summary>Which member of the reader each member of the writer goes to.</summary>
internal static class SchemaMembers
{
    /// <summary>
    /// Matches the members of two types: by the class that declares them and the present name, then by a former name. A member that has moved between the
    /// classes of a hierarchy goes by its name alone, where that is the only one on either side.
    /// </summary>
    /// <returns>For each slot of the writer the index of the reader's slot; -1 for a member that is dropped, and for a slot that is no member.</returns>
    public static int[] Match(SchemaType writer, SchemaType reader, SchemaAliases aliases)
    {
        var match = new Matching(writer, reader, new int[writer.Slots.Count], new bool[reader.Slots.Count]);
        Array.Fill(match.Targets, -1);
        ILookup<int, string> formerNames = match.Free()
            .SelectMany(i => aliases.FormerNames(reader.Slots[i]), KeyValuePair.Create).ToLookup(pair => pair.Key, pair => pair.Value);
        match.Take(slot => (Definition(slot.DeclaringType!), slot.Name!), i => [(Definition(reader.Slots[i].DeclaringType!), reader.Slots[i].Name!)]);
        match.Take(Renamed, i => [(Definition(reader.Slots[i].DeclaringType!), reader.Slots[i].Name!)]);
        match.Take(Renamed, i => formerNames[i].Select(name => (Definition(reader.Slots[i].DeclaringType!), name)));
        match.TakeOnly(i => [reader.Slots[i].Name!]);
        match.TakeOnly(i => formerNames[i]);
        return match.Targets;

        (string, string) Renamed(SchemaSlot slot) => (Definition(aliases.Rename(slot.DeclaringType!)), slot.Name!);
    }

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

    private sealed record Matching(SchemaType Writer, SchemaType Reader, int[] Targets, bool[] Taken)
    {
        /// <summary>The reader's members that no member of the writer goes to.</summary>
        public IEnumerable<int> Free() => Enumerable.Range(0, Taken.Length).Where(i => Reader.Slots[i].IsMember && !Taken[i]);

        private IEnumerable<int> Left() => Enumerable.Range(0, Targets.Length).Where(i => Writer.Slots[i].IsMember && Targets[i] < 0);

        /// <summary>Matches the members that are left by keys; the first of the reader's members with a key has it.</summary>
        public void Take(Func<SchemaSlot, (string, string)> key, Func<int, IEnumerable<(string, string)>> readerKeys)
        {
            var byKey = new Dictionary<(string, string), int>();
            foreach (int i in Free())
            {
                foreach ((string, string) own in readerKeys(i))
                {
                    byKey.TryAdd(own, i);
                }
            }
            foreach (int i in Left().ToArray())
            {
                if (byKey.TryGetValue(key(Writer.Slots[i]), out int target) && !Taken[target])
                {
                    Set(i, target);
                }
            }
        }

        /// <summary>Matches the members that are left by a name that only one of them has, on either side.</summary>
        public void TakeOnly(Func<int, IEnumerable<string>> names)
        {
            ILookup<string, int> free = Free().SelectMany(names, (i, name) => KeyValuePair.Create(name, i)).ToLookup(pair => pair.Key, pair => pair.Value);
            foreach (IGrouping<string, int> named in Left().ToLookup(i => Writer.Slots[i].Name!))
            {
                if (named.Count() == 1 && free[named.Key].Count() == 1 && !Taken[free[named.Key].Single()])
                {
                    Set(named.Single(), free[named.Key].Single());
                }
            }
        }

        private void Set(int writer, int reader) => (Targets[writer], Taken[reader]) = (reader, true);
    }
}
