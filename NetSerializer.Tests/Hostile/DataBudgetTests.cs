using System.Data;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Tables of every shape: what System.Data takes for them is charged before it is taken.</summary>
[TestFixture]
internal sealed class DataBudgetTests
{
    private const long Slack = 64 << 10;

    private static readonly TypeModel s_model = TypeModel.Create(typeof(DataTable), typeof(DataSet), typeof(DataTable[]));

    private static IEnumerable<TestCaseData> Shapes()
    {
        yield return Case("rows without columns", () => Table(0, 5000, 0));
        yield return Case("rows of one column", () => Table(1, 5000, 0));
        yield return Case("rows of many columns", () => Table(60, 700, 0));
        yield return Case("columns alone", () => Table(1000, 0, 0));
        yield return Case("columns of one row", () => Table(1000, 1, 0));
        yield return Case("keys", () => Table(12, 900, 30));
        yield return Case("keys of one row", () => Table(12, 1, 900));
        yield return Case("rows changed", () => Changed(Table(4, 2000, 3)));
        yield return Case("rows deleted", () => Deleted(Table(4, 2000, 3)));
        yield return Case("rows with errors", () => WithErrors(Table(10, 1000, 0)));
        yield return Case("texts", () => Texts());
        yield return Case("objects", () => Table(3, 2000, 0, typeof(object)));
        yield return Case("tables", () => Tables(500));
        yield return Case("relations", () => Related(40));
    }

    [TestCaseSource(nameof(Shapes))]
    public void What_is_allocated_is_charged(Func<LimitedReading> read)
    {
        read();
        LimitedReading reading = read();
        Assert.That(reading.Allocated, Is.LessThanOrEqualTo(reading.Charged + Slack));
        TestContext.Out.WriteLine($"{reading.Allocated} allocated, {reading.Charged} charged");
    }

    [Test]
    public void Many_small_tables_end_at_the_limit()
    {
        const long budget = 1 << 20;
        byte[] bytes = s_model.Serialize(Enumerable.Range(0, 20_000).Select(_ => new DataTable()).ToArray());
        SerializerLimits limits = SerializerLimits.Default with { MaxAllocatedBytes = budget };
        LimitedRead.Run<DataTable[]>(s_model, limits, bytes);
        LimitedRead.Result result = LimitedRead.Run<DataTable[]>(s_model, limits, bytes);
        Assert.That((result.Failure?.Code, result.Allocated <= budget + Slack), Is.EqualTo(((ErrorCode?)ErrorCode.AllocationTooLarge, true)));
    }

    private static TestCaseData Case<T>(string name, Func<T> make)
    {
        var bytes = new Lazy<byte[]>(() => s_model.Serialize(make()));
        return new TestCaseData((Func<LimitedReading>)(() =>
        {
            LimitedRead.Result result = LimitedRead.Run<T>(s_model, SerializerLimits.Default, bytes.Value);
            Assert.That(result.Failure, Is.Null);
            return new LimitedReading(result.Allocated, result.Charged);
        })).SetArgDisplayNames(name);
    }

    private static DataTable Table(int columns, int rows, int keys, Type? type = null)
    {
        var table = new DataTable("t");
        for (int i = 0; i < columns; i++)
        {
            table.Columns.Add($"c{i}", type ?? (i % 2 == 0 ? typeof(int) : typeof(decimal)));
        }
        for (int i = 0; i < keys; i++)
        {
            // The first column tells rows apart; the others by the bits of the number, so that no two keys are the same.
            table.Constraints.Add(new UniqueConstraint(
                $"k{i}", [.. table.Columns.Cast<DataColumn>().Where((_, column) => column == 0 || (i >> (column - 1) & 1) != 0)]));
        }
        for (int i = 0; i < rows; i++)
        {
            table.Rows.Add([.. Enumerable.Repeat<object>(i, columns)]);
        }
        table.AcceptChanges();
        return table;
    }

    private static DataTable Changed(DataTable table)
    {
        foreach (DataRow row in table.Rows)
        {
            row[1] = 0;
        }
        return table;
    }

    private static DataTable Deleted(DataTable table)
    {
        foreach (DataRow row in table.Rows.Cast<DataRow>().ToArray())
        {
            row.Delete();
        }
        return table;
    }

    private static DataTable WithErrors(DataTable table)
    {
        foreach (DataRow row in table.Rows)
        {
            row.RowError = "e";
            foreach (DataColumn column in table.Columns)
            {
                row.SetColumnError(column, "x");
            }
        }
        return table;
    }

    private static DataTable Texts()
    {
        var table = new DataTable("t") { PrimaryKey = [] };
        table.Columns.Add(new DataColumn("text", typeof(string)) { Unique = true });
        for (int i = 0; i < 2000; i++)
        {
            table.Rows.Add($"text {i}");
        }
        return table;
    }

    private static DataSet Tables(int count)
    {
        var set = new DataSet();
        for (int i = 0; i < count; i++)
        {
            set.Tables.Add($"t{i}");
        }
        return set;
    }

    private static DataSet Related(int count)
    {
        var set = new DataSet();
        DataTable parent = Table(count, 300, 0), child = Table(count, 300, 0);
        (parent.TableName, child.TableName) = ("parent", "child");
        set.Tables.Add(parent);
        set.Tables.Add(child);
        for (int i = 0; i < count; i++)
        {
            set.Relations.Add(parent.Columns[i], child.Columns[i]);
        }
        return set;
    }

    public sealed record LimitedReading(long Allocated, long Charged);
}
