using System.Data;
using System.Globalization;
using System.Xml;
using System.Xml.Linq;
using NetSerializer.Data;
using static NetSerializer.Nrbf.Tables.TableXml;

namespace NetSerializer.Nrbf.Tables;

/// <summary>
/// Reads the XML schema that sets and tables wrote of themselves. It knows the elements and attributes that they wrote, and refuses all others: a general
/// reader of schemas loads types by name, compiles content models, and sets properties of any name.
/// </summary>
internal sealed class TableSchema
{
    private readonly Action<long> _charge;
    private readonly XElement _root, _set;
    // By name, those of the root alone.
    private readonly Dictionary<string, XElement> _elements = [], _types = [];
    private readonly ColumnSchema _columns;
    private readonly SetContent _content = new();
    private readonly Dictionary<XElement, int> _tables = [];
    private readonly Dictionary<string, int> _tablesByName = [];
    // The places of columns by name, for each table.
    private readonly List<Dictionary<string, int>> _columnsOf = [];
    // The columns of each key by the name that foreign keys refer to.
    private readonly Dictionary<string, (int Table, int[] Columns)> _keys = [];
    // Keys and foreign keys by the name of their table.
    private readonly ILookup<string, XElement> _uniques, _references;
    private readonly HashSet<XElement> _linked = [];
    // Foreign keys and relations in the order in which DataSet makes them, when all tables are there.
    private readonly List<(XElement Source, bool IsNested)> _links = [];

    private bool _isCaseForgotten;

    private TableSchema(XElement root, Action<long> charge)
    {
        (_root, _charge) = (root, charge);
        if (root.Name != Named("schema"))
        {
            throw Unknown($"an element {root.Name.LocalName}");
        }
        foreach (XElement child in root.Elements())
        {
            Dictionary<string, XElement>? named = child.Name == Named("element") ? _elements : child.Name == Named("simpleType") ? _types : null;
            if (named == null ? child.Name != Named("annotation") : !named.TryAdd(child.Own("name") ?? "", child))
            {
                throw Unknown($"an element {child.Name.LocalName} of the schema");
            }
        }
        XElement[] sets = [.. _elements.Values.Where(element => element.Setting("IsDataSet") == "true")];
        _set = sets is [var only] ? only : throw Unknown("no element for the set");
        _columns = new ColumnSchema(root, _types);
        _uniques = _set.Elements().Where(source => source.Name == Named("unique") || source.Name == Named("key")).ToLookup(TableNameOf);
        _references = _set.Elements(Named("keyref")).ToLookup(TableNameOf);
        if (_set.Elements(Named("keyref")).Skip(DataParts.MaxParts).Any())
        {
            throw Unknown($"more than {DataParts.MaxParts} foreign keys");
        }
    }

    /// <summary>The set of a schema: tables without rows, their keys and relations.</summary>
    /// <param name="text">The schema.</param>
    /// <param name="charge">Takes memory from the budget.</param>
    public static SetContent Read(string text, Action<long> charge)
    {
        using XmlReader reader = Open(text, isTree: true, charge);
        var schema = new TableSchema(XElement.Load(reader), charge);
        schema.ReadSet();
        return schema._content;
    }

    private static XName Named(string name) => XName.Get(name, Xsd);

    private void ReadSet()
    {
        _charge(SetContent.SetSize);
        _content.Name = Decode(_set.Own("name")!);
        _content.Namespace = _root.Own("targetNamespace") ?? "";
        // Without a word about it the culture was that of the English of the United States.
        _content.Locale = Culture("en-US");
        _content.Properties = _set.Properties();
        foreach (XAttribute attribute in _set.Attributes())
        {
            switch (attribute.Name.NamespaceName, attribute.Name.LocalName)
            {
                case (MsData, "CaseSensitive"):
                    _content.CaseSensitive = IsTrue(attribute.Value);
                    break;
                case (MsData, "EnforceConstraints"):
                    _content.EnforcesConstraints = IsTrue(attribute.Value);
                    break;
                case (MsData, "UseCurrentLocale"):
                    _content.Locale = IsTrue(attribute.Value) && _set.Setting("Locale") == null ? CultureInfo.CurrentCulture : _content.Locale;
                    break;
                case (MsData, "Locale"):
                    _content.Locale = Culture(attribute.Value);
                    break;
                case ("", "name") or (MsData, "IsDataSet" or "MainDataTable" or "Prefix") or (MsProp, _):
                    break;
                default:
                    throw Unknown($"an attribute {attribute.Name.LocalName} of the set");
            }
        }
        foreach (XElement element in _elements.Values.Where(element => element != _set))
        {
            ReadTable(element);
        }
        // The other tables come to a set that has its culture, and System.Data forgets the case where it gives them another culture.
        _isCaseForgotten = !_content.Locale.Equals(CultureInfo.CurrentCulture);
        foreach (XElement element in TypeOf(_set).Elements().SelectMany(PartsOf))
        {
            ReadTable(Target(element));
        }
        _links.AddRange(_set.Elements(Named("keyref")).Where(_linked.Add).Select(link => (link, false)));
        _links.AddRange(Relationships(_root).Where(_linked.Add).Select(link => (link, false)));
        Connect();
    }

