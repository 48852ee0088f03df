using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Errors;

namespace NetSerializer;

public ref partial struct WireWriter
{
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
