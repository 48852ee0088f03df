namespace NetSerializer;

/// <summary>Data of one schema have no place in a model of another one. Lists every problem, not only the first.</summary>
public sealed class SchemaMismatchException : NetSerializerException
{
    internal SchemaMismatchException(string message, IReadOnlyList<SchemaProblem> problems)
        : base(ErrorCode.SchemaMismatch, $"{message} {problems.Count} problem(s):{Environment.NewLine}{string.Join(Environment.NewLine, problems)}") =>
            Problems = problems;

    /// <summary>Every problem, in the order of the writer's types.</summary>
    public IReadOnlyList<SchemaProblem> Problems { get; }
}
