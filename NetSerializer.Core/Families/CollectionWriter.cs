using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

/// <summary>Emits the bodies of methods that write collections.</summary>
internal static partial class CollectionWriter
{
    public static void Write(WriteEmitter e, TypePlan plan, Place value)
    {
        CollectionContent content = CollectionContent.Of(plan);
        BodyWriter il = e.Il;
        if (plan.Shape.Null == NullForm.Own)
        {
            e.Statement($"if ({value.Text} == null) {{ write 0; return ref p; }}");
            value.Load();
            il.If(Condition.False, () =>
            {
                e.Bytes(0, "null");
                e.Return();
            });
        }
        value = CallbackCode.Serializing(e, plan, value);
        e.Members(content.Members, i => value.Field(content.Members[i].Shape.Field!));
        e.Forget();
        if (plan.Shape.Null != NullForm.Own && content.Entry.IsMoved)
        {
            value = MovedContent.MoveOut(e, content, value);
            content = content with { Type = content.Plain };
        }
        if (content.Entry.Walk == Walk.Snapshot)
        {
            WriteSnapshot(e, content, value);
            return;
        }
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
        WriteComparer(e, content, value);
        if (content.Entry.Walk == Walk.Enumerator)
        {
            WriteEnumerated(e, content, value, count);
        }
        else
        {
            WriteByIndex(e, content, value, count);
        }
    }

    private static void WriteComparer(WriteEmitter e, CollectionContent content, Place value)
    {
        if (content.Entry.HasHead)
        {
            e.Statement($"p = ref {content.FillName}.WriteHead(ref w, ref p, {value.Text});");
            e.CallAdvancing(KnownMembers.Method(content.Fill, "WriteHead"), value.Load);
            e.Forget();
            return;
        }
        if (content.Entry.Comparer == ComparerUse.None)
        {
            return;
        }
        Type comparers = content.Entry.Comparer == ComparerUse.Order ? typeof(OrderComparers) : typeof(Comparers);
        void Load()
        {
            value.Load();
            e.Il.Call(content.Fill.GetMethod("ComparerOf") ?? CollectionContent.Member(content.Type, "get_" + content.Entry.ComparerName));
        }
        if (content.Compared == typeof(string))
        {
            e.Statement($"p = ref {comparers.Name}.Write(ref w, ref p, {value.Text}.{content.Entry.ComparerName});");
            e.CallAdvancing(KnownMembers.Method(comparers, nameof(Comparers.Write)), Load);
            e.Forget();
            return;
        }
        e.Statement($"{comparers.Name}.RequireDefault({value.Text}.{content.Entry.ComparerName});");
        Load();
        e.Il.Call(KnownMembers.Method(comparers, nameof(Comparers.RequireDefault)).MakeGenericMethod(content.Compared));
    }

    // Copied into an array that is rented, so that bulk forms have their elements in a row.
    private static void WriteBulk(WriteEmitter e, CollectionContent content, Place value, Local count, Type bulk)
    {
        BodyWriter il = e.Il;
        Type array = content.Slots[0].DeclaredType.MakeArrayType();
        Local rented = il.NewLocal("rented", array);
        e.Statement($"var rented = BulkCollection.Copy({value.Text}, count);");
        value.Load();
        il.Load(count);
        il.Call(KnownMembers.Method(bulk, nameof(BulkCollection<BitCodec, bool>.Copy)).MakeGenericMethod(content.Type));
        il.Store(rented);
        e.Statement($"if ({value.Text}.Count != count) throw CollectionChanged;");
        LoadCount(il, content, value);
        il.Load(count);
        il.If(Condition.NotEqual, () => il.Call(KnownMembers.CollectionChanged));
        e.Statement("p = ref BulkCollection.Write(ref w, ref p, rented, count);");
        e.CallAdvancing(KnownMembers.Method(bulk, nameof(BulkCollection<BitCodec, bool>.Write)), () => il.Load(rented), () => il.Load(count));
        e.Forget();
    }

