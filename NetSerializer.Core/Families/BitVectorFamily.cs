using System.Collections.Specialized;
using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

/// <summary><see cref="BitVector32"/>: its 32 bits (docs/wire-format.md, section 4d).</summary>
internal sealed class BitVectorFamily : TypeFamily
{
    private const int Size = sizeof(int);

    // The name first: most models have no such type, and need not load the assembly that has it.
    public override TypeShape? Describe(Type type, ScanContext context) =>
        type is { IsValueType: true, Name: nameof(BitVector32) } && IsBitVector(type)
            ? new TypeShape(type, this, "bits", NullForm.None) { MinSize = Size, MaxSize = Size, Run = RunShape.Fixed(Size) }
            : null;

    public override ReadForm ReadForm(TypePlan plan) => Families.ReadForm.ByReference;

    public override bool IsInline(TypePlan plan, PlanTable table) => true;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        MethodInfo data = KnownMembers.Method(plan.Type, "get_Data");
        e.Statement($"p = ref Scalars.WriteInt32Fixed(ref w, ref p, {value.Text}.Data);");
        e.CallAdvancing(KnownMembers.Method(typeof(Scalars), nameof(Scalars.WriteInt32Fixed)), () =>
        {
            value.LoadAddress();
            e.Il.Call(data);
        });
        e.Use(Size);
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        Local bits = e.Il.SharedLocal("bits", typeof(int));
        e.Statement($"p = ref Scalars.ReadInt32Fixed(ref r, ref p, out bits); {destination.Text} = new BitVector32(bits);");
        e.CallAdvancing(KnownMembers.Method(typeof(Scalars), nameof(Scalars.ReadInt32Fixed)), () => e.Il.LoadAddress(bits));
        destination.Store(() =>
        {
            e.Il.Load(bits);
            e.Il.New(KnownMembers.Constructor(plan.Type, typeof(int)));
        });
        e.Use(Size);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool IsBitVector(Type type) => type == typeof(BitVector32);
}
