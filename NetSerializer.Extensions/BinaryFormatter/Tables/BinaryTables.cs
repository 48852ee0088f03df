using System.Data;
using System.Formats.Nrbf;
using System.Globalization;
using NetSerializer.Data;
using NetSerializer.Trees;

namespace NetSerializer.Nrbf.Tables;

/// <summary>Reads sets and tables whose <c>RemotingFormat</c> was <c>Binary</c>: settings, columns and arrays of their cells as entries.</summary>
internal sealed class BinaryTables(PayloadTree tree)
{
    /// <summary>A table that was written alone.</summary>
    public TableContent ReadTable(ClassRecord record)
    {
        TableContent table = ReadColumns(record, i => Text(record, $"DataTable.DataColumn_{i}.Expression"));
        ReadConstraints(record, [table], 0, []);
        ReadRows(record, table, 0);
        return table;
    }

    public SetContent ReadSet(ClassRecord record)
    {
        tree.Charge(SetContent.SetSize);
        var set = new SetContent
        {
            Name = Text(record, "DataSet.DataSetName"),
            Namespace = Text(record, "DataSet.Namespace"),
            CaseSensitive = Entry<bool>(record, "DataSet.CaseSensitive"),
            EnforcesConstraints = Entry<bool>(record, "DataSet.EnforceConstraints"),
            Locale = Culture(record, "DataSet.LocaleLCID"),
            Properties = Properties(Raw(record, "DataSet.ExtendedProperties")),
        };
        int tables = Count(record, "DataSet.Tables.Count", DataParts.MaxParts);
        for (int i = 0; i < tables; i++)
        {
            // Each is a payload of its own, with zeros behind it.
            byte[] bytes = Cells<byte>(Raw(record, $"DataSet.Tables_{i}"));
            int index = i;
            ClassRecord columns = tree.DecodeWithin(bytes);
            TableContent table = ReadColumns(columns, column => Text(record, $"DataTable_{index}.DataColumn_{column}.Expression"));
            table.CaseSensitive = Entry<bool>(columns, "DataTable.caseSensitiveAmbient") ? set.CaseSensitive : table.CaseSensitive;
            set.Tables.Add(table);
        }
        for (int i = 0; i < tables; i++)
        {
            ReadConstraints(record, set.Tables, i, set.Keys);
        }
        foreach (object?[] parts in Lists(Raw(record, "DataSet.Relations"), 5))
        {
            set.Relations.Add(new RelationContent(Link(parts[0] as string ?? "", parts[1], parts[2], set.Tables), parts[3] is true, Properties(parts[4])));
        }
        if (set.Keys.Count > DataParts.MaxParts || set.Relations.Count > DataParts.MaxParts)
        {
            throw TableXml.Unknown($"more than {DataParts.MaxParts} relations");
        }
        for (int i = 0; i < tables; i++)
        {
            ReadRows(record, set.Tables[i], i);
        }
        return set;
    }

    private TableContent ReadColumns(ClassRecord record, Func<int, string?> expressionOf)
    {
        tree.Charge(TableContent.TableSize);
        var table = new TableContent
        {
            Name = Text(record, "DataTable.TableName"),
            Namespace = Text(record, "DataTable.Namespace"),
            CaseSensitive = Entry<bool>(record, "DataTable.CaseSensitive"),
            Locale = Culture(record, "DataTable.LocaleLCID"),
            Properties = Properties(Raw(record, "DataTable.ExtendedProperties")),
        };
        int columns = Count(record, "DataTable.Columns.Count", int.MaxValue);
        for (int i = 0; i < columns; i++)
        {
            tree.Charge(TableContent.ColumnSize);
            ColumnContent column = ReadColumn(record, $"DataTable.DataColumn_{i}.", table);
            if (expressionOf(i) is { Length: > 0 })
            {
                throw TableXml.Computed(column.Name);
            }
            table.Columns.Add(column);
        }
        return table;
    }

