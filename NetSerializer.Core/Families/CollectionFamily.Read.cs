using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Planning;

namespace NetSerializer.Families;

// The reading side.
internal sealed partial class CollectionFamily
{
    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        Content content = Content.Of(plan);
        if (content.Bulk(e.Methods.Table) is { } bulk)
        {
            ReadBulk(e, content, destination, bulk);
            return;
        }
        BodyWriter il = e.Il;
        int minimum = content.Slots.Sum(slot => slot.MinSize);
        Local count = il.NewLocal("count", typeof(int)), index = il.NewLocal("i", typeof(int)), fill = il.NewLocal("fill", content.Fill);
        e.Statement($"p = ref r.ReadCount(ref p, {minimum}, out int count);");
        e.Thread(KnownMembers.ReadCount, () => il.Constant(minimum), () => il.LoadAddress(count));
        e.Statement("if (count < 0) { value = null; return ref p; }");
        il.Load(count);
        il.Constant(0);
        il.If(Condition.Less, () =>
        {
            destination.Store(il.Null);
            e.Return();
        });
        e.Statement($"var fill = {content.Fill.Name}.Start(ref r, ref p, count, null);");
        e.Tell(KnownMembers.Method(content.Fill, "Start"), () => il.Load(count), il.Null);
        il.Store(fill);
        e.Statement("for (int i = 0; i < count; i++) fill.Add(ref r, ref p, slots);");
        il.Constant(0);
        il.Store(index);
        il.ForUpTo(index, () => il.Load(count), () =>
        {
            e.Forget();
            e.Traced(index, () => ReadEntry(e, content, fill));
        });
        e.Forget();
        e.Statement($"{destination.Text} = fill.Collection;");
        destination.Store(() =>
        {
            il.LoadAddress(fill);
            il.Call(KnownMembers.Method(content.Fill, "get_Collection"));
        });
    }

    private static void ReadBulk(ReadEmitter e, Content content, Place destination, Type bulk)
    {
        BodyWriter il = e.Il;
        Local made = il.NewLocal("made", content.Type);
        e.Statement($"p = ref BulkCollection.Read<{content.Fill.Name}>(ref r, ref p, null, out {destination.Text});");
        MethodInfo read = KnownMembers.Method(bulk, "Read").MakeGenericMethod(content.Fill, content.Type);
        e.Thread(read, il.Null, () => il.LoadAddress(made));
        destination.Store(() => il.Load(made));
        e.Forget();
    }

    private static void ReadEntry(ReadEmitter e, Content content, Local fill)
    {
        BodyWriter il = e.Il;
        Type fillType = content.Fill;
        if (fillType.GetMethod("Begin") is { } begin)
        {
            CallFill(il, fill, begin);
        }
        Local[] parts = new Local[content.Slots.Length];
        for (int i = 0; i < parts.Length; i++)
        {
            SlotPlan slot = content.Slots[i];
            Local part = parts[i] = il.SharedLocal(slot.Shape.Role.ToString().ToLowerInvariant(), slot.DeclaredType);
            if (slot.DeclaredType.IsValueType)
            {
                il.LoadAddress(part);
                il.Initialize(slot.DeclaredType);
            }
            e.Slot(slot, Place.Of(il, part));
        }
        CallFill(il, fill, KnownMembers.Method(fillType, "Add"), parts);
    }

    private static void CallFill(BodyWriter il, Local fill, MethodInfo method, params ReadOnlySpan<Local> arguments)
    {
        il.LoadAddress(fill);
        il.Load(il.Argument(0));
        il.Load(il.Argument(1));
        foreach (Local argument in arguments)
        {
            il.Load(argument);
        }
        il.Call(method);
    }
}
