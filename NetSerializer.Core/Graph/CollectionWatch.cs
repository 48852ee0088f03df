using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// Tells whether a garbage collection has run, which may have moved objects: a young object that nothing refers to does not outlive the next one that
/// moves anything, of whatever generation (one in the background moves nothing). Asking takes a load from memory; <see cref="GC.CollectionCount"/>
/// takes 2 ns, as much as all else that a new object costs.
/// <para>
/// Nobody may ever hold the object, not even to ask whether it is there: a collection that meets such a thread spares it, and is not seen. So the
/// word behind the weak handle is read as a number.
/// </para>
/// </summary>
internal sealed unsafe class CollectionWatch
{
    private static volatile CollectionWatch? s_current;

    private WeakGCHandle<object> _young = new(null!);
    private readonly nint* _word;

    /// <summary>A watch that says that one has run.</summary>
    public CollectionWatch() => _word = (nint*)WeakGCHandle<object>.ToIntPtr(_young);

    /// <summary>
    /// One for all threads, of which each has to hold it as long as it asks: none has run when that is made, and it is not renewed. Null where none tells the
    /// truth.
    /// </summary>
    public static CollectionWatch? Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_current is { HasRun: false } current ? current : NewCurrent();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CollectionWatch? NewCurrent()
    {
        if (!IsReliable)
        {
            return null;
        }
        var made = new CollectionWatch();
        made.Renew();
        return s_current = made;
    }

    /// <summary>What <see cref="HasRun"/> looks at: 0 when one has run. Good as long as the watch is.</summary>
    public nint* Word => _word;

    ~CollectionWatch() => _young.Dispose();

    /// <summary>
    /// Whether it tells the truth: a collector that takes every word of a stack for a reference may keep the object, and another runtime than CoreCLR
    /// may have other handles. Found out once.
    /// </summary>
    public static bool IsReliable { get; } = !IsSet("System.GC.Conservative", "gcConservative") && Type.GetType("Mono.RuntimeStructs") == null
        && HandlesAreAddresses();

    /// <summary>A collection that may have moved something has run since the last <see cref="Renew"/>.</summary>
    public bool HasRun
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Volatile.Read(ref *_word) == 0;
    }

    /// <summary>Begins anew.</summary>
    public void Renew()
    {
        int before;
        do
        {
            // An object that was made young has grown old when a collection ran while its maker still had it in hand.
            before = GC.CollectionCount(0);
            MakeYoung();
        }
        while (GC.CollectionCount(0) != before);
    }

    // A method of its own, so that no other frame holds the object.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void MakeYoung() => _young.SetTarget(new object());

    private static bool HandlesAreAddresses()
    {
        object target = new();
        using var handle = new WeakGCHandle<object>(target);
        bool isEqual = false;
        // A collection between the two looks would move the object.
        for (int attempt = 0; attempt < 4 && !isEqual; attempt++)
        {
            isEqual = *(nint*)WeakGCHandle<object>.ToIntPtr(handle) == Unsafe.As<object, nint>(ref target);
        }
        GC.KeepAlive(target);
        return isEqual;
    }

    private static bool IsSet(string name, string variable) =>
        AppContext.GetData(name) is { } setting && !(setting is string text && (text == "0" || text.Equals("false", StringComparison.OrdinalIgnoreCase)))
        || Environment.GetEnvironmentVariable("DOTNET_" + variable) is { Length: > 0 } value && value.Trim('0') is not "";
}
