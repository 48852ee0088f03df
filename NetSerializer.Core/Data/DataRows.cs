using System.Data;

namespace NetSerializer.Data;

/// <summary>The rows of tables: a state, the cells as they were and as they are, and errors.</summary>
internal static class DataRows
{
    /// <summary>A row that has errors.</summary>
    private const byte WithErrors = 0x20;

    // Measured: an error with the place of its text.
    private const int ErrorSize = 128;

    public static void Write(ref WireWriter writer, DataRow row, DataColumn[] columns)
    {
        writer.WriteByte((byte)((int)row.RowState | (row.HasErrors ? WithErrors : 0)));
        if (row.RowState != DataRowState.Added)
        {
            WriteCells(ref writer, row, columns, DataRowVersion.Original);
        }
        if (row.RowState is DataRowState.Added or DataRowState.Modified)
        {
            WriteCells(ref writer, row, columns, DataRowVersion.Current);
        }
        if (row.HasErrors)
        {
            writer.WriteString(row.RowError);
            DataColumn[] inError = [.. row.GetColumnsInError().OrderBy(column => column.Ordinal)];
            writer.WriteCount(inError.Length);
            foreach (DataColumn column in inError)
            {
                writer.WriteUInt32((uint)column.Ordinal);
                writer.WriteString(row.GetColumnError(column));
            }
        }
    }

    public static RowContent Read(ref WireReader reader, List<ColumnContent> columns)
    {
        byte state = reader.ReadByte();
        var row = new RowContent { State = (DataRowState)(state & ~WithErrors) };
        if (row.State is not (DataRowState.Unchanged or DataRowState.Added or DataRowState.Deleted or DataRowState.Modified))
        {
            reader.Reject("No such state of a row.");
        }
        row.Original = row.State == DataRowState.Added ? null : ReadCells(ref reader, columns);
        row.Current = row.State is DataRowState.Added or DataRowState.Modified ? ReadCells(ref reader, columns) : null;
        if ((state & WithErrors) != 0)
        {
            row.Error = reader.ReadNonNullString();
            ReadErrors(ref reader, row, columns.Count);
        }
        return row;
    }

    private static void ReadErrors(ref WireReader reader, RowContent row, int columns)
    {
        int count = reader.ReadCount(minimumSize: 2);
        for (int i = 0; i < count; i++)
        {
            reader.Charge(ErrorSize);
            uint column = reader.ReadUInt32();
            string text = reader.ReadNonNullString();
            if (column >= (uint)columns || text.Length == 0 || (i > 0 && column <= row.Errors[i - 1].Key))
            {
                reader.Reject("Errors of columns that are not in order, or not there.");
            }
            row.Errors.Add(new KeyValuePair<int, string>((int)column, text));
        }
        if (count == 0 && row.Error.Length == 0)
        {
            reader.Reject("A row with errors that has none.");
        }
    }

    private static void WriteCells(ref WireWriter writer, DataRow row, DataColumn[] columns, DataRowVersion version)
    {
        foreach (DataColumn column in columns)
        {
            DataCells.Write(ref writer, column, row[column, version]);
        }
    }

    private static object?[] ReadCells(ref WireReader reader, List<ColumnContent> columns)
    {
        object?[] cells = new object?[columns.Count];
        for (int i = 0; i < cells.Length; i++)
        {
            cells[i] = DataCells.Read(ref reader, columns[i].Type);
            if (cells[i] is DateTime time && columns[i].Type == typeof(DateTime) && time.Kind != columns[i].Kind)
            {
                reader.Reject("A time that is not of the kind of its column.");
            }
        }
        return cells;
    }
}
