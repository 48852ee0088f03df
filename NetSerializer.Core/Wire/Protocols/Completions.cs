using System.Runtime.Serialization;

namespace NetSerializer.Wire.Protocols;

/// <summary>
/// Work that waits for the end of a value, because code of the user must not see half of it (docs/object-model.md): constructors of ISerializable objects
/// and tables whose keys are not finished, from the inside out; then OnDeserialized callbacks, from the inside out; then IDeserializationCallback,
/// from the outside in. On the writing side the OnSerialized callbacks.
/// </summary>
internal sealed unsafe class Completions
{
    /// <summary>The memory of this object, in bytes, with the first room of its lists.</summary>
    public const int Size = 96 + 3 * 152 + 64;

    /// <summary>The memory of an entry, in bytes. A list doubles, so right behind a growth the arrays that it has had are four times its content.</summary>
    public const int EntrySize = 4 * 32;

    /// <summary>The memory, in bytes, for an object whose finalizer is held back.</summary>
    public const int HeldSize = 4 * 8;

    private readonly List<Entry> _constructions = [];
    // How many of them have run before the end of the value, whenever all that waited did.
    private int _ranTogether;
    // Tables whose keys may lead back to them: filled when all objects are constructed, or when all callbacks have run.
    private List<Entry>? _tables, _tablesAfterCallbacks;
    private readonly List<Entry> _callbacks = [];
    private readonly List<Entry> _notifications = [];
    private readonly List<object> _held = [];

    /// <summary>The reader of an object that names another, about to be called, and the type that the named object must have.</summary>
    public (nint Reader, Type DeclaredType) Replacing { get; set; }

    /// <summary>Where the constructions that are put down from here on begin; good also when all that wait have run in between.</summary>
    public int ConstructionMark => _ranTogether + _constructions.Count;

    /// <summary>Where the callbacks that are put down from here on begin.</summary>
    public int CallbackMark => _callbacks.Count;

    /// <summary>Adds a constructor: <c>static void hook(object target, object state, object context)</c>.</summary>
    public void AddConstruction(object target, object? state, nint hook, long offset) => _constructions.Add(new Entry(target, state, hook, offset));

    /// <summary>Adds OnDeserialized or OnSerialized callbacks.</summary>
    public void AddCallback(object target, object? state, nint hook, long offset) => _callbacks.Add(new Entry(target, state, hook, offset));

    /// <summary>Adds an IDeserializationCallback.</summary>
    public void AddNotification(IDeserializationCallback target, long offset) =>
        _notifications.Add(new Entry(target, null, (nint)(delegate*<object, object?, object?, void>)&Notify, offset));

    /// <summary>Keeps the finalizer of an object back until the value is complete.</summary>
    public void HoldFinalizer(object made)
    {
        GC.SuppressFinalize(made);
        _held.Add(made);
    }

    /// <summary>Runs the constructions from <paramref name="mark"/> on, at once, for an object that cannot wait for the end of the value.</summary>
    public void RunConstructionsFrom(int mark, scoped ref WireReader r)
    {
        // In front of a mark that is older than the last run of all there is nothing left.
        int first = Math.Max(0, mark - _ranTogether);
        for (int i = first; i < _constructions.Count; i++)
        {
            Run(_constructions[i], ref r);
        }
        if (first == 0)
        {
            _ranTogether = checked(_ranTogether + _constructions.Count);
        }
        _constructions.RemoveRange(first, _constructions.Count - first);
    }

    /// <summary>Runs the callbacks from <paramref name="mark"/> on, at once, for a key that cannot wait for the end of the value.</summary>
    public void RunCallbacksFrom(int mark, scoped ref WireReader r)
    {
        for (int i = mark; i < _callbacks.Count; i++)
        {
            Run(_callbacks[i], ref r);
        }
        _callbacks.RemoveRange(mark, _callbacks.Count - mark);
    }

    /// <summary>Runs a constructor at once.</summary>
    public static void RunNow(object target, object state, nint hook, long offset, object? context) =>
        Guard(new Entry(target, state, hook, offset), context);

    /// <summary>Adds a table with its entries: <c>static ref byte fill(ref WireReader r, ref byte p, object entries)</c>.</summary>
    public void AddTable(LateTable entries, nint fill, LateRow row)
    {
        List<Entry> waiting = row switch
        {
            LateRow.WithConstructions => _constructions,
            LateRow.WithCallbacks => _callbacks,
            LateRow.BehindConstructions => _tables ??= [],
            _ => _tablesAfterCallbacks ??= [],
        };
        waiting.Add(new Entry(entries, null, fill, entries.Start));
    }

    /// <summary>The value is whole: all waiting work runs, and finalizers may.</summary>
    public void Complete(scoped ref WireReader r)
    {
        // The traced twin looks for the place of a failure in bytes; user code has run once, or will not run at all.
        if (r.Trace == null)
        {
            RunAll(_constructions, ref r);
            RunAll(_tables, ref r);
            RunAll(_callbacks, ref r);
            RunAll(_tablesAfterCallbacks, ref r);
            RunAll(_notifications, ref r);
        }
        _held.ForEach(GC.ReRegisterForFinalize);
    }

    /// <summary>Runs the callbacks of the writing side, whose exceptions are the caller's.</summary>
    public void CompleteWriting(object? context)
    {
        foreach (Entry entry in _callbacks)
        {
            entry.Run(context);
        }
        _callbacks.Clear();
    }

    // Tables in the order in which they were read to their end.
    private static void RunAll(List<Entry>? entries, scoped ref WireReader r)
    {
        foreach (Entry entry in entries ?? [])
        {
            Run(entry, ref r);
        }
    }

    private static void Run(in Entry entry, scoped ref WireReader r)
    {
        r.LendBudget();
        if (entry.Target is LateTable)
        {
            Fill(entry, ref r);
        }
        else
        {
            Guard(entry, r.UserContext);
        }
        r.ReclaimBudget();
    }

    private static void Fill(in Entry table, scoped ref WireReader r)
    {
        try
        {
            ((delegate*<void*, ref byte, object, ref byte>)table.Hook)(System.Runtime.CompilerServices.Unsafe.AsPointer(ref r), ref r.Start, table.Target);
        }
        catch (MalformedDataException failure)
        {
            // Of the entries nobody knows any more where they were.
            throw new MalformedDataException(failure.Code, failure.Reason, table.Offset, innerException: failure.InnerException);
        }
        catch (Exception failure) when (UserCode.IsToBeWrapped(failure))
        {
            throw UserCode.Failed(failure, table.Target.GetType(), table.Offset);
        }
    }

    private static void Guard(in Entry entry, object? context)
    {
        try
        {
            entry.Run(context);
        }
        catch (Exception failure) when (
            (entry.State as ExceptionState)?.HasRefused(failure) == true ? UserCode.IsToBeWrapped(failure) : UserCode.IsOfUser(failure))
        {
            throw UserCode.Failed(failure, entry.Target.GetType(), entry.Offset);
        }
    }

    private static void Notify(object target, object? state, object? context) => ((IDeserializationCallback)target).OnDeserialization(null);

    private readonly record struct Entry(object Target, object? State, nint Hook, long Offset)
    {
        public void Run(object? context) => ((delegate*<object, object?, object?, void>)Hook)(Target, State, context);
    }
}
