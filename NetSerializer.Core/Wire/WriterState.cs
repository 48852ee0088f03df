using System.Runtime.CompilerServices;
using NetSerializer.Graph;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Wire;

/// <summary>
/// State that only some values need while they are written: numbers of objects, and callbacks for the end. One field in the writer instead of two,
/// which every call would clear. One is kept for each thread; nothing of a value stays in it.
/// </summary>
internal sealed class WriterState : ReferenceWriter
{
    [ThreadStatic]
    private static Spare? s_spare;

    private Spare? _spare;


    /// <summary>The callbacks that wait until the value is written.</summary>
    public Completions? Completions { get; set; }


    public static WriterState Rent()
    {
        Spare spare = s_spare ??= new Spare();
        WriterState state = spare.State ?? new WriterState { _spare = spare };
        spare.State = null;
        return state;
    }

    /// <summary>The value is written: runs the callbacks that waited for its end.</summary>
    // Not inlined: few values have a state, and every call would carry all of this.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Complete(object? context)
    {
        Completions?.CompleteWriting(context);
        Forget();
        // It is empty, but may have been large.
        Completions = null;
        _spare!.State = this;
    }

    // The thread's variable is looked up once for each value.
    private sealed class Spare
    {
        public WriterState? State;
    }
}
