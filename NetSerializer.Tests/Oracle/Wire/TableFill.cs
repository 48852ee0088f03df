using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>
/// Puts entries into a table as they are read, or, where keys are not finished then, when the whole value is there: what is wrong with any is then
/// reported at the first.
/// </summary>
internal sealed class TableFill
{
    private readonly OracleInput input;
    private readonly List<Action<int>> late = [];
    private readonly int first;
    private readonly bool isConstruction;
    private readonly bool isBehindCallbacks;
    private readonly bool isAskedAtOnce;
    private readonly bool refusesNull;

    public TableFill(OracleInput input, Shape shape, Slot key)
    {
        this.input = input;
        first = input.Position;
        // What is made of its whole content cannot wait; its keys are told apart by what they are, or do not lead back.
        bool isWhole = GraphContent.IsImmutable(shape.Type) || (shape.Owner is { } owner && RealObjects.AreNamedBy(owner));
        bool leadsBack = !isWhole && input.Model.LeadsTo(key, shape.Owner ?? shape.Type);
        bool isFinishedLate = input.Model.IsFinishedLate(key);
        IsLate = leadsBack || (!isWhole && isFinishedLate);
        isConstruction = !leadsBack;
        isBehindCallbacks = IsLate && input.Model.HoldsCallbacks(key);
        isAskedAtOnce = isWhole && isFinishedLate;
        refusesNull = shape is DictionaryShape or SortedDictionaryShape || (shape is OtherTableShape { Parts.Count: > 1 });
    }

    public bool IsLate { get; }

    /// <summary>A key, with all that waits in it if it is asked for its hash or its order at once.</summary>
    public object? ReadKey(Slot slot)
    {
        // In a graph it may be an object that has appeared before.
        bool isGraph = input.Model.Schema.Preserve;
        int start = input.Position, mark = isGraph ? 0 : input.Waiting, callbacks = isGraph ? 0 : input.WaitingCallbacks;
        object? key = Slots.Read(input, slot);
        if (isAskedAtOnce)
        {
            input.CompleteFrom(mark);
            input.CallFrom(callbacks);
        }
        if (IsLate && refusesNull && key is null)
            throw input.Reject(RejectionCode.KeyNull, start, "a null key");
        return key;
    }

    /// <param name="add">Takes the offset of what it finds wrong.</param>
    public void Add(int start, Action<int> add)
    {
        if (IsLate)
            late.Add(add);
        else
            add(start);
    }

    /// <summary>All entries are read.</summary>
    /// <param name="end">What is to be done when the entries that come late are there.</param>
    public void Done(Action? end = null)
    {
        void Fill()
        {
            late.ForEach(add => add(first));
            end?.Invoke();
        }

        if (IsLate && isConstruction && isBehindCallbacks)
            input.CallAtEnd(Fill);
        else if (IsLate && isConstruction)
            input.AtEnd(Fill);
        else if (IsLate)
            input.FillAtEnd(Fill, isBehindCallbacks);
    }
}
