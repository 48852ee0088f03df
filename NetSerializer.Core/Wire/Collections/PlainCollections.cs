using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Called by generated code.</summary>
internal static class PlainCollections
{
    /// <summary>A collection that gets its fields from one of a derived class.</summary>
    public static T Make<T>() where T : class => (T)RuntimeHelpers.GetUninitializedObject(typeof(T));
}