    private static void WriteEnumerated(WriteEmitter e, CollectionContent content, Place value, Local count)
    {
        BodyWriter il = e.Il;
        e.Statement($"foreach (var entry in {value.Text}) slots");
        Local index = il.NewLocal("i", typeof(int));
        il.Constant(0);
        il.Store(index);
        Type enumerated = LoadEnumerated(il, content, value);
        MethodInfo getEnumerator = CollectionContent.Member(enumerated, "GetEnumerator");
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
        il.LoadAddress(enumerator);
        il.Call(KnownMembers.Method(typeof(CollectionWalk), nameof(CollectionWalk.MoveNext)).MakeGenericMethod(enumerator.Type));
        il.Branch(Condition.True, next);
        e.Forget();
        RequireCount(e, index, count);
    }

    private static void WriteByIndex(WriteEmitter e, CollectionContent content, Place value, Local count)
    {
        BodyWriter il = e.Il;
        Local index = il.NewLocal("i", typeof(int));
        e.Statement($"for (int i = 0; i < {value.Text}.Count; i++) write the slot {value.Text}[i];");
        il.Constant(0);
        il.Store(index);
        il.ForUpTo(index, () => LoadCount(il, content, value), () =>
        {
            e.Forget();
            e.Traced(index, () => WriteItem(e, content, value, index));
        });
        e.Forget();
        RequireCount(e, index, count);
    }

    private static void WriteItem(WriteEmitter e, CollectionContent content, Place value, Local index)
    {
        Type LoadAt(string name)
        {
            value.Load();
            e.Il.Load(index);
            MethodInfo method = AtIndex(content.Plain, name);
            e.Il.Call(method);
            return method.ReturnType;
        }
        if (content.Entry.Walk == Walk.Index)
        {
            WriteEntry(e, content, () => LoadAt(nameof(CollectionWalk.ItemAt)));
            return;
        }
        Local key = e.Il.SharedLocal("key", LoadAt(nameof(CollectionWalk.KeyAt)));
        e.Il.Store(key);
        Local part = e.Il.SharedLocal("value", LoadAt(nameof(CollectionWalk.ValueAt)));
        e.Il.Store(part);
        e.Members(content.Slots, i => Place.Of(e.Il, i == 0 ? key : part));
    }

    // The method of CollectionWalk for the collection or a base of it.
    private static MethodInfo AtIndex(Type collection, string name)
    {
        for (Type level = collection; ; level = level.BaseType!)
        {
            Type definition = level.IsGenericType ? level.GetGenericTypeDefinition() : level;
            foreach (MethodInfo method in typeof(CollectionWalk).GetMethods().Where(method => method.Name == name))
            {
                Type taken = method.GetParameters()[0].ParameterType;
                if ((taken.IsGenericType ? taken.GetGenericTypeDefinition() : taken) == definition)
                {
                    return method.IsGenericMethod ? method.MakeGenericMethod(level.GetGenericArguments()) : method;
                }
            }
        }
    }

    private static void WriteEntry(WriteEmitter e, CollectionContent content, Func<Type> loadCurrent)
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

    private static void LoadCount(BodyWriter il, CollectionContent content, Place value)
    {
        value.Load();
        il.Call(CollectionContent.Member(content.Type, "get_Count"));
    }

    private static Type LoadEnumerated(BodyWriter il, CollectionContent content, Place value)
    {
        value.Load();
        if (content.Entry.Enumerated is not { } property)
        {
            return content.Type;
        }
        MethodInfo getter = CollectionContent.Member(content.Type, "get_" + property);
        il.Call(getter);
        return getter.ReturnType;
    }

    private static Type CallEnumerator(BodyWriter il, Local enumerator, string name)
    {
        MethodInfo method = CollectionContent.Member(enumerator.Type, name);
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
