using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Tables;

/// <summary>The type handle of an object without the detour over its <see cref="Type"/>.</summary>
internal static class TypeHandles
{
    // The first word of an object is its type handle in every CoreCLR since 1.0; asked once, so that another runtime takes the documented way. A
    // constant for the optimising compiler.
    private static readonly bool s_isFirstWord = FirstWord(new object()) == typeof(object).TypeHandle.Value
        && FirstWord(Array.Empty<string>()) == typeof(string[]).TypeHandle.Value;

    /// <summary>Equal to <c>value.GetType().TypeHandle.Value</c>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Of(object value) => s_isFirstWord ? FirstWord(value) : value.GetType().TypeHandle.Value;

    private static nint FirstWord(object value) => Unsafe.Subtract(ref Unsafe.As<byte, nint>(ref Unsafe.As<Fields>(value).First), 1);

    /// <summary>
    /// The value in a box of <typeparamref name="T"/>, which the caller knows it to be: unlike a cast nothing is looked at, and a method that does no
    /// more than write it needs no frame.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref T ContentOf<T>(object box)
        where T : struct => ref Unsafe.As<byte, T>(ref Unsafe.As<Fields>(box).First);

    /// <summary>Where the fields of any object begin.</summary>
    private sealed class Fields
    {
        public byte First;
    }
}
