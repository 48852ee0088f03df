using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>
/// Roots of any type of the closed list. Writing goes by exact type tests in the order of the tables, small messages first: a test costs less than
/// half a nanosecond, and a virtual call would not be inlined. Reading switches on the id.
/// </summary>
internal readonly struct AnyRoot : IFloorCodec
{
    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object? value)
    {
        if (value is null)
        {
            p = ref w.Ensure(ref p, 1);
            p = ClassicIds.Null;
            return ref Unsafe.Add(ref p, 1);
        }
        if (value.GetType() == typeof(U8Message))
        {
            return ref IdentifiedClass<U8Body>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(S16Message))
        {
            return ref IdentifiedClass<S16Body>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(S32Message))
        {
            return ref IdentifiedClass<S32Body>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(S64Message))
        {
            return ref IdentifiedClass<S64Body>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(int))
        {
            p = ref w.Ensure(ref p, 1 + Int32Codec.Bound);
            p = ClassicIds.Int32;
            return ref Varint.Write(ref Unsafe.Add(ref p, 1), Unsafe.Unbox<int>(value));
        }
        if (value.GetType() == typeof(Guid))
        {
            p = ref w.Ensure(ref p, 1 + GuidCodec.Bound);
            p = ClassicIds.Guid;
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref p, 1), Unsafe.Unbox<Guid>(value));
            return ref Unsafe.Add(ref p, 1 + GuidCodec.Bound);
        }
        if (value.GetType() == typeof(LargeStruct))
        {
            p = ref w.Ensure(ref p, 1 + LargeStructCodec.Bound);
            p = ClassicIds.LargeStruct;
            return ref LargeStructCodec.WriteBody(ref Unsafe.Add(ref p, 1), in Unsafe.Unbox<LargeStruct>(value));
        }
        return ref WriteLarger(ref w, ref p, value);
    }

    public static object? Read(scoped ref FloorReader r)
    {
        ref byte p = ref r.Run(ref r.Position, 1 + LargeStructCodec.Bound);
        // The run may have moved the data; the codecs below begin at the position again.
        r.Position = ref p;
        switch (p)
        {
            case ClassicIds.Null:
                r.Position = ref Unsafe.Add(ref p, 1);
                return null;
            case ClassicIds.U8:
                return IdentifiedClass<U8Body>.Read(ref r);
            case ClassicIds.S16:
                return IdentifiedClass<S16Body>.Read(ref r);
            case ClassicIds.S32:
                return IdentifiedClass<S32Body>.Read(ref r);
            case ClassicIds.S64:
                return IdentifiedClass<S64Body>.Read(ref r);
            case ClassicIds.Int32:
                r.Position = ref Unsafe.Add(ref r.Position, 1);
                return Int32Codec.Read(ref r);
            case ClassicIds.Guid:
                r.Position = ref Unsafe.Add(ref r.Position, 1);
                return GuidCodec.Read(ref r);
            case ClassicIds.LargeStruct:
                r.Position = ref Unsafe.Add(ref r.Position, 1);
                return LargeStructCodec.Read(ref r);
            case ClassicIds.Primitives:
                return IdentifiedClass<PrimitivesBody>.Read(ref r);
            case ClassicIds.Decimal:
                return IdentifiedClass<DecimalBody>.Read(ref r);
            case ClassicIds.NullableDecimal:
                return IdentifiedClass<NullableDecimalBody>.Read(ref r);
            case ClassicIds.Complex:
                return IdentifiedClass<ComplexBody>.Read(ref r);
            case ClassicIds.String:
                return IdentifiedClass<StringBody>.Read(ref r);
            case ClassicIds.Struct:
                return IdentifiedClass<StructBody>.Read(ref r);
            case ClassicIds.BoxedPrimitives:
                return IdentifiedClass<BoxedPrimitivesBody>.Read(ref r);
            case ClassicIds.ByteArray:
                return IdentifiedClass<ByteArrayBody>.Read(ref r);
            case ClassicIds.IntArray:
                return IdentifiedClass<IntArrayBody>.Read(ref r);
            case ClassicIds.TriDimensional:
                return IdentifiedClass<TriDimensionalBody>.Read(ref r);
            case ClassicIds.Dictionary:
                return IdentifiedClass<DictionaryBody>.Read(ref r);
            default:
                throw new InvalidDataException("Unknown type id.");
        }
    }

    private static ref byte WriteLarger(scoped ref FloorWriter w, ref byte p, object value)
    {
        if (value.GetType() == typeof(NullableDecimalMessage))
        {
            return ref IdentifiedClass<NullableDecimalBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(DecimalMessage))
        {
            return ref IdentifiedClass<DecimalBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(StringMessage))
        {
            return ref IdentifiedClass<StringBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(StructMessage))
        {
            return ref IdentifiedClass<StructBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(ComplexMessage))
        {
            return ref IdentifiedClass<ComplexBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(BoxedPrimitivesMessage))
        {
            return ref IdentifiedClass<BoxedPrimitivesBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(PrimitivesMessage))
        {
            return ref IdentifiedClass<PrimitivesBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(ByteArrayMessage))
        {
            return ref IdentifiedClass<ByteArrayBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(IntArrayMessage))
        {
            return ref IdentifiedClass<IntArrayBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(TriDimensionalMessage))
        {
            return ref IdentifiedClass<TriDimensionalBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(DictionaryMessage))
        {
            return ref IdentifiedClass<DictionaryBody>.Write(ref w, ref p, value);
        }
        throw new InvalidOperationException($"{value.GetType()} is not in the closed list.");
    }
}
