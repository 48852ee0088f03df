using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Equality;

/// <summary>Which strings have an identity that must survive.</summary>
public enum TextIdentity
{
    /// <summary>All but the empty one.</summary>
    ByReference,
    /// <summary>None.</summary>
    Values,
}

/// <summary>
/// Compares an object graph with its copy: equal content as <see cref="DeepComparer"/> sees it, and a one-to-one relation of the objects, boxed
/// values included. What was one object must be one, what was two must be two. It does not recurse, so a graph may be as deep as memory allows.
/// </summary>
public sealed class GraphComparer
{
    private const int DeepestNesting = 2;

    // That many choices are taken back before the two are said to differ.
    private const int MostReturns = 2000;

    private readonly TextIdentity texts;
    private Dictionary<object, object> copies = new(ReferenceEqualityComparer.Instance);
    private Dictionary<object, object> originals = new(ReferenceEqualityComparer.Instance);
    private readonly Stack<Pending> open = new();
    private readonly Queue<UnorderedEntries> unordered = new();
    private readonly Stack<Choice> choices = new();
    private readonly List<Pending> tables = [];
    private readonly GraphComparer? outer;
    private readonly int nesting;
    private int stalled, returns;

    private GraphComparer(TextIdentity texts, GraphComparer? outer) =>
        (this.texts, this.outer, nesting) = (texts, outer, outer is null ? 0 : outer.nesting + 1);

    /// <returns>The first difference with its path from the root, null when the two are isomorphic.</returns>
    public static string? FirstDifference(object? expected, object? copy, TextIdentity texts = TextIdentity.ByReference) =>
        FirstDifference(expected, copy, texts, outer: null);

    private static string? FirstDifference(object? expected, object? copy, TextIdentity texts, GraphComparer? outer)
    {
        var comparer = new GraphComparer(texts, outer);
        comparer.open.Push(new(expected, copy, IsObject: true, new Place(null, "root")));
        return comparer.Run();
    }

    private string? Run()
    {
        while (true)
        {
            if (open.TryPop(out Pending next))
            {
                if (Compare(next) is { } difference && !TakesBack())
                    return $"{next.Place}: {difference}";
            }
            else if (unordered.TryDequeue(out UnorderedEntries? entries))
            {
                if (Match(entries) is { } difference && !TakesBack())
                    return $"{entries.Place}: {difference}";
            }
            else
            {
                break;
            }
        }

        // Keys are compared by their content, which is complete on both sides only now.
        return tables.Select(table => Lookups(table) is { } difference ? $"{table.Place}: {difference}" : null)
            .FirstOrDefault(difference => difference is not null);
    }

    private string? Compare(Pending pair)
    {
        if (pair.Expected is not { } expected || pair.Copy is not { } copy)
            return pair.Expected is null && pair.Copy is null ? null : $"{Show(pair.Expected)} became {Show(pair.Copy)}";
        Type type = expected.GetType();
        if (OtherCollections.Declared(type) != OtherCollections.Declared(copy.GetType()))
            return $"a {type} became a {copy.GetType()}";
        if (pair.IsObject && HasIdentity(expected))
        {
            object? partner = PartnerOf(expected);
            if (partner is not null || IsTaken(copy))
                return ReferenceEquals(partner, copy) ? null : partner is not null ? $"one {type} became two" : $"two of {type} became one";
            copies.Add(expected, copy);
            originals.Add(copy, expected);
        }

        if (ScalarBits.AreSame(expected, copy))
            return null;
        if (ScalarBits.Of(expected) is { } bits)
            return bits.Equals(ScalarBits.Of(copy), StringComparison.Ordinal) ? null : $"{bits} became {ScalarBits.Of(copy)}";
        if (FrameworkValues.Contains(type))
            return FrameworkValues.AreEqual(expected, copy) ? null : $"{expected} became {copy}";
        if (ArrayViews.Contains(type))
            return Views(expected, copy, pair.Place);
        if (OtherCollections.KindOf(type) is not null)
            return Others(expected, copy, pair);
        if (PlainContent.BaseOf(type) is { } plain)
        {
            // The plain collection is made for the comparison, and so has no partner.
            open.Push(new(PlainContent.Of(expected), PlainContent.Of(copy), IsObject: false, pair.Place));
            return Fields(type, plain, expected, copy, pair.Place);
        }
        if (Covers.Of(type) is { } cover)
        {
            open.Push(new(Covers.Shown(expected), Covers.Shown(copy), IsObject: true, pair.Place));
            return type == cover ? null : Fields(type, cover, expected, copy, pair.Place);
        }
        Type? content = GraphContent.Of(type);
        if (content != type && !type.IsArray && Fields(type, content, expected, copy, pair.Place) is { } difference)
            return difference;
        return content is not null || type.IsArray ? Contents(expected, copy, pair.Place) : null;
    }

