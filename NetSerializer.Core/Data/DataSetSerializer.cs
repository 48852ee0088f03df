using System.Data;

namespace NetSerializer.Data;

/// <summary><see cref="DataSet"/>: tables, and the relations and constraints between them.</summary>
internal sealed class DataSetSerializer : ICustomSerializer<DataSet>
{
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
        reader.Charge(SetContent.SetSize);
        var set = new SetContent
        {
            Name = reader.ReadNonNullString(),
            Namespace = reader.ReadNonNullString(),
            CaseSensitive = reader.ReadBoolean(),
            EnforcesConstraints = reader.ReadBoolean(),
            Locale = DataParts.ReadLocale(ref reader, null),
            Properties = DataParts.ReadProperties(ref reader),
        };
        int tables = DataParts.ReadPartCount(ref reader, minimumSize: 8);
        for (int i = 0; i < tables; i++)
        {
            set.Tables.Add(DataTableSerializer.ReadTable(ref reader, set.Locale));
        }
        int keys = DataParts.ReadPartCount(ref reader, minimumSize: 11);
        for (int i = 0; i < keys; i++)
        {
            set.Keys.Add(new ForeignKeyContent(
                ReadLink(ref reader, set), (Rule)ReadChoice(ref reader, (byte)Rule.SetDefault), (Rule)ReadChoice(ref reader, (byte)Rule.SetDefault),
                (AcceptRejectRule)ReadChoice(ref reader, (byte)AcceptRejectRule.Cascade),
                DataParts.ReadConstraintProperties(ref reader)));
        }
        int relations = DataParts.ReadPartCount(ref reader, minimumSize: 9);
        for (int i = 0; i < relations; i++)
        {
            set.Relations.Add(new RelationContent(ReadLink(ref reader, set), reader.ReadBoolean(), DataParts.ReadProperties(ref reader)));
        }
        try
        {
            return set.Make();
        }
        catch (Exception failure) when (DataParts.IsVerdict(failure))
        {
            reader.Reject($"No such set of tables is possible: {failure.Message}");
            throw;
        }
    }

    private static void WriteLink(ref WireWriter writer, DataSet set, string name, DataColumn[] child, DataColumn[] parent)
    {
        writer.WriteString(name);
        writer.WriteUInt32((uint)set.Tables.IndexOf(child[0].Table!));
        DataParts.WriteColumns(ref writer, child);
        writer.WriteUInt32((uint)set.Tables.IndexOf(parent[0].Table!));
        DataParts.WriteColumns(ref writer, parent);
    }

    private static LinkContent ReadLink(ref WireReader reader, SetContent set)
    {
        string name = reader.ReadNonNullString();
        int child = ReadTableIndex(ref reader, set);
        int[] childColumns = DataParts.ReadColumns(ref reader, set.Tables[child].Columns.Count);
        int parent = ReadTableIndex(ref reader, set);
        int[] parentColumns = DataParts.ReadColumns(ref reader, set.Tables[parent].Columns.Count);
        var link = new LinkContent(name, child, childColumns, parent, parentColumns);
        reader.Charge(set.SizeOf(link));
        return link;
    }

    private static int ReadTableIndex(ref WireReader reader, SetContent set)
    {
        uint index = reader.ReadUInt32();
        if (index >= (uint)set.Tables.Count)
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
}