    private ColumnContent ReadColumn(ClassRecord record, string prefix, TableContent table)
    {
        string qualified = prefix + "DataType_AssemblyQualifiedName";
        var column = new ColumnContent
        {
            Name = Text(record, prefix + "ColumnName"),
            // .NET Framework has the type itself, which is held by its name.
            Type = CellTexts.OfName(record.HasMember(qualified) ? Text(record, qualified)
                : Raw(record, prefix + "DataType") is ClassRecord held && held.HasMember("Data") ? held.GetString("Data") : null),
            Caption = Text(record, prefix + "Caption"),
            MaxLength = Entry<int>(record, prefix + "MaxLength"),
            Mapping = (MappingType)Choice(record, prefix + "ColumnMapping"),
            Mode = (DataSetDateTime)Choice(record, prefix + "DateTimeMode"),
            Seed = Entry<long>(record, prefix + "AutoIncrementSeed"),
            Step = Entry<long>(record, prefix + "AutoIncrementStep"),
            Properties = Properties(Raw(record, prefix + "ExtendedProperties")),
        };
        column.Flags = (Entry<bool>(record, prefix + "AllowDBNull") ? ColumnFlags.AllowsNull : 0)
            | (Entry<bool>(record, prefix + "ReadOnly") ? ColumnFlags.ReadOnly : 0)
            | (Entry<bool>(record, prefix + "AutoIncrement") ? ColumnFlags.CountsUp : 0);
        column.Namespace = Raw(record, prefix + "Namespace") as string ?? (column.Mapping == MappingType.Attribute ? "" : table.Namespace);
        column.Caption = column.Caption == column.Name ? null : column.Caption;
        column.Default = Cell(Raw(record, prefix + "DefaultValue"), column);
        if ((column.Flags & ColumnFlags.CountsUp) != 0 && (column.Step == 0 || !ColumnContent.IsCounter(column.Type)))
        {
            throw TableXml.Unknown($"a column {column.Name} that counts up and cannot");
        }
        return column;
    }

    // Of a table alone the foreign keys lead from it to itself. They are no part of a table that travels alone.
    private void ReadConstraints(ClassRecord record, List<TableContent> tables, int index, List<ForeignKeyContent> foreignKeys)
    {
        TableContent table = tables[index];
        foreach (object?[] parts in Lists(Raw(record, $"DataTable_{index}.Constraints"), 5))
        {
            if (parts[0] is not "U")
            {
                int[] rules = Cells<int>(parts[4]);
                foreignKeys.Add(new ForeignKeyContent(Link(parts[1] as string ?? "", parts[2], parts[3], tables), (Rule)rules[1], (Rule)rules[2],
                    (AcceptRejectRule)rules[0], Properties(parts[5])));
                continue;
            }
            if (table.Keys.Count == DataParts.MaxParts)
            {
                throw TableXml.Unknown($"more than {DataParts.MaxParts} keys");
            }
            tree.Charge(TableContent.KeySize);
            table.Keys.Add(new KeyContent(parts[1] as string ?? "", parts[3] is true, Ordinals(Cells<int>(parts[2]), table), Properties(parts[4])));
        }
    }

    // The table and its columns.
    private LinkContent Link(string name, object? parent, object? child, List<TableContent> tables)
    {
        int[] from = Cells<int>(parent), to = Cells<int>(child);
        return new LinkContent(name, to[0], Ordinals(to[1..], tables[to[0]]), from[0], Ordinals(from[1..], tables[from[0]]));
    }

    private static int[] Ordinals(int[] columns, TableContent table) =>
        columns.Length is > 0 and <= DataParts.MaxKeyColumns && Array.TrueForAll(columns, column => (uint)column < (uint)table.Columns.Count)
            ? columns : throw TableXml.Unknown("a key of no columns");

