using System.Data;
using System.Globalization;
using System.Numerics;

namespace NetSerializer.Data;

/// <summary>The content of a table, between the bytes and the table: all of it is read and looked at before a table is made.</summary>
internal sealed class TableContent
{
    // Measured: the empty objects with all that they hold, the first fifty places of a column, and the most that a row, a cell and a place in an index
    // take while their arrays double.
    public const int TableSize = 8192, ColumnSize = 3072, RowSize = 400, CellSize = 64, IndexedSize = 192, KeySize = 2560;

    public string Name = "", Namespace = "";
    public bool CaseSensitive;
    public CultureInfo Locale = CultureInfo.InvariantCulture;
    public KeyValuePair<string, string>[] Properties = [];
    public List<ColumnContent> Columns = [];
    public List<KeyContent> Keys = [];
    public List<RowContent> Rows = [];

    /// <summary>The memory of a row, without its texts and arrays.</summary>
    public long SizeOfRow => RowSize + ((long)CellSize * Columns.Count) + ((long)IndexedSize * Keys.Count);

    /// <summary>Makes a table of its own. Throws the exceptions of System.Data for content that no table can have.</summary>
    public DataTable Make()
    {
        var table = new DataTable(Name, Namespace);
        Fill(table);
        return table;
    }

    /// <summary>
    /// Puts the content into an empty table that has its name and namespace. Throws the exceptions of System.Data for content that no table can have.
    /// </summary>
    public void Fill(DataTable table)
    {
        RequireName(table.TableName, Name);
        RequireName(table.Namespace, Namespace);
        // Once set, they would no longer follow its set or the machine.
        if (table.CaseSensitive != CaseSensitive)
        {
            table.CaseSensitive = CaseSensitive;
        }
        if (!table.Locale.Equals(Locale))
        {
            table.Locale = Locale;
        }
        AddProperties(table.ExtendedProperties, Properties);
        foreach (ColumnContent column in Columns)
        {
            table.Columns.Add(column.Make());
            // Without a namespace of its own it is that of the table.
            if (table.Columns[table.Columns.Count - 1].Namespace != column.Namespace)
            {
                table.Columns[table.Columns.Count - 1].Namespace = column.Namespace;
            }
        }
        table.BeginLoadData();
        foreach (RowContent row in Rows)
        {
            row.AddTo(table);
        }
        foreach (KeyContent key in Keys)
        {
            var constraint = new UniqueConstraint(key.Name, [.. key.Columns.Select(i => table.Columns[i])], key.IsPrimary);
            table.Constraints.Add(constraint);
            RequireName(constraint.ConstraintName, key.Name);
            AddProperties(constraint, key.Properties);
        }
        // A primary key has set the first of these already; the others would be in the way of the rows.
        for (int i = 0; i < Columns.Count; i++)
        {
            table.Columns[i].AllowDBNull = (Columns[i].Flags & ColumnFlags.AllowsNull) != 0;
            table.Columns[i].ReadOnly = (Columns[i].Flags & ColumnFlags.ReadOnly) != 0;
        }
        table.EndLoadData();
    }

    /// <summary>System.Data gives parts without a name one of its own, and takes a name of characters that its comparison ignores for none.</summary>
    public static void RequireName(string actual, string expected)
    {
        if (!string.Equals(actual, expected, StringComparison.Ordinal))
        {
            throw new DataException($"No part can have the name {expected}.");
        }
    }

    /// <summary>A constraint without properties is not asked for its collection of them, which it would make.</summary>
    public static void AddProperties(Constraint constraint, KeyValuePair<string, string>[] properties)
    {
        if (properties.Length > 0)
        {
            AddProperties(constraint.ExtendedProperties, properties);
        }
    }

    public static void AddProperties(PropertyCollection collection, KeyValuePair<string, string>[] properties)
    {
        foreach ((string name, string value) in properties)
        {
            collection.Add(name, value);
        }
    }
}

[Flags]
internal enum ColumnFlags : byte
{
    None = 0,
    AllowsNull = 1,
    ReadOnly = 2,
    CountsUp = 4,
    All = AllowsNull | ReadOnly | CountsUp,
}

internal sealed class ColumnContent
{
    public string Name = "", Namespace = "";
    public Type Type = typeof(string);
    public ColumnFlags Flags;
    public string? Caption;
    public int MaxLength;
    public MappingType Mapping;
    public DataSetDateTime Mode;
    public object? Default;
    public long Seed, Step;
    public KeyValuePair<string, string>[] Properties = [];

    /// <summary>The kind of all times in the column, which gives it to each time put there.</summary>
    public DateTimeKind Kind => Mode switch
    {
        DataSetDateTime.Utc => DateTimeKind.Utc,
        DataSetDateTime.Local => DateTimeKind.Local,
        _ => DateTimeKind.Unspecified,
    };

    /// <summary>Whether columns of the type can count up.</summary>
    public static bool IsCounter(Type type) =>
        type == typeof(short) || type == typeof(int) || type == typeof(long) || type == typeof(decimal) || type == typeof(BigInteger);

    public DataColumn Make()
    {
        var column = new DataColumn(Name, Type, null, Mapping);
        if (Caption != null)
        {
            column.Caption = Caption;
        }
        if (Type == typeof(DateTime))
        {
            column.DateTimeMode = Mode;
        }
        if (Type == typeof(string))
        {
            column.MaxLength = MaxLength;
        }
        if ((Flags & ColumnFlags.CountsUp) != 0)
        {
            (column.AutoIncrement, column.AutoIncrementSeed, column.AutoIncrementStep) = (true, Seed, Step);
        }
        else if (Default != null)
        {
            column.DefaultValue = Default;
        }
        TableContent.AddProperties(column.ExtendedProperties, Properties);
        return column;
    }
}

/// <summary>A unique constraint.</summary>
internal sealed record KeyContent(string Name, bool IsPrimary, int[] Columns, KeyValuePair<string, string>[] Properties);

internal sealed class RowContent
{
    public DataRowState State;
    public object?[]? Original, Current;
    public string Error = "";
    public List<KeyValuePair<int, string>> Errors = [];

    public void AddTo(DataTable table)
    {
        // Not NewRow, which takes the next number of each column that counts up, and of some there is none.
        DataRow row = table.Rows.Add(Cells(Original ?? Current!));
        if (Original != null)
        {
            row.AcceptChanges();
        }
        if (State == DataRowState.Modified)
        {
            row.SetModified();
            row.ItemArray = Cells(Current!);
        }
        if (Error.Length > 0)
        {
            row.RowError = Error;
        }
        foreach ((int column, string text) in Errors)
        {
            row.SetColumnError(column, text);
        }
        if (State == DataRowState.Deleted)
        {
            row.Delete();
        }
    }

    private static object[] Cells(object?[] cells) => Array.ConvertAll(cells, cell => cell ?? DBNull.Value);
}
