using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

/// <summary>
/// Structs of the framework that are a few numbers and nothing else: vectors, matrices, points, rectangles, complex numbers, indexes. On the wire
/// tuples of these numbers, in the order in which they lie in memory (docs/wire-format.md, section 6), so that they are copied whole where the
/// options let numbers be.
/// </summary>
internal sealed class FixedStructFamily : TypeFamily
{
    /// <summary>The types. By name: most models have none of them, and need not load their assemblies.</summary>
    public static bool Handles(Type type) =>
        type.IsValueType && type.FullName is
            "System.Numerics.Vector2" or "System.Numerics.Vector3" or "System.Numerics.Vector4" or "System.Numerics.Quaternion" or "System.Numerics.Plane"
            or "System.Numerics.Matrix3x2" or "System.Numerics.Matrix4x4"
            or "System.Numerics.Complex" or "System.Drawing.Point" or "System.Drawing.PointF" or "System.Drawing.Size" or "System.Drawing.SizeF"
                or "System.Drawing.Rectangle" or "System.Drawing.RectangleF"
            or "System.Index" or "System.Range"
        && MemberSelector.IsFrameworkType(type);

    public override TypeShape? Describe(Type type, ScanContext context)
    {
        if (!Handles(type))
        {
            return null;
        }
        var shape = new TypeShape(type, this, "tuple", NullForm.None)
        {
            Slots = [.. RawStructFamily.Fields(type).Select(field => new SlotShape(SlotRole.Item, field.FieldType, field))],
            IsSumOfSlots = true,
        };
        if (!RawStructFamily.IsRaw(type, context))
        {
            return shape;
        }
        int size = System.Runtime.CompilerServices.RuntimeHelpers.SizeOf(type.TypeHandle);
        return shape with { IsSumOfSlots = false, MinSize = size, MaxSize = size, Run = RunShape.Fixed(size) };
    }

    /// <summary>The model copies values of the type as they lie in memory.</summary>
    public static bool IsRaw(TypePlan plan) => plan.Shape is { Family: FixedStructFamily, IsSumOfSlots: false };

    public override ReadForm ReadForm(TypePlan plan) => Families.ReadForm.ByReference;

    public override bool IsInline(TypePlan plan, PlanTable table) => IsRaw(plan);

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        if (IsRaw(plan))
        {
            RawStructFamily.EmitCopy(e, plan, value);
            return;
        }
        e.Members(plan.Slots, i => value.Field(Field(plan, i)));
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        if (IsRaw(plan))
        {
            RawStructFamily.EmitCopy(e, plan, destination);
            return;
        }
        e.Members(plan.Slots, i => destination.Field(Field(plan, i)));
    }

    private static FieldInfo Field(TypePlan plan, int index) => plan.Slots[index].Shape.Field!;
}
