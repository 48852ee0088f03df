using NetSerializer.Errors;

namespace NetSerializer.Scanning;

/// <summary>A type to look at, and how it was reached.</summary>
/// <param name="Type">The type.</param>
/// <param name="From">Where it was reached from; null for a root.</param>
/// <param name="Member">The field, or the role of the type in the one that it was reached from.</param>
/// <param name="IsField">Reached through a field.</param>
internal sealed record Visit(Type Type, Visit? From, string Member, bool IsField = false)
{
    /// <summary>
    /// Tells how a program can get rid of a type that is no root, without a capital. An element of a list has no member that could be marked.
    /// </summary>
    public string Omission
    {
        get
        {
            if (IsField)
            {
                return TypeNames.Omission(From!.Type, Member, "the member", "the place of the parameter") + '.';
            }
            Visit visit = this;
            while (!visit.IsField && visit.From != null)
            {
                visit = visit.From;
            }
            return visit.From == null ? $"remove {TypeNames.Display(visit.Type)} from the types."
                : TypeNames.Omission(visit.From.Type, visit.Member, "the member", "the place of the parameter",
                    $" {TypeNames.Member(visit.From.Type, visit.Member)} of {TypeNames.Display(visit.From.Type)}, which leads to it,") + '.';
        }
    }

    public string Path
    {
        get
        {
            // No recursion: the way through a large model can be as long as it has types.
            var steps = new Stack<string>();
            Visit visit = this;
            for (; visit.From != null; visit = visit.From)
            {
                steps.Push($" -> {TypeNames.Member(visit.From.Type, visit.Member)} -> {TypeNames.Display(visit.Type)}");
            }
            return TypeNames.Display(visit.Type) + string.Concat(steps);
        }
    }
}
