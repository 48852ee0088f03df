namespace NetSerializer.Tests.Oracle;

/// <summary>Names of the ways in which input can be wrong; one for each rule of docs/wire-format.md that a reader enforces.</summary>
public static class RejectionCode
{
    public const string Truncated = nameof(Truncated);
    public const string VarintNotShortest = nameof(VarintNotShortest);
    public const string VarintOutOfRange = nameof(VarintOutOfRange);
    public const string BooleanInvalid = nameof(BooleanInvalid);
    public const string PresenceInvalid = nameof(PresenceInvalid);
    public const string NativeIntegerOutOfRange = nameof(NativeIntegerOutOfRange);
    public const string FloatNotFinite = nameof(FloatNotFinite);
    public const string DecimalInvalid = nameof(DecimalInvalid);
    public const string DateOrTimeOutOfRange = nameof(DateOrTimeOutOfRange);
    public const string NullNotAllowed = nameof(NullNotAllowed);
    public const string StringFormNotCanonical = nameof(StringFormNotCanonical);
    public const string LengthOutOfRange = nameof(LengthOutOfRange);
    public const string LengthExceedsInput = nameof(LengthExceedsInput);
    public const string WidthInvalid = nameof(WidthInvalid);
    public const string BlockInvalid = nameof(BlockInvalid);
    public const string BlockNotCanonical = nameof(BlockNotCanonical);
    public const string UnusedBitsSet = nameof(UnusedBitsSet);
    public const string ArrayBoundsInvalid = nameof(ArrayBoundsInvalid);
    public const string ComparerUnknown = nameof(ComparerUnknown);
    public const string KeyNull = nameof(KeyNull);
    public const string KeyUnknown = nameof(KeyUnknown);
    public const string KeyOutOfOrder = nameof(KeyOutOfOrder);
    public const string KeyDuplicate = nameof(KeyDuplicate);
    public const string ValueInvalid = nameof(ValueInvalid);
    public const string KeyNotComparable = nameof(KeyNotComparable);
    public const string KeyNotLower = nameof(KeyNotLower);
    public const string NoValues = nameof(NoValues);
    public const string CoverOfCover = nameof(CoverOfCover);
    public const string TypeIdUnknown = nameof(TypeIdUnknown);
    public const string TypeIdNotAdmitted = nameof(TypeIdNotAdmitted);
    public const string ReferenceOutOfRange = nameof(ReferenceOutOfRange);
    public const string ReferenceNotAdmitted = nameof(ReferenceNotAdmitted);
    public const string ReferenceIncomplete = nameof(ReferenceIncomplete);
    public const string UserCodeFailed = nameof(UserCodeFailed);
    public const string TooManyElements = nameof(TooManyElements);
}
