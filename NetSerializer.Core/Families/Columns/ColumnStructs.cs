using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NetSerializer.Ids;
using NetSerializer.Languages;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Families.Columns;

/// <summary>The structs whose sequences go by columns (docs/wire-format.md, section 4d): those of members of bounded size that refer to nothing.</summary>
internal static class ColumnStructs
{
    /// <summary>The word of the schema for such a struct.</summary>
    public const string Keyword = "columns";

    // A block of a column is gathered on the stack.
    private const int LargestMember = 64;

    /// <summary>Whether sequences of a struct that travels by its fields go by columns.</summary>
    public static bool Is(Type type, ScanContext context) => IsPlain(type, context) && MemberSelector.DataFields(type) is { Count: > 0 } fields
        // Of structs that are bits alone any number would fit a byte.
        && fields.TrueForAll(field => IsColumn(field.FieldType, context)) && fields.Exists(field => field.FieldType != typeof(bool));

    private static bool IsColumn(Type type, ScanContext context)
    {
        if (context.Custom(type) != null || !type.IsValueType)
        {
            return false;
        }
        Type scalar = type.IsEnum ? Enum.GetUnderlyingType(type) : type;
        if (BuiltInIds.ScalarName(scalar) != null)
        {
            return scalar != typeof(nint) && scalar != typeof(nuint);
        }
        if (RawStructFamily.IsRaw(type, context) && !FixedStructFamily.Handles(type))
        {
            return RuntimeHelpers.SizeOf(type.TypeHandle) <= LargestMember;
        }
        return FixedStructFamily.Handles(type) ? Array.TrueForAll(RawStructFamily.Fields(type), field => IsColumn(field.FieldType, context))
            : Is(type, context);
    }

    // Written and read by its fields, without code of a user that would see one struct at a time.
    private static bool IsPlain(Type type, ScanContext context) =>
        type is { IsValueType: true, IsPrimitive: false, IsEnum: false, IsByRefLike: false, ContainsGenericParameters: false }
        && !MemberSelector.IsFrameworkType(type) && context.IsMarked(type)
        && !typeof(ISerializable).IsAssignableFrom(type) && !typeof(ICustomBinarySerializable).IsAssignableFrom(type) && !ObjectData.IsReplaced(type)
        && !type.IsDefined(typeof(InlineArrayAttribute), false) && !RawStructFamily.IsUnion(type) && FSharpTypes.Tag(type) == null
        && !Callbacks.Has(type);

    /// <summary>The columns of a struct, in the order of the wire.</summary>
    public static List<ColumnMember> Members(TypePlan plan, PlanTable table)
    {
        var members = new List<ColumnMember>();
        Add(members, plan, [], isThere: true, table);
        return members;
    }

    /// <summary>The fewest bytes that a writer takes for a struct in a sequence: in a block, or one by one.</summary>
    public static int LeastBytes(TypePlan plan, PlanTable table) =>
        Math.Min(plan.MinSize, Members(plan, table).Sum(member => BulkForms.LeastColumnBytes(member.Type, table)));

    /// <summary>Whether a block of each column of the plans fits the stack, which those of a schema of anybody may not.</summary>
    public static bool FitStack(PlanTable table) => table.Plans.Where(plan => plan.Shape.Keyword == Keyword).SelectMany(plan => Members(plan, table))
        .All(member => RuntimeHelpers.SizeOf(member.Type.TypeHandle) <= LargestMember);

    private static void Add(List<ColumnMember> members, TypePlan plan, FieldInfo[] path, bool isThere, PlanTable table)
    {
        foreach (SlotPlan slot in plan.Slots)
        {
            FieldInfo? field = slot.Shape.Field;
            bool isField = isThere && field != null;
            FieldInfo[] longer = isField ? [.. path, field!] : path;
            if (table.Find(slot.DeclaredType) is { Shape.Keyword: Keyword or "tuple" } inner)
            {
                Add(members, inner, longer, isField, table);
            }
            else
            {
                members.Add(new ColumnMember(isField ? longer : null, slot.DeclaredType, slot.Shape.Conversion));
            }
        }
    }
}

/// <summary>A column of a struct.</summary>
/// <param name="Path">The fields from the struct to the member; null for a member that data of another version alone have.</param>
/// <param name="Type">The type of the member in the data.</param>
/// <param name="Conversion">The function that makes a value of the field of one of data of another version; null where the value is of its type.</param>
internal sealed record ColumnMember(FieldInfo[]? Path, Type Type, MethodInfo? Conversion);
