namespace NetSerializer.Tests.Oracle;

/// <summary>Which error codes of the engine stand for which rule of the format.</summary>
internal static class Verdicts
{
    private static readonly Dictionary<string, ErrorCode[]> Codes = new()
    {
        [RejectionCode.Truncated] = [ErrorCode.Truncated],
        [RejectionCode.VarintNotShortest] = [ErrorCode.MalformedVarInt],
        [RejectionCode.VarintOutOfRange] = [ErrorCode.MalformedVarInt, ErrorCode.UnknownTypeId],
        [RejectionCode.BooleanInvalid] = [ErrorCode.ValueOutOfRange],
        [RejectionCode.PresenceInvalid] = [ErrorCode.ValueOutOfRange],
        [RejectionCode.NativeIntegerOutOfRange] = [ErrorCode.ValueOutOfRange],
        [RejectionCode.FloatNotFinite] = [ErrorCode.NonFiniteFloatRead],
        [RejectionCode.DecimalInvalid] = [ErrorCode.ValueOutOfRange],
        [RejectionCode.DateOrTimeOutOfRange] = [ErrorCode.ValueOutOfRange],
        [RejectionCode.NullNotAllowed] = [ErrorCode.NullNotAllowed],
        [RejectionCode.StringFormNotCanonical] = [ErrorCode.NotCanonical],
        [RejectionCode.LengthOutOfRange] = [ErrorCode.CollectionTooLong],
        [RejectionCode.LengthExceedsInput] = [ErrorCode.LengthExceedsInput],
        [RejectionCode.WidthInvalid] = [ErrorCode.NotCanonical],
        [RejectionCode.BlockInvalid] = [ErrorCode.NotCanonical],
        [RejectionCode.BlockNotCanonical] = [ErrorCode.NotCanonical],
        [RejectionCode.UnusedBitsSet] = [ErrorCode.NotCanonical],
        [RejectionCode.ArrayBoundsInvalid] = [ErrorCode.ValueOutOfRange],
        [RejectionCode.ComparerUnknown] = [ErrorCode.UnknownComparerId],
        [RejectionCode.KeyNull] = [ErrorCode.NullKey],
        [RejectionCode.KeyUnknown] = [ErrorCode.UserCodeFailed],
        [RejectionCode.KeyNotComparable] = [ErrorCode.KeyNotComparable],
        [RejectionCode.KeyNotLower] = [ErrorCode.NotCanonical],
        [RejectionCode.NoValues] = [ErrorCode.NotCanonical],
        [RejectionCode.CoverOfCover] = [ErrorCode.NotCanonical],
        [RejectionCode.KeyOutOfOrder] = [ErrorCode.NotCanonical],
        // The same key again can be out of order as well.
        [RejectionCode.KeyDuplicate] = [ErrorCode.DuplicateKey, ErrorCode.NotCanonical],
        [RejectionCode.ValueInvalid] = [ErrorCode.CustomValueRejected],
        [RejectionCode.TypeIdUnknown] = [ErrorCode.UnknownTypeId],
        [RejectionCode.TypeIdNotAdmitted] = [ErrorCode.TypeIdNotAdmitted],
        [RejectionCode.ReferenceOutOfRange] = [ErrorCode.ReferenceOutOfRange],
        [RejectionCode.ReferenceNotAdmitted] = [ErrorCode.ReferenceNotAdmitted],
        [RejectionCode.ReferenceIncomplete] = [ErrorCode.ReferenceIncomplete],
        [RejectionCode.UserCodeFailed] = [ErrorCode.UserCodeFailed],
        [RejectionCode.TooManyElements] = [ErrorCode.CollectionTooLong],
    };

    /// <summary>True if the engine's limits stopped it, or if both say the same thing about the same byte.</summary>
    public static bool Agree(OracleRejection? oracle, MalformedDataException engine, int inputLength)
    {
        if (engine.Code is ErrorCode.AllocationTooLarge or ErrorCode.CollectionTooLong or ErrorCode.StringTooLong or ErrorCode.KeyCollisions)
            return true;
        if (oracle is null)
            return false;
        // Whoever looks at a whole item first misses its end before what is wrong at its start.
        if (engine.Code == ErrorCode.Truncated && oracle.Code is (RejectionCode.BlockInvalid or RejectionCode.VarintOutOfRange))
            return engine.Offset == inputLength;
        if (!Codes[oracle.Code].Contains(engine.Code))
            return false;
        return engine.Offset == oracle.Offset && engine.Offset <= inputLength;
    }
}
