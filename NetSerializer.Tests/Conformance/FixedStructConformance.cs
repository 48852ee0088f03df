using System.Drawing;
using System.Numerics;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

/// <summary>Structs of the framework that are tuples of numbers, alone and in arrays, which are copied whole where the options allow it.</summary>
[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
[TestFixture(WireVariant.Finite)]
internal abstract class FixedStructConformance<T>(WireVariant variant) : FamilyConformance<T>(variant) where T : struct
{
    protected abstract T Value { get; }

    protected override string GoldenName => $"tuple-{typeof(T).Name}".ToLowerInvariant();

    protected override IEnumerable<Sample<T>> Samples => [new("some", Value), new("default", default)];

    protected override IEnumerable<Root> MoreRoots =>
        [new Root<T[]>("in an array", [.. Enumerable.Repeat(Value, 40), default]), new Root<List<T>>("in a list", [Value, default])];
}

internal sealed class Vector2Conformance(WireVariant variant) : FixedStructConformance<Vector2>(variant)
{
    protected override Vector2 Value => new(1, -0f);
}

internal sealed class Vector3Conformance(WireVariant variant) : FixedStructConformance<Vector3>(variant)
{
    protected override Vector3 Value => new(1, 2, 3);
}

internal sealed class Vector4Conformance(WireVariant variant) : FixedStructConformance<Vector4>(variant)
{
    protected override Vector4 Value => new(1, 2, 3, 4);
}

internal sealed class QuaternionConformance(WireVariant variant) : FixedStructConformance<Quaternion>(variant)
{
    protected override Quaternion Value => new(1, 2, 3, 4);
}

internal sealed class PlaneConformance(WireVariant variant) : FixedStructConformance<Plane>(variant)
{
    protected override Plane Value => new(1, 2, 3, 4);
}

internal sealed class Matrix3x2Conformance(WireVariant variant) : FixedStructConformance<Matrix3x2>(variant)
{
    protected override Matrix3x2 Value => new(1, 2, 3, 4, 5, 6);
}

internal sealed class Matrix4x4Conformance(WireVariant variant) : FixedStructConformance<Matrix4x4>(variant)
{
    protected override Matrix4x4 Value => new(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
}

internal sealed class ComplexConformance(WireVariant variant) : FixedStructConformance<Complex>(variant)
{
    protected override Complex Value => new(1.5, -2);
}

internal sealed class DrawingPointConformance(WireVariant variant) : FixedStructConformance<System.Drawing.Point>(variant)
{
    protected override System.Drawing.Point Value => new(300, -1);
}

internal sealed class PointFConformance(WireVariant variant) : FixedStructConformance<PointF>(variant)
{
    protected override PointF Value => new(0.5f, -1);
}

internal sealed class SizeConformance(WireVariant variant) : FixedStructConformance<Size>(variant)
{
    protected override Size Value => new(int.MaxValue, int.MinValue);
}

internal sealed class SizeFConformance(WireVariant variant) : FixedStructConformance<SizeF>(variant)
{
    protected override SizeF Value => new(1, 2);
}

internal sealed class RectangleConformance(WireVariant variant) : FixedStructConformance<Rectangle>(variant)
{
    protected override Rectangle Value => new(1, -2, 300, 4);
}

internal sealed class RectangleFConformance(WireVariant variant) : FixedStructConformance<RectangleF>(variant)
{
    protected override RectangleF Value => new(1, 2, 3, 4);
}

internal sealed class FromEndConformance(WireVariant variant) : FixedStructConformance<Index>(variant)
{
    protected override Index Value => ^3;
}

internal sealed class RangeConformance(WireVariant variant) : FixedStructConformance<Range>(variant)
{
    protected override Range Value => 5..^1;
}
