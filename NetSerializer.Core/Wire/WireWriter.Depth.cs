using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Errors;
using NetSerializer.Wire;

namespace NetSerializer;

public ref partial struct WireWriter
{
    // No level is left, or no stack. The traced twin of a tree goes on, to tell a cycle that is longer than the limit from depth: below it, and then beside it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte DescendTooFar(ref byte p, object value, nint body)
    {
        if (Trace == null || Dispatch.PreservesReferences)
        {
            Throw.ValueTooDeep(Dispatch.Limits);
        }
        if (Trace.IsFarDown)
        {
            Trace.GiveUp();
            return ref p;
        }
        Trace.Search();
        Trace.IsFarDown = true;
        int left = _depthLeft;
        _depthLeft = PathTrace.MaxLevels;
        p = ref Descend(ref p, value, body);
        _depthLeft = left;
        Trace.IsFarDown = false;
        if (Trace.Cycle != null)
        {
            Throw.Cycle(Trace.Cycle);
        }
        return ref p;
    }

    /// <summary>For XML, which is deep in itself, without a body of this library for each level.</summary>
    [DoesNotReturn]
    internal readonly void RefuseDepth(int maxDepth) => throw new ValueNotSerializableException(ErrorCode.ValueTooDeep, Throw.XmlTooDeep(maxDepth));

    /// <summary>The mirror of <see cref="WireReader.HoldDepth"/>.</summary>
    internal int HoldDepth()
    {
        int held = Math.Max(0, _depthLeft - SerializerLimits.MaxKeyDepth);
        _depthLeft -= held;
        return held;
    }

    /// <summary>The key is over.</summary>
    internal void ReleaseDepth(int held) => _depthLeft += held;

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
