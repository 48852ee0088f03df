using System.Runtime.CompilerServices;

namespace NetSerializer.Schema;

/// <summary>
/// Finds for each type of the writer's schema the type of the reader that its values go to, and every place where that cannot be (docs/versioning.md).
/// Nothing but the two schemas is looked at.
/// </summary>
internal sealed class SchemaResolver
{
    private const string CureOfMember = "Keep the old member and add a new one.";
    private const string CureOfType = "Keep the type under its name.";

    private readonly WireSchema _writer;
    private readonly WireSchema _reader;
    private readonly Dictionary<(string Writer, string Reader), SchemaProblem?> _pairs = [];
    private readonly Queue<(SchemaType Writer, SchemaType Reader)> _open = new();
    private readonly List<SchemaProblem> _problems = [];

    /// <summary>Resolves two schemas.</summary>
    /// <param name="writer">The schema of the data.</param>
    /// <param name="reader">The schema of the model that is to read them.</param>
    public SchemaResolver(WireSchema writer, WireSchema reader)
    {
        (_writer, _reader) = (writer, reader);
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
            else if (type.Form == "custom" && type.Format != SchemaPairs.NamedEnum)
            {
                Add(type.Name, new SchemaProblem("", "The reader's model does not have it, and nobody else can read past its custom form.",
                    "Keep the type and its serializer in the model."));
            }
        }
        while (_open.TryDequeue(out (SchemaType Writer, SchemaType Reader) pair))
        {
            foreach ((SchemaSlot slot, SchemaSlot target, string path) in Parts(pair.Writer, pair.Reader))
            {
                Add(path, OfSlots(slot, target));
            }
        }
    }

    /// <summary>Every place that cannot be resolved.</summary>
    public IReadOnlyList<SchemaProblem> Problems => _problems;

    private void Add(string path, SchemaProblem? problem)
    {
        if (problem != null)
        {
            _problems.Add(problem with { Path = path });
        }
    }

    // The reader's type that has the name of a type of the writer; null when it has none.
    private SchemaType? Find(SchemaType writer) => _reader.Index.Find(writer.Name);

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
                ? Parts(writer, reader).Select(part => OfSlots(part.Slot, part.Target)).FirstOrDefault(found => found != null)
                : Problem($"{writer.Name} is nested too deep.", CureOfMember);
        }
        return _pairs[(writer.Name, reader.Name)] = problem;
    }

    // The slots that go to one another, each with its path.
    private static IEnumerable<(SchemaSlot Slot, SchemaSlot Target, string Path)> Parts(SchemaType writer, SchemaType reader)
    {
        int[] members = SchemaMembers.Match(writer, reader);
        for (int i = 0; i < members.Length; i++)
        {
            if (members[i] >= 0)
            {
                yield return (writer.Slots[i], reader.Slots[members[i]], $"{writer.Name}.{writer.Slots[i].Name}");
            }
        }
        SchemaSlot[] theirs = [.. writer.Slots.Where(slot => !slot.IsMember)], ours = [.. reader.Slots.Where(slot => !slot.IsMember)];
        for (int i = 0; i < Math.Min(theirs.Length, ours.Length); i++)
        {
            yield return (theirs[i], ours[i], $"{writer.Name}.{theirs[i].Role}");
        }
    }

    private SchemaProblem? OfSlots(SchemaSlot writer, SchemaSlot reader)
    {
        if (MayBeNull(writer) && !MayBeNull(reader))
        {
            return Problem($"It may be null in the data, as a {writer.Type}, and is a {reader.Type} here.", "Declare it nullable.");
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
            return Problem($"The reader's model does not have {theirs.Name}.", CureOfType);
        }
        return reader.IsOpen || reader.AdmittedIds.Contains(target.Id) ? OfTypes(theirs, target)
            : Problem($"It holds a {theirs.Name} in the data, which cannot stand in a {reader.Type} here.", CureOfMember);
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
            && (ours == null ? reader.IsOpen || reader.AdmittedIds.Contains(target.Id) : target == Unwrap(_reader, ours)));
        return isAny ? null
            : Problem($"No type that stands in it in the data, as a {writer.Type}, can stand in a {reader.Type} here.", CureOfMember);
    }

    private static bool MayBeNull(SchemaSlot slot) => slot.Form != SchemaSlotForm.Value || slot.Type.StartsWith("nullable<", StringComparison.Ordinal);

    // A nullable value that is not null is the value.
    private static SchemaType Unwrap(WireSchema schema, SchemaType type) =>
        type.Form == SchemaIndex.Nullable ? schema.Index.Find(type.Slots[0].Type)! : type;

    private static SchemaProblem? Conflict(SchemaType writer, SchemaType reader)
    {
        bool mayBecome = Number(writer) is { } from && Number(reader) is { } to
            ? NumericConversion.IsLossless(from, to) : SchemaPairs.MayBecome(writer, reader);
        if (mayBecome)
        {
            return null;
        }
        return SchemaMembers.Definition(writer.Name) == SchemaMembers.Definition(reader.Name)
            ? Problem($"{writer.Name} has the form {writer.Form} in the data and {reader.Form} here.", "Keep the form, or give the new one another name.")
            : Problem($"A {writer.Name} of the data cannot become a {reader.Name}.",
                SchemaPairs.IsNamed(writer) && SchemaPairs.IsNamed(reader) ? CureOfType : CureOfMember);
    }

    private static SchemaProblem Problem(string message, string cure) => new("", message, cure);

    // The scalar that a value is, or that an enum is written as; null for all other types.
    private static string? Number(SchemaType type) => type.Form switch
    {
        SchemaIndex.Scalar when type.Name is not "object" => type.Name,
        "enum" => type.Underlying,
        "custom" when type.Format == SchemaPairs.NamedEnum => type.Underlying,
        _ => null,
    };
}
