namespace NetSerializer.Wire.Tables;

// Structs whose sequences go by columns.
internal sealed partial class ObjectDispatch
{
    // By NestedType<T>.Index.
    private ColumnCode?[] _columns = [];

    /// <summary>The code of a struct of the model. Called by any thread, and more than once for one that several meet at once.</summary>
    public required Func<Type, ColumnCode> FindColumns { get; init; }

    /// <summary>The code of a struct of the model whose sequences go by columns.</summary>
    public ColumnCode Columns<T>()
    {
        ColumnCode?[] columns = Volatile.Read(ref _columns);
        int index = NestedType<T>.Index;
        return (uint)index < (uint)columns.Length && columns[index] is { } code ? code : AddColumns(typeof(T), index);
    }

    // Two threads may make an array at once: the entry that gets lost is made again.
    private ColumnCode AddColumns(Type type, int index)
    {
        ColumnCode?[] columns = Volatile.Read(ref _columns), larger = new ColumnCode?[Math.Max(columns.Length, index + 1)];
        columns.CopyTo(larger, 0);
        ColumnCode code = larger[index] = FindColumns(type);
        Volatile.Write(ref _columns, larger);
        return code;
    }
}
