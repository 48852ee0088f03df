using System.Runtime.ExceptionServices;

namespace NetSerializer.IO;

/// <summary>
/// The exception that a stream has thrown. The position of the stream is unknown since then, so it is asked for nothing more in that value. Code that
/// catches the exception and goes on gets it again.
/// </summary>
internal struct StreamFault
{
    private ExceptionDispatchInfo? _thrown;

    public readonly bool IsSet => _thrown != null;

    public readonly void ThrowIfSet() => _thrown?.Throw();

    /// <summary>As a filter around a call of the stream: catches nothing.</summary>
    public bool Keep(Exception failure)
    {
        _thrown = ExceptionDispatchInfo.Capture(failure);
        return false;
    }
}
