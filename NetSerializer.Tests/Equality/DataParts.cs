using System.Collections;
using System.Data;
using System.Globalization;
using System.Numerics;
using NetSerializer.Tests.Golden;

namespace NetSerializer.Tests.Equality;

/// <summary>The parts of tables and of sets of tables, in the order of the wire.</summary>
internal static class DataParts
{
    private static readonly Dictionary<Type, byte> s_kinds = new()
    {
        [typeof(bool)] = 1,
        [typeof(byte)] = 2,
        [typeof(sbyte)] = 3,
        [typeof(char)] = 4,
        [typeof(short)] = 5,
        [typeof(ushort)] = 6,
        [typeof(int)] = 7,
        [typeof(uint)] = 8,
        [typeof(long)] = 9,
        [typeof(ulong)] = 10,
        [typeof(Half)] = 13,
        [typeof(float)] = 14,
        [typeof(double)] = 15,
        [typeof(decimal)] = 18,
        [typeof(DateTime)] = 19,
        [typeof(DateTimeOffset)] = 20,
        [typeof(TimeSpan)] = 21,
        [typeof(DateOnly)] = 22,
        [typeof(TimeOnly)] = 23,
        [typeof(Guid)] = 24,
        [typeof(string)] = 25,
        [typeof(object)] = 26,
        [typeof(byte[])] = 27,
        [typeof(char[])] = 28,
        [typeof(Uri)] = 29,
        [typeof(BigInteger)] = 30,
    };

    public static IReadOnlyDictionary<Type, byte> Kinds => s_kinds;

    public static object?[] Of(DataTable table) => [.. OfTable(table, null)];

    public static object?[] Of(DataSet set)
    {
        ForeignKeyConstraint[] keys = [.. set.Tables.Cast<DataTable>().SelectMany(table => table.Constraints.OfType<ForeignKeyConstraint>())];
        return
        [
            set.DataSetName, set.Namespace, set.CaseSensitive, set.EnforceConstraints, set.Locale.CompareInfo.Name, .. Properties(set.ExtendedProperties),
            (uint)set.Tables.Count, .. set.Tables.Cast<DataTable>().SelectMany(table => OfTable(table, set.Locale)),
            (uint)keys.Length, .. keys.SelectMany(key =>
                (object?[])[.. Link(set, key.ConstraintName, key.Columns, key.RelatedColumns), (byte)key.UpdateRule, (byte)key.DeleteRule,
                    (byte)key.AcceptRejectRule, .. Properties(key.ExtendedProperties)]),
            (uint)set.Relations.Count,
            .. set.Relations.Cast<DataRelation>().SelectMany(relation =>
                (object?[])[.. Link(set, relation.RelationName, relation.ChildColumns, relation.ParentColumns), relation.Nested,
                    .. Properties(relation.ExtendedProperties)]),
        ];
    }

    /// <summary>The largest of the counts in a table or set.</summary>
    public static int LongestCount(object value)
    {
        if (value is DataSet set)
        {
            return Enumerable.Max(
            [
                set.ExtendedProperties.Count, set.Tables.Count, set.Relations.Count,
                .. set.Relations.Cast<DataRelation>().SelectMany(relation => (int[])[relation.ParentColumns.Length, relation.ExtendedProperties.Count]),
                .. set.Tables.Cast<DataTable>()
                    .SelectMany(table => (int[])[LongestCount(table),
                        .. table.Constraints.OfType<ForeignKeyConstraint>().Select(key => key.ExtendedProperties.Count)]),
            ]);
        }
        var table = (DataTable)value;
        return Enumerable.Max(
        [
            table.ExtendedProperties.Count, table.Columns.Count, table.Constraints.Count, table.Rows.Count,
            .. table.Columns.Cast<DataColumn>().Select(column => column.ExtendedProperties.Count),
            .. table.Constraints.OfType<UniqueConstraint>().SelectMany(key => (int[])[key.Columns.Length, key.ExtendedProperties.Count]),
            .. table.Rows.Cast<DataRow>().Select(row => row.GetColumnsInError().Length),
        ]);
    }

