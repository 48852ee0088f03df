using System.Data;
using System.Text;
using System.Xml;
using NetSerializer.Data;
using static NetSerializer.Nrbf.Tables.TableXml;

namespace NetSerializer.Nrbf.Tables;

/// <summary>
/// Reads the rows of a set from the text that it wrote beside its schema: rows as they are, with those of nested relations in one another; rows as they were
/// before a change; errors. It reads the text once, and makes no tree of it.
/// </summary>
internal sealed class DiffGram
{
    // A row in the tables of this class, with its name; and an object beside its characters.
    private const int FoundRowSize = 160, CellSize = 32;

    private readonly XmlReader _reader;
    private readonly Action<long> _charge;
    private readonly Dictionary<(string Name, string Namespace), Rows> _tables = [];

    private DiffGram(XmlReader reader, SetContent set, Action<long> charge)
    {
        (_reader, _charge) = (reader, charge);
        foreach (TableContent table in set.Tables)
        {
            if (!_tables.TryAdd((table.Name, table.Namespace), new Rows(table)))
            {
                throw Unknown($"two tables {table.Name}");
            }
        }
    }

    /// <summary>Gives the tables of a set their rows.</summary>
    /// <param name="text">The rows.</param>
    /// <param name="set">The set, without rows.</param>
    /// <param name="charge">Takes memory from the budget.</param>
    public static void Read(string text, SetContent set, Action<long> charge)
    {
        using XmlReader reader = Open(text, isTree: false, charge);
        var gram = new DiffGram(reader, set, charge);
        gram.ReadParts();
        foreach (Rows rows in gram._tables.Values)
        {
            rows.Complete();
        }
    }

    private void ReadParts()
    {
        _reader.MoveToContent();
        if ((_reader.LocalName, _reader.NamespaceURI) != ("diffgram", TableXml.DiffGram))
        {
            throw Unknown($"an element {_reader.LocalName}");
        }
        ReadChildren(() => ReadChildren((_reader.NamespaceURI, _reader.LocalName) switch
        {
            (TableXml.DiffGram, "before") => () => ReadRow(isBefore: true),
            (TableXml.DiffGram, "errors") => ReadErrors,
            (TableXml.DiffGram, var name) => throw Unknown($"an element {name}"),
            _ => () => ReadRow(isBefore: false),
        }));
        while (_reader.Read())
        {
            // The rest is checked by the reader: nothing but comments and white space.
        }
    }

    // The reader is at the start of an element, and then at its end; so are both actions.
    private void ReadChildren(Action readChild, StringBuilder? text = null)
    {
        if (_reader.IsEmptyElement)
        {
            return;
        }
        int depth = _reader.Depth;
        while (_reader.Read() && _reader.Depth > depth)
        {
            switch (_reader.NodeType)
            {
                case XmlNodeType.Element:
                    readChild();
                    break;
                case XmlNodeType.Text or XmlNodeType.CDATA or XmlNodeType.SignificantWhitespace when text != null:
                    text.Append(_reader.Value);
                    break;
                case XmlNodeType.Whitespace or XmlNodeType.SignificantWhitespace or XmlNodeType.Comment or XmlNodeType.ProcessingInstruction:
                    break;
                default:
                    throw Unknown($"a text or an entity in {_reader.LocalName}");
            }
        }
    }

    private Rows FindTable() =>
        _tables.GetValueOrDefault((Decode(_reader.LocalName), _reader.NamespaceURI)) ?? throw Unknown($"a row of a table {_reader.LocalName}");

