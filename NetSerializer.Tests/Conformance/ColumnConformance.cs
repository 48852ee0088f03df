using System.Drawing;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

internal enum Ward : ushort
{
    General,
    Intensive = 300,
}

/// <summary>A raw struct that keeps its integers whole.</summary>
[Serializable]
internal struct Place
{
    public double Latitude, Longitude;
    public short Floor;
    public byte Wing, Side;
    public float Height;
}

[Serializable]
internal struct Stay
{
    public DateOnly Day;
    public bool IsPaid;
    public decimal Price;
}

/// <summary>A member of each kind that is a column, one that does not travel, and gaps.</summary>
[Serializable]
internal struct Visit
{
    public long Number;
    public int Patient;
    public bool IsOpen;
    public Ward Ward;
    public DateTime Begin;
    public DateTimeOffset Told;
    public Guid Doctor;
    public Place Place;
    public Stay Stay;
    public Rectangle Bed;
    public char Letter;
    public sbyte Level;
    [NonSerialized]
    public int Cached;

    public static Visit[] Many(int count) => [.. Enumerable.Range(0, count).Select(Of)];

    public static Visit Of(int i) => new()
    {
        Number = i % 20 == 19 ? long.MinValue : i,
        Patient = i * 1_000 - 50_000,
        IsOpen = i % 3 == 0,
        Ward = i % 2 == 0 ? Ward.General : Ward.Intensive,
        Begin = new DateTime(2026, 1, 1, 0, 0, 0, (DateTimeKind)(i % 3)).AddMinutes(i),
        Told = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.FromMinutes(60 * (i % 5) - 120)).AddHours(i),
        Doctor = new Guid(i, 0, 0, new byte[8]),
        Place = new Place { Latitude = i / 2.0, Longitude = -i, Side = 1, Floor = (short)i, Wing = (byte)i, Height = -i },
        Stay = new Stay { Day = new DateOnly(2026, 1, 1).AddDays(i), IsPaid = i % 2 == 1, Price = i / 4m },
        Bed = new Rectangle(i, -i, 100_000, 2),
        Letter = (char)('a' + i),
        Level = (sbyte)-i,
        Cached = 0,
    };
}

/// <summary>Structs whose sequences go by columns, in blocks of every kind.</summary>
[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class ColumnConformance(WireVariant variant) : FamilyConformance<Visit[]>(variant)
{
    protected override string GoldenName => "array-columns";

    protected override IEnumerable<Sample<Visit[]>> Samples =>
        [new("none", []), new("few", Visit.Many(15)), new("a short block", Visit.Many(17)), new("two blocks and few", Visit.Many(130))];

    protected override IEnumerable<Root> MoreRoots =>
    [
        new Root<List<Visit>>("in a list", [.. Visit.Many(40)]), new Root<Queue<Visit>>("in a queue", new Queue<Visit>(Visit.Many(16))),
        new Root<ArraySegment<Visit>>("in a segment", new ArraySegment<Visit>(Visit.Many(20), 2, 17)), new Root<Visit[,]>("in a grid", Grid()),
    ];

    private static Visit[,] Grid()
    {
        var grid = new Visit[4, 5];
        for (int i = 0; i < grid.Length; i++)
        {
            grid[i / 5, i % 5] = Visit.Of(i);
        }
        return grid;
    }
}
