using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Errors;
using NetSerializer.Wire;

namespace NetSerializer;

public ref partial struct WireWriter
{
    // Deeper than by default, where the limit comes before it pays to remember more than one object.
    private const int FarDown = 512;

    // A surrogate makes an object of its own each time, and so do other serializers, so a cycle through them may have but one object that is met
    // again, and the ancestor that is remembered be none such. So a quarter of those that are looked at are remembered (all of them: 1.2-1.4 of the
    // time of a chain), and the looks come at uneven distances, lest they see the same others over and over.
    private static bool IsWatched(int depth) => (Scattered(depth) >> 28 & 3) == 0;

    private static int Uneven(int credit, int depth) => Math.Min(credit, Recursion.Interval - (int)(Scattered(depth) >> 30));

    private static uint Scattered(int depth) => (uint)depth * 0x9E37_79B1;

    // No level is left. The traced twin of a tree goes on, to tell a cycle that is longer than the limit from depth: below it, and then beside it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte DescendTooFar(ref byte p, object value, nint body)
    {
        if (Trace == null || Dispatch.PreservesReferences)
        {
            Throw.ValueTooDeep(Dispatch.MaxDepth);
        }
        if (Trace.IsFarDown)
        {
            Trace.GiveUp();
            return ref p;
        }
        Trace.Search();
        Trace.IsFarDown = true;
        _depthLeft = PathTrace.MaxLevels;
        p = ref Descend(ref p, value, body);
        _depthLeft = 0;
        Trace.IsFarDown = false;
        if (Trace.Cycle != null)
        {
            Throw.Cycle(Trace.Cycle);
        }
        return ref p;
    }

    /// <summary>For values that are deep in themselves, without a body of this library for each level.</summary>
    [DoesNotReturn]
    internal readonly void RefuseDepth() => Throw.ValueTooDeep(Dispatch.MaxDepth);

    /// <summary>As <see cref="Descend"/> for bodies that write the number of an object that has appeared: that is no level, to the reader either.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal ref byte DescendOrKnown(ref byte p, object value, nint body)
    {
        // One that is new has a number now, and is refused.
        if (_depthLeft == 0 && !IsNew(value))
        {
            return ref WriteKnown(ref p);
        }
        return ref Descend(ref p, value, body);
    }
}
