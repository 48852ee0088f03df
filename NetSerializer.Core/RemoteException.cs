using System.Runtime.ExceptionServices;

namespace NetSerializer;

/// <summary>
/// An exception of a type that the model of its sender did not have, with <see cref="SerializerOptions.UnknownExceptions"/> =
/// <see cref="UnknownExceptions.AsRemoteException"/>. It has the message, the help link, the source and the HResult of that one, and the data
/// that travel. The stack is text, which a throw of this exception keeps in front of its own. Not thread-safe, as other exceptions are not.
/// </summary>
[Serializable]
public sealed class RemoteException : Exception
{
    private readonly string? _typeName;
    // All but the first, which is the inner exception.
    private readonly Exception?[]? _otherInner;

    internal RemoteException(Exception original, IEnumerable<KeyValuePair<object, object?>> data)
        : base(original.Message, original.InnerException)
    {
        _typeName = original.GetType().ToString();
        (HResult, Source, HelpLink) = (original.HResult, original.Source, original.HelpLink);
        if (original is AggregateException { InnerExceptions: { Count: > 1 } all })
        {
            _otherInner = [.. all.Skip(1)];
        }
        foreach ((object key, object? value) in data)
        {
            Data.Add(key, value);
        }
        if (original.StackTrace is { } stack)
        {
            ExceptionDispatchInfo.SetRemoteStackTrace(this, stack);
        }
    }

    /// <summary>The name of the type, with its namespace. It is text of the sender's: look no type up by it.</summary>
    public string TypeName => _typeName ?? "";

    /// <summary>
    /// All inner exceptions of an <see cref="AggregateException"/>, or the inner exception, if any. Exceptions of types that the model has are themselves.
    /// </summary>
    public IReadOnlyList<Exception> InnerExceptions =>
        [.. (InnerException == null ? [] : new Exception?[] { InnerException }).Concat(_otherInner ?? []).OfType<Exception>()];

    /// <summary>The text of any exception, with the name of the sender's type in front.</summary>
    public override string ToString() => $"{TypeName}: {base.ToString()}";
}
