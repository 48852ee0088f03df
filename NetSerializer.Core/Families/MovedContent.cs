using System.Reflection;
using NetSerializer.Emit;

namespace NetSerializer.Families;

/// <summary>Derived classes whose members may be overridden: their content goes through a plain collection, field by field.</summary>
internal static class MovedContent
{
    /// <summary>A plain collection with the content of a derived one.</summary>
    public static Place MoveOut(WriteEmitter e, CollectionContent content, Place value)
    {
        BodyWriter il = e.Il;
        Local plain = il.NewLocal("plain", content.Plain);
        if (content.Entry.Inner != null)
        {
            e.Statement($"var plain = {value.Text}.{content.Entry.InnerName};");
            value.Load();
            il.Call(content.Type.GetMethod("get_" + content.Entry.InnerName, BindingFlags.Instance | BindingFlags.NonPublic)!);
            il.Store(plain);
            return Place.Of(il, plain);
        }
        e.Statement($"var plain = RuntimeHelpers.GetUninitializedObject(typeof({plain.Type})); plain.fields = {value.Text}.fields;");
        il.TypeOf(plain.Type);
        il.Call(KnownMembers.GetUninitializedObject);
        il.As(plain.Type);
        il.Store(plain);
        CopyFields(content, value, Place.Of(il, plain));
        return Place.Of(il, plain);
    }

    /// <summary>Gives a derived collection the content of a plain one.</summary>
    public static void MoveIn(ReadEmitter e, CollectionContent content, Place target, Action loadPlain)
    {
        BodyWriter il = e.Il;
        Local plain = il.NewLocal("plain", content.Plain);
        e.Statement($"{target.Text}.fields = plain.fields;");
        loadPlain();
        il.Store(plain);
        if (content.Entry.Inner is { } inner)
        {
            target.Field(Fields(content.Type).Single(field => field.FieldType == inner)).Store(() => il.Load(plain));
            return;
        }
        CopyFields(content, Place.Of(il, plain), target);
    }

    private static void CopyFields(CollectionContent content, Place from, Place to)
    {
        for (Type level = content.Type; level != typeof(object); level = level.BaseType!)
        {
            foreach (FieldInfo field in Fields(level))
            {
                to.Field(field).Store(from.Field(field).Load);
            }
        }
    }

    private static FieldInfo[] Fields(Type level) =>
        level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly);
}
