using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

/// <summary>A root that is made of another one.</summary>
internal abstract class WrappedRoot<T>
{
    public abstract ref byte Write(scoped ref WireWriter w, ref byte p, T root);

    public abstract ref byte Read(scoped ref WireReader r, ref byte p, out T root);
}

/// <summary>A nullable value type that occurs in no type of the model.</summary>
internal sealed class NullableRoot<T>(RootSlot<T> value) : WrappedRoot<T?> where T : struct
{
    public override ref byte Write(scoped ref WireWriter w, ref byte p, T? root)
    {
        p = ref w.Ensure(ref p, 1);
        p = ref Scalars.WriteBoolean(ref w, ref p, root.HasValue);
        return ref root.HasValue ? ref value.WritePlain(ref w, ref p, root.GetValueOrDefault()) : ref p;
    }

    public override ref byte Read(scoped ref WireReader r, ref byte p, out T? root)
    {
        p = ref r.Run(ref p, 1, -1);
        p = ref Scalars.ReadByte(ref r, ref p, out byte flag);
        if (flag > 1)
        {
            r.FailFlag(ref p);
        }
        root = null;
        if (flag != 0)
        {
            p = ref value.ReadPlain(ref r, ref p, out T some);
            root = some;
        }
        return ref p;
    }
}
