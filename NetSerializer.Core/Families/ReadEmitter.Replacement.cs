using NetSerializer.Emit;

namespace NetSerializer.Families;

// IObjectReference: the object read is asked for the object that stands in its place.
internal sealed partial class ReadEmitter
{
    /// <summary>Constructor calls put down for the end from here on belong to the value about to be read.</summary>
    public Local LoadMark() => LoadMark(nameof(WireReader.ConstructionMark), "mark");

    /// <summary>The value of a property of the reader, in a variable of that name.</summary>
    public Local LoadMark(string property, string name)
    {
        Local mark = Il.NewLocal(name, typeof(int));
        Statement($"int {name} = r.{property};");
        CallPlain(KnownMembers.Method(typeof(WireReader), "get_" + property));
        Il.Store(mark);
        return mark;
    }

    /// <summary>Stores the object that <paramref name="made"/> names, which must be a <paramref name="declaredType"/>.</summary>
    public void RealObject(Local made, Local mark, Type declaredType, Place destination, Local? number)
    {
        Local real = Il.NewLocal("real", typeof(object));
        Statement($"{destination.Text} = r.RealObject(ref p, {made.Name}, typeof({declaredType}), mark);");
        CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.RealObject)), () => Il.Load(made), () => Il.TypeOf(declaredType), () => Il.Load(mark));
        Il.Store(real);
        if (number != null)
        {
            PublishAt(() => Il.Load(real), number);
        }
        StoreAsItsType(real, destination);
    }

    /// <summary>Replaces a struct by the value that it names.</summary>
    public void ReplaceInPlace(Type type, Place target, Local mark)
    {
        Statement($"r.ReplaceInPlace(ref p, ref {target.Text}, mark);");
        CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.ReplaceInPlace)).MakeGenericMethod(type), target.LoadAddress, () => Il.Load(mark));
    }
}
