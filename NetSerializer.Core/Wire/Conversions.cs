namespace NetSerializer.Wire;

/// <summary>Which types stand for which: conversion by reference, as the language has it.</summary>
internal static class Conversions
{
    /// <summary>
    /// Whether a <paramref name="type"/> converts to <paramref name="declared"/>. The run-time lets int[], uint[] and the arrays of an enum pass for one another, at any depth and behind interfaces:
    /// on the wire they are different types.
    /// </summary>
    public static bool IsAdmitted(Type declared, Type type)
    {
        if (declared == type)
        {
            return true;
        }
        if (!type.IsArray || !declared.IsAssignableFrom(type))
        {
            return declared.IsAssignableFrom(type);
        }
        if (declared.IsArray)
        {
            return AreElementsAdmitted(declared.GetElementType()!, type.GetElementType()!);
        }
        return !declared.IsGenericType || AreElementsAdmitted(declared.GetGenericArguments()[0], type.GetElementType()!);
    }

    /// <summary>Called by generated code.</summary>
    public static bool Is<T>(object value) => value is T;

    private static bool AreElementsAdmitted(Type declared, Type type) => declared.IsValueType || type.IsValueType ? declared == type : IsAdmitted(declared, type);
}
