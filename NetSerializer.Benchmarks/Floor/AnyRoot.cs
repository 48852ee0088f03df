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
            return ref OneClass<U8Body>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(S16Message))
        {
            return ref OneClass<S16Body>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(S32Message))
        {
            return ref OneClass<S32Body>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(S64Message))
        {
            return ref OneClass<S64Body>.Write(ref w, ref p, value);
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
                return OneClass<U8Body>.Read(ref r);
            case ClassicIds.S16:
                return OneClass<S16Body>.Read(ref r);
            case ClassicIds.S32:
                return OneClass<S32Body>.Read(ref r);
            case ClassicIds.S64:
                return OneClass<S64Body>.Read(ref r);
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
                return OneClass<PrimitivesBody>.Read(ref r);
            case ClassicIds.Decimal:
                return OneClass<DecimalBody>.Read(ref r);
            case ClassicIds.NullableDecimal:
                return OneClass<NullableDecimalBody>.Read(ref r);
            case ClassicIds.Complex:
                return OneClass<ComplexBody>.Read(ref r);
            case ClassicIds.String:
                return OneClass<StringBody>.Read(ref r);
            case ClassicIds.Struct:
                return OneClass<StructBody>.Read(ref r);
            case ClassicIds.BoxedPrimitives:
                return OneClass<BoxedPrimitivesBody>.Read(ref r);
            case ClassicIds.ByteArray:
                return OneClass<ByteArrayBody>.Read(ref r);
            case ClassicIds.IntArray:
                return OneClass<IntArrayBody>.Read(ref r);
            case ClassicIds.TriDimensional:
                return OneClass<TriDimensionalBody>.Read(ref r);
            case ClassicIds.Dictionary:
                return OneClass<DictionaryBody>.Read(ref r);
            default:
                throw new InvalidDataException("Unknown type id.");
        }
    }

    private static ref byte WriteLarger(scoped ref FloorWriter w, ref byte p, object value)
    {
        if (value.GetType() == typeof(NullableDecimalMessage))
        {
            return ref OneClass<NullableDecimalBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(DecimalMessage))
        {
            return ref OneClass<DecimalBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(StringMessage))
        {
            return ref OneClass<StringBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(StructMessage))
        {
            return ref OneClass<StructBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(ComplexMessage))
        {
            return ref OneClass<ComplexBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(BoxedPrimitivesMessage))
        {
            return ref OneClass<BoxedPrimitivesBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(PrimitivesMessage))
        {
            return ref OneClass<PrimitivesBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(ByteArrayMessage))
        {
            return ref OneClass<ByteArrayBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(IntArrayMessage))
        {
            return ref OneClass<IntArrayBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(TriDimensionalMessage))
        {
            return ref OneClass<TriDimensionalBody>.Write(ref w, ref p, value);
        }
        if (value.GetType() == typeof(DictionaryMessage))
        {
            return ref OneClass<DictionaryBody>.Write(ref w, ref p, value);
        }
        throw new InvalidOperationException($"{value.GetType()} is not in the closed list.");
    }
}
