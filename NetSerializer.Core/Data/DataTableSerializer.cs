using System.Data;
using System.Globalization;

namespace NetSerializer.Data;

/// <summary>
/// <see cref="DataTable"/>: columns, keys and rows with their states. Its own serialized form is XML that names types, which are then loaded by these
/// names, and says how much memory to take; nothing of that is written or read.
/// </summary>
internal sealed class DataTableSerializer : ICustomSerializer<DataTable>
{
    public int MinimumSize => 8;

    public void Write(ref WireWriter writer, DataTable value)
    {
        if (value.DataSet is { EnforceConstraints: false })
        {
            writer.Refuse($"The table {value.TableName} belongs to a set that does not enforce constraints, and would have to keep them alone: write the set.");
        }
        WriteTable(ref writer, value, null);
    }

    public DataTable Read(ref WireReader reader)
    {
        TableContent content = ReadTable(ref reader, null);
        try
        {
            return content.Make();
        }
        catch (Exception failure) when (DataParts.IsVerdict(failure))
        {
            reader.Reject($"No such table is possible: {failure.Message}");
            throw;
        }
    }

    /// <param name="writer">The writer.</param>
    /// <param name="table">The table.</param>
    /// <param name="inherited">The culture of its set, or null for a table alone.</param>
    public static void WriteTable(ref WireWriter writer, DataTable table, CultureInfo? inherited)
    {
        writer.WriteString(table.TableName);
        writer.WriteString(table.Namespace);
        writer.WriteBoolean(table.CaseSensitive);
        DataParts.WriteLocale(ref writer, table.Locale, inherited);
        DataParts.WriteProperties(ref writer, table.ExtendedProperties);
        DataColumn[] columns = [.. table.Columns.Cast<DataColumn>()];
        writer.WriteCount(columns.Length);
        foreach (DataColumn column in columns)
        {
            WriteColumn(ref writer, column);
        }
        UniqueConstraint[] keys = [.. table.Constraints.OfType<UniqueConstraint>()];
        DataParts.WritePartCount(ref writer, keys.Length);
        foreach (UniqueConstraint key in keys)
        {
            writer.WriteString(key.ConstraintName);
            writer.WriteBoolean(key.IsPrimaryKey);
            DataParts.WriteColumns(ref writer, key.Columns);
            DataParts.WriteProperties(ref writer, key.ExtendedProperties);
        }
        writer.WriteCount(table.Rows.Count);
        foreach (DataRow row in table.Rows)
        {
            DataRows.Write(ref writer, row, columns);
        }
    }

    public static TableContent ReadTable(ref WireReader reader, CultureInfo? inherited)
    {
        reader.Charge(TableContent.TableSize);
        var table = new TableContent
        {
            Name = reader.ReadNonNullString(),
            Namespace = reader.ReadNonNullString(),
            CaseSensitive = reader.ReadBoolean(),
            Locale = DataParts.ReadLocale(ref reader, inherited),
            Properties = DataParts.ReadProperties(ref reader)
        };
        int columns = reader.ReadCount(minimumSize: 11);
        for (int i = 0; i < columns; i++)
        {
            reader.Charge(TableContent.ColumnSize);
            table.Columns.Add(ReadColumn(ref reader));
        }
        int keys = DataParts.ReadPartCount(ref reader, minimumSize: 5);
        for (int i = 0; i < keys; i++)
        {
            reader.Charge(TableContent.KeySize);
            table.Keys.Add(new KeyContent(reader.ReadNonNullString(), reader.ReadBoolean(), DataParts.ReadColumns(ref reader, columns),
                DataParts.ReadConstraintProperties(ref reader)));
        }
        int rows = reader.ReadCount(minimumSize: 1 + columns);
        for (int i = 0; i < rows; i++)
        {
            reader.Charge(table.SizeOfRow);
            table.Rows.Add(DataRows.Read(ref reader, table.Columns));
        }
        return table;
    }

    private static void WriteColumn(ref WireWriter writer, DataColumn column)
    {
        if (column.Expression.Length > 0)
        {
            writer.Refuse($"The column {column.ColumnName} is computed, and expressions are code: remove it before writing, and add it on the other side.");
        }
        writer.WriteString(column.ColumnName);
        writer.WriteString(column.Namespace);
        DataCells.WriteColumnType(ref writer, column);
        bool countsUp = column.AutoIncrement;
        writer.WriteByte((byte)((column.AllowDBNull ? ColumnFlags.AllowsNull : 0) | (column.ReadOnly ? ColumnFlags.ReadOnly : 0)
            | (countsUp ? ColumnFlags.CountsUp : 0)));
        writer.WriteString(column.Caption == column.ColumnName ? null : column.Caption);
        writer.WriteUInt32((uint)(column.DataType == typeof(string) ? column.MaxLength + 1 : 0));
        writer.WriteByte((byte)column.ColumnMapping);
        writer.WriteByte((byte)(column.DataType == typeof(DateTime) ? column.DateTimeMode : 0));
        if (countsUp)
        {
            writer.WriteInt64(column.AutoIncrementSeed);
            writer.WriteInt64(column.AutoIncrementStep);
        }
        else
        {
            DataCells.Write(ref writer, column, column.DefaultValue);
        }
        DataParts.WriteProperties(ref writer, column.ExtendedProperties);
    }

    private static ColumnContent ReadColumn(ref WireReader reader)
    {
        var column = new ColumnContent
        {
            Name = reader.ReadNonNullString(),
            Namespace = reader.ReadNonNullString(),
            Type = DataCells.ReadColumnType(ref reader),
            Flags = (ColumnFlags)reader.ReadByte(),
            Caption = reader.ReadString()
        };
        if (column.Name.Length == 0 || column.Flags > ColumnFlags.All || column.Caption == column.Name)
        {
            reader.Reject("No such column is possible.");
        }
        uint maxLength = reader.ReadUInt32();
        (column.MaxLength, column.Mapping, column.Mode) = ((int)maxLength - 1, (MappingType)reader.ReadByte(), (DataSetDateTime)reader.ReadByte());
        if (maxLength > (column.Type == typeof(string) ? 1u << 31 : 0)
            || column.Mapping is < MappingType.Element or > MappingType.Hidden
            || (column.Type == typeof(DateTime) ? column.Mode is < DataSetDateTime.Local or > DataSetDateTime.Utc : column.Mode != 0))
        {
            reader.Reject("No such column is possible.");
        }
        if ((column.Flags & ColumnFlags.CountsUp) == 0)
        {
            column.Default = DataCells.Read(ref reader, column.Type);
        }
        else
        {
            (column.Seed, column.Step) = (reader.ReadInt64(), reader.ReadInt64());
            if (column.Step == 0 || !ColumnContent.IsCounter(column.Type))
            {
                reader.Reject("No such column can count up.");
            }
        }
        column.Properties = DataParts.ReadProperties(ref reader);
        return column;
    }
}
