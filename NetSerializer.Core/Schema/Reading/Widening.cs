using System.Numerics;
using System.Reflection;

namespace NetSerializer.Schema.Reading;

/// <summary>Values of data of another version as the reader has them: numbers as wider ones, values that may be null.</summary>
internal static class Widening
{
    /// <summary>Whether a value of the data can be put into a field: as it is, or by <see cref="Find"/>.</summary>
    public static bool CanStore(Type declared, Type field) => declared == field || IsSame(declared, field) || Find(declared, field) != null;

    /// <summary>The function that makes a value of the field's type; null where there is none, or none is needed.</summary>
    public static MethodInfo? Find(Type declared, Type field)
    {
        (Type from, Type to) = (Nullable.GetUnderlyingType(declared) ?? declared, Nullable.GetUnderlyingType(field) ?? field);
        bool isNullable = from != declared, becomesNullable = to != field, isWider = IsWider(from, to);
        return (isNullable, becomesNullable) switch
        {
            (false, false) => isWider ? Method(nameof(Number), from, to) : null,
            (false, true) => from == to ? Method(nameof(Value), from) : isWider ? Method(nameof(NumberOrNull), from, to) : null,
            (true, true) => isWider ? Method(nameof(NullOrNumber), from, to) : null,
            (true, false) => null,
        };
    }

    // The number of an enum, or an object of a class derived from that of the field.
    private static bool IsSame(Type declared, Type field) =>
        declared.IsEnum ? Enum.GetUnderlyingType(declared) == field : !declared.IsValueType && field.IsAssignableFrom(declared);

    // Every value of the one type is a value of the other, which is not the same.
    private static bool IsWider(Type from, Type to)
    {
        Type[] signed = [typeof(sbyte), typeof(short), typeof(int), typeof(long), typeof(Int128)],
            unsigned = [typeof(byte), typeof(ushort), typeof(uint), typeof(ulong), typeof(UInt128)];
        int rank = Math.Max(Array.IndexOf(signed, from), Array.IndexOf(unsigned, from));
        if (rank < 0)
        {
            return (from == typeof(float) && to == typeof(double)) || (from == typeof(Half) && (to == typeof(float) || to == typeof(double)));
        }
        int bytes = 1 << rank;
        return Array.IndexOf(signed, to) > rank || (unsigned[rank] == from && Array.IndexOf(unsigned, to) > rank)
            || (to == typeof(float) && bytes <= sizeof(short)) || (to == typeof(double) && bytes <= sizeof(int))
            || (to == typeof(decimal) && bytes <= sizeof(long));
    }

    private static MethodInfo Method(string name, params Type[] types) =>
        typeof(Widening).GetMethod(name, BindingFlags.Static | BindingFlags.NonPublic)!.MakeGenericMethod(types);

    private static TTo Number<TFrom, TTo>(TFrom number) where TFrom : INumberBase<TFrom> where TTo : INumberBase<TTo> => TTo.CreateChecked(number);

    private static T? Value<T>(T value) where T : struct => value;

    private static TTo? NumberOrNull<TFrom, TTo>(TFrom number) where TFrom : INumberBase<TFrom> where TTo : struct, INumberBase<TTo> =>
        TTo.CreateChecked(number);

    private static TTo? NullOrNumber<TFrom, TTo>(TFrom? number) where TFrom : struct, INumberBase<TFrom> where TTo : struct, INumberBase<TTo> =>
        number is { } value ? TTo.CreateChecked(value) : null;
}
