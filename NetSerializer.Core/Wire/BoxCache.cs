namespace NetSerializer.Wire;

/// <summary>
/// The boxes of types that have few values, made once: nobody can change the value in a box. Not for graphs, where two boxes come back as two.
/// </summary>
internal static class BoxCache
{
    private static readonly object[] s_booleans = [false, true];
    private static readonly object[] s_bytes = [.. Enumerable.Range(0, 256).Select(value => (object)(byte)value)];

    /// <summary>Has a box for each value of the type.</summary>
    public static bool Has(Type type) => type == typeof(bool) || type == typeof(byte);

    public static object Get(bool value) => s_booleans[value ? 1 : 0];

    public static object Get(byte value) => s_bytes[value];
}