    private void ReadRow(bool isBefore)
    {
        Rows rows = FindTable();
        _charge(rows.Table.SizeOfRow + FoundRowSize);
        object?[] cells = new object?[rows.Table.Columns.Count];
        (string? id, int order, string? changes, bool isNull) = (null, -1, null, false);
        while (_reader.MoveToNextAttribute())
        {
            switch (_reader.NamespaceURI, _reader.LocalName)
            {
                case (TableXml.DiffGram, "id"):
                    id = _reader.Value;
                    break;
                case (TableXml.DiffGram, "hasChanges"):
                    changes = _reader.Value;
                    break;
                case (MsData, "rowOrder"):
                    order = Number(_reader.Value);
                    break;
                case (MsData, var name) when name.StartsWith(Rows.HiddenPrefix, StringComparison.Ordinal):
                    Set(cells, rows, (Decode(name[Rows.HiddenPrefix.Length..]), null), _reader.Value);
                    break;
                case (Instance, "nil"):
                    isNull = IsTrue(_reader.Value);
                    break;
                case (TableXml.DiffGram, "hasErrors" or "parentId") or (Declarations or Space, _):
                    break;
                case var (space, name):
                    Set(cells, rows, (Decode(name), space), _reader.Value);
                    break;
            }
        }
        _reader.MoveToElement();
        StringBuilder? text = rows.TextColumn < 0 ? null : new StringBuilder();
        ReadChildren(() => ReadPart(cells, rows, isBefore), text);
        if (text is { Length: > 0 } && !isNull)
        {
            ColumnContent column = rows.Table.Columns[rows.TextColumn];
            cells[rows.TextColumn] = Parse(text.ToString(), column.Type, column);
        }
        rows.Add(id, order, changes, isBefore, cells);
    }

    // A row of a nested relation, or a column.
    private void ReadPart(object?[] cells, Rows rows, bool isBefore)
    {
        if (!isBefore && _reader.GetAttribute("id", TableXml.DiffGram) != null)
        {
            ReadRow(isBefore);
            return;
        }
        int index = rows.Elements.GetValueOrDefault((Decode(_reader.LocalName), _reader.NamespaceURI), -1);
        if (index < 0 || cells[index] != null)
        {
            throw Unknown($"no column {_reader.LocalName} or two in a row of {rows.Table.Name}");
        }
        ColumnContent column = rows.Table.Columns[index];
        Type type = column.Type == typeof(object) ? TypeOfCell() : column.Type;
        var text = new StringBuilder();
        ReadChildren(() => ReadCharacter(type, text), type == typeof(char[]) ? null : text);
        cells[index] = Parse(text.ToString(), type, column);
    }

    // An array of them has an element with the number of each.
    private void ReadCharacter(Type type, StringBuilder characters)
    {
        if (type != typeof(char[]) || _reader.LocalName != "char")
        {
            throw Unknown($"an element {_reader.LocalName} in a cell");
        }
        var number = new StringBuilder();
        ReadChildren(() => throw Unknown("an element in a character"), number);
        characters.Append((char)XmlConvert.ToUInt16(number.ToString()));
    }

    // In a column of objects a cell has its type: by the name of the run-time, otherwise by that of the schema. The first version wrote texts.
    private Type TypeOfCell()
    {
        if (_reader.GetAttribute("InstanceType", MsData) is { } name)
        {
            return CellTexts.OfName(name);
        }
        string? schemaName = _reader.GetAttribute("type", Instance);
        Type type = schemaName == null ? typeof(string) : CellTexts.OfSchema(schemaName[(schemaName.IndexOf(':') + 1)..]);
        return type != typeof(object)
            ? type : throw Payload.Mismatch($"A cell of {CanonicalNames.Display(_reader.LocalName)} has no type: {nameof(DataSet)} writes none for its kind.");
    }

    private void Set(object?[] cells, Rows rows, (string Name, string? Namespace) key, string text)
    {
        int index = rows.Attributes.GetValueOrDefault(key, -1);
        ColumnContent column = index < 0 ? throw Unknown($"an attribute {key.Name} of a row") : rows.Table.Columns[index];
        cells[index] = Parse(text, column.Type, column);
    }

    private object Parse(string text, Type type, ColumnContent column)
    {
        _charge(CellSize + (sizeof(char) * (long)text.Length));
        // Only a column of times has a setting for them; it gives them their kind.
        DataSetDateTime mode = column.Type == typeof(DateTime) ? column.Mode : DataSetDateTime.Unspecified;
        return type == typeof(char[]) ? text.ToCharArray() : CellTexts.Parse(text, type, mode);
    }

