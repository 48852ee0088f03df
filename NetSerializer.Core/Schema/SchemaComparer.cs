namespace NetSerializer.Schema;

/// <summary>Lists the changes between two schemas, each with the verdict of the resolver in both directions.</summary>
internal sealed class SchemaComparer
{
    private readonly WireSchema _old;
    private readonly WireSchema _new;
    private readonly SchemaAliases _aliases;
    private readonly List<SchemaChange> _changes = [];
    private readonly ILookup<string, SchemaProblem> _newReadsOld;
    private readonly ILookup<string, SchemaProblem> _oldReadsNew;
    private readonly HashSet<string> _told = [];

    private SchemaComparer(WireSchema old, WireSchema @new, SchemaAliases aliases)
    {
        (_old, _new, _aliases) = (old, @new, aliases);
        _newReadsOld = Problems(old, @new, aliases);
        _oldReadsNew = Problems(@new, old, new SchemaAliases());
    }

    /// <inheritdoc cref="WireSchema.Compare"/>
    /// <param name="old">The schema of stored data, or of a peer.</param>
    /// <param name="new">The schema of the program as it is now.</param>
    /// <param name="aliases">The former names of the types and members of the program, where they are known.</param>
    public static SchemaDiff Compare(WireSchema old, WireSchema @new, SchemaAliases? aliases = null)
    {
        if (old.Text == @new.Text)
        {
            return new SchemaDiff([]);
        }
        var comparer = new SchemaComparer(old, @new, aliases ?? new SchemaAliases());
        comparer.CompareOptions();
        comparer.CompareTypes();
        comparer.AddOthers();
        return new SchemaDiff(comparer._changes);
    }

    private static ILookup<string, SchemaProblem> Problems(WireSchema writer, WireSchema reader, SchemaAliases aliases) =>
        new SchemaResolver(writer, reader, new ResolveRules(aliases)).Problems.ToLookup(problem => problem.Path);

    private void CompareOptions()
    {
        SerializerOptions old = _old.Options, @new = _new.Options;
        Option(nameof(SerializerOptions.Integers), old.Integers, @new.Integers);
        Option(nameof(SerializerOptions.NonFiniteFloats), old.NonFiniteFloats, @new.NonFiniteFloats);
        Option(nameof(SerializerOptions.References), old.References, @new.References);
        Option(nameof(SerializerOptions.Strings), old.Strings, @new.Strings);
        if (old.FrameCustomForms != @new.FrameCustomForms)
        {
            Add(nameof(SerializerOptions.FrameCustomForms), $"{old.FrameCustomForms} becomes {@new.FrameCustomForms}.");
        }
        if (!Names(_old, _old.Unshared).SequenceEqual(Names(_new, _new.Unshared)))
        {
            Add(nameof(SerializerOptions.NeverShared), "It names other types.");
        }
    }

    private void Option<T>(string name, T old, T @new) where T : struct, Enum
    {
        if (!old.Equals(@new))
        {
            Add(name, $"{old} becomes {@new}.");
        }
    }

    private static IEnumerable<string> Names(WireSchema schema, IReadOnlyList<ushort> ids) =>
        ids.Select(id => schema.Index.Find(id)!.Name).Order(StringComparer.Ordinal);

    private void CompareTypes()
    {
        HashSet<string> known = [];
        foreach (SchemaType old in _old.Types.Where(SchemaPairs.HasPath))
        {
            if ((_new.Index.Find(old.Name) ?? _new.Index.Find(_aliases.Rename(old.Name))) is { } @new)
            {
                known.Add(@new.Name);
                CompareType(old, @new);
            }
            else
            {
                Add(old.Name, $"The {old.Form} is removed.");
            }
        }
        foreach (SchemaType @new in _new.Types.Where(type => SchemaPairs.HasPath(type) && !known.Contains(type.Name)))
        {
            Add(@new.Name, $"The {@new.Form} is added.");
        }
    }

    private void CompareType(SchemaType old, SchemaType @new)
    {
        if (Heading(old) != Heading(@new))
        {
            Add(old.Name, $"'{Heading(old)}' becomes '{Heading(@new)}'.");
        }
        int[] members = SchemaMembers.Match(old, @new, _aliases);
        for (int i = 0; i < old.Slots.Count; i++)
        {
            SchemaSlot slot = old.Slots[i];
            string path = $"{old.Name}.{slot.Name}";
            if (!slot.IsMember)
            {
                continue;
            }
            if (members[i] < 0)
            {
                Add(path, $"The member is removed; new readers drop its {slot.Type}.");
            }
            else if (@new.Slots[members[i]] is var other && (slot.DeclaringType != other.DeclaringType || !IsSame(slot, other)))
            {
                Add(path, slot.DeclaringType == other.DeclaringType ? $"'{Kind(_old, slot)}' becomes '{Kind(_new, other)}'."
                    : $"The member moves from {slot.DeclaringType} to {other.DeclaringType}.");
            }
        }
        foreach (SchemaSlot slot in @new.Slots.Where((slot, i) => slot.IsMember && !members.Contains(i)))
        {
            Add($"{old.Name}.{slot.Name}", $"The member is added; new readers give it its default where old data lack it.");
        }
        SchemaSlot[] theirs = [.. old.Slots.Where(slot => !slot.IsMember)], ours = [.. @new.Slots.Where(slot => !slot.IsMember)];
        for (int i = 0; i < Math.Min(theirs.Length, ours.Length); i++)
        {
            if (!IsSame(theirs[i], ours[i]))
            {
                Add($"{old.Name}.{theirs[i].Role}", $"'{Kind(_old, theirs[i])}' becomes '{Kind(_new, ours[i])}'.");
            }
        }
    }

    // Without the id, which readers map by the name.
    private static string Heading(SchemaType type) => type.ToString().Split('\n')[0].Split(' ', 3)[2];

    private bool IsSame(SchemaSlot old, SchemaSlot @new) => Kind(_old, old) == Kind(_new, @new);

    // With names in place of ids.
    private static string Kind(WireSchema schema, SchemaSlot slot) => slot.Form switch
    {
        SchemaSlotForm.Value => slot.Type,
        SchemaSlotForm.OwnNull => slot.Type + "?",
        SchemaSlotForm.Presence => slot.Type + "!",
        _ when slot.IsOpen => slot.Type + "*{any}",
        _ => $"{slot.Type}*{{{string.Join(',', Names(schema, slot.AdmittedIds))}}}",
    };

    private void Add(string path, string message)
    {
        SchemaProblem[] problems = [.. _newReadsOld[path], .. _oldReadsNew[path]];
        _changes.Add(new SchemaChange(path, message, !_newReadsOld.Contains(path), !_oldReadsNew.Contains(path),
            string.Join(' ', problems.Select(problem => problem.Cure).Distinct())));
        _told.Add(path);
    }

    // Problems of members whose own line is the same, as those of an enum that was replaced.
    private void AddOthers()
    {
        foreach (string path in _newReadsOld.Concat(_oldReadsNew).Select(group => group.Key).Distinct().Where(path => !_told.Contains(path)).ToArray())
        {
            Add(path, string.Join(' ', _newReadsOld[path].Concat(_oldReadsNew[path]).Select(problem => problem.Message).Distinct()));
        }
    }
}