    /// <summary>
    /// The empty string is no object. Of cultures, types, encodings and the like .NET keeps one for all, and so it does of immutable collections
    /// without elements: two may become one there.
    /// </summary>
    private bool HasIdentity(object value) =>
        value is string text ? texts == TextIdentity.ByReference && text.Length > 0
        : !FrameworkValues.Contains(value.GetType()) && !(GraphContent.IsImmutable(value.GetType()) && !((IEnumerable)value).Cast<object?>().Any());

    private string? Views(object expected, object copy, Place place)
    {
        Array? left = ArrayViews.Elements(expected), right = ArrayViews.Elements(copy);
        if (left is null || right is null)
            return left is null && right is null ? null : $"{Show(left)} became {Show(right)}";
        return Elements([.. left.Cast<object?>()], [.. right.Cast<object?>()], ArrayViews.ElementOf(expected.GetType()), place);
    }

    private string? Contents(object expected, object copy, Place place)
    {
        if (GraphContent.Difference(expected, copy) is { } difference)
            return difference;
        if (expected is IDictionary)
            tables.Add(new(expected, copy, true, place));
        Type[] types = GraphContent.ElementTypes(expected.GetType());
        return types.Length == 1
            ? Elements(GraphContent.Elements(expected), GraphContent.Elements(copy), types[0], place)
            : Elements(GraphContent.Column(expected, 0), GraphContent.Column(copy, 0), types[0], place)
                ?? Elements(GraphContent.Column(expected, 1), GraphContent.Column(copy, 1), types[1], place);
    }

    /// <summary>
    /// Immutable, frozen, concurrent and untyped collections. Those without an order wait until all that is reached otherwise has its partner.
    /// </summary>
    private string? Others(object expected, object copy, Pending pair)
    {
        if (!OtherCollections.Comparers(expected).Select(compared => compared.Comparer)
            .SequenceEqual(OtherCollections.Comparers(copy).Select(compared => compared.Comparer)))
            return "another comparer";
        Type[] types = OtherCollections.SlotTypes(expected.GetType());
        object?[][] left = OtherCollections.Entries(expected);
        List<object?[]> right = [.. OtherCollections.Entries(copy)];
        if (left.Length != right.Count)
            return $"{left.Length} entries became {right.Count}";
        if (!OtherCollections.IsOrdered(expected.GetType()))
        {
            // A table in a key that leads back to it would be compared without end.
            if (nesting < DeepestNesting)
                unordered.Enqueue(new(left, right, types, pair.Place));
            return null;
        }

        for (int i = left.Length - 1; i >= 0; i--)
        {
            for (int slot = types.Length - 1; slot >= 0; slot--)
            {
                // .NET keeps the names of all ExpandoObjects with the same members once: which string object they are is nobody's choice.
                bool isObject = !types[slot].IsValueType && !(slot == 0 && expected is System.Dynamic.ExpandoObject);
                open.Push(new(left[i][slot], right[i][slot], isObject, new Place(pair.Place, i)));
            }
        }

        return null;
    }

    /// <summary>
    /// The partner of an entry without a place is the one that holds the same objects, or such of the same content. Where several could be, the
    /// others are matched first: what they hold may decide.
    /// </summary>
    private string? Match(UnorderedEntries entries)
    {
        if (stalled > unordered.Count && entries.Left.Count > 0)
            return Choose(entries);
        var undecided = new List<object?[]>();
        foreach (object?[] entry in entries.Left)
        {
            object?[][] candidates = CandidatesFor(entry, entries);
            if (candidates.Length == 0)
                return $"no entry like that of {entry[0]}";
            if (candidates.Length > 1)
                undecided.Add(entry);
            else
                Pair(entry, candidates[0], entries, undecided.Count);
        }

        stalled = undecided.Count < entries.Left.Count ? 0 : stalled + 1;
        if (undecided.Count > 0)
            unordered.Enqueue(entries with { Left = undecided });
        return null;
    }

    /// <summary>
    /// Nothing decides any more: the first entry gets the first partner that it could have, and the next one if that leads to a difference somewhere.
    /// </summary>
    private string? Choose(UnorderedEntries entries)
    {
        // Whether two keys are alike is not decided by a choice that may be the wrong one.
        if (outer is not null)
            return null;
        object?[] entry = entries.Left[0];
        object?[][] candidates = CandidatesFor(entry, entries);
        if (candidates.Length == 0)
            return $"no entry like that of {entry[0]}";
        for (int i = candidates.Length - 1; i > 0; i--)
        {
            choices.Push(new(new(copies, copies.Comparer), new(originals, originals.Comparer), [.. unordered.Select(Kept)], tables.Count, Kept(entries),
                candidates[i]));
        }

        PairFirst(entries, candidates[0]);
        return null;

        static UnorderedEntries Kept(UnorderedEntries waiting) => waiting with { Right = [.. waiting.Right] };
    }

    private void PairFirst(UnorderedEntries entries, object?[] partner)
    {
        Pair(entries.Left[0], partner, entries, 0);
        stalled = 0;
        if (entries.Left.Count > 1)
            unordered.Enqueue(entries with { Left = [.. entries.Left.Skip(1)] });
    }

