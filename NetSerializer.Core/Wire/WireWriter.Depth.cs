using System.Diagnostics.CodeAnalysis;
using NetSerializer.Errors;

namespace NetSerializer;

public ref partial struct WireWriter
{
    /// <summary>For values that are deep in themselves, without a body of this library for each level.</summary>
    [DoesNotReturn]
    internal readonly void RefuseDepth() => Throw.ValueTooDeep(Dispatch.MaxDepth);
}
