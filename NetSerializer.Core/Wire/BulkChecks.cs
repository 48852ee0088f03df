using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire.Bulk;

namespace NetSerializer.Wire;

/// <summary>Which bit patterns of <typeparamref name="T"/> are values, checked in the same pass as the copy.</summary>
internal interface IBulkCheck<T> where T : unmanaged
{
    /// <summary>What is wrong when <see cref="Copy"/> says no.</summary>
    static abstract ErrorCode Code { get; }

    /// <summary>Copies; false when an element is no value. Source and destination may be the same place.</summary>
    static abstract bool Copy(ref byte source, ref T destination, int count);

    /// <summary>Throws when a value may not be written.</summary>
    static abstract void BeforeWrite(ref T source, int count);
}

/// <summary>Every bit pattern is a value.</summary>
internal readonly struct AnyBits<T> : IBulkCheck<T> where T : unmanaged
{
    public static ErrorCode Code => ErrorCode.ValueOutOfRange;

    public static bool Copy(ref byte source, ref T destination, int count)
    {
        if (!Unsafe.AreSame(ref source, ref Unsafe.As<T, byte>(ref destination)))
        {
            MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<byte, T>(ref source), count).CopyTo(MemoryMarshal.CreateSpan(ref destination, count));
        }
        return true;
    }

    public static void BeforeWrite(ref T source, int count)
    {
    }
}

internal readonly struct DecimalCheck : IBulkCheck<decimal>
{
    public static ErrorCode Code => ErrorCode.ValueOutOfRange;

    public static bool Copy(ref byte source, ref decimal destination, int count) => CheckedCopy.Decimals(ref source, ref destination, count);

    public static void BeforeWrite(ref decimal source, int count)
    {
    }
}

internal readonly struct DateTimeCheck : IBulkCheck<DateTime>
{
    public static ErrorCode Code => ErrorCode.ValueOutOfRange;

    public static bool Copy(ref byte source, ref DateTime destination, int count) => CheckedCopy.DateTimes(ref source, ref destination, count);

    public static void BeforeWrite(ref DateTime source, int count)
    {
    }
}

internal readonly struct TimeOnlyCheck : IBulkCheck<TimeOnly>
{
    public static ErrorCode Code => ErrorCode.ValueOutOfRange;

    public static bool Copy(ref byte source, ref TimeOnly destination, int count) => CheckedCopy.TimeOnlys(ref source, ref destination, count);

    public static void BeforeWrite(ref TimeOnly source, int count)
    {
    }
}

internal readonly struct FiniteHalfCheck : IBulkCheck<Half>
{
    public static ErrorCode Code => ErrorCode.NonFiniteFloatRead;

    public static bool Copy(ref byte source, ref Half destination, int count) =>
        AnyBits<Half>.Copy(ref source, ref destination, count) && CheckedCopy.FiniteHalves(ref destination, count);

    public static void BeforeWrite(ref Half source, int count)
    {
        if (!CheckedCopy.FiniteHalves(ref source, count))
        {
            Scalars.FailNonFinite();
        }
    }
}

internal readonly struct FiniteSingleCheck : IBulkCheck<float>
{
    public static ErrorCode Code => ErrorCode.NonFiniteFloatRead;

    public static bool Copy(ref byte source, ref float destination, int count) =>
        AnyBits<float>.Copy(ref source, ref destination, count) && CheckedCopy.FiniteSingles(ref destination, count);

    public static void BeforeWrite(ref float source, int count)
    {
        if (!CheckedCopy.FiniteSingles(ref source, count))
        {
            Scalars.FailNonFinite();
        }
    }
}

internal readonly struct FiniteDoubleCheck : IBulkCheck<double>
{
    public static ErrorCode Code => ErrorCode.NonFiniteFloatRead;

    public static bool Copy(ref byte source, ref double destination, int count) =>
        AnyBits<double>.Copy(ref source, ref destination, count) && CheckedCopy.FiniteDoubles(ref destination, count);

    public static void BeforeWrite(ref double source, int count)
    {
        if (!CheckedCopy.FiniteDoubles(ref source, count))
        {
            Scalars.FailNonFinite();
        }
    }
}
