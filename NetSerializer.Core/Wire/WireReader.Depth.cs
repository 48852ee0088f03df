using System.Diagnostics.CodeAnalysis;

namespace NetSerializer;

public ref partial struct WireReader
{
    /// <summary>For values that are deep in themselves, without a body of this library for each level.</summary>
    [DoesNotReturn]
    internal readonly void RejectDepth() =>
        FailAt(ref _cursor, ErrorCode.DataTooDeep, Position(ref _cursor), $"The data are nested deeper than {nameof(SerializerLimits.MaxDepth)} = {Dispatch.MaxDepth}.");
}