    private void ReadErrors()
    {
        Rows rows = FindTable();
        RowContent row = rows.Find(_reader.GetAttribute("id", TableXml.DiffGram)) ?? throw Unknown("an error of no row");
        row.Error = _reader.GetAttribute("Error", TableXml.DiffGram) ?? "";
        ReadChildren(() =>
        {
            string name = Decode(_reader.LocalName), error = _reader.GetAttribute("Error", TableXml.DiffGram) ?? "";
            _charge(FoundRowSize + (sizeof(char) * (long)error.Length));
            row.Errors.Add(new KeyValuePair<int, string>(
                rows.Names.TryGetValue(name, out int column) ? column : throw Unknown($"an error of no column {name}"), error));
            ReadChildren(() => throw Unknown("an element in an error"));
        });
    }

    /// <summary>The rows of one table, by the names that the text has for them.</summary>
    private sealed class Rows
    {
        public const string HiddenPrefix = "hidden";

        private readonly List<(int Order, RowContent Row)> _rows = [];
        private readonly Dictionary<string, RowContent> _byId = [];

        public Rows(TableContent table)
        {
            Table = table;
            for (int i = 0; i < table.Columns.Count; i++)
            {
                ColumnContent column = table.Columns[i];
                Names.Add(column.Name, i);
                switch (column.Mapping)
                {
                    case MappingType.SimpleContent:
                        TextColumn = TextColumn < 0 ? i : throw Unknown("two texts of a row");
                        break;
                    case MappingType.Element:
                        Elements.Add((column.Name, column.Namespace), i);
                        break;
                    default:
                        Attributes.Add((column.Name, column.Mapping == MappingType.Hidden ? null : column.Namespace), i);
                        break;
                }
            }
        }

        public TableContent Table { get; }

        /// <summary>The column whose cells are the texts of rows; -1 for none.</summary>
        public int TextColumn { get; } = -1;

        public Dictionary<string, int> Names { get; } = [];

        public Dictionary<(string Name, string Namespace), int> Elements { get; } = [];

        /// <summary>Columns that are attributes. Those that are hidden have no namespace.</summary>
        public Dictionary<(string Name, string? Namespace), int> Attributes { get; } = [];

        public RowContent? Find(string? id) => _byId.GetValueOrDefault(id ?? "");

        public void Add(string? id, int order, string? changes, bool isBefore, object?[] cells)
        {
            if (isBefore && Find(id) is { } known)
            {
                known.Original = known is { State: DataRowState.Modified, Original: null } ? cells : throw Unknown($"a row {id} before no change");
                return;
            }
            RowContent row = (changes, isBefore) switch
            {
                (null, true) => new RowContent { State = DataRowState.Deleted, Original = cells },
                (null, _) => new RowContent { State = DataRowState.Unchanged, Original = cells },
                ("inserted", false) => new RowContent { State = DataRowState.Added, Current = cells },
                ("modified", false) => new RowContent { State = DataRowState.Modified, Current = cells },
                _ => throw Unknown($"a row {id} with {changes} changes"),
            };
            if (!_byId.TryAdd(id ?? "", row))
            {
                throw Unknown($"two rows {id}");
            }
            _rows.Add((order, row));
        }

        /// <summary>Puts the rows in order: System.Data makes room for the largest number, and leaves gaps.</summary>
        public void Complete()
        {
            _rows.Sort((one, other) => one.Order.CompareTo(other.Order));
            for (int i = 0; i < _rows.Count; i++)
            {
                RowContent row = _rows[i].Row;
                if (_rows[i].Order != i || row is { State: DataRowState.Modified, Original: null })
                {
                    throw Unknown("rows out of order, or a change of no row");
                }
                Table.Rows.Add(row);
            }
        }
    }
}
