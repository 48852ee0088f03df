using NetSerializer.Errors;

namespace NetSerializer.Scanning;

/// <summary>A type to look at, and how it was reached.</summary>
internal sealed record Visit(Type Type, Visit? From, string Member)
{
    public string Path
    {
        get
        {
            // No recursion: the way through a large model can be as long as it has types.
            var steps = new Stack<string>();
            Visit visit = this;
            for (; visit.From != null; visit = visit.From)
            {
                steps.Push($" -> {TypeNames.Member(visit.Member)} -> {TypeNames.Display(visit.Type)}");
            }
            return TypeNames.Display(visit.Type) + string.Concat(steps);
        }
    }
}
