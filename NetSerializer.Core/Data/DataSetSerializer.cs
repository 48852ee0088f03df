using System.Data;
using System.Globalization;

namespace NetSerializer.Data;

/// <summary><see cref="DataSet"/>: tables, and the relations and constraints between them.</summary>
internal sealed class DataSetSerializer : ICustomSerializer<DataSet>
{
    private const int SetSize = 4096, LinkSize = 2048, IndexedSize = 192;

    public int MinimumSize => 9;

    public void Write(ref WireWriter writer, DataSet value)
    {
        writer.WriteString(value.DataSetName);
        writer.WriteString(value.Namespace);
        writer.WriteBoolean(value.CaseSensitive);
        writer.WriteBoolean(value.EnforceConstraints);
        DataParts.WriteLocale(ref writer, value.Locale, null);
        DataParts.WriteProperties(ref writer, value.ExtendedProperties);
        DataParts.WritePartCount(ref writer, value.Tables.Count);
        foreach (DataTable table in value.Tables)
        {
            DataTableSerializer.WriteTable(ref writer, table, value.Locale);
        }
        ForeignKeyConstraint[] keys = [.. value.Tables.Cast<DataTable>().SelectMany(table => table.Constraints.OfType<ForeignKeyConstraint>())];
        DataParts.WritePartCount(ref writer, keys.Length);
        foreach (ForeignKeyConstraint key in keys)
        {
            // The framework makes such a key with the foreign key and does not let go of it, but for Constraints.Clear().
            HashSet<DataColumn> parents = [.. key.RelatedColumns];
            if (!key.RelatedTable.Constraints.OfType<UniqueConstraint>().Any(unique => parents.SetEquals(unique.Columns)))
            {
                writer.Refuse($"The foreign key {key.ConstraintName} refers to columns of {key.RelatedTable.TableName} that are no key there, and could not "
                    + "be made again without one: add a UniqueConstraint for them.");
            }
            WriteLink(ref writer, value, key.ConstraintName, key.Columns, key.RelatedColumns);
            writer.WriteByte((byte)key.UpdateRule);
            writer.WriteByte((byte)key.DeleteRule);
            writer.WriteByte((byte)key.AcceptRejectRule);
            DataParts.WriteProperties(ref writer, key.ExtendedProperties);
        }
        DataParts.WritePartCount(ref writer, value.Relations.Count);
        foreach (DataRelation relation in value.Relations)
        {
            WriteLink(ref writer, value, relation.RelationName, relation.ChildColumns, relation.ParentColumns);
            writer.WriteBoolean(relation.Nested);
            DataParts.WriteProperties(ref writer, relation.ExtendedProperties);
        }
    }

    public DataSet Read(ref WireReader reader)
    {
        reader.Charge(SetSize);
        string name = reader.ReadNonNullString(), space = reader.ReadNonNullString();
        bool caseSensitive = reader.ReadBoolean(), enforced = reader.ReadBoolean();
        CultureInfo locale = DataParts.ReadLocale(ref reader, null);
        KeyValuePair<string, string>[] properties = DataParts.ReadProperties(ref reader);
        var tables = new TableContent[DataParts.ReadPartCount(ref reader, minimumSize: 8)];
        for (int i = 0; i < tables.Length; i++)
        {
            tables[i] = DataTableSerializer.ReadTable(ref reader, locale);
        }
        var keys = new Key[DataParts.ReadPartCount(ref reader, minimumSize: 11)];
        for (int i = 0; i < keys.Length; i++)
        {
            keys[i] = new Key(
                ReadLink(ref reader, tables), (Rule)ReadChoice(ref reader, (byte)Rule.SetDefault), (Rule)ReadChoice(ref reader, (byte)Rule.SetDefault),
                (AcceptRejectRule)ReadChoice(ref reader, (byte)AcceptRejectRule.Cascade),
                DataParts.ReadConstraintProperties(ref reader));
        }
        var relations = new Relation[DataParts.ReadPartCount(ref reader, minimumSize: 9)];
        for (int i = 0; i < relations.Length; i++)
        {
            relations[i] = new Relation(ReadLink(ref reader, tables), reader.ReadBoolean(), DataParts.ReadProperties(ref reader));
        }
        var made = new DataSet { EnforceConstraints = false };
        try
        {
            (made.DataSetName, made.Namespace, made.CaseSensitive) = (name, space, caseSensitive);
            TableContent.RequireName(made.DataSetName, name);
            TableContent.RequireName(made.Namespace, space);
            if (!made.Locale.Equals(locale))
            {
                made.Locale = locale;
            }
            TableContent.AddProperties(made.ExtendedProperties, properties);
            foreach (TableContent content in tables)
            {
                var table = new DataTable(content.Name, content.Namespace);
                made.Tables.Add(table);
                content.Fill(table);
            }
            Connect(made, keys, relations);
            made.EnforceConstraints = enforced;
        }
        catch (Exception failure) when (DataParts.IsVerdict(failure))
        {
            reader.Reject($"No such set of tables is possible: {failure.Message}");
        }
        return made;
    }