    private static IEnumerable<object?> OfTable(DataTable table, CultureInfo? inherited)
    {
        DataColumn[] columns = [.. table.Columns.Cast<DataColumn>()];
        UniqueConstraint[] keys = [.. table.Constraints.OfType<UniqueConstraint>()];
        return
        [
            table.TableName, table.Namespace, table.CaseSensitive, .. Locale(table.Locale, inherited), .. Properties(table.ExtendedProperties),
            (uint)columns.Length, .. columns.SelectMany(Column),
            (uint)keys.Length, .. keys.SelectMany(key =>
                (object?[])[key.ConstraintName, key.IsPrimaryKey, .. Ordinals(key.Columns), .. Properties(key.ExtendedProperties)]),
            (uint)table.Rows.Count, .. table.Rows.Cast<DataRow>().SelectMany(row => Row(row, columns)),
        ];
    }

    private static object?[] Locale(CultureInfo locale, CultureInfo? inherited) =>
        inherited == null ? [locale.CompareInfo.Name] : locale.Equals(inherited) ? [false] : [true, locale.CompareInfo.Name];

    private static IEnumerable<object?> Properties(PropertyCollection properties) =>
        [(uint)properties.Count, .. properties.Cast<DictionaryEntry>().OrderBy(pair => (string)pair.Key, StringComparer.Ordinal).SelectMany(pair =>
            (object?[])[pair.Key, pair.Value])];

    private static object?[] Column(DataColumn column) =>
    [
        column.ColumnName, column.Namespace, s_kinds[column.DataType],
        (byte)((column.AllowDBNull ? 1 : 0) + (column.ReadOnly ? 2 : 0) + (column.AutoIncrement ? 4 : 0)),
        column.Caption == column.ColumnName ? null : column.Caption,
        column.DataType == typeof(string) ? (uint)(column.MaxLength + 1) : 0u, (byte)column.ColumnMapping,
        column.DataType == typeof(DateTime) ? (byte)column.DateTimeMode : (byte)0,
        .. column.AutoIncrement ? [Scalar(column.AutoIncrementSeed), Scalar(column.AutoIncrementStep)] : Cell(column, column.DefaultValue),
        .. Properties(column.ExtendedProperties),
    ];

    private static object?[] Row(DataRow row, DataColumn[] columns) =>
    [
        (byte)((int)row.RowState + (row.HasErrors ? 32 : 0)),
        .. row.RowState == DataRowState.Added ? [] : columns.SelectMany(column => Cell(column, row[column, DataRowVersion.Original])),
        .. row.RowState is DataRowState.Added or DataRowState.Modified ? columns.SelectMany(column => Cell(column, row[column, DataRowVersion.Current])) : [],
        .. row.HasErrors ? Errors(row) : [],
    ];

    private static IEnumerable<object?> Errors(DataRow row)
    {
        DataColumn[] columns = [.. row.GetColumnsInError().OrderBy(column => column.Ordinal)];
        return [row.RowError, (uint)columns.Length, .. columns.SelectMany(column => (object?[])[(uint)column.Ordinal, row.GetColumnError(column)])];
    }

    private static object?[] Cell(DataColumn column, object? cell) =>
        cell is null or DBNull ? [(byte)0] : [column.DataType == typeof(object) ? s_kinds[cell.GetType()] : (byte)1, .. cell switch
        {
            byte[] => [cell],
            string => [cell],
            char[] characters => [new string(characters)],
            Uri or BigInteger => FrameworkValues.Parts(cell),
            _ => (object?[])[Scalar(cell)],
        }];

    private static object?[] Link(DataSet set, string name, DataColumn[] child, DataColumn[] parent) =>
        [name, (uint)set.Tables.IndexOf(child[0].Table!), .. Ordinals(child), (uint)set.Tables.IndexOf(parent[0].Table!), .. Ordinals(parent)];

    private static IEnumerable<object?> Ordinals(DataColumn[] columns) => [(uint)columns.Length, .. columns.Select(column => (object?)(uint)column.Ordinal)];

    private static ArraySegment<byte> Scalar(object value) => ScalarBytes.Of(value, isFixed: false);
}
