using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

/// <summary>What is the framework's own business, reached by <see cref="UnsafeAccessorAttribute"/>, is tried out once.</summary>
internal static class TriedOut
{
    /// <summary>Whether all that <paramref name="trial"/> reaches is there, and it finds that it is what it is taken for.</summary>
    public static bool Holds(Func<bool> trial)
    {
        try
        {
            return trial();
        }
        catch (MissingMemberException)
        {
            return false;
        }
    }
}
