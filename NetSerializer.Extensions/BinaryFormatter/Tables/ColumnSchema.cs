using System.Data;
using System.Globalization;
using System.Xml;
using System.Xml.Linq;
using NetSerializer.Data;
using static NetSerializer.Nrbf.Tables.TableXml;

namespace NetSerializer.Nrbf.Tables;

/// <summary>Columns in the XML schema of a set: elements, attributes and simple content of the type of their table.</summary>
/// <param name="root">The schema.</param>
/// <param name="types">Its simple types by name.</param>
internal sealed class ColumnSchema(XElement root, IReadOnlyDictionary<string, XElement> types)
{
    // Simple types are derived from one another.
    private const int MostBases = 64, MostFacets = 2;

    private readonly string _target = root.Own("targetNamespace") ?? "";

    /// <summary>A column that is an element or attribute of its rows.</summary>
    public ColumnContent Read(XElement source)
    {
        bool isElement = source.Name.LocalName == "element";
        bool isHidden = source.Own("use") == "prohibited", isRequired = source.Own("use") == "required";
        ColumnContent column = Start(Decode(source.Own("name") ?? throw Unknown("a column without a name")));
        FindType(source, "type", column);
        ReadSettings(source, column);
        column.Mapping = isElement ? MappingType.Element : isHidden ? MappingType.Hidden : MappingType.Attribute;
        column.Namespace = NamespaceOf(source);
        bool allowsNull = isElement ? source.Own("minOccurs") == "0" || source.Own("nillable") == "true"
            : isHidden ? source.Setting("AllowDBNull") != "false"
            : !isRequired;
        Finish(column, source, allowsNull, isHidden || isRequired ? source.Setting("DefaultValue")
            : source.Own("default"));
        return column;
    }

    /// <summary>A column that is the text of its rows.</summary>
    /// <param name="content">Has the settings.</param>
    /// <param name="extension">Has the type.</param>
    /// <param name="table">The table.</param>
    /// <param name="allowsNull">Rows may have none.</param>
    public ColumnContent ReadText(XElement content, XElement extension, TableContent table, bool allowsNull)
    {
        ColumnContent column = Start(content.Setting("ColumnName") ?? table.Name + "_text");
        FindType(extension, "base", column);
        ReadSettings(content, column);
        column.Mapping = MappingType.SimpleContent;
        column.Namespace = table.Namespace;
        Finish(column, content, allowsNull && content.Setting("AllowDBNull") != "false",
            content.Setting("DefaultValue"));
        return column;
    }

    /// <summary>The namespace of a table or column: what is said of it, otherwise that of its place and form.</summary>
    public string NamespaceOf(XElement source)
    {
        if (source.Setting("targetNamespace") is { Length: > 0 } given)
        {
            return given;
        }
        string form = source.Own("form")
            ?? root.Own(source.Name.LocalName == "element" ? "elementFormDefault" : "attributeFormDefault") ?? "";
        return source.Parent == root || form == "qualified" ? _target : "";
    }

    private static ColumnContent Start(string name) => new() { Name = name, MaxLength = -1, Mode = DataSetDateTime.UnspecifiedLocal, Step = 1 };

    private static void ReadSettings(XElement source, ColumnContent column)
    {
        column.Properties = source.Properties();
        foreach (XAttribute attribute in source.Attributes())
        {
            if (attribute.Name.NamespaceName == MsData)
            {
                Set(column, attribute.Name.LocalName, attribute.Value);
            }
            else if (attribute.Name.NamespaceName is not ("" or MsProp) || attribute.Name.NamespaceName.Length == 0 && attribute.Name.LocalName
                is not ("name" or "type" or "form" or "use" or "default" or "minOccurs" or "nillable"))
            {
                throw Unknown($"an attribute {attribute.Name.LocalName} of a column");
            }
        }
    }

