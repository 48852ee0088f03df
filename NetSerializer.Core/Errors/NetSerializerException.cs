using System.Runtime.Serialization;

namespace NetSerializer;

/// <summary>The base of everything NetSerializer itself throws about types, values and data.</summary>
public abstract class NetSerializerException : SerializationException
{
    private protected NetSerializerException(ErrorCode code, string message, Exception? innerException = null)
        : base(message, innerException) => Code = code;

    /// <summary>The kind of the error, as a stable number; see docs/errors.md.</summary>
    public ErrorCode Code { get; }

    /// <summary>The metrics have it.</summary>
    internal bool IsCounted { get; set; }
}

/// <summary>One reason why a type model cannot be made.</summary>
/// <param name="Code">The kind of the problem.</param>
/// <param name="Path">How the scanner got there: root -> member -> type.</param>
/// <param name="Message">The problem in words, with its cure.</param>
public sealed record TypeModelProblem(ErrorCode Code, string Path, string Message)
{
    internal Exception? Cause { get; init; }

    /// <inheritdoc/>
    public override string ToString() => $"{Path}: {Message} ({Code})";
}

/// <summary>
/// The types handed to <see cref="TypeModel.Create(IEnumerable{Type}, SerializerOptions?)"/> cannot make a model. Lists every problem, not only the
/// first. An exception of the constructor of a custom serializer is the inner exception.
/// </summary>
public sealed class TypeModelException : NetSerializerException
{
    internal TypeModelException(IReadOnlyList<TypeModelProblem> problems)
        : base(problems[0].Code, Describe(problems), problems.FirstOrDefault(problem => problem.Cause != null)?.Cause) => Problems = problems;

    /// <summary>Every problem found, in the order of discovery.</summary>
    public IReadOnlyList<TypeModelProblem> Problems { get; }

    private static string Describe(IReadOnlyList<TypeModelProblem> problems) =>
        $"The type model cannot be made, {problems.Count} problem(s):{Environment.NewLine}{string.Join(Environment.NewLine, problems)}";
}

/// <summary>A value cannot be written. Nothing of it reaches the reader as a value.</summary>
public sealed class ValueNotSerializableException : NetSerializerException
{
    internal ValueNotSerializableException(ErrorCode code, string message, string path = "")
        : base(code, path.Length == 0 ? message : $"{message} At {path}.") => (Reason, Path) = (message, path);

    /// <summary>The members that lead from the root to the value, for instance <c>Order.Lines[3].Tag</c>.</summary>
    public string Path { get; }

    internal string Reason { get; }

    /// <summary>The type that the message says is to be added to the model.</summary>
    internal Type? Missing { get; init; }
}

/// <summary>
/// The bytes are not a value of the model. This is the only exception that hostile or damaged input causes, so a server may drop the peer on exactly this type.
/// No object that was begun reaches the caller, and the model stays usable. Out of <see cref="TypeModel.DeepClone"/> it says that the value cannot be
/// read back: its keys have become equal, code of its types throws, or it is written as another type than that of the call.
/// </summary>
public sealed class MalformedDataException : NetSerializerException
{
    /// <summary>The failure is in data whose bytes are not read here.</summary>
    internal const long NoOffset = -1;

    internal MalformedDataException(ErrorCode code, string message, long offset, string path = "", Exception? innerException = null)
        : base(code, Describe(message, offset, path), innerException) => (Reason, Offset, Path) = (message, offset, path);

    /// <summary>
    /// Where in the input, in bytes from the start of the value: the end of the input when it is cut short, otherwise the first byte of the item that is wrong.
    /// It is -1 for data of another serializer.
    /// </summary>
    public long Offset { get; }

    /// <summary>
    /// The members that lead from the root to the item, for instance <c>Order.Lines[3].Tag</c>; empty where it cannot be told (see docs/errors.md).
    /// </summary>
    public string Path { get; }

    internal string Reason { get; }

    private static string Describe(string message, long offset, string path) =>
        (offset, path) switch
        {
            (NoOffset, "") => message,
            (NoOffset, _) => $"{message} In {path}.",
            (_, "") => $"{message} At byte {offset}.",
            _ => $"{message} At byte {offset}, in {path}.",
        };
}
