using System.Drawing;
using System.Numerics;

namespace NetSerializer.Tests.Equality;

/// <summary>
/// The structs of the framework that travel as tuples of their numbers, docs/wire-format.md section 6, with the names of the items in the order of
/// the text.
/// </summary>
internal static class FrameworkTuples
{
    private static readonly Dictionary<Type, string> s_items = new()
    {
        [typeof(System.Numerics.Vector2)] = "X Y",
        [typeof(System.Numerics.Vector3)] = "X Y Z",
        [typeof(Vector4)] = "X Y Z W",
        [typeof(Quaternion)] = "X Y Z W",
        [typeof(Plane)] = "Normal D",
        [typeof(Matrix3x2)] = "M11 M12 M21 M22 M31 M32",
        [typeof(Matrix4x4)] = "M11 M12 M13 M14 M21 M22 M23 M24 M31 M32 M33 M34 M41 M42 M43 M44",
        [typeof(Complex)] = "m_real m_imaginary",
        [typeof(System.Drawing.Point)] = "x y",
        [typeof(PointF)] = "x y",
        [typeof(Size)] = "width height",
        [typeof(SizeF)] = "width height",
        [typeof(Rectangle)] = "x y width height",
        [typeof(RectangleF)] = "x y width height",
        [typeof(Index)] = "_value",
        [typeof(Range)] = "<Start>k__BackingField <End>k__BackingField",
    };

    public static IEnumerable<Type> All => s_items.Keys;

    public static bool Contains(Type type) => s_items.ContainsKey(type);

    /// <summary>The fields in the order of the items.</summary>
    public static string[] Items(Type type) => s_items[type].Split(' ');
}
