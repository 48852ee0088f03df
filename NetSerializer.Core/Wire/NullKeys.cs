namespace NetSerializer.Wire;

/// <summary>Whether keys of a type can be null: references and nullable structs. Asked of the type first, since unoptimised code boxes a value to compare it with null.</summary>
internal static class NullKeys<TKey>
{
    public static bool ArePossible { get; } = default(TKey) is null;
}
