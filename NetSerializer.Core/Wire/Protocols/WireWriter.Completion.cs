using NetSerializer.Wire.Protocols;

namespace NetSerializer;

// User code that waits until the value is written.
public ref partial struct WireWriter
{
    /// <summary>
    /// The OnSerialized callbacks of an object, or of a boxed copy of a struct, run when the value is written: <c>static void hook(object target,
    /// object state, object context)</c>.
    /// </summary>
    internal void CallAtEnd(object target, nint hook) => (State.Completions ??= new Completions()).AddCallback(target, null, hook, 0);
}
