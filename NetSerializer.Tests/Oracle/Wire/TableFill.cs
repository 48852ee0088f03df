using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Puts entries into a table as they are read, or, where keys are not finished then, when the whole value is there: what is wrong with any is then reported at the first.</summary>
internal sealed class TableFill
{
    private readonly OracleInput input;
    private readonly List<Action<int>> late = [];
    private readonly int first;
    private readonly bool isConstruction;

    public TableFill(OracleInput input, Shape shape, Slot key)
    {
        this.input = input;
        first = input.Position;
        bool leadsBack = input.Model.LeadsTo(key, shape.Owner ?? shape.Type);
        // Other tables have the keys finished one by one, but for those of a graph, which an object may still refer to.
        bool isPlain = shape.Type is { IsGenericType: true } type && (type.GetGenericTypeDefinition() == typeof(Dictionary<,>) || type.GetGenericTypeDefinition() == typeof(HashSet<>));
        IsLate = leadsBack || ((isPlain || input.Model.Schema.Preserve) && input.Model.IsFinishedLate(key, withCallbacks: isPlain));
        isConstruction = isPlain && !leadsBack;
    }

    public bool IsLate { get; }

    /// <param name="add">Takes the offset of what it finds wrong.</param>
    public void Add(int start, Action<int> add)
    {
        if (IsLate)
            late.Add(add);
        else
            add(start);
    }

    /// <summary>All entries are read.</summary>
    public void Done()
    {
        void Fill() => late.ForEach(add => add(first));
        if (IsLate && isConstruction)
            input.AtEnd(Fill);
        else if (IsLate)
            input.FillAtEnd(Fill);
    }
}