    // A table that several others hold, or itself, stands at the root.
    private XElement Target(XElement element) =>
        element.Name != Named("element") ? throw Unknown($"an element {element.Name.LocalName} for a table")
        : element.Own("ref") is not { } reference ? element
        : _elements.GetValueOrDefault(reference[(reference.IndexOf(':') + 1)..]) ?? throw Unknown($"a reference to {reference}");

    private static IEnumerable<XElement> PartsOf(XElement group) =>
        group.Name == Named("sequence") || group.Name == Named("choice") || group.Name == Named("all") ? group.Elements()
        : throw Unknown($"an element {group.Name.LocalName} in a type");

    private static XElement TypeOf(XElement element) =>
        element.Element(Named("complexType")) ?? throw Unknown($"no type of {element.Own("name")}");

    private static IEnumerable<XElement> Relationships(XElement annotated) =>
        annotated.Elements(Named("annotation")).Elements(Named("appinfo")).Elements(XName.Get("Relationship", MsData));

    // The recursion is as deep as there are tables, so their number is bounded first.
    private int ReadTable(XElement element)
    {
        if (_tables.TryGetValue(element, out int known))
        {
            return known;
        }
        int index = _content.Tables.Count;
        if (index == DataParts.MaxParts || element == _set)
        {
            throw Unknown($"more than {DataParts.MaxParts} tables, or the set within itself");
        }
        _charge(TableContent.TableSize);
        var table = new TableContent { Name = Decode(element.Own("name") ?? throw Unknown("a table without a name")) };
        _content.Tables.Add(table);
        _tables.Add(element, index);
        if (!_tablesByName.TryAdd(table.Name, index))
        {
            throw Payload.Mismatch($"Two tables of the name {CanonicalNames.Display(table.Name)}: their keys and relations in XML name only one.");
        }
        table.Namespace = _columns.NamespaceOf(element);
        _columnsOf.Add([]);
        ReadSettings(element, table);
        HashSet<int> children = ReadContent(element, table);
        for (int i = 0; i < table.Columns.Count; i++)
        {
            if (!_columnsOf[index].TryAdd(table.Columns[i].Name, i))
            {
                throw Unknown($"two columns {table.Columns[i].Name}");
            }
        }
        ReadKeys(table, index);
        foreach (int child in children)
        {
            _links.AddRange(_references[_content.Tables[child].Name].Where(link => link.Setting("IsNested") == "true" && _linked.Add(link))
                .Select(link => (link, true)));
        }
        return index;
    }

    private void ReadSettings(XElement element, TableContent table)
    {
        table.CaseSensitive = _content.CaseSensitive && (!_isCaseForgotten || element.Setting("Locale") != null);
        table.Locale = _content.Locale;
        table.Properties = element.Properties();
        foreach (XAttribute attribute in element.Attributes())
        {
            switch (attribute.Name.NamespaceName, attribute.Name.LocalName)
            {
                case (MsData, "CaseSensitive"):
                    table.CaseSensitive = IsTrue(attribute.Value);
                    break;
                case (MsData, "Locale"):
                    table.Locale = Culture(attribute.Value);
                    break;
                // A table keeps neither its prefix nor its capacity, nor the text that stands for a row.
                case ("", "name" or "form" or "minOccurs" or "maxOccurs" or "nillable")
                    or (MsData, "targetNamespace" or "Prefix" or "MinimumCapacity" or "DisplayExpression") or (MsProp, _):
                    break;
                default:
                    throw Unknown($"an attribute {attribute.Name.LocalName} of a table");
            }
        }
    }

    // Attributes come first. An element or the text may say where it belongs among them. Gives the tables within this one.
    private HashSet<int> ReadContent(XElement element, TableContent table)
    {
        XElement type = TypeOf(element);
        XElement? text = type.Element(Named("simpleContent"));
        XElement holder = text == null ? type : text.Element(Named("extension")) ?? throw Unknown("a text without a type");
        foreach (XElement attribute in holder.Elements(Named("attribute")))
        {
            Add(table, _columns.Read(attribute), null);
        }
        HashSet<int> children = [];
        foreach (XElement part in holder.Elements().Where(part => part.Name != Named("attribute") && part != text).SelectMany(PartsOf))
        {
            XElement target = Target(part);
            if (target.Element(Named("complexType")) == null)
            {
                Add(table, _columns.Read(part), part.Setting("Ordinal"));
                continue;
            }
            int child = ReadTable(target);
            children.Add(child);
            _links.AddRange(Relationships(part).Where(_linked.Add).Select(link => (link, true)));
        }
        if (text != null)
        {
            Add(table, _columns.ReadText(text, holder, table, element.Own("nillable") == "true"), text.Setting("Ordinal"));
        }
        return children;
    }

    private void Add(TableContent table, ColumnContent column, string? ordinal)
    {
        _charge(TableContent.ColumnSize);
        int place = ordinal == null ? -1 : Number(ordinal);
        table.Columns.Insert(place >= 0 && place < table.Columns.Count ? place : table.Columns.Count, column);
    }

