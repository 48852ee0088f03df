namespace NetSerializer;

/// <summary>One place of the writer's schema that the reader cannot take.</summary>
/// <param name="Path">The type and the member or part, as in <c>Ns.Order.Total</c>; the type alone where all of it is meant.</param>
/// <param name="Message">The problem in words.</param>
/// <param name="Cure">The advice.</param>
public sealed record SchemaProblem(string Path, string Message, string Cure)
{
    /// <summary>One line: path, problem and cure.</summary>
    public override string ToString() => $"{Path}: {Message} {Cure}";
}
