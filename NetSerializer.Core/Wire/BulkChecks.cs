using NetSerializer.Wire.Bulk;

namespace NetSerializer.Wire;

/// <summary>Which bit patterns of <typeparamref name="T"/> are values.</summary>
internal interface IBulkCheck<T> where T : unmanaged
{
    /// <summary>The error when <see cref="AreValues"/> returns false.</summary>
    static virtual ErrorCode Code => ErrorCode.ValueOutOfRange;

    /// <summary>Whether all elements, which were read as they lie in memory, are values.</summary>
    static abstract bool AreValues(ref T elements, int count);

    /// <summary>Whether there are elements in memory that must not be written; otherwise every element in memory is a value.</summary>
    static virtual bool IsCheckedOnWrite => false;
}

/// <summary>Every bit pattern is a value.</summary>
internal readonly struct AnyBits<T> : IBulkCheck<T> where T : unmanaged
{
    public static bool AreValues(ref T elements, int count) => true;
}

internal readonly struct DecimalCheck : IBulkCheck<decimal>
{
    public static bool AreValues(ref decimal elements, int count) => ElementChecks.AreDecimals(ref elements, count);
}

internal readonly struct DateTimeCheck : IBulkCheck<DateTime>
{
    public static bool AreValues(ref DateTime elements, int count) => ElementChecks.AreDateTimes(ref elements, count);
}

internal readonly struct TimeOnlyCheck : IBulkCheck<TimeOnly>
{
    public static bool AreValues(ref TimeOnly elements, int count) => ElementChecks.AreTimeOnlys(ref elements, count);
}

internal readonly struct FiniteHalfCheck : IBulkCheck<Half>
{
    public static ErrorCode Code => ErrorCode.NonFiniteFloatRead;

    public static bool IsCheckedOnWrite => true;

    public static bool AreValues(ref Half elements, int count) => ElementChecks.AreFinite(ref elements, count);
}

internal readonly struct FiniteSingleCheck : IBulkCheck<float>
{
    public static ErrorCode Code => ErrorCode.NonFiniteFloatRead;

    public static bool IsCheckedOnWrite => true;

    public static bool AreValues(ref float elements, int count) => ElementChecks.AreFinite(ref elements, count);
}

internal readonly struct FiniteDoubleCheck : IBulkCheck<double>
{
    public static ErrorCode Code => ErrorCode.NonFiniteFloatRead;

    public static bool IsCheckedOnWrite => true;

    public static bool AreValues(ref double elements, int count) => ElementChecks.AreFinite(ref elements, count);
}
