using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace NetSerializer.Schema;

/// <summary>
/// Finds for each type of the writer's schema the type of the reader that its values go to, and every place where that cannot be (docs/versioning.md).
/// Nothing but the two schemas and the former names is looked at.
/// </summary>
internal sealed class SchemaResolver
{
    private const string CureOfMember = "Keep the old member and add a new one. Or give the reader a SchemaConversion.";
    private const string CureOfType = "Keep the type under its name. Or give its successor [FormerlyNamed].";

    private readonly WireSchema _writer;
    private readonly WireSchema _reader;
    private readonly ResolveRules _rules;
    private readonly Dictionary<(string Writer, string Reader), SchemaProblem?> _pairs = [];
    private readonly ConcurrentDictionary<(SchemaType Writer, SchemaType Reader), int[]> _members = new();
    private readonly Queue<(SchemaType Writer, SchemaType Reader)> _open = new();
    private readonly List<SchemaProblem> _problems = [];

    /// <summary>Resolves two schemas.</summary>
    /// <param name="writer">The schema of the data.</param>
    /// <param name="reader">The schema of the model that is to read them.</param>
    /// <param name="rules">The rules that are not of every reader.</param>
    public SchemaResolver(WireSchema writer, WireSchema reader, ResolveRules rules)
    {
        (_writer, _reader, _rules) = (writer, reader, rules);
        _problems.AddRange(rules.Aliases.Problems);
        if (writer.Options.References == ReferenceHandling.Preserve && reader.Options.References == ReferenceHandling.None)
        {
            Add(nameof(SerializerOptions.References), new SchemaProblem("", "The data are graphs, and the reader's model has trees.",
                $"Give the reader's model {nameof(SerializerOptions.References)} = {nameof(ReferenceHandling.Preserve)}."));
        }
        foreach (SchemaType type in writer.Types.Where(SchemaPairs.HasPath))
        {
            if (Find(type) is { } target)
            {
                Add(type.Name, OfTypes(type, target));
            }
            else if (type.Form == "custom" && type.Format != SchemaPairs.NamedEnum && !SchemaPairs.CanBePassed(type, writer.Options))
            {
                Add(type.Name, new SchemaProblem("", "The reader's model does not have it, and nobody else can read past its custom form.",
                    "Keep the type and its serializer in the model."));
            }
        }
        while (_open.TryDequeue(out (SchemaType Writer, SchemaType Reader) pair))
        {
            OfParts(pair.Writer, pair.Reader);
        }
    }

    /// <summary>Every place that cannot be resolved.</summary>
    public IReadOnlyList<SchemaProblem> Problems => _problems;

    /// <summary>The reader's type that has the name of a type of the writer, or had it; null when none has.</summary>
    public SchemaType? Find(SchemaType writer) => _reader.Index.Find(writer.Name) ?? _reader.Index.Find(_rules.Aliases.Rename(writer.Name));

    /// <inheritdoc cref="SchemaMembers.Match"/>
    public int[] Members(SchemaType writer, SchemaType reader) =>
        _members.GetOrAdd((writer, reader), pair => SchemaMembers.Match(pair.Writer, pair.Reader, _rules.Aliases));

    /// <summary>The function that turns the values of a slot into those of another; null for none.</summary>
    public ResolvedConversion? FindConversion(SchemaSlot writer, SchemaSlot reader)
    {
        if (_rules.Conversions.Count == 0)
        {
            return null;
        }
        string from = _rules.Aliases.Rename(ValueName(writer.Type)), to = ValueName(reader.Type);
        return from == to ? null : _rules.Conversions.FirstOrDefault(conversion => conversion.From == from && conversion.To == to);
    }

    private void Add(string path, SchemaProblem? problem)
    {
        if (problem != null)
        {
            _problems.Add(problem with { Path = path });
        }
    }

    // A type with a name has problems of its own, each with its path. Those in collections and tuples are problems of the place where they stand.
    private SchemaProblem? OfTypes(SchemaType writer, SchemaType reader)
    {
        (writer, reader) = (Unwrap(_writer, writer), Unwrap(_reader, reader));
        if (_pairs.TryGetValue((writer.Name, reader.Name), out SchemaProblem? known))
        {
            return known;
        }
        // Types that lead back to themselves are in order as far as they do.
        _pairs.Add((writer.Name, reader.Name), null);
        SchemaProblem? problem = Conflict(writer, reader);
        if (problem == null && SchemaPairs.IsNamed(writer))
        {
            _open.Enqueue((writer, reader));
        }
        else if (problem == null)
        {
            problem = RuntimeHelpers.TryEnsureSufficientExecutionStack()
                ? Content(writer, reader).Select(part => OfSlots(part.Slot, part.Target)).FirstOrDefault(found => found != null)
                : Problem($"{writer.Name} is nested too deep.", CureOfMember);
        }
        return _pairs[(writer.Name, reader.Name)] = problem;
    }

