using System.Runtime.ExceptionServices;

namespace NetSerializer.IO;

/// <summary>
/// What a stream has thrown: nobody knows since then where it stands, so it is asked for nothing more in that value, and who catches it and goes on
/// gets it again.
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
