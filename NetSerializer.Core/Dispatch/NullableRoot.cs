using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

/// <summary>With its id: null is the id 0, as for any root.</summary>
internal sealed class TaggedNullableRoot<T>(RootSlot<T> value) : ComposedRoot<T?> where T : struct
{
    public override ref byte Write(scoped ref WireWriter w, ref byte p, scoped in T? root)
    {
        if (root is { } some)
        {
            return ref value.Write(ref w, ref p, in some);
        }
        return ref w.WriteObject(ref p, null);
    }

    public override ref byte Read(scoped ref WireReader r, ref byte p, out T? root)
    {
        p = ref value.ReadOrNull(ref r, ref p, out bool isNull, out T some);
        root = isNull ? null : some;
        return ref p;
    }
}

/// <summary>Direct, where no member of the model is of the type: a flag, and the value if there is one.</summary>
internal sealed class DirectNullableRoot<T>(RootSlot<T> value) : ComposedRoot<T?> where T : struct
{
    public override ref byte Write(scoped ref WireWriter w, ref byte p, scoped in T? root)
    {
        p = ref w.Ensure(ref p, 1);
        p = ref Scalars.WriteBoolean(ref w, ref p, root.HasValue);
        if (root is { } some)
        {
            return ref value.Write(ref w, ref p, in some);
        }
        return ref p;
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
            p = ref value.Read(ref r, ref p, out T some);
            root = some;
        }
        return ref p;
    }
}