    private bool TakesBack()
    {
        if (returns++ == MostReturns || !choices.TryPop(out Choice? choice))
            return false;
        open.Clear();
        (copies, originals) = (choice.Copies, choice.Originals);
        unordered.Clear();
        choice.Unordered.ForEach(unordered.Enqueue);
        tables.RemoveRange(choice.Tables, tables.Count - choice.Tables);
        PairFirst(choice.Entries, choice.Partner);
        return true;
    }

    private object?[][] CandidatesFor(object?[] entry, UnorderedEntries entries) =>
        [.. entries.Right.Where(other => AreAlike(entry[0], other[0]) && AreAlike(entry[^1], other[^1]))];

    private void Pair(object?[] entry, object?[] partner, UnorderedEntries entries, int index)
    {
        for (int slot = 0; slot < entries.Types.Length; slot++)
            Push(entry[slot], partner[slot], entries.Types[slot], entries.Place, index);
        entries.Right.Remove(partner);
    }

    private bool AreAlike(object? expected, object? copy)
    {
        if (expected is null || copy is null)
            return expected is null && copy is null;
        return PartnerOf(expected) is { } partner ? ReferenceEquals(partner, copy) : !IsTaken(copy) && FirstDifference(expected, copy, texts, this) is null;
    }

    private object? PartnerOf(object expected) => copies.TryGetValue(expected, out object? partner) ? partner : outer?.PartnerOf(expected);

    private bool IsTaken(object copy) => originals.ContainsKey(copy) || outer?.IsTaken(copy) == true;

    private string? Elements(object?[] expected, object?[] copy, Type declared, Place place)
    {
        if (expected.Length != copy.Length)
            return $"{expected.Length} elements became {copy.Length}";
        // From the last on, so that the stack gives them back in their order.
        for (int i = expected.Length - 1; i >= 0; i--)
            Push(expected[i], copy[i], declared, place, i);
        return null;
    }

    private void Push(object? expected, object? copy, Type declared, Place place, int index) =>
        open.Push(new(expected, copy, !declared.IsValueType, new Place(place, index)));

    private string? Fields(Type type, Type? end, object expected, object copy, Place place)
    {
        for (Type? level = type; level is not null && level != typeof(object) && level != end; level = level.BaseType)
        {
            foreach (FieldInfo field in DeclaredFields.Of(level))
            {
                bool isException = typeof(Exception).IsAssignableFrom(level) && level.Assembly == typeof(Exception).Assembly;
                // Set anew by every constructor, or a view made when it is asked for: no part of an exception's state.
                if (isException && field.Name is "_xcode" or "_rocView")
                    continue;
                object? left = DeepComparer.IsLeftOut(field, type) ? DefaultOf(field.FieldType) : field.GetValue(expected);
                // The texts that all exceptions have stand in no slots.
                bool isObject = !field.FieldType.IsValueType && !(isException && field.FieldType == typeof(string));
                open.Push(new(left, field.GetValue(copy), isObject, new Place(place, field.Name)));
            }
        }

        return null;
    }

    private static string? Lookups(Pending table)
    {
        foreach (object? key in GraphContent.Column(table.Copy!, 0))
        {
            if (!DeepComparer.Finds((IDictionary)table.Copy!, key!))
                return $"the copy lists the key {key} but does not find it";
        }

        return null;
    }

    private static object? DefaultOf(Type type) =>
        type.IsValueType && Nullable.GetUnderlyingType(type) is null ? RuntimeHelpers.GetUninitializedObject(type) : null;

    private static string Show(object? value) => value is null ? "null" : $"a {value.GetType()}";

    /// <param name="IsObject">It stands where a reference does, and so is an object even when it is a boxed value.</param>
    private readonly record struct Pending(object? Expected, object? Copy, bool IsObject, Place Place);

    /// <summary>What was known when the first of <paramref name="Entries"/> was given another partner than <paramref name="Partner"/>.</summary>
    private sealed record Choice(Dictionary<object, object> Copies, Dictionary<object, object> Originals, List<UnorderedEntries> Unordered, int Tables,
        UnorderedEntries Entries, object?[] Partner);

    /// <summary>Entries of a collection without an order that have no partner yet.</summary>
    private sealed record UnorderedEntries(IReadOnlyList<object?[]> Left, List<object?[]> Right, Type[] Types, Place Place);

    /// <summary>A way from the root, kept as its last step and put into words only when it is needed.</summary>
    private sealed record Place(Place? Outer, object Step)
    {
        private const int MostSteps = 40;

        public override string ToString()
        {
            var steps = new List<string>();
            for (Place? place = this; place is not null; place = place.Outer)
                steps.Add(place.Step is int index ? $"[{index}]" : place.Outer is null ? "root" : $".{place.Step}");
            steps.Reverse();
            return steps.Count <= MostSteps
                ? string.Concat(steps) : $"{string.Concat(steps.Take(MostSteps / 2))} ... ({steps.Count - MostSteps} steps) ... "
                    + $"{string.Concat(steps.TakeLast(MostSteps / 2))}";
        }
    }
}