    private void ReadKeys(TableContent table, int index)
    {
        foreach (XElement source in _uniques[table.Name])
        {
            string name = Decode(source.Own("name") ?? "");
            bool isPrimary = source.Setting("PrimaryKey") == "true";
            int[] columns = FieldsOf(source, index);
            _charge(TableContent.KeySize);
            if (table.Keys.Count == DataParts.MaxParts || !_keys.TryAdd(name, (index, columns)))
            {
                throw Unknown($"too many keys, or two of the name {name}");
            }
            table.Keys.Add(new KeyContent(source.Setting("ConstraintName") ?? name, isPrimary, columns, source.Properties()));
            if (isPrimary || source.Name == Named("key"))
            {
                foreach (int column in columns)
                {
                    table.Columns[column].Flags &= ~ColumnFlags.AllowsNull;
                }
            }
        }
    }

    // ".//mstns:orders"
    private static string TableNameOf(XElement source) =>
        Decode((source.Element(Named("selector"))?.Own("xpath") ?? throw Unknown("a key without a table")).Split('/', ':')[^1]);

    private int FindTable(string name) => _tablesByName.TryGetValue(name, out int table) ? table : throw Unknown($"a key or relation of no table {name}");

    // "mstns:id", "@mstns:id"
    private int[] FieldsOf(XElement source, int table) =>
        ColumnsOf(table, [.. source.Elements(Named("field")).Select(field => (field.Own("xpath") ?? "").TrimStart('@').Split(':')[^1])]);

    private int[] ColumnsOf(int table, string[] names) =>
        names.Length is 0 or > DataParts.MaxKeyColumns ? throw Unknown($"a key of {names.Length} columns")
        : Array.ConvertAll(names, name => _columnsOf[table].TryGetValue(Decode(name), out int column) ? column : throw Unknown($"a key of no column {name}"));

    // A foreign key and its relation have their properties at one element.
    private static KeyValuePair<string, string>[] PropertiesOf(XElement source, string prefix) =>
        [.. source.Properties().Where(property => property.Key.StartsWith(prefix, StringComparison.Ordinal))
            .Select(property => new KeyValuePair<string, string>(property.Key[prefix.Length..], property.Value))];

    private void Connect()
    {
        if (_links.Count > DataParts.MaxParts)
        {
            throw Unknown($"more than {DataParts.MaxParts} relations");
        }
        foreach ((XElement source, bool isNested) in _links)
        {
            if (source.Name == Named("keyref"))
            {
                AddForeignKey(source, isNested);
            }
            else
            {
                _content.Relations.Add(new RelationContent(RelationOf(source), isNested, source.Properties()));
            }
        }
        // The set has foreign keys table by table.
        _content.Keys = [.. _content.Keys.OrderBy(key => key.Link.Child)];
    }

    private void AddForeignKey(XElement source, bool isNested)
    {
        string name = Decode(source.Own("name") ?? ""), refer = source.Own("refer") ?? "";
        int child = FindTable(TableNameOf(source));
        if (!_keys.TryGetValue(Decode(refer[(refer.IndexOf(':') + 1)..]), out (int Table, int[] Columns) parent))
        {
            throw Unknown($"a foreign key {name} to no key");
        }
        string constraint = source.Setting("ConstraintName") ?? name;
        var link = new LinkContent(constraint, child, FieldsOf(source, child), parent.Table, parent.Columns);
        _content.Keys.Add(new ForeignKeyContent(link, RuleOf(source, "UpdateRule"), RuleOf(source, "DeleteRule"),
            source.Setting("AcceptRejectRule") == nameof(AcceptRejectRule.Cascade) ? AcceptRejectRule.Cascade : AcceptRejectRule.None,
            PropertiesOf(source, "fk_")));
        if (source.Setting("ConstraintOnly") != "true")
        {
            string relation = source.Setting("RelationName") is { } given ? Decode(given) : name;
            _content.Relations.Add(new RelationContent(link with { Name = relation }, isNested, PropertiesOf(source, "rel_")));
        }
    }

    private static Rule RuleOf(XElement source, string name) => source.Setting(name) switch
    {
        nameof(Rule.None) => Rule.None,
        nameof(Rule.SetDefault) => Rule.SetDefault,
        nameof(Rule.SetNull) => Rule.SetNull,
        nameof(Rule.Cascade) or null => Rule.Cascade,
        _ => throw Unknown($"no such {name}"),
    };

    private LinkContent RelationOf(XElement source)
    {
        string Value(string name) => source.Setting(name) ?? throw Unknown($"a relation without its {name}");
        int parent = FindTable(Decode(Value("parent"))), child = FindTable(Decode(Value("child")));
        return new LinkContent(Decode(source.Own("name") ?? ""), child, ColumnsOf(child, Value("childkey").TrimEnd().Split(' ', '$')),
            parent, ColumnsOf(parent, Value("parentkey").TrimEnd().Split(' ', '$')));
    }
}