    private static void Set(ColumnContent column, string name, string value)
    {
        switch (name)
        {
            case "DataType":
                column.Type = CellTexts.OfName(value);
                break;
            case "Caption":
                column.Caption = value;
                break;
            case "ReadOnly" when IsTrue(value):
                column.Flags |= ColumnFlags.ReadOnly;
                break;
            case "AutoIncrement" when IsTrue(value):
                column.Flags |= ColumnFlags.CountsUp;
                break;
            case "AutoIncrementSeed":
                column.Seed = long.Parse(value, CultureInfo.InvariantCulture);
                break;
            case "AutoIncrementStep":
                column.Step = long.Parse(value, CultureInfo.InvariantCulture);
                break;
            case "DateTimeMode":
                column.Mode = value switch
                {
                    nameof(DataSetDateTime.Local) => DataSetDateTime.Local,
                    nameof(DataSetDateTime.Unspecified) => DataSetDateTime.Unspecified,
                    nameof(DataSetDateTime.UnspecifiedLocal) => DataSetDateTime.UnspecifiedLocal,
                    nameof(DataSetDateTime.Utc) => DataSetDateTime.Utc,
                    _ => throw Unknown($"a DateTimeMode {value}"),
                };
                break;
            case "MaxLength":
                column.MaxLength = Number(value);
                break;
            case "Expression":
                throw Computed(column.Name);
            // The first two do nothing when they are false, and the table does not keep prefixes. The others have their own places.
            case "ReadOnly" or "AutoIncrement" or "Prefix" or "targetNamespace" or "Ordinal" or "AllowDBNull" or "DefaultValue" or "ColumnName":
                break;
            default:
                throw Unknown($"an attribute {name} of a column");
        }
    }

    private static void Finish(ColumnContent column, XElement source, bool allowsNull, string? defaultText)
    {
        if (allowsNull)
        {
            column.Flags |= ColumnFlags.AllowsNull;
        }
        if (column.Caption == column.Name)
        {
            column.Caption = null;
        }
        if ((column.Flags & ColumnFlags.CountsUp) != 0 && (column.Step == 0 || !ColumnContent.IsCounter(column.Type)))
        {
            throw Unknown($"a column {source.Name.LocalName} that counts up and cannot");
        }
        if (defaultText != null)
        {
            column.Default = CellTexts.Parse(defaultText, column.Type, column.Mode);
        }
    }

    private void FindType(XElement source, string attribute, ColumnContent column)
    {
        string? name = source.Own(attribute);
        XElement? simple = source.Elements().FirstOrDefault();
        if (name == null && simple == null)
        {
            return;
        }
        int length = -1;
        bool isNamed = name != null;
        for (int i = 0; i < MostBases; i++)
        {
            if (name != null)
            {
                string[] parts = name.Split(':');
                if (parts is [var prefix, var local] && source.GetNamespaceOfPrefix(prefix)?.NamespaceName == Xsd)
                {
                    column.Type = !isNamed && length == 1 && local == "string" ? typeof(char) : CellTexts.OfSchema(local);
                    return;
                }
                simple = types.GetValueOrDefault(parts[^1]);
            }
            if (simple?.Name != XName.Get("simpleType", Xsd) || simple.Elements().SingleOrDefault() is not { Name.LocalName: "restriction" } restriction)
            {
                break;
            }
            if (restriction.Elements().Skip(MostFacets).Any())
            {
                throw Unknown($"more than {MostFacets} facets");
            }
            foreach (XElement facet in restriction.Elements())
            {
                int value = Number(facet.Own("value") ?? "");
                switch (facet.Name.LocalName)
                {
                    case "length":
                        length = value;
                        break;
                    case "maxLength":
                        column.MaxLength = column.MaxLength < 0 ? value : column.MaxLength;
                        break;
                    default:
                        throw Unknown($"a facet {facet.Name.LocalName}");
                }
            }
            (source, name) = (restriction, restriction.Own("base") ?? throw Unknown("a type without a base"));
        }
        throw Unknown($"the type {name} of a column");
    }
}
