namespace NetSerializer.Tests.Fuzzing;

/// <summary>What came of reading bytes through one surface.</summary>
internal readonly record struct Verdict(object? Value, long Consumed, MalformedDataException? Rejection)
{
    /// <summary>Codes that depend on how much memory a reader has taken so far, and so on how much of the input it knows beforehand.</summary>
    private static readonly ErrorCode[] s_dependentOnWindow = [ErrorCode.AllocationTooLarge];

    /// <summary>What is found when the value is completed: by user code, or in tables that are filled then.</summary>
    private static readonly ErrorCode[] s_atCompletion =
        [ErrorCode.UserCodeFailed, ErrorCode.DuplicateKey, ErrorCode.NullKey, ErrorCode.KeyNotComparable, ErrorCode.KeyCollisions, ErrorCode.DataTooDeep];

    public bool IsAccepted => Rejection is null;

    /// <summary>True where a limit of the model, and not the format, ended the read.</summary>
    public bool IsLimit => Rejection?.Code is ErrorCode.AllocationTooLarge or ErrorCode.CollectionTooLong or ErrorCode.StringTooLong or ErrorCode.DataTooDeep
        or ErrorCode.InputTooLong or ErrorCode.KeyCollisions;

    /// <summary>
    /// Whether another surface says the same. One that knows where the input ends refuses a length at once; one that does not goes on to the first
    /// thing that is wrong, or to the end: it waits for a whole run before it looks at it.
    /// </summary>
    /// <param name="other">The verdict of the other surface.</param>
    /// <param name="inputLength">Where the input ends.</param>
    public bool Agrees(Verdict other, int inputLength)
    {
        if (DependsOnWindow || other.DependsOnWindow)
        {
            return true;
        }
        if (Rejection is null || other.Rejection is null)
        {
            return IsAccepted && other.IsAccepted && Consumed == other.Consumed;
        }
        // A value is completed when its bytes are known to be good to the last: in a chunk that is after its end was looked for.
        if (s_atCompletion.Contains(Rejection.Code) && other.Rejection.Code == ErrorCode.TrailingBytes)
        {
            return Rejection.Offset <= other.Rejection.Offset;
        }
        if (other.Rejection.Code == ErrorCode.Truncated && other.Rejection.Offset == inputLength)
        {
            return true;
        }
        return Rejection.Code == ErrorCode.LengthExceedsInput
            ? Rejection.Offset <= other.Rejection.Offset
            : Rejection.Code == other.Rejection.Code && Rejection.Offset == other.Rejection.Offset;
    }

    public override string ToString() => Rejection is null ? $"accepted, {Consumed} bytes" : $"{Rejection.Code} at {Rejection.Offset} ({Rejection.Message})";

    private bool DependsOnWindow => Rejection is { } rejection && s_dependentOnWindow.Contains(rejection.Code);
}
