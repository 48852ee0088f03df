using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// Tells whether a garbage collection has run, which may have moved objects: a young object that nothing refers to does not outlive the next one, of whatever generation. Asking takes a load from memory;
/// <see cref="GC.CollectionCount"/> takes 2 ns, as much as all else that a new object costs.
/// </summary>
internal sealed class CollectionWatch
{
    private WeakGCHandle<object> _young = new(new object());

    ~CollectionWatch() => _young.Dispose();

    /// <summary>
    /// Whether it tells the truth: a collector that takes every word of a stack for a reference may keep the object. Known from the runtime's setting, once.
    /// </summary>
    public static bool IsReliable { get; } = !IsSet("System.GC.Conservative", "gcConservative");

    /// <summary>A collection has run since the last <see cref="Renew"/>.</summary>
    public bool HasRun
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !_young.TryGetTarget(out _);
    }

    /// <summary>Begins anew. The object is made here, so that no caller's frame holds it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Renew() => _young.SetTarget(new object());

    private static bool IsSet(string name, string variable) =>
        AppContext.GetData(name) is { } setting && !(setting is string text && (text == "0" || text.Equals("false", StringComparison.OrdinalIgnoreCase)))
        || Environment.GetEnvironmentVariable("DOTNET_" + variable) is { Length: > 0 } value && value.Trim('0') is not "";
}