    // Of each row two bits for its state, and one for an edit that had not ended. A changed row has its cells twice, an edit has cells of its own.
    private void ReadRows(ClassRecord record, TableContent table, int index)
    {
        string prefix = $"DataTable_{index}.";
        int rows = Count(record, prefix + "Rows.Count", int.MaxValue);
        bool[] states = tree.Bits(Inner(record, prefix + "RowStates"));
        if (states.Length < 3L * rows)
        {
            throw TableXml.Unknown($"{rows} rows without states");
        }
        int records = 0;
        for (int i = 0; i < rows; i++)
        {
            tree.Charge(table.SizeOfRow);
            var row = new RowContent
            {
                State = (states[3 * i], states[(3 * i) + 1]) switch
                {
                    (false, false) => DataRowState.Unchanged,
                    (false, true) => DataRowState.Added,
                    (true, false) => DataRowState.Modified,
                    _ => DataRowState.Deleted,
                },
            };
            row.Original = row.State == DataRowState.Added ? null : new object?[table.Columns.Count];
            row.Current = row.State is DataRowState.Added or DataRowState.Modified ? new object?[table.Columns.Count] : null;
            records += (row.State == DataRowState.Modified ? 2 : 1) + (states[(3 * i) + 2] ? 1 : 0);
            table.Rows.Add(row);
        }
        if (rows > 0)
        {
            ReadCells(record, prefix, table, records, states);
        }
        ReadErrors(record, prefix, table);
    }

    private void ReadCells(ClassRecord record, string prefix, TableContent table, int records, bool[] states)
    {
        Array stores = List(Raw(record, prefix + "Records")), nulls = List(Raw(record, prefix + "NullBits"));
        for (int column = 0; column < table.Columns.Count; column++)
        {
            Array cells = tree.RawItems(stores.GetValue(column) as ArrayRecord ?? throw TableXml.Unknown("a column without cells"));
            bool[] isNull = tree.Bits(nulls.GetValue(column) as ClassRecord ?? throw TableXml.Unknown("a column without nulls"));
            if (cells.Length < records || isNull.Length < records)
            {
                throw TableXml.Unknown($"{records} rows in {cells.Length} cells");
            }
            int at = 0;
            for (int i = 0; i < table.Rows.Count; i++)
            {
                RowContent row = table.Rows[i];
                foreach (object?[]? version in (object?[]?[])[row.Original, row.Current])
                {
                    if (version != null)
                    {
                        version[column] = isNull[at] ? null : Stored(cells.GetValue(at), table.Columns[column]);
                        at++;
                    }
                }
                at += states[(3 * i) + 2] ? 1 : 0;
            }
        }
    }

    private void ReadErrors(ClassRecord record, string prefix, TableContent table)
    {
        foreach ((int row, object? error) in Pairs(Raw(record, prefix + "RowErrors"), table.Rows.Count))
        {
            table.Rows[row].Error = error as string ?? "";
        }
        foreach ((int row, object? list) in Pairs(Raw(record, prefix + "ColumnErrors"), table.Rows.Count))
        {
            Array parts = List(list);
            int[] columns = Cells<int>(parts.GetValue(0));
            Array texts = tree.RawItems(parts.GetValue(1) as ArrayRecord ?? throw TableXml.Unknown("errors without texts"));
            for (int i = 0; i < columns.Length; i++)
            {
                if ((uint)columns[i] >= (uint)table.Columns.Count)
                {
                    throw TableXml.Unknown("an error of no column");
                }
                table.Rows[row].Errors.Add(new KeyValuePair<int, string>(columns[i], texts.GetValue(i) as string ?? ""));
            }
        }
    }

    // Times of the machine are written in UTC: in a column of objects without saying so.
    private object? Stored(object? raw, ColumnContent column) => Cell(raw, column) switch
    {
        DateTime time when column.Type == typeof(object) => time.Kind == DateTimeKind.Local ? DateTime.SpecifyKind(time, DateTimeKind.Utc).ToLocalTime() : time,
        DateTime time when (column.Mode & DataSetDateTime.Local) != 0 => time.ToLocalTime(),
        var cell => cell,
    };

