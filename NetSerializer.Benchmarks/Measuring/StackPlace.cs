using System.Runtime.CompilerServices;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>
/// Where the stack of a thread lies is chance, and in 3 places of 100 what a call for a small message clears or copies as a whole lies on two pages, which
/// can double its time, for whoever it meets and as long as the process lives. So the turns of a contender lie in different places.
/// </summary>
internal static class StackPlace
{
    private const int Step = 336, Page = 4096;

    /// <summary>Calls <paramref name="action"/> further down the stack, by as much as <paramref name="turn"/> says.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static unsafe void Call(int turn, Action action)
    {
        byte* room = stackalloc byte[(turn * Step % Page) + 1];
        *room = 0;
        action();
        // Something to come back to, so that this is no jump that would give the room back first.
        *room = 1;
    }
}