    // The slots that go to one another, each with its path; members that the data lack.
    private void OfParts(SchemaType writer, SchemaType reader)
    {
        int[] members = Members(writer, reader);
        for (int i = 0; i < members.Length; i++)
        {
            if (members[i] >= 0 && OfSlots(writer.Slots[i], reader.Slots[members[i]]) is { } problem)
            {
                Add($"{writer.Name}.{writer.Slots[i].Name}", problem);
            }
        }
        foreach ((SchemaSlot slot, SchemaSlot target) in Content(writer, reader))
        {
            Add($"{writer.Name}.{slot.Role}", OfSlots(slot, target));
        }
        if (_rules.MayBeMissing == null)
        {
            return;
        }
        for (int i = 0; i < reader.Slots.Count; i++)
        {
            if (reader.Slots[i].IsMember && !members.Contains(i) && !_rules.MayBeMissing(reader, i))
            {
                Add($"{reader.Name}.{reader.Slots[i].Name}", Problem("The data do not have it.", "Mark it with [OptionalField]."));
            }
        }
    }

    // The slots that are no members.
    private static IEnumerable<(SchemaSlot Slot, SchemaSlot Target)> Content(SchemaType writer, SchemaType reader) =>
        writer.Slots.Where(slot => !slot.IsMember).Zip(reader.Slots.Where(slot => !slot.IsMember));

    private SchemaProblem? OfSlots(SchemaSlot writer, SchemaSlot reader)
    {
        if (MayBeNull(writer) && !MayBeNull(reader) && !_rules.NullIsDefault)
        {
            return Problem($"It may be null in the data, as a {writer.Type}, and is a {reader.Type} here.",
                "Declare it nullable. Or read with ResolveOptions.Nulls = Default.");
        }
        if (FindConversion(writer, reader) is { } conversion)
        {
            return OfConversion(writer, conversion);
        }
        SchemaType? ours = reader.Form == SchemaSlotForm.TypeId ? null : _reader.Index.Find(reader.Type)!;
        if (writer.Form == SchemaSlotForm.TypeId)
        {
            return OfAny(writer, reader, ours);
        }
        SchemaType theirs = Unwrap(_writer, _writer.Index.Find(writer.Type)!);
        if (ours != null)
        {
            return OfTypes(theirs, ours);
        }
        if (Find(theirs) is not { } target)
        {
            return _rules.UnknownIsNull ? null : Problem($"The reader's model does not have {theirs.Name}.", CureOfType);
        }
        return reader.Admits(target.Id) ? OfTypes(theirs, target)
            : Problem($"It holds a {theirs.Name} in the data, which cannot stand in a {reader.Type} here.", CureOfMember);
    }

    // The value is read as the type that the function takes.
    private SchemaProblem? OfConversion(SchemaSlot writer, ResolvedConversion conversion)
    {
        if (writer.Form == SchemaSlotForm.TypeId)
        {
            return null;
        }
        return _reader.Index.Find(conversion.From) is { } from ? OfTypes(_writer.Index.Find(writer.Type)!, from)
            : Problem($"A {nameof(SchemaConversion)} takes a {conversion.From}, which the reader's model does not have.", "Add it to the model.");
    }

    // A slot with ids: an id that the reader does not know or admit fails where it occurs. Only where none is left, the slot itself is at fault.
    private SchemaProblem? OfAny(SchemaSlot writer, SchemaSlot reader, SchemaType? ours)
    {
        if (writer.IsOpen)
        {
            return null;
        }
        SchemaType?[] targets = [.. writer.AdmittedIds.Select(id => Find(_writer.Index.Find(id)!))];
        bool isAny = targets.Any(target => target != null
            && (ours == null ? reader.Admits(target.Id) : target == Unwrap(_reader, ours)));
        return isAny || (_rules.UnknownIsNull && targets.Any(target => target == null)) ? null
            : Problem($"No type that stands in it in the data, as a {writer.Type}, can stand in a {reader.Type} here.", CureOfMember);
    }

    private static bool MayBeNull(SchemaSlot slot) => slot.Form != SchemaSlotForm.Value || slot.Type != ValueName(slot.Type);

    // A nullable value that is not null is the value.
    private static string ValueName(string type) =>
        type.StartsWith(SchemaIndex.NullablePrefix, StringComparison.Ordinal) && type[^1] == '>' ? type[SchemaIndex.NullablePrefix.Length..^1] : type;

    private static SchemaType Unwrap(WireSchema schema, SchemaType type) =>
        type.Form == SchemaIndex.Nullable ? schema.Index.Find(type.Slots[0].Type)! : type;

    private SchemaProblem? Conflict(SchemaType writer, SchemaType reader)
    {
        bool isSameName = SchemaMembers.Definition(writer.Name) == SchemaMembers.Definition(reader.Name)
            || SchemaMembers.Definition(_rules.Aliases.Rename(writer.Name)) == SchemaMembers.Definition(reader.Name);
        bool mayBecome = SchemaPairs.Number(writer) is { } from && SchemaPairs.Number(reader) is { } to
            ? NumericConversion.IsLossless(from, to) || (_rules.NarrowsNumbers && NumericConversion.IsNumber(from) && NumericConversion.IsNumber(to))
            : SchemaPairs.MayBecome(writer, reader, isSameName);
        if (mayBecome)
        {
            return null;
        }
        return isSameName
            ? Problem($"{writer.Name} has the form {writer.Form} in the data and {reader.Form} here.", "Keep the form, or give the new one another name.")
            : Problem($"A {writer.Name} of the data cannot become a {reader.Name}.",
                SchemaPairs.IsNamed(writer) && SchemaPairs.IsNamed(reader) ? CureOfType : CureOfMember);
    }

    private static SchemaProblem Problem(string message, string cure) => new("", message, cure);
}
