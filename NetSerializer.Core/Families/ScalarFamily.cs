using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Ids;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

/// <summary>The scalars of docs/wire-format.md, section 2: one call of <see cref="Scalars"/> each. String has a family of its own.</summary>
internal sealed class ScalarFamily : TypeFamily
{
    private const string OneVarInt = RunShape.VarIntText;

    // Type, size bounds and run shape with integers=varint, and the width with integers=fixed (0: the same form).
    private static readonly Dictionary<Type, Form> s_scalars = new()
    {
        [typeof(bool)] = new(1, 1, "\u0001", 0),
        [typeof(byte)] = new(1, 1, "\u0001", 0),
        [typeof(sbyte)] = new(1, 1, "\u0001", 0),
        [typeof(char)] = new(1, VarInt.Max16, OneVarInt, 2),
        [typeof(short)] = new(1, VarInt.Max16, OneVarInt, 2),
        [typeof(ushort)] = new(1, VarInt.Max16, OneVarInt, 2),
        [typeof(int)] = new(1, VarInt.Max32, OneVarInt, 4),
        [typeof(uint)] = new(1, VarInt.Max32, OneVarInt, 4),
        [typeof(long)] = new(1, VarInt.Max64, OneVarInt, 8),
        [typeof(ulong)] = new(1, VarInt.Max64, OneVarInt, 8),
        [typeof(nint)] = new(1, VarInt.Max64, OneVarInt, 8),
        [typeof(nuint)] = new(1, VarInt.Max64, OneVarInt, 8),
        [typeof(Half)] = new(2, 2, "\u0002", 0),
        [typeof(float)] = new(4, 4, "\u0004", 0),
        [typeof(double)] = new(8, 8, "\u0008", 0),
        [typeof(Int128)] = new(16, 16, "\u0010", 0),
        [typeof(UInt128)] = new(16, 16, "\u0010", 0),
        [typeof(Guid)] = new(16, 16, "\u0010", 0),
        [typeof(decimal)] = new(3, 1 + VarInt.Max64 + VarInt.Max32, "\u0001\u0080\u0080", 0),
        [typeof(DateTime)] = new(8, 8, "\u0008", 0),
        [typeof(DateTimeOffset)] = new(9, 8 + VarInt.Max32, "\u0008\u0080", 0),
        [typeof(TimeSpan)] = new(8, 8, "\u0008", 0),
        [typeof(DateOnly)] = new(1, VarInt.Max32, OneVarInt, 0),
        [typeof(TimeOnly)] = new(8, 8, "\u0008", 0),
    };

    public override TypeShape? Describe(Type type, ScanContext context)
    {
        if (!s_scalars.TryGetValue(type, out Form? scalar))
        {
            return null;
        }
        var shape = new TypeShape(type, this, BuiltInIds.ScalarName(type)!, NullForm.None) { MinSize = scalar.Min, MaxSize = scalar.Max, Run = scalar.Run };
        return context.Options.Integers == IntegerEncoding.Fixed && scalar.Fixed > 0
            ? shape with { MinSize = scalar.Fixed, MaxSize = scalar.Fixed, Run = RunShape.Fixed(scalar.Fixed) }
            : shape;
    }

    public override ReadForm ReadForm(TypePlan plan) => Families.ReadForm.ByReference;

    public override bool IsInline(TypePlan plan, PlanTable table) => true;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value) => EmitWrite(e, plan.Type, plan.MaxSize, value);

    public override void EmitWriteTagged(WriteEmitter e, TypePlan plan, Place value) => EmitWriteTagged(e, plan, plan.Type, value);

    /// <summary>Writes the id and <paramref name="value"/>, which may be an enum over the scalar.</summary>
    public static void EmitWriteTagged(WriteEmitter e, TypePlan plan, Type scalar, Place value)
    {
        e.Id(plan, plan.MaxSize);
        EmitWrite(e, scalar, plan.MaxSize, value);
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination) => EmitRead(e, plan.Type, plan.MaxSize, destination);

    /// <summary>Writes <paramref name="value"/>, which may be an enum over the scalar.</summary>
    public static void EmitWrite(WriteEmitter e, Type scalar, int size, Place value)
    {
        MethodInfo method = Method("Write", scalar, e.Options);
        e.Statement($"p = ref Scalars.{method.Name}(ref w, ref p, {value.Text});");
        e.CallAdvancing(method, value.Load);
        e.Use(size);
    }

    /// <summary>Reads into <paramref name="destination"/>, which may be of an enum over the scalar.</summary>
    public static void EmitRead(ReadEmitter e, Type scalar, int size, Place destination)
    {
        MethodInfo method = Method("Read", scalar, e.Options);
        e.Use(size);
        Local value = e.Il.SharedLocal(BuiltInIds.ScalarName(scalar)! + "Value", scalar);
        e.Statement($"p = ref Scalars.{method.Name}(ref r, ref p, out {destination.Text});");
        e.CallAdvancing(method, () => e.Il.LoadAddress(value));
        destination.Store(() => e.Il.Load(value));
    }

    private static MethodInfo Method(string verb, Type scalar, SerializerOptions options)
    {
        bool isFloat = scalar == typeof(Half) || scalar == typeof(float) || scalar == typeof(double);
        string suffix = s_scalars[scalar].Fixed > 0 && options.Integers == IntegerEncoding.Fixed ? "Fixed"
            : isFloat && options.NonFiniteFloats == NonFiniteFloats.Reject ? "Finite"
            : "";
        return KnownMembers.Method(typeof(Scalars), verb + scalar.Name + suffix);
    }

    private sealed record Form(int Min, int Max, string Run, int Fixed);
}
