using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using NetSerializer.Emit;
using NetSerializer.Languages;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Families;

/// <summary>Structs without padding whose members accept every bit pattern: copied as they lie in memory (docs/wire-format.md, section 6).</summary>
internal sealed class RawStructFamily : TypeFamily
{
    private static readonly HashSet<Type> s_always = [typeof(byte), typeof(sbyte), typeof(Int128), typeof(UInt128), typeof(Guid), typeof(TimeSpan)];
    private static readonly HashSet<Type> s_floats = [typeof(Half), typeof(float), typeof(double)];
    private static readonly HashSet<Type> s_integers = [typeof(char), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong)];

    public override TypeShape? Describe(Type type, ScanContext context)
    {
        if (!BitConverter.IsLittleEndian || !IsStruct(type) || FSharpTypes.Tag(type) != null || !IsRaw(type, context))
        {
            return null;
        }
        int size = RuntimeHelpers.SizeOf(type.TypeHandle);
        return new TypeShape(type, this, "raw", NullForm.None)
        {
            Slots = SlotShape.OfMembers(Fields(type)),
            MinSize = size,
            MaxSize = size <= Planner.MaxBounded ? size : -1,
            Run = size <= Planner.MaxBounded ? RunShape.Fixed(size) : "",
            IsUnion = IsUnion(type),
        };
    }

    public override ReadForm ReadForm(TypePlan plan) => Families.ReadForm.ByReference;

    public override bool IsInline(TypePlan plan, PlanTable table) => true;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value) => EmitCopy(e, plan, value);

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination) => EmitCopy(e, plan, destination);

    /// <summary>Copies a value as it lies in memory to the cursor.</summary>
    public static void EmitCopy(WriteEmitter e, TypePlan plan, Place value)
    {
        e.Statement($"p = ref RawCopy<{plan.Type}>.Write(ref w, ref p, ref {value.Text});");
        e.CallAdvancing(KnownMembers.Method(typeof(RawCopy<>).MakeGenericType(plan.Type),
            plan.IsBounded ? nameof(RawCopy<byte>.Write) : nameof(RawCopy<byte>.WriteLarge)), value.LoadAddress);
        Settle(plan, e.Use, e.Forget);
    }

    /// <summary>Copies the bytes at the cursor over a value.</summary>
    public static void EmitCopy(ReadEmitter e, TypePlan plan, Place destination)
    {
        e.Statement($"p = ref RawCopy<{plan.Type}>.Read(ref r, ref p, ref {destination.Text});");
        e.CallAdvancing(KnownMembers.Method(typeof(RawCopy<>).MakeGenericType(plan.Type),
            plan.IsBounded ? nameof(RawCopy<byte>.Read) : nameof(RawCopy<byte>.ReadLarge)), destination.LoadAddress);
        Settle(plan, e.Use, e.Forget);
    }

    /// <summary>Whether a struct, or a scalar, may be copied whole under the options.</summary>
    public static bool IsRaw(Type type, ScanContext context) => IsRaw(type, context, context.Options.Integers == IntegerEncoding.Fixed);

    // A union has no other form than the copy, so its integers are copied under every option.
    private static bool IsRaw(Type type, ScanContext context, bool withIntegers)
    {
        if (context.Custom(type) != null)
        {
            return false;
        }
        if (type.IsEnum)
        {
            type = Enum.GetUnderlyingType(type);
        }
        if (type.IsPrimitive || !IsStruct(type))
        {
            return s_always.Contains(type)
                || (s_floats.Contains(type) && context.Options.NonFiniteFloats == NonFiniteFloats.Accept)
                || (s_integers.Contains(type) && withIntegers);
        }
        if (FixedStructFamily.Handles(type))
        {
            return Fields(type).All(field => IsRaw(field.FieldType, context, withIntegers));
        }
        if (type.IsAutoLayout || type.IsGenericTypeDefinition || type.ContainsGenericParameters || !context.IsMarked(type)
            || MemberSelector.IsFrameworkType(type)
            || type.IsDefined(typeof(InlineArrayAttribute), false) || typeof(ISerializable).IsAssignableFrom(type) || ObjectData.IsReplaced(type))
        {
            return false;
        }
        IReadOnlyList<FieldInfo> fields = Fields(type);
        withIntegers |= IsUnion(type) || KeepsIntegers(type);
        return fields.Count > 0
            && fields.All(field => field.FieldType.IsValueType && !field.IsDefined(typeof(FixedBufferAttribute), false)
                && (field.Attributes & (FieldAttributes)0x0080) == 0 && IsRaw(field.FieldType, context, withIntegers))
            && CoversEveryByte(type, fields)
            && !Callbacks.Has(type);
    }

    // Varints would take less than a fifth off the struct, and many times the time of a copy.
    private static bool KeepsIntegers(Type type) => 5 * MostSaved(type) < RuntimeHelpers.SizeOf(type.TypeHandle);

    private static int MostSaved(Type type)
    {
        if (type.IsEnum)
        {
            type = Enum.GetUnderlyingType(type);
        }
        return s_integers.Contains(type) ? RuntimeHelpers.SizeOf(type.TypeHandle) - 1
            : IsStruct(type) ? Fields(type).Sum(field => MostSaved(field.FieldType)) : 0;
    }

    /// <summary>Explicit layout with fields that overlap. Only the fields of a class itself count: the fields of its bases lie before them.</summary>
    public static bool IsUnion(Type type)
    {
        if (!type.IsExplicitLayout)
        {
            return false;
        }
        int end = 0;
        foreach (FieldInfo field in Fields(type))
        {
            if (Offset(field) < end)
            {
                return true;
            }
            end = Offset(field) + (field.FieldType.IsValueType ? RuntimeHelpers.SizeOf(field.FieldType.TypeHandle) : nint.Size);
        }
        return false;
    }

    private static int Offset(FieldInfo field) => field.GetCustomAttribute<FieldOffsetAttribute>()?.Value ?? 0;

    private static bool IsStruct(Type type) =>
        type is { IsValueType: true, IsPrimitive: false, IsEnum: false } && !s_always.Contains(type) && !s_floats.Contains(type) && !type.IsByRefLike;

    /// <summary>In the order of their offsets: that of declaration for sequential layout, which has no gaps when the sizes add up.</summary>
    public static FieldInfo[] Fields(Type type)
    {
        FieldInfo[] fields = type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly);
        return type.IsExplicitLayout ? [.. fields.OrderBy(Offset).ThenBy(field => field.Name, StringComparer.Ordinal)] : InOrderOfDeclaration(fields);
    }

    private static FieldInfo[] InOrderOfDeclaration(FieldInfo[] fields)
    {
        Array.Sort(fields, (x, y) => x.MetadataToken.CompareTo(y.MetadataToken));
        return fields;
    }

    private static bool CoversEveryByte(Type type, IReadOnlyList<FieldInfo> fields)
    {
        int size = RuntimeHelpers.SizeOf(type.TypeHandle);
        if (!type.IsExplicitLayout)
        {
            return fields.Sum(field => RuntimeHelpers.SizeOf(field.FieldType.TypeHandle)) == size;
        }
        int covered = 0;
        foreach (FieldInfo field in fields)
        {
            if (Offset(field) > covered)
            {
                return false;
            }
            covered = Math.Max(covered, Offset(field) + RuntimeHelpers.SizeOf(field.FieldType.TypeHandle));
        }
        return covered == size;
    }

    private static void Settle(TypePlan plan, Action<int> use, Action forget)
    {
        if (plan.IsBounded)
        {
            use(plan.MaxSize);
        }
        else
        {
            forget();
        }
    }
}
