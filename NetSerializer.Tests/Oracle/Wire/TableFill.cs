using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Puts entries into a table as they are read, or, where keys may lead back to the table, when the whole value is there: then what is wrong with any is reported at the first.</summary>
internal sealed class TableFill
{
    private readonly OracleInput input;
    private readonly List<Action<int>> late = [];
    private readonly int first;

    public TableFill(OracleInput input, Shape shape, Slot key)
    {
        this.input = input;
        first = input.Position;
        IsLate = input.Model.LeadsTo(key, shape.Owner ?? shape.Type);
        if (IsLate)
            input.FillAtEnd(() => late.ForEach(add => add(first)));
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
}
