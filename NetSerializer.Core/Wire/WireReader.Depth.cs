using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Errors;

namespace NetSerializer;

public ref partial struct WireReader
{
    /// <summary>For XML, which is deep in itself, without a body of this library for each level.</summary>
    [DoesNotReturn]
    internal readonly void RejectDepth(int maxDepth) =>
        throw FailureAt(ref _cursor, ErrorCode.DataTooDeep, Position(ref _cursor), Throw.XmlTooDeep(maxDepth));

    [DoesNotReturn]
    private readonly void FailDepth(ref byte p) => throw FailureAt(ref p, ErrorCode.DataTooDeep, Position(ref p), Throw.TooDeep("The data are", Limits));

    /// <summary>A key begins: its levels are limited, because its hash or its order may go through them all. Returns the levels that are held back.</summary>
    internal int HoldDepth()
    {
        int held = Math.Max(0, _depthLeft - SerializerLimits.MaxKeyDepth);
        _depthLeft -= held;
        return held;
    }

    /// <summary>The key is over.</summary>
    internal void ReleaseDepth(int held) => _depthLeft += held;

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
