using System.Runtime.CompilerServices;
using NetSerializer.Graph;

namespace NetSerializer.Wire;

/// <summary>
/// What only some values need while they are written: numbers of objects, and callbacks for the end. One field in the writer instead of two, which every
/// call would clear. One is kept for each thread; nothing of a value stays in it.
/// </summary>
internal sealed class WriterState : ReferenceWriter
{
    // A chain, whatever it is made of.
    private const int DeepLevel = 48;

    [ThreadStatic]
    private static Spare? s_spare;

    private Spare? _spare;

    // A WriterNumbers on the stack of the call.
    private unsafe void* _numbers;

    /// <summary>What waits until the value is written.</summary>
    public Completions? Completions { get; set; }

    /// <summary>How many levels of recursion the object looked up last is below the root.</summary>
    public int Depth { get; set; }

    /// <summary>The number of the last object looked up that had one.</summary>
    public int Found { get; set; }

    /// <inheritdoc/>
    // Deep down, the references that lead back come when all else is written, and do come.
    protected override bool ExpectsToNeedList() => Depth > DeepLevel || NeedIn(Dispatch.ListNeeds).Take();

    /// <inheritdoc/>
    protected override bool ExpectsToNeedMarks() => NeedIn(Dispatch.MarkNeeds).Take();

    /// <inheritdoc/>
    protected override void ExpectToNeedMarks() => NeedIn(Dispatch.MarkNeeds).Set();

    private unsafe ObjectDispatch Dispatch => Unsafe.AsRef<WriterNumbers>(_numbers).Dispatch!;

    /// <summary>As <see cref="ObjectNumbers.Begin"/>, for a value that <paramref name="root"/> is, if it is an object.</summary>
    public unsafe void Begin(scoped ref WriterNumbers numbers, ObjectDispatch dispatch, object? root)
    {
        numbers.Room.KindFactor = dispatch.KindFactor;
        Begin(ref numbers.Room);
        _numbers = Unsafe.AsPointer(ref numbers);
        // Texts by their content have the numbers of objects among them, which only a list tells.
        if (root != null && dispatch is { IsRepeatable: true, HasTextTable: false })
        {
            numbers.Root = root;
            numbers.Dispatch = dispatch;
            NeedNoList();
        }
    }

    /// <inheritdoc/>
    protected override void ExpectToNeedLists() => NeedIn(Dispatch.ListNeeds).Set();

    /// <inheritdoc/>
    protected override unsafe ObjectNumbers GoThroughAgain(int limit)
    {
        ref WriterNumbers numbers = ref Unsafe.AsRef<WriterNumbers>(_numbers);
        var again = new WriterState();
        again.EndWith(limit);
        WireWriter.GoThrough(numbers.Dispatch!, numbers.Root!, again);
        return again;
    }

    // Values whose roots are of one type are mostly alike: those of others that share a model do not tell (10,000 books, which lie in order, took 1.1 of the
    // time behind orders, which do not).
    private unsafe LearnedNeed NeedIn(LearnedNeed?[] needs)
    {
        ref WriterNumbers numbers = ref Unsafe.AsRef<WriterNumbers>(_numbers);
        return needs[numbers.Room.KindOf(numbers.Root!)] ??= new LearnedNeed();
    }

    public static WriterState Rent()
    {
        Spare spare = s_spare ??= new Spare();
        WriterState state = spare.State ?? new WriterState { _spare = spare };
        spare.State = null;
        return state;
    }

    /// <summary>The value is written: runs what waited for that.</summary>
    // Not inlined: few values have a state, and every call would carry all of this.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Complete()
    {
        Completions?.CompleteWriting();
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