    private object? Cell(object? raw, ColumnContent column)
    {
        object? value = raw is SZArrayRecord<byte> or SZArrayRecord<char> ? tree.RawItems((ArrayRecord)raw) : tree.Value(raw);
        return value is null or DBNull ? null
            : DataCells.IsCell(value, column.Type) ? value
            : throw Payload.Mismatch($"A cell of the column {CanonicalNames.Display(column.Name)} holds a "
                + $"{(value is WireNode node ? node.TypeName : value.GetType())}, where a {column.Type} is expected.");
    }

    private KeyValuePair<string, string>[] Properties(object? raw)
    {
        if (raw == null)
        {
            return [];
        }
        ClassRecord record = raw as ClassRecord ?? throw TableXml.Unknown("no extended properties");
        Array names = tree.Raw(record, "Keys"), values = tree.Raw(record, "Values");
        return [.. names.Cast<object?>().Zip(values.Cast<object?>(), (name, value) => tree.Value(name) is string key && tree.Value(value) is string text
            ? new KeyValuePair<string, string>(key, text)
            : throw Payload.Mismatch("An extended property whose name or value is no string: such properties do not travel."))];
    }

    // A Hashtable by numbers of rows.
    private IEnumerable<(int Row, object? Value)> Pairs(object? raw, int rows)
    {
        if (raw is not ClassRecord table)
        {
            throw TableXml.Unknown("no errors");
        }
        Array keys = tree.Raw(table, "Keys"), values = tree.Raw(table, "Values");
        for (int i = 0; i < keys.Length; i++)
        {
            yield return tree.Value(keys.GetValue(i)) is int row && (uint)row < (uint)rows
                ? (row, values.GetValue(i) is PrimitiveTypeRecord text ? text.Value : values.GetValue(i)) : throw TableXml.Unknown("an error of no row");
        }
    }

    // Lists within a list, whose scalars are as they are.
    private IEnumerable<object?[]> Lists(object? raw, int least) =>
        List(raw).Cast<object?>()
            .Select(inner => List(inner).Cast<object?>().Select(part => part is PrimitiveTypeRecord scalar ? scalar.Value : part).ToArray())
            .Select(parts => parts.Length >= least ? parts : throw TableXml.Unknown("a constraint without its parts"));

    private Array List(object? raw) =>
        raw is ClassRecord list
            ? PayloadTree.Slice(tree.Raw(list, "_items"), 0, PayloadTree.Number(list, "_size")) : throw TableXml.Unknown("no list");

    private T[] Cells<T>(object? raw) where T : unmanaged =>
        raw is SZArrayRecord<T> array ? (T[])tree.RawItems(array) : throw TableXml.Unknown($"no array of {typeof(T).Name}");

    private static CultureInfo Culture(ClassRecord record, string name) => TableXml.Culture(CultureInfo.GetCultureInfo(Entry<int>(record, name)).Name);

    private static int Count(ClassRecord record, string name, int most) =>
        Entry<int>(record, name) is var count && count >= 0 && count <= most ? count : throw TableXml.Unknown($"{count} as a number of parts");

    private static int Choice(ClassRecord record, string name) => Inner(record, name).GetInt32("value__");

    private static ClassRecord Inner(ClassRecord record, string name) => Raw(record, name) as ClassRecord ?? throw TableXml.Unknown($"no object {name}");

    private static string Text(ClassRecord record, string name) => Entry<string>(record, name);

    private static T Entry<T>(ClassRecord record, string name) =>
        Raw(record, name) is T entry ? entry : throw TableXml.Unknown($"no {typeof(T).Name} {name}");

    private static object? Raw(ClassRecord record, string name) =>
        record.HasMember(name) ? record.GetRawValue(name) : throw TableXml.Unknown($"no entry {name}");
}
