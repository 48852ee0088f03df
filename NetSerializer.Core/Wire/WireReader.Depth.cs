using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace NetSerializer;

public ref partial struct WireReader
{
    /// <summary>For values that are deep in themselves, without a body of this library for each level.</summary>
    [DoesNotReturn]
    internal readonly void RejectDepth() => FailDepth(ref _cursor);

    [DoesNotReturn]
    private readonly void FailDepth(ref byte p) =>
        throw FailureAt(
            ref p, ErrorCode.DataTooDeep, Position(ref p), $"The data are nested deeper than {nameof(SerializerLimits.MaxDepth)} = {Dispatch.MaxDepth}.");

    /// <summary>As <see cref="DescendInto"/> for bodies that begin with a 0 where there is no object: that is no level, to the writer either.</summary>
    // Looked at here alone: in front of the levels that are left it would cost each body a comparison.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal ref byte DescendOrNull(ref byte p, out object? value, nint body)
    {
        if (_depthLeft == 0)
        {
            p = ref Run(ref p, 1, -1);
            if (p == 0)
            {
                value = null;
                return ref Unsafe.Add(ref p, 1);
            }
        }
        return ref DescendInto(ref p, out value, body);
    }
}
