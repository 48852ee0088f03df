using System.Data;
using System.Globalization;
using System.Numerics;

namespace NetSerializer.Tests.Equality;

/// <summary>Tables and sets of tables with everything that travels.</summary>
internal static class DataSamples
{
    public static DataTable[] Tables => [People(), new DataTable(), EveryType(), NoColumns()];

    private static DataTable NoColumns()
    {
        var table = new DataTable("no columns");
        table.Rows.Add([]);
        return table;
    }

    public static DataSet[] Sets => [Orders(), new DataSet(), Loose()];

    /// <summary>Rows in every state, a key, errors, properties.</summary>
    public static DataTable People()
    {
        var table = new DataTable("people", "urn:people")
        { CaseSensitive = true, Locale = CultureInfo.GetCultureInfo("de-DE"), ExtendedProperties = { ["b"] = "2", ["a"] = "" } };
        table.Columns.Add(new DataColumn("id", typeof(int)) { AutoIncrement = true, AutoIncrementSeed = 10, AutoIncrementStep = -1, Caption = "number" });
        table.Columns.Add(new DataColumn("name", typeof(string))
        { MaxLength = 20, AllowDBNull = false, DefaultValue = "nobody", ExtendedProperties = { ["p"] = "q" } });
        table.Columns.Add(new DataColumn("born", typeof(DateTime)) { DateTimeMode = DataSetDateTime.Utc, ReadOnly = true });
        table.Columns.Add(new DataColumn("any", typeof(object), null, MappingType.Hidden) { Namespace = "urn:other" });
        table.PrimaryKey = [table.Columns[0]];
        table.Constraints.Add(new UniqueConstraint("names", [table.Columns[1], table.Columns[0]]));
        table.Constraints[0].ExtendedProperties["of"] = "the primary key";
        table.Constraints["names"]!.ExtendedProperties["of"] = "a key";
        table.Rows.Add(1, "same", new DateTime(2000, 1, 2, 0, 0, 0, DateTimeKind.Utc), 1.5m);
        table.Rows.Add(2, "changed", null, "x");
        table.Rows.Add(3, "deleted", null, null);
        table.Rows.Add(4, "touched", null, new byte[] { 1 });
        table.AcceptChanges();
        table.Rows[1]["name"] = "later";
        table.Rows[2].RowError = "gone";
        table.Rows[2].Delete();
        table.Rows[3].SetModified();
        table.Rows.Add(5, "added", null, 'c');
        table.Rows[4].RowError = "wrong";
        table.Rows[4].SetColumnError(3, "bad");
        table.Rows[4].SetColumnError(0, "worse");
        return table;
    }

    public static DataTable EveryType()
    {
        object[] values =
        [
            true, (byte)1, (sbyte)-1, 'x', (short)-300, (ushort)300, -70000, 70000u, -5_000_000_000, 5_000_000_000ul, (Half)0.5, 1.5f, -2.5, 1.50m,
            new DateTime(2020, 1, 1), new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.FromHours(2)),
            TimeSpan.FromSeconds(-3), new DateOnly(2020, 2, 29), new TimeOnly(23, 59), new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), "text", new byte[] { 1, 2 },
            new[] { 'a', '\u4F60' }, new Uri("urn:x"), BigInteger.Pow(10, 20),
        ];
        var table = new DataTable("types");
        foreach (object value in values)
        {
            table.Columns.Add(value.GetType().Name, value.GetType());
        }
        table.Columns.Add("object", typeof(object));
        table.Rows.Add([.. values, 7]);
        table.Rows.Add([.. values.Select(_ => DBNull.Value), Guid.Empty]);
        return table;
    }

    /// <summary>Two relations, one with a foreign key that cascades.</summary>
    public static DataSet Orders()
    {
        var set = new DataSet("shop")
        {
            Namespace = "urn:shop",
            CaseSensitive = true,
            Locale = CultureInfo.GetCultureInfo("ja"),
            ExtendedProperties = { ["x"] = "y" }
        };
        DataTable customers = set.Tables.Add("customers"), orders = set.Tables.Add("orders");
        customers.Columns.Add("id", typeof(int));
        customers.Columns.Add("region", typeof(string));
        orders.Columns.Add("number", typeof(long));
        orders.Columns.Add("customer", typeof(int));
        orders.Columns.Add("region", typeof(string));
        set.Relations.Add(new DataRelation("of customer", customers.Columns[0], orders.Columns[1]) { Nested = true, ExtendedProperties = { ["k"] = "v" } });
        set.Relations.Add("by region", customers.Columns[1], orders.Columns[2], createConstraints: false);
        ForeignKeyConstraint key = orders.Constraints.OfType<ForeignKeyConstraint>().Single();
        (key.DeleteRule, key.UpdateRule, key.AcceptRejectRule) = (Rule.SetNull, Rule.Cascade, AcceptRejectRule.Cascade);
        key.ExtendedProperties["of"] = "a foreign key";
        key.RelatedTable.Constraints.OfType<UniqueConstraint>().Single().ExtendedProperties["of"] = "its key";
        customers.Rows.Add(1, "north");
        customers.Rows.Add(2, "south");
        orders.Rows.Add(100, 1, "north");
        orders.Rows.Add(101, 2, "south");
        set.AcceptChanges();
        customers.Rows[0].Delete();
        orders.Rows.Add(102, 2, null);
        return set;
    }

    /// <summary>Breaks its constraints, which are not in force.</summary>
    public static DataSet Loose()
    {
        var set = new DataSet { EnforceConstraints = false };
        DataTable table = set.Tables.Add("t");
        table.Locale = CultureInfo.GetCultureInfo("fr-CA");
        table.Columns.Add(new DataColumn("id", typeof(int)) { Unique = true, AllowDBNull = false });
        table.Rows.Add(1);
        table.Rows.Add(1);
        return set;
    }
}