    private static void WriteLink(ref WireWriter writer, DataSet set, string name, DataColumn[] child, DataColumn[] parent)
    {
        writer.WriteString(name);
        writer.WriteUInt32((uint)set.Tables.IndexOf(child[0].Table!));
        DataParts.WriteColumns(ref writer, child);
        writer.WriteUInt32((uint)set.Tables.IndexOf(parent[0].Table!));
        DataParts.WriteColumns(ref writer, parent);
    }

    private static Link ReadLink(ref WireReader reader, TableContent[] tables)
    {
        reader.Charge(LinkSize);
        string name = reader.ReadNonNullString();
        int child = ReadTableIndex(ref reader, tables);
        int[] childColumns = DataParts.ReadColumns(ref reader, tables[child].Columns.Count);
        int parent = ReadTableIndex(ref reader, tables);
        int[] parentColumns = DataParts.ReadColumns(ref reader, tables[parent].Columns.Count);
        // Both ends are indexed, and looked up row by row.
        reader.Charge((long)IndexedSize * (tables[child].Rows.Count + tables[parent].Rows.Count));
        return new Link(name, child, childColumns, parent, parentColumns);
    }

    private static int ReadTableIndex(ref WireReader reader, TableContent[] tables)
    {
        uint index = reader.ReadUInt32();
        if (index >= (uint)tables.Length)
        {
            reader.Reject("No such table.");
        }
        return (int)index;
    }

    private static byte ReadChoice(ref WireReader reader, byte last)
    {
        byte choice = reader.ReadByte();
        if (choice > last)
        {
            reader.Reject("No such rule.");
        }
        return choice;
    }

    private static void Connect(DataSet set, Key[] keys, Relation[] relations)
    {
        foreach (Key key in keys)
        {
            var constraint = new ForeignKeyConstraint(key.Link.Name, key.Link.Columns(set, ofParent: true), key.Link.Columns(set, ofParent: false))
            { UpdateRule = key.Update, DeleteRule = key.Delete, AcceptRejectRule = key.AcceptReject };
            ConstraintCollection parents = set.Tables[key.Link.Parent].Constraints;
            int unique = parents.OfType<UniqueConstraint>().Count();
            set.Tables[key.Link.Child].Constraints.Add(constraint);
            TableContent.RequireName(constraint.ConstraintName, key.Link.Name);
            TableContent.AddProperties(constraint, key.Properties);
            // The framework has made the key that was missing: other bytes than a writer's.
            if (parents.OfType<UniqueConstraint>().Count() != unique)
            {
                throw new DataException("A foreign key refers to columns that are no key.");
            }
        }
        foreach (Relation relation in relations)
        {
            // It finds its foreign key by itself, if there is one.
            var added = new DataRelation(relation.Link.Name, relation.Link.Columns(set, ofParent: true), relation.Link.Columns(set, ofParent: false),
                createConstraints: false);
            set.Relations.Add(added);
            TableContent.RequireName(added.RelationName, relation.Link.Name);
            added.Nested = relation.IsNested;
            TableContent.AddProperties(added.ExtendedProperties, relation.Properties);
        }
    }

    private sealed record Link(string Name, int Child, int[] ChildColumns, int Parent, int[] ParentColumns)
    {
        public DataColumn[] Columns(DataSet set, bool ofParent) =>
            ofParent ? [.. ParentColumns.Select(i => set.Tables[Parent].Columns[i])] : [.. ChildColumns.Select(i => set.Tables[Child].Columns[i])];
    }

    private sealed record Key(Link Link, Rule Update, Rule Delete, AcceptRejectRule AcceptReject, KeyValuePair<string, string>[] Properties);

    private sealed record Relation(Link Link, bool IsNested, KeyValuePair<string, string>[] Properties);
}
