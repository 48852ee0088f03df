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

    public TableFill(OracleInput input, Shape shape, Slot key)
    {
        this.input = input;
        first = input.Position;
        // What is made of its whole content cannot wait; its keys are told apart by what they are, or do not lead back.
        bool isWhole = GraphContent.IsImmutable(shape.Type) || (shape.Owner is { } owner && RealObjects.AreNamedBy(owner));
        bool leadsBack = !isWhole && input.Model.LeadsTo(key, shape.Owner ?? shape.Type);
        // Other tables have the keys finished one by one, but for those of a graph, which an object may still refer to.
        bool isPlain = shape.Owner is null && shape.Type is { IsGenericType: true } type
            && (type.GetGenericTypeDefinition() == typeof(Dictionary<,>) || type.GetGenericTypeDefinition() == typeof(HashSet<>));
        IsLate = leadsBack || ((isPlain || (input.Model.Schema.Preserve && !isWhole)) && input.Model.IsFinishedLate(key, withCallbacks: isPlain));
        MayKeepNull = IsLate && !isPlain;
        isConstruction = isPlain && !leadsBack;
        isBehindCallbacks = IsLate && input.Model.HoldsCallbacks(key);
        isAskedAtOnce = !IsLate && !isPlain && input.Model.IsFinishedLate(key, withCallbacks: false);
    }

    public bool IsLate { get; }

    /// <summary>A null key shows when the table is filled, and not before.</summary>
    public bool MayKeepNull { get; }

    /// <summary>A key, with all that waits in it if it is asked for its hash or its order at once.</summary>
    public object? ReadKey(Slot slot)
    {
        // In a graph it may be an object that has appeared before.
        int mark = input.Model.Schema.Preserve ? 0 : input.Waiting;
        object? key = Slots.Read(input, slot);
        if (isAskedAtOnce)
            input.CompleteFrom(mark);
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
