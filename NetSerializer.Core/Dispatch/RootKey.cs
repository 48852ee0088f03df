namespace NetSerializer.Dispatch;

/// <summary>The way in which a caller has asked for a root.</summary>
/// <param name="IsDirect">Without an id: <c>SerializeDirect</c>.</param>
/// <param name="Declared">The type that a caller gave at run time; null where the static type says it.</param>
internal readonly record struct RootKey(bool IsDirect, Type? Declared = null)
{
    /// <summary>Null may stand where the declared type is expected.</summary>
    public bool AdmitsNull => Declared is not { IsValueType: true } || Nullable.GetUnderlyingType(Declared) != null;
}
