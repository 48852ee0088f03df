using System.Runtime.CompilerServices;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>The type ids of the classic model; the library is given the same ones, so that its bytes and the floor's can be compared.</summary>
internal static class ClassicIds
{
    public const byte Null = 0;
    public const byte Boolean = 1;
    public const byte Byte = 2;
    public const byte Int32 = 7;
    public const byte Int64 = 9;
    public const byte Guid = 24;
    public const byte U8 = 32;
    public const byte S16 = 33;
    public const byte S32 = 34;
    public const byte S64 = 35;
    public const byte Primitives = 36;
    public const byte Decimal = 37;
    public const byte NullableDecimal = 38;
    public const byte Complex = 39;
    public const byte String = 40;
    public const byte Struct = 41;
    public const byte BoxedPrimitives = 42;
    public const byte ByteArray = 43;
    public const byte IntArray = 44;
    public const byte TriDimensional = 45;
    public const byte Dictionary = 46;
    public const byte LargeStruct = 47;
    public const byte Figure = 48;
    public const byte Leaf = 49;
    public const byte Marked = 50;
}

/// <summary>
/// Hand-written code for roots of reference type. Implemented by structs, so that each loop over messages is compiled for its codec alone. It speaks
/// of <see cref="object"/>, because generic code over a reference type is shared between types and looks them up at run time,
/// which no hand-written call does.
/// </summary>
internal interface IFloorCodec
{
    /// <summary>Writes a root.</summary>
    static abstract ref byte Write(scoped ref FloorWriter w, ref byte p, object? value);

    /// <summary>Reads a root at the reader's position and moves that past it.</summary>
    static abstract object? Read(scoped ref FloorReader r);
}

/// <summary>Hand-written code for roots of a value type: the body alone.</summary>
internal interface IFloorValue<T> where T : struct
{
    static abstract ref byte Write(scoped ref FloorWriter w, ref byte p, T value);

    static abstract T Read(scoped ref FloorReader r);
}

/// <summary>The body of a class.</summary>
internal interface IFloorBody
{
    /// <summary>The most bytes of the members of bounded size, which are the first ones.</summary>
    static abstract int Bound { get; }

    /// <summary>An empty message.</summary>
    static abstract object Create();

    /// <summary>Writes the members; room for the bounded ones has been made.</summary>
    static abstract ref byte Write(scoped ref FloorWriter w, ref byte p, object message);

    /// <summary>Reads the members into an empty message; the bounded ones are readable.</summary>
    static abstract ref byte Read(scoped ref FloorReader r, ref byte p, object message);
}

/// <summary>The body of a class that an untyped root can be.</summary>
internal interface IFloorMessage : IFloorBody
{
    /// <summary>The type id of the root.</summary>
    static abstract byte Id { get; }
}

/// <summary>Roots of one class that both sides know: a presence byte and the body.</summary>
internal readonly struct OneClass<TBody> : IFloorCodec where TBody : struct, IFloorBody
{
    private const byte Present = 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object? value) => ref ClassRoot.Write<TBody>(ref w, ref p, Present, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static object? Read(scoped ref FloorReader r) => ClassRoot.Read<TBody>(ref r, Present);
}

/// <summary>Roots that say by their id which class they are: the id and the body.</summary>
internal static class IdentifiedClass<TBody> where TBody : struct, IFloorMessage
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object value) => ref ClassRoot.Write<TBody>(ref w, ref p, TBody.Id, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static object? Read(scoped ref FloorReader r) => ClassRoot.Read<TBody>(ref r, TBody.Id);
}

/// <summary>Roots of a class: 0 for null, or a byte that is not 0 and the body.</summary>
internal static class ClassRoot
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write<TBody>(scoped ref FloorWriter w, ref byte p, byte first, object? value) where TBody : struct, IFloorBody
    {
        p = ref w.Ensure(ref p, 1 + TBody.Bound);
        if (value is null)
        {
            p = ClassicIds.Null;
            return ref Unsafe.Add(ref p, 1);
        }
        p = first;
        return ref TBody.Write(ref w, ref Unsafe.Add(ref p, 1), value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static object? Read<TBody>(scoped ref FloorReader r, byte first) where TBody : struct, IFloorBody
    {
        ref byte p = ref r.Run(ref r.Position, 1 + TBody.Bound);
        byte found = p;
        p = ref Unsafe.Add(ref p, 1);
        if (found != first)
        {
            r.Position = ref p;
            return found == ClassicIds.Null ? null : throw new InvalidDataException("Another type.");
        }
        object message = TBody.Create();
        r.Position = ref TBody.Read(ref r, ref p, message);
        return message;
    }
}
