using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Wire;

namespace NetSerializer.Families;

// Collections that are copied into an array before they are written.
internal static partial class CollectionWriter
{
    private static void WriteSnapshot(WriteEmitter e, CollectionContent content, Place value)
    {
        BodyWriter il = e.Il;
        MethodInfo take = content.Fill.GetMethod(nameof(Walk.Snapshot)) ?? CollectionContent.Member(content.Type, "ToArray");
        Type entry = take.ReturnType.GetElementType()!;
        e.Statement($"var snapshot = the entries of {value.Text};");
        if (content.Entry.IsSequence && BulkForms.Find(entry, e.Methods.Table) is { } bulk)
        {
            Local snapshot = il.NewLocal("snapshot", take.ReturnType);
            value.Load();
            il.Call(take);
            il.Store(snapshot);
            e.Statement("p = ref BulkSequence.WriteArray(ref w, ref p, snapshot);");
            e.CallAdvancing(KnownMembers.Method(bulk, nameof(BulkSequence<BitCodec, bool>.WriteArray)), () => il.Load(snapshot));
            e.Forget();
            return;
        }
        Local span = il.NewLocal("span", typeof(ReadOnlySpan<>).MakeGenericType(entry)), index = il.NewLocal("i", typeof(int));
        value.Load();
        il.Call(take);
        il.New(KnownMembers.Constructor(span.Type, take.ReturnType));
        il.Store(span);
        e.VarInt32("snapshot.Length + 1", () =>
        {
            SequenceFamily.SpanLength(il, span);
            il.Constant(1);
            il.Add();
        });
        WriteComparer(e, content, value);
        e.Statement("foreach (var entry in snapshot) slots");
        il.Constant(0);
        il.Store(index);
        il.ForUpTo(index, () => SequenceFamily.SpanLength(il, span), () =>
        {
            e.Forget();
            e.Traced(index, () => WriteEntry(e, content, () =>
            {
                SequenceFamily.Element(il, span, index, entry).Load();
                return entry;
            }));
        });
        e.Forget();
    }
}
