using System.Data;
using System.Globalization;
using System.Numerics;

namespace NetSerializer.Values;

/// <summary>
/// <see cref="DataTable"/>: columns, keys and rows with their states. Its own serialized form is XML that names types, which are then loaded by these
/// names, and says how much memory to take; nothing of that is written or read.
/// </summary>
internal sealed class DataTableSerializer : ICustomSerializer<DataTable>
{
    /// <summary>How many keys a table may have, and tables, relations and foreign keys a set: each is searched for among the others.</summary>
    public const int MaxParts = 1024;

    /// <summary>A row that has errors.</summary>
    private const byte WithErrors = 0x20;

    // Measured: the empty objects with what they hold, the first fifty places of a column, what a row, a cell and a place in an index take at most
    // while their arrays double.
    private const int TableSize = 8192, ColumnSize = 3072, RowSize = 400, CellSize = 64, IndexedSize = 192, KeySize = 2560, PropertySize = 256, ErrorSize = 128;

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
        var table = new DataTable(content.Name, content.Namespace);
        try
        {
            content.Fill(table);
        }
        catch (Exception failure) when (IsVerdict(failure))
        {
            reader.Reject($"No such table is possible: {failure.Message}");
        }
        return table;
    }

    /// <summary>What System.Data throws for content that contradicts itself.</summary>
    public static bool IsVerdict(Exception failure) =>
        failure is DataException or ArgumentException or InvalidOperationException or InvalidCastException or FormatException or ArithmeticException
            or NotSupportedException;

    /// <param name="writer">The writer.</param>
    /// <param name="table">The table.</param>
    /// <param name="inherited">The culture of its set, or null for a table alone.</param>
    public static void WriteTable(ref WireWriter writer, DataTable table, CultureInfo? inherited)
    {
        writer.WriteString(table.TableName);
        writer.WriteString(table.Namespace);
        writer.WriteBoolean(table.CaseSensitive);
        WriteLocale(ref writer, table.Locale, inherited);
        WriteProperties(ref writer, table.ExtendedProperties);
        DataColumn[] columns = [.. table.Columns.Cast<DataColumn>()];
        writer.WriteCount(columns.Length);
        foreach (DataColumn column in columns)
        {
            WriteColumn(ref writer, column);
        }
        UniqueConstraint[] keys = [.. table.Constraints.OfType<UniqueConstraint>()];
        WritePartCount(ref writer, keys.Length);
        foreach (UniqueConstraint key in keys)
        {
            writer.WriteString(key.ConstraintName);
            writer.WriteBoolean(key.IsPrimaryKey);
            WriteColumns(ref writer, key.Columns);
            WriteProperties(ref writer, key.ExtendedProperties);
        }
        writer.WriteCount(table.Rows.Count);
        foreach (DataRow row in table.Rows)
        {
            WriteRow(ref writer, row, columns);
        }
    }

    public static TableContent ReadTable(ref WireReader reader, CultureInfo? inherited)
    {
        reader.Charge(TableSize);
        var table = new TableContent
        {
            Name = reader.ReadNonNullString(),
            Namespace = reader.ReadNonNullString(),
            CaseSensitive = reader.ReadBoolean(),
            Locale = ReadLocale(ref reader, inherited),
            Properties = ReadProperties(ref reader)
        };
        int columns = reader.ReadCount(minimumSize: 11);
        for (int i = 0; i < columns; i++)
        {
            reader.Charge(ColumnSize);
            table.Columns.Add(ReadColumn(ref reader));
        }
        int keys = ReadPartCount(ref reader, minimumSize: 5);
        for (int i = 0; i < keys; i++)
        {
            reader.Charge(KeySize);
            table.Keys.Add(new KeyContent(reader.ReadNonNullString(), reader.ReadBoolean(), ReadColumns(ref reader, columns),
                ReadConstraintProperties(ref reader)));
        }
        int rows = reader.ReadCount(minimumSize: 1 + columns);
        for (int i = 0; i < rows; i++)
        {
            reader.Charge(RowSize + ((long)CellSize * columns) + ((long)IndexedSize * keys));
            table.Rows.Add(ReadRow(ref reader, table.Columns));
        }
        return table;
    }

    /// <summary>The culture by which texts are compared.</summary>
    public static void WriteLocale(ref WireWriter writer, CultureInfo locale, CultureInfo? inherited)
    {
        if (inherited != null)
        {
            writer.WriteBoolean(!locale.Equals(inherited));
        }
        if (!locale.Equals(inherited))
        {
            new CultureSerializer().Write(ref writer, locale);
        }
    }

    public static CultureInfo ReadLocale(ref WireReader reader, CultureInfo? inherited)
    {
        if (inherited != null && !reader.ReadBoolean())
        {
            return inherited;
        }
        CultureInfo locale = new CultureSerializer().Read(ref reader);
        if (locale.Equals(inherited))
        {
            reader.Reject("A culture of its own that is the one of its set.");
        }
        return locale;
    }

    public static void WriteProperties(ref WireWriter writer, PropertyCollection properties)
    {
        var sorted = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (System.Collections.DictionaryEntry property in properties)
        {
            if (property is not { Key: string name, Value: string text })
            {
                writer.Refuse("An extended property whose name or value is no string.");
                return;
            }
            sorted.Add(name, text);
        }
        writer.WriteCount(sorted.Count);
        foreach ((string name, string text) in sorted)
        {
            writer.WriteString(name);
            writer.WriteString(text);
        }
    }

    public static KeyValuePair<string, string>[] ReadProperties(ref WireReader reader)
    {
        int count = reader.ReadCount(minimumSize: 2);
        var properties = new List<KeyValuePair<string, string>>();
        for (int i = 0; i < count; i++)
        {
            reader.Charge(PropertySize);
            string name = reader.ReadNonNullString();
            if (i > 0 && string.CompareOrdinal(name, properties[i - 1].Key) <= 0)
            {
                reader.Reject("The names of properties are not in order.");
            }
            properties.Add(new KeyValuePair<string, string>(name, reader.ReadNonNullString()));
        }
        return [.. properties];
    }

    /// <summary>Those of a constraint, which has no collection for them before it is asked for one.</summary>
    public static KeyValuePair<string, string>[] ReadConstraintProperties(ref WireReader reader)
    {
        KeyValuePair<string, string>[] properties = ReadProperties(ref reader);
        if (properties.Length > 0)
        {
            reader.Charge(PropertySize);
        }
        return properties;
    }

    /// <summary>A count that <see cref="MaxParts"/> bounds.</summary>
    public static void WritePartCount(ref WireWriter writer, int count)
    {
        if (count > MaxParts)
        {
            writer.Refuse($"{count} tables, relations or constraints: {MaxParts} can be read back, since each is searched for among the others.");
        }
        writer.WriteCount(count);
    }

    public static int ReadPartCount(ref WireReader reader, int minimumSize)
    {
        int count = reader.ReadCount(minimumSize);
        if (count > MaxParts)
        {
            reader.Reject($"More than {MaxParts} tables, relations or constraints.");
        }
        return count;
    }

    public static void WriteColumns(ref WireWriter writer, DataColumn[] columns)
    {
        writer.WriteCount(columns.Length);
        foreach (DataColumn column in columns)
        {
            writer.WriteUInt32((uint)column.Ordinal);
        }
    }

    /// <summary>Which of <paramref name="count"/> columns.</summary>
    public static int[] ReadColumns(ref WireReader reader, int count)
    {
        int length = reader.ReadCount(minimumSize: 1);
        if (length is 0 or > 32)
        {
            reader.Reject("A key or a relation has 1 to 32 columns.");
        }
        reader.Charge(1024);
        int[] columns = new int[length];
        for (int i = 0; i < columns.Length; i++)
        {
            uint column = reader.ReadUInt32();
            if (column >= (uint)count)
            {
                reader.Reject("No such column.");
            }
            columns[i] = (int)column;
        }
        return columns;
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
        WriteProperties(ref writer, column.ExtendedProperties);
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
            if (column.Step == 0 || !IsCounter(column.Type))
            {
                reader.Reject("No such column can count up.");
            }
        }
        column.Properties = ReadProperties(ref reader);
        return column;
    }

    private static void WriteRow(ref WireWriter writer, DataRow row, DataColumn[] columns)
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

    private static RowContent ReadRow(ref WireReader reader, List<ColumnContent> columns)
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

    private static bool IsCounter(Type type) =>
        type == typeof(short) || type == typeof(int) || type == typeof(long) || type == typeof(decimal) || type == typeof(BigInteger);
}
