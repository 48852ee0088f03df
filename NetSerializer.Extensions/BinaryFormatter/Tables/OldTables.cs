using System.Data;
using System.Formats.Nrbf;
using System.Xml;
using NetSerializer.Data;

namespace NetSerializer.Nrbf.Tables;

/// <summary>
/// Makes sets and tables of the entries that they wrote, of .NET Framework and .NET: XML, or arrays of cells. All of it is read and looked at before
/// System.Data sees any, and System.Data sees columns and rows only, never the XML.
/// </summary>
internal static class OldTables
{
    public static object Make(ClassRecord record, Type type, PayloadTree tree)
    {
        try
        {
            bool isBinary = FormatOf(record, type) != SerializationFormat.Xml;
            if (type == typeof(DataTable))
            {
                return (isBinary ? new BinaryTables(tree).ReadTable(record) : ReadXml(record, tree).Tables.Single()).Make();
            }
            SetContent set = isBinary ? new BinaryTables(tree).ReadSet(record) : ReadXml(record, tree);
            foreach (LinkContent link in set.Keys.Select(key => key.Link).Concat(set.Relations.Select(relation => relation.Link)))
            {
                tree.Charge(set.SizeOf(link));
            }
            return set.Make();
        }
        catch (Exception failure) when (failure is XmlException || DataParts.IsVerdict(failure) || Payload.IsVerdict(failure))
        {
            throw Payload.Malformed($"No such {type.Name} is possible: {CanonicalNames.Display(failure.Message)}", failure);
        }
    }

    private static SetContent ReadXml(ClassRecord record, PayloadTree tree)
    {
        SetContent set = TableSchema.Read(record.GetString("XmlSchema") ?? throw TableXml.Unknown("no schema"), tree.Charge);
        if (record.GetString("XmlDiffGram") is { } rows)
        {
            DiffGram.Read(rows, set, tree.Charge);
        }
        return set;
    }

    private static SerializationFormat FormatOf(ClassRecord record, Type type)
    {
        const string schemaMode = "SchemaSerializationMode.DataSet";
        if (record.HasMember(schemaMode) && record.GetClassRecord(schemaMode)?.GetInt32("value__") != (int)SchemaSerializationMode.IncludeSchema)
        {
            throw Payload.Mismatch($"A {nameof(DataSet)} without its schema, which is in the code of its class: set its {nameof(SchemaSerializationMode)} to "
                + $"{nameof(SchemaSerializationMode.IncludeSchema)} in the old program, and write the file again.");
        }
        string format = $"{type.Name}.RemotingFormat";
        return record.HasMember(format) ? (SerializationFormat)record.GetClassRecord(format)!.GetInt32("value__") : SerializationFormat.Xml;
    }
}
