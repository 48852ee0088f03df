using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;
using NetSerializer.Wire;
using NetSerializer.Wire.Tables;

namespace NetSerializer;

/// <summary>
/// The writer of custom serializers: the primitives of the library's own generated code, on the same buffer. All integers are compact under every
/// setting of <see cref="SerializerOptions.Integers"/>, so that the form of a custom serializer is its own. Lives on the stack of one call and must not
/// be kept. Not thread-safe.
/// </summary>
public ref partial struct WireWriter
{
    /// <summary>The object that <see cref="TypeModel.WithContext"/> gave the model of the call, or null.</summary>
    /// <exception cref="InvalidOperationException">The writer belongs to no call.</exception>
    public readonly object? Context => UnderWay == null ? null : UserContext;

    private const int DecimalSize = 1 + VarInt.Max64 + VarInt.Max32;

    /// <summary>One byte.</summary>
    public void WriteBoolean(bool value)
    {
        ref byte p = ref Ensure(ref _cursor, 1);
        _cursor = ref Scalars.WriteBoolean(ref this, ref p, value);
    }

    /// <summary>One byte.</summary>
    public void WriteByte(byte value)
    {
        ref byte p = ref Ensure(ref _cursor, 1);
        _cursor = ref Scalars.WriteByte(ref this, ref p, value);
    }

    /// <summary>One byte.</summary>
    public void WriteSByte(sbyte value)
    {
        ref byte p = ref Ensure(ref _cursor, 1);
        _cursor = ref Scalars.WriteSByte(ref this, ref p, value);
    }

    /// <summary>A UTF-16 code unit: a varint of 1 to 3 bytes.</summary>
    public void WriteChar(char value)
    {
        ref byte p = ref Ensure(ref _cursor, VarInt.Max16);
        _cursor = ref Scalars.WriteChar(ref this, ref p, value);
    }

    /// <summary>Zigzag and varint, 1 to 3 bytes.</summary>
    public void WriteInt16(short value)
    {
        ref byte p = ref Ensure(ref _cursor, VarInt.Max16);
        _cursor = ref Scalars.WriteInt16(ref this, ref p, value);
    }

    /// <summary>A varint of 1 to 3 bytes.</summary>
    public void WriteUInt16(ushort value)
    {
        ref byte p = ref Ensure(ref _cursor, VarInt.Max16);
        _cursor = ref Scalars.WriteUInt16(ref this, ref p, value);
    }

    /// <summary>Zigzag and varint, 1 to 5 bytes.</summary>
    public void WriteInt32(int value)
    {
        ref byte p = ref Ensure(ref _cursor, VarInt.Max32);
        _cursor = ref Scalars.WriteInt32(ref this, ref p, value);
    }

    /// <summary>A varint of 1 to 5 bytes.</summary>
    public void WriteUInt32(uint value)
    {
        ref byte p = ref Ensure(ref _cursor, VarInt.Max32);
        _cursor = ref Scalars.WriteUInt32(ref this, ref p, value);
    }

    /// <summary>Zigzag and varint, 1 to 10 bytes.</summary>
    public void WriteInt64(long value)
    {
        ref byte p = ref Ensure(ref _cursor, VarInt.Max64);
        _cursor = ref Scalars.WriteInt64(ref this, ref p, value);
    }

    /// <summary>A varint of 1 to 10 bytes.</summary>
    public void WriteUInt64(ulong value)
    {
        ref byte p = ref Ensure(ref _cursor, VarInt.Max64);
        _cursor = ref Scalars.WriteUInt64(ref this, ref p, value);
    }

    /// <summary>Two bytes. Held against the policy on non-finite floats.</summary>
    /// <exception cref="ValueNotSerializableException">NaN or an infinity, where the model refuses them.</exception>
    public void WriteHalf(Half value)
    {
        if (UnderWay.RejectsNonFinite && !Half.IsFinite(value))
        {
            Scalars.FailNonFinite();
        }
        ref byte p = ref Ensure(ref _cursor, 2);
        _cursor = ref Scalars.WriteHalf(ref this, ref p, value);
    }

    /// <summary>Four bytes. Held against the policy on non-finite floats.</summary>
    /// <exception cref="ValueNotSerializableException">NaN or an infinity, where the model refuses them.</exception>
    public void WriteSingle(float value)
    {
        if (UnderWay.RejectsNonFinite && !float.IsFinite(value))
        {
            Scalars.FailNonFinite();
        }
        ref byte p = ref Ensure(ref _cursor, 4);
        _cursor = ref Scalars.WriteSingle(ref this, ref p, value);
    }

    /// <summary>Eight bytes. Held against the policy on non-finite floats.</summary>
    /// <exception cref="ValueNotSerializableException">NaN or an infinity, where the model refuses them.</exception>
    public void WriteDouble(double value)
    {
        if (UnderWay.RejectsNonFinite && !double.IsFinite(value))
        {
            Scalars.FailNonFinite();
        }
        ref byte p = ref Ensure(ref _cursor, 8);
        _cursor = ref Scalars.WriteDouble(ref this, ref p, value);
    }

    /// <summary>Sign and scale, then two varints: 3 to 16 bytes.</summary>
    public void WriteDecimal(decimal value)
    {
        ref byte p = ref Ensure(ref _cursor, DecimalSize);
        _cursor = ref Scalars.WriteDecimal(ref this, ref p, value);
    }

    /// <summary>Eight bytes: ticks and kind, as they are.</summary>
    public void WriteDateTime(DateTime value)
    {
        ref byte p = ref Ensure(ref _cursor, 8);
        _cursor = ref Scalars.WriteDateTime(ref this, ref p, value);
    }

    /// <summary>Eight bytes of ticks and the offset in minutes.</summary>
    public void WriteDateTimeOffset(DateTimeOffset value)
    {
        ref byte p = ref Ensure(ref _cursor, 13);
        _cursor = ref Scalars.WriteDateTimeOffset(ref this, ref p, value);
    }

    /// <summary>Eight bytes of ticks.</summary>
    public void WriteTimeSpan(TimeSpan value)
    {
        ref byte p = ref Ensure(ref _cursor, 8);
        _cursor = ref Scalars.WriteTimeSpan(ref this, ref p, value);
    }

    /// <summary>The day number as a varint.</summary>
    public void WriteDateOnly(DateOnly value)
    {
        ref byte p = ref Ensure(ref _cursor, VarInt.Max32);
        _cursor = ref Scalars.WriteDateOnly(ref this, ref p, value);
    }

    /// <summary>Eight bytes of ticks.</summary>
    public void WriteTimeOnly(TimeOnly value)
    {
        ref byte p = ref Ensure(ref _cursor, 8);
        _cursor = ref Scalars.WriteTimeOnly(ref this, ref p, value);
    }

    /// <summary>Sixteen bytes.</summary>
    public void WriteGuid(Guid value)
    {
        ref byte p = ref Ensure(ref _cursor, 16);
        _cursor = ref Scalars.WriteGuid(ref this, ref p, value);
    }

    /// <summary>Null, or a text of any length, lossless (docs/wire-format.md, section 3).</summary>
    public void WriteString(string? value) => _cursor = ref WriteString(ref _cursor, value);

    /// <summary>Exactly these bytes, without a length.</summary>
    public void WriteBytes(scoped ReadOnlySpan<byte> bytes) => _cursor = ref WriteBytes(ref _cursor, in MemoryMarshal.GetReference(bytes), bytes.Length);

    /// <summary>A count of things that follow, 0 and up; <see cref="WireReader.ReadCount(int)"/> reads it.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is negative.</exception>
    public void WriteCount(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        WriteUInt32((uint)count);
    }

    /// <summary>A type of the model, by its id; no name of a type is ever sent.</summary>
    /// <exception cref="ValueNotSerializableException">The type has no id in the model: interfaces, abstract classes, open generic types and
    /// <see cref="Nullable{T}"/> have none.</exception>
    public void WriteType(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        uint id = UnderWay.FindAnyId(type);
        if (id == 0)
        {
            Throw.TypeWithoutId(type);
        }
        WriteUInt32(id);
    }

    /// <summary>
    /// The value has no form on the wire: always throws <see cref="ValueNotSerializableException"/> with <see cref="ErrorCode.ValueNotEncodable"/>.
    /// </summary>
    /// <param name="reason">The problem and its cure, for people.</param>
    [System.Diagnostics.CodeAnalysis.DoesNotReturn]
    public readonly void Refuse(string reason) => Throw.NotEncodable(reason);

    /// <summary>
    /// A nested value, in the form that a member declared as <typeparamref name="T"/> has: null, derived types, boxed values, limits and depth
    /// included. T is one of <see cref="ICustomSerializer{T}.NestedTypes"/>.
    /// </summary>
    /// <exception cref="InvalidOperationException">T is not among the nested types of the model's custom serializers.</exception>
    /// <exception cref="ValueNotSerializableException">The value cannot travel.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public unsafe void Write<T>(T value)
    {
        NestedSlot slot = UnderWay.NestedSlot(NestedType<T>.Index, typeof(T));
        bool wasPending = _isPending;
        _isPending = true;
        _cursor = ref ((delegate*<void*, ref byte, T, ref byte>)slot.Writer)(Unsafe.AsPointer(ref this), ref _cursor, value);
        _isPending = wasPending;
    }

    /// <summary>Called by generated code: has a custom serializer write a value that is not null.</summary>
    internal ref byte WriteCustom<T>(ref byte p, int handle, T value)
    {
        _cursor = ref Park(ref p);
        bool wasPending = _isPending;
        _isPending = false;
        try
        {
            Unsafe.As<ICustomSerializer<T>>(Dispatch.CustomSerializers[handle]).Write(ref this, value);
        }
        catch (Exception) when (IsFailing())
        {
            throw;
        }
        if (_isPending)
        {
            Sink?.ThrowIfFailed();
            Throw.FailureCaught(typeof(T));
        }
        _isPending = wasPending;
        return ref _cursor;
    }

    // A serializer around this one may catch it. As a filter, so that nothing is caught here.
    private bool IsFailing()
    {
        _isPending = true;
        return false;
    }
}
