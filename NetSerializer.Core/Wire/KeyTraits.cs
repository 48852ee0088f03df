namespace NetSerializer.Wire;

/// <summary>Facts that follow from the type of a key.</summary>
internal static class KeyTraits<TKey>
{
    private static readonly bool s_isNullable = default(TKey) is null;

    /// <summary>Keys can be null: references and nullable structs. Known beforehand, since unoptimised code boxes a value to compare it with null.</summary>
    public static bool CanBeNull => !typeof(TKey).IsValueType || s_isNullable;

    /// <summary>Fails for a null, which begins at <paramref name="item"/>.</summary>
    public static void RequireKey(scoped ref WireReader r, scoped ref byte p, long item, TKey key)
    {
        if (CanBeNull && key is null)
        {
            r.FailAt(ref p, ErrorCode.NullKey, item, "A key is null.");
        }
    }
}
