namespace NetSerializer.Wire.Tables;

/// <summary>Which types stand for which: conversion by reference, as the language has it.</summary>
internal static class Conversions
{
    /// <summary>
    /// Whether a <paramref name="type"/> converts to <paramref name="declared"/>. The run-time lets int[], uint[] and the arrays of an enum pass for
    /// one another, at any depth: where an array is declared they are different types on the wire. Behind an interface they are not, for nobody
    /// declared an array there.
    /// </summary>
    public static bool IsAdmitted(Type declared, Type type)
    {
        if (declared == type)
        {
            return true;
        }
        // A T[] would pass for a T[*] as well.
        return declared.IsAssignableFrom(type)
            && (!declared.IsArray || (declared.IsSZArray == type.IsSZArray && AreElementsAdmitted(declared.GetElementType()!, type.GetElementType()!)));
    }

    /// <summary>Called by generated code.</summary>
    public static bool Is<T>(object value) => value is T;

    private static bool AreElementsAdmitted(Type declared, Type type) =>
        declared.IsValueType || type.IsValueType ? declared == type : IsAdmitted(declared, type);
}
