using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class Int32GridConformance(WireVariant variant) : FamilyConformance<int[,]>(variant)
{
    protected override string GoldenName => "grid-int32";

    protected override IEnumerable<Sample<int[,]>> Samples =>
    [
        new("2 by 3", new[,] { { 1, 2, 3 }, { -4, 5, 600 } }), new("empty", new int[0, 0]), new("3 rows of none", new int[3, 0]),
        new("lower bounds", (int[,])Array.CreateInstance(typeof(int), [1, 2], [-5, 7])), new("7 by 5, in blocks", Filled(7, 5)),
        new("20 by 10, two blocks", Filled(20, 10)),
    ];

    private static int[,] Filled(int rows, int columns)
    {
        var grid = new int[rows, columns];
        for (int i = 0; i < grid.Length; i++)
        {
            grid[i / columns, i % columns] = i;
        }
        return grid;
    }
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Finite)]
internal sealed class DoubleGridConformance(WireVariant variant) : FamilyConformance<double[,,]>(variant)
{
    protected override string GoldenName => "grid-double";

    protected override IEnumerable<Sample<double[,,]>> Samples =>
        [new("1 by 2 by 2", new[,,] { { { 1.0, 2 }, { 3, 4 } } }),
            new("lower bounds", (double[,,])Array.CreateInstance(typeof(double), [1, 1, 1], [int.MinValue, int.MaxValue, 0]))];
}

internal sealed class Int32CubeConformance(WireVariant variant) : FamilyConformance<int[,,]>(variant)
{
    protected override IEnumerable<Sample<int[,,]>> Samples => [new("2 by 3 by 4", Filled(2, 3, 4)), new("5 by 1 by 30, in blocks", Filled(5, 1, 30))];

    private static int[,,] Filled(int planes, int rows, int columns)
    {
        int[,,] cube = new int[planes, rows, columns];
        for (int i = 0; i < cube.Length; i++)
        {
            cube[i / columns / rows, i / columns % rows, i % columns] = i;
        }
        return cube;
    }
}

internal sealed class EnumCubeConformance(WireVariant variant) : FamilyConformance<DayOfWeek[,,]>(variant)
{
    protected override IEnumerable<Sample<DayOfWeek[,,]>> Samples =>
        [new("1 by 2 by 3", new DayOfWeek[,,] { { { DayOfWeek.Monday, DayOfWeek.Friday, 0 }, { DayOfWeek.Sunday, DayOfWeek.Saturday, DayOfWeek.Tuesday } } })];
}

internal sealed class BooleanGridConformance(WireVariant variant) : FamilyConformance<bool[,]>(variant)
{
    protected override string GoldenName => "grid-bool";

    protected override IEnumerable<Sample<bool[,]>> Samples => [new("3 by 3", new[,] { { true, false, true }, { false, false, true }, { true, true, true } })];
}

internal sealed class DecimalGridConformance(WireVariant variant) : FamilyConformance<decimal[,]>(variant)
{
    protected override IEnumerable<Sample<decimal[,]>> Samples => [new("1 by 2", new[,] { { 1.5m, -2m } })];
}

internal sealed class StringGridConformance(WireVariant variant) : FamilyConformance<string?[,]>(variant)
{
    protected override string GoldenName => "grid-string";

    protected override IEnumerable<Sample<string?[,]>> Samples => [new("2 by 2", new[,] { { "a", null }, { "", "\u4F60" } })];
}

internal sealed class StructGridConformance(WireVariant variant) : FamilyConformance<Flat[,]>(variant)
{
    protected override IEnumerable<Sample<Flat[,]>> Samples => [new("2 by 1", new[,] { { new Flat { Id = 1 } }, { new Flat { Name = "n" } } })];
}

internal sealed class RawStructGridConformance(WireVariant variant) : FamilyConformance<Point[,]>(variant)
{
    protected override IEnumerable<Sample<Point[,]>> Samples => [new("1 by 2", new[,] { { new Point { X = 1 }, new Point { Y = 2 } } })];
}

internal sealed class EmptyStructGridConformance(WireVariant variant) : FamilyConformance<Empty[,]>(variant)
{
    protected override IEnumerable<Sample<Empty[,]>> Samples => [new("2 by 2", new Empty[2, 2])];
}

internal sealed class EnumGridConformance(WireVariant variant) : FamilyConformance<Shade[,]>(variant)
{
    protected override IEnumerable<Sample<Shade[,]>> Samples => [new("1 by 2", new[,] { { Shade.Dark, Shade.Light } })];
}

internal sealed class ObjectGridConformance(WireVariant variant) : FamilyConformance<object?[,]>(variant)
{
    protected override IEnumerable<Sample<object?[,]>> Samples => [new("1 by 3", new object?[,] { { 1, null, new object?[,] { { "inner" } } } })];
}

internal sealed class GridOfArraysConformance(WireVariant variant) : FamilyConformance<int[]?[,]>(variant)
{
    protected override IEnumerable<Sample<int[]?[,]>> Samples => [new("1 by 3", new int[]?[,] { { [1, 2], null, [] } })];
}

internal sealed class ArrayOfGridsConformance(WireVariant variant) : FamilyConformance<int[,]?[]>(variant)
{
    protected override IEnumerable<Sample<int[,]?[]>> Samples => [new("two", [new[,] { { 1 } }, null])];
}

/// <summary>T[*]: one dimension whose lower bound is not 0. C# has no notation for the type, so it is tested behind System.Array.</summary>
internal sealed class BoundedVectorConformance(WireVariant variant) : FamilyConformance<Array>(variant)
{
    protected override string GoldenName => "grid-rank-1";

    protected override IEnumerable<Type> Types => [typeof(int).MakeArrayType(1), typeof(string).MakeArrayType(1), typeof(int[,,,])];

    protected override IEnumerable<Sample<Array>> Samples =>
        [new("ints from 5 on", Filled(typeof(int), 1, 2, 3)), new("strings from 5 on", Filled(typeof(string), "a", null)), new("none", Filled(typeof(int))),
            new("a plain array", new[] { 1 }), new("four dimensions", new int[1, 2, 1, 2])];

    private static Array Filled(Type element, params object?[] elements)
    {
        var array = Array.CreateInstance(element, [elements.Length], [5]);
        for (int i = 0; i < elements.Length; i++)
        {
            array.SetValue(elements[i], 5 + i);
        }
        return array;
    }
}
