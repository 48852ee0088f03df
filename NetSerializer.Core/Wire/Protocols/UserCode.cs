using System.Runtime.Serialization;
using NetSerializer.Errors;

namespace NetSerializer.Wire.Protocols;

/// <summary>
/// Exceptions of user code while a value is read: bytes can make a constructor throw anything, and a reader's caller is promised one exception for bad
/// bytes.
/// </summary>
internal static class UserCode
{
    /// <summary>
    /// False for an exception that tells of the process or the call rather than of the bytes. False for an exception that is the verdict of the reader
    /// under way.
    /// </summary>
    public static bool IsToBeWrapped(Exception failure) =>
        failure is not (MalformedDataException or MoreBytesWanted or OperationCanceledException or OutOfMemoryException or InsufficientExecutionStackException
            or ThreadInterruptedException);

    /// <summary>
    /// The same for code that has no hold of the reader under way: a verdict that comes out of it is on the bytes of another call, of which the
    /// caller of this one knows nothing.
    /// </summary>
    public static bool IsOfUser(Exception failure) => failure is MalformedDataException || IsToBeWrapped(failure);

    public static MalformedDataException Failed(Exception failure, Type type, long offset) =>
        new(ErrorCode.UserCodeFailed, $"{TypeNames.Display(type)} could not be completed, its code threw {TypeNames.Display(failure.GetType())}: "
            + $"{failure.Message}", offset, innerException: failure);

#pragma warning disable SYSLIB0050 // The constructor is obsolete with the formatters; the callbacks of users take its result.
    /// <summary>The argument of every callback and serialization constructor: all states, as BinaryFormatter's, and the object of the model, or null.</summary>
    public static StreamingContext StreamingContext(object? context) => new(StreamingContextStates.All, context);
#pragma warning restore SYSLIB0050
}
