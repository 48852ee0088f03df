using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Wire.Columns;

namespace NetSerializer.Families.Columns;

/// <summary>The bodies of <c>WriteColumns_X</c> and <c>ReadColumns_X</c>: a block of structs, column by column. Few structs are slots one by one.</summary>
internal static class ColumnMethods
{
    /// <summary>Fewer structs in a block go one by one: a column has a mode of its own.</summary>
    private const int Few = 16;

    /// <summary>Writes a block.</summary>
    public static void Write(WriteEmitter e, TypePlan plan)
    {
        BodyWriter il = e.Il;
        OneByOne(il, plan, (index, element) => e.Traced(index, () =>
        {
            e.Forget();
            if (plan.IsBounded)
            {
                e.Reserve(plan.MaxSize);
            }
            e.Body(plan, element);
        }), e.Return);
        e.Forget();
        foreach (ColumnMember member in ColumnStructs.Members(plan, e.Methods.Table))
        {
            Place first = First(il, plan, member.Path!);
            Call(e, plan, member, nameof(Column<Wire.BitCodec, bool>.Write), $"ref w, ref p, ref {first.Text}", first.LoadAddress);
        }
        e.Return();
    }

    /// <summary>Reads a block.</summary>
    public static void Read(ReadEmitter e, TypePlan plan)
    {
        BodyWriter il = e.Il;
        List<ColumnMember> members = ColumnStructs.Members(plan, e.Methods.Table);
        int covered = members.Sum(member => member.Path == null ? 0 : SizeOf(member.Path[^1].FieldType));
        if (covered != SizeOf(plan.Type))
        {
            e.Statement("first[..count].Clear();");
            il.Load(il.Argument(2));
            il.Load(il.Argument(3));
            il.Call(KnownMembers.Method(typeof(StructColumns<>).MakeGenericType(plan.Type), nameof(StructColumns<int>.Clear)));
        }
        OneByOne(il, plan, (index, element) => e.Traced(index, () =>
        {
            e.Forget();
            if (plan.IsBounded)
            {
                e.Run(plan.MinSize, plan.MaxSize, plan.Run);
            }
            e.Body(plan, element);
        }), e.Return);
        e.Forget();
        foreach (ColumnMember member in members)
        {
            if (member.Path == null)
            {
                Call(e, plan, member, nameof(Column<Wire.BitCodec, bool>.Skip), "ref r, ref p", null);
                continue;
            }
            Place first = First(il, plan, member.Path);
            if (member.Conversion != null)
            {
                ReadAs(e, plan, member, first);
                continue;
            }
            Call(e, plan, member, nameof(Column<Wire.BitCodec, bool>.Read), $"ref r, ref p, ref {first.Text}", first.LoadAddress);
        }
        e.Return();
    }

    // A member of data of another version.
    private static void ReadAs(ReadEmitter e, TypePlan plan, ColumnMember member, Place first)
    {
        Type codec = BulkForms.Column(member.Type, e.Methods.Table)!;
        MethodInfo convert = member.Conversion!, read = KnownMembers.Method(
            typeof(Column<,>).MakeGenericType(codec, member.Type), nameof(Column<Wire.BitCodec, bool>.ReadAs)).MakeGenericMethod(first.Type);
        int size = SizeOf(plan.Type);
        e.Statement($"p = ref Column<{OperandText.Name(codec)}>.ReadAs(ref r, ref p, ref {first.Text}, {size}, &{convert.Name}, count);");
        e.CallAdvancing(read, first.LoadAddress, () => e.Il.Constant(size), () => e.Il.LoadFunction(convert), () => e.Il.Load(e.Il.Argument(3)));
    }

    private static void OneByOne(BodyWriter il, TypePlan plan, Action<Local, Place> element, Action done)
    {
        Argument first = il.Argument(2), count = il.Argument(3);
        Local index = il.NewLocal("i", typeof(int));
        il.Statement($"if (count < {Few}) {{ for (int i = 0; i < count; i++) slot first[i]; return ref p; }}");
        il.Load(count);
        il.Constant(Few);
        il.If(Condition.Less, () =>
        {
            il.Constant(0);
            il.Store(index);
            il.ForUpTo(index, () => il.Load(count), () => element(index, Place.At(il, plan.Type, "first[i]", () =>
            {
                il.Load(first);
                il.Load(index);
                il.Call(KnownMembers.UnsafeAdd(plan.Type));
            }, PlaceContent.Zero)));
            done();
        });
    }

    private static Place First(BodyWriter il, TypePlan plan, FieldInfo[] path)
    {
        Place place = Place.At(il, plan.Type, "first", () => il.Load(il.Argument(2)), PlaceContent.Zero);
        foreach (FieldInfo field in path)
        {
            place = place.Field(field);
        }
        return place;
    }

    private static void Call(CursorEmitter e, TypePlan plan, ColumnMember member, string verb, string arguments, Action? loadFirst)
    {
        Type codec = BulkForms.Column(member.Type, e.Methods.Table)!;
        MethodInfo method = KnownMembers.Method(typeof(Column<,>).MakeGenericType(codec, member.Type), verb);
        int size = SizeOf(plan.Type);
        e.Statement($"p = ref Column<{OperandText.Name(codec)}>.{verb}({arguments}, {(loadFirst == null ? "" : $"{size}, ")}count);");
        Action[] place = loadFirst == null ? [] : [loadFirst, () => e.Il.Constant(size)];
        e.CallAdvancing(method, [.. place, () => e.Il.Load(e.Il.Argument(3))]);
    }

    private static int SizeOf(Type type) => RuntimeHelpers.SizeOf(type.TypeHandle);
}
