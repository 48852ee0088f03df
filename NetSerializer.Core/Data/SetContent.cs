using System.Data;
using System.Globalization;

namespace NetSerializer.Data;

/// <summary>The content of a set of tables, between its source and the set: all of it is read and looked at before a set is made.</summary>
internal sealed class SetContent
{
    // Measured: the empty set, and a key or relation without its places in indexes.
    public const int SetSize = 4096, LinkSize = 2048;

    public string Name = "", Namespace = "";
    public bool CaseSensitive, EnforcesConstraints = true;
    public CultureInfo Locale = CultureInfo.InvariantCulture;
    public KeyValuePair<string, string>[] Properties = [];
    public List<TableContent> Tables = [];
    public List<ForeignKeyContent> Keys = [];
    public List<RelationContent> Relations = [];

    /// <summary>The memory of a foreign key or relation: both ends are indexed, and looked up row by row.</summary>
    public long SizeOf(LinkContent link) =>
        LinkSize + ((long)TableContent.IndexedSize * (Tables[link.Child].Rows.Count + Tables[link.Parent].Rows.Count));

    /// <summary>Makes the set. Throws the exceptions of System.Data for content that no set can have.</summary>
    public DataSet Make()
    {
        var set = new DataSet { EnforceConstraints = false };
        (set.DataSetName, set.Namespace, set.CaseSensitive) = (Name, Namespace, CaseSensitive);
        TableContent.RequireName(set.DataSetName, Name);
        TableContent.RequireName(set.Namespace, Namespace);
        if (!set.Locale.Equals(Locale))
        {
            set.Locale = Locale;
        }
        TableContent.AddProperties(set.ExtendedProperties, Properties);
        foreach (TableContent content in Tables)
        {
            var table = new DataTable(content.Name, content.Namespace);
            set.Tables.Add(table);
            content.Fill(table);
        }
        AddKeys(set);
        AddRelations(set);
        set.EnforceConstraints = EnforcesConstraints;
        return set;
    }

    private void AddKeys(DataSet set)
    {
        foreach (ForeignKeyContent key in Keys)
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
    }

    private void AddRelations(DataSet set)
    {
        foreach (RelationContent relation in Relations)
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
}

/// <summary>The two ends of a foreign key or relation: indexes of tables and of their columns.</summary>
internal sealed record LinkContent(string Name, int Child, int[] ChildColumns, int Parent, int[] ParentColumns)
{
    public DataColumn[] Columns(DataSet set, bool ofParent) =>
        ofParent ? [.. ParentColumns.Select(i => set.Tables[Parent].Columns[i])] : [.. ChildColumns.Select(i => set.Tables[Child].Columns[i])];
}

internal sealed record ForeignKeyContent(LinkContent Link, Rule Update, Rule Delete, AcceptRejectRule AcceptReject, KeyValuePair<string, string>[] Properties);

internal sealed record RelationContent(LinkContent Link, bool IsNested, KeyValuePair<string, string>[] Properties);
