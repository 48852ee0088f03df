using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

/// <summary>
/// Whether keys of a type can be null: references and nullable structs. Asked of the type first, since unoptimised code boxes a value to compare it
/// with null.
/// </summary>
internal static class NullKeys<TKey>
{
    private static readonly bool s_isNullable = default(TKey) is null;

    // Code that is shared by all references knows the answer without looking for the field of its own type.
    public static bool ArePossible
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !typeof(TKey).IsValueType || s_isNullable;
    }
}
