using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Wire;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

// The writing side.
internal sealed partial class CollectionFamily
{
    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        Content content = Content.Of(plan);
        BodyWriter il = e.Il;
        e.Statement($"if ({value.Text} == null) {{ write 0; return ref p; }}");
        value.Load();
        il.If(Condition.False, () =>
        {
            e.Bytes(0, "null");
            e.Return();
        });
        e.Forget();
        Local count = il.NewLocal("count", typeof(int));
        e.Statement($"int count = {value.Text}.Count;");
        LoadCount(il, content, value);
        il.Store(count);
        if (content.Bulk(e.Methods.Table) is { } bulk)
        {
            WriteBulk(e, content, value, count, bulk);
            return;
        }
        e.VarInt32("count + 1", () =>
        {
            il.Load(count);
            il.Constant(1);
            il.Add();
        });
        if (content.Entry.Walk == Walk.Index)
        {
            WriteByIndex(e, content, value, count);
        }
        else
        {
            WriteEnumerated(e, content, value, count);
        }
    }

    // Copied into an array that is rented, so that bulk forms have their elements in a row.
    private static void WriteBulk(WriteEmitter e, Content content, Place value, Local count, Type bulk)
    {
        BodyWriter il = e.Il;
        Type array = content.Slots[0].DeclaredType.MakeArrayType();
        Local rented = il.NewLocal("rented", array);
        e.Statement("var rented = BulkCollection.Rent(count);");
        il.Load(count);
        il.Call(KnownMembers.Method(bulk, nameof(BulkCollection<BitCodec, bool>.Rent)));
        il.Store(rented);
        e.Statement($"{value.Text}.CopyTo(rented, 0);");
        value.Load();
        il.Load(rented);
        il.Constant(0);
        il.Call(Content.Member(content.Type, "CopyTo", array, typeof(int)));
        e.Statement($"if ({value.Text}.Count != count) throw CollectionChanged;");
        LoadCount(il, content, value);
        il.Load(count);
        il.If(Condition.NotEqual, () => il.Call(KnownMembers.CollectionChanged));
        e.Statement("p = ref BulkCollection.Write(ref w, ref p, rented, count);");
        e.Thread(KnownMembers.Method(bulk, nameof(BulkCollection<BitCodec, bool>.Write)), () => il.Load(rented), () => il.Load(count));
        e.Forget();
    }

    private static void WriteEnumerated(WriteEmitter e, Content content, Place value, Local count)
    {
        BodyWriter il = e.Il;
        e.Statement($"foreach (var entry in {value.Text}) slots");
        Local index = il.NewLocal("i", typeof(int));
        il.Constant(0);
        il.Store(index);
        Type enumerated = LoadEnumerated(il, content, value);
        var getEnumerator = Content.Member(enumerated, "GetEnumerator");
        Local enumerator = il.NewLocal("enumerator", getEnumerator.ReturnType);
        il.Call(getEnumerator);
        il.Store(enumerator);
        Label next = il.NewLabel("next"), test = il.NewLabel("test");
        il.Branch(test);
        il.Mark(next);
        e.Forget();
        e.Traced(index, () => WriteEntry(e, content, () => CallEnumerator(il, enumerator, "get_Current")));
        il.Load(index);
        il.Constant(1);
        il.Add();
        il.Store(index);
        il.Mark(test);
        CallEnumerator(il, enumerator, "MoveNext");
        il.Branch(Condition.True, next);
        e.Forget();
        RequireCount(e, index, count);
    }

    private static void WriteByIndex(WriteEmitter e, Content content, Place value, Local count)
    {
        BodyWriter il = e.Il;
        Local index = il.NewLocal("i", typeof(int));
        e.Statement($"for (int i = 0; i < {value.Text}.Count; i++) write the slot {value.Text}[i];");
        il.Constant(0);
        il.Store(index);
        il.ForUpTo(index, () => LoadCount(il, content, value), () =>
        {
            e.Forget();
            e.Traced(index, () => WriteEntry(e, content, () =>
            {
                value.Load();
                il.Load(index);
                System.Reflection.MethodInfo item = Content.Member(content.Type, "get_Item", typeof(int));
                il.Call(item);
                return item.ReturnType;
            }));
        });
        e.Forget();
        RequireCount(e, index, count);
    }

    private static void WriteEntry(WriteEmitter e, Content content, Func<Type> loadCurrent)
    {
        BodyWriter il = e.Il;
        Type currentType = loadCurrent();
        Local current = il.SharedLocal("current", currentType);
        il.Store(current);
        if (content.Slots.Length == 1)
        {
            e.Members(content.Slots, _ => Place.Of(il, current));
            return;
        }
        Place[] parts = [.. content.Slots.Select((slot, i) => Part(il, current, slot, i))];
        e.Members(content.Slots, i => parts[i]);
    }

    // A pair has properties, a value tuple fields.
    private static Place Part(BodyWriter il, Local current, SlotPlan slot, int index)
    {
        if (current.Type.GetField($"Item{index + 1}") is { } field)
        {
            return Place.Of(il, current).Field(field);
        }
        Local part = il.SharedLocal(index == 0 ? "key" : "value", slot.DeclaredType);
        il.LoadAddress(current);
        il.Call(KnownMembers.Method(current.Type, index == 0 ? "get_Key" : "get_Value"));
        il.Store(part);
        return Place.Of(il, part);
    }

    private static void RequireCount(WriteEmitter e, Local index, Local count)
    {
        e.Statement("if (i != count) throw CollectionChanged;");
        e.Il.Load(index);
        e.Il.Load(count);
        e.Il.If(Condition.NotEqual, () => e.Il.Call(KnownMembers.CollectionChanged));
    }

    private static void LoadCount(BodyWriter il, Content content, Place value)
    {
        value.Load();
        il.Call(Content.Member(content.Type, "get_Count"));
    }

    private static Type LoadEnumerated(BodyWriter il, Content content, Place value)
    {
        value.Load();
        if (content.Entry.Enumerated is not { } property)
        {
            return content.Type;
        }
        System.Reflection.MethodInfo getter = Content.Member(content.Type, "get_" + property);
        il.Call(getter);
        return getter.ReturnType;
    }

    private static Type CallEnumerator(BodyWriter il, Local enumerator, string name)
    {
        System.Reflection.MethodInfo method = Content.Member(enumerator.Type, name);
        if (enumerator.Type.IsValueType)
        {
            il.LoadAddress(enumerator);
        }
        else
        {
            il.Load(enumerator);
        }
        il.Call(method);
        return method.ReturnType;
    }
}
