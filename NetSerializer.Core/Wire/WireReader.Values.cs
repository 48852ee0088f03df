using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;
using NetSerializer.Wire;
using NetSerializer.Wire.Protocols;
using NetSerializer.Wire.Tables;

namespace NetSerializer;

/// <summary>
/// The reader of custom serializers: the mirror of <see cref="WireWriter"/>. Every method checks its bytes and throws
/// <see cref="MalformedDataException"/> for bytes that are no such value, and for the end of the input. Lives on the stack of one call and must not
/// be kept. Not thread-safe.
/// </summary>
public ref partial struct WireReader
{
    private const int DecimalSize = 1 + VarInt.Max64 + VarInt.Max32;

    /// <summary>The object that <see cref="TypeModel.WithContext"/> gave the model of the call, or null.</summary>
    /// <exception cref="InvalidOperationException">The reader belongs to no call.</exception>
    public readonly object? Context => UnderWay == null ? null : UserContext;

    // A value of a fixed size, whose bytes are all there. Behind other values the cursor is looked at, since bytes behind the end are no value.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref byte Whole(int size)
    {
        if (Unsafe.ByteOffset(ref _cursor, ref _end) < size)
        {
            return ref RefillWhole(size);
        }
        return ref _cursor;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte RefillWhole(int size)
    {
        ref byte p = ref Refill(ref _cursor, size, -size);
        Finish(ref Unsafe.Add(ref p, size));
        return ref p;
    }

    /// <summary>One byte.</summary>
    public bool ReadBoolean()
    {
        ref byte p = ref Whole(1);
        _cursor = ref Scalars.ReadBoolean(ref this, ref p, out bool value);
        return value;
    }

    /// <summary>One byte.</summary>
    public byte ReadByte()
    {
        ref byte p = ref Whole(1);
        _cursor = ref Scalars.ReadByte(ref this, ref p, out byte value);
        return value;
    }

    /// <summary>One byte.</summary>
    public sbyte ReadSByte()
    {
        ref byte p = ref Whole(1);
        _cursor = ref Scalars.ReadSByte(ref this, ref p, out sbyte value);
        return value;
    }

    /// <summary>A UTF-16 code unit: a varint of 1 to 3 bytes.</summary>
    public char ReadChar()
    {
        ref byte p = ref Run(ref _cursor, VarInt.Max16, 0);
        _cursor = ref Scalars.ReadChar(ref this, ref p, out char value);
        Finish(ref _cursor);
        return value;
    }

    /// <summary>Zigzag and varint, 1 to 3 bytes.</summary>
    public short ReadInt16()
    {
        ref byte p = ref Run(ref _cursor, VarInt.Max16, 0);
        _cursor = ref Scalars.ReadInt16(ref this, ref p, out short value);
        Finish(ref _cursor);
        return value;
    }

    /// <summary>A varint of 1 to 3 bytes.</summary>
    public ushort ReadUInt16()
    {
        ref byte p = ref Run(ref _cursor, VarInt.Max16, 0);
        _cursor = ref Scalars.ReadUInt16(ref this, ref p, out ushort value);
        Finish(ref _cursor);
        return value;
    }

    /// <summary>Zigzag and varint, 1 to 5 bytes.</summary>
    public int ReadInt32()
    {
        ref byte p = ref Run(ref _cursor, VarInt.Max32, 0);
        _cursor = ref Scalars.ReadInt32(ref this, ref p, out int value);
        Finish(ref _cursor);
        return value;
    }

    /// <summary>A varint of 1 to 5 bytes.</summary>
    public uint ReadUInt32()
    {
        ref byte p = ref Run(ref _cursor, VarInt.Max32, 0);
        _cursor = ref Scalars.ReadUInt32(ref this, ref p, out uint value);
        Finish(ref _cursor);
        return value;
    }

    /// <summary>Zigzag and varint, 1 to 10 bytes.</summary>
    public long ReadInt64()
    {
        ref byte p = ref Run(ref _cursor, VarInt.Max64, 0);
        _cursor = ref Scalars.ReadInt64(ref this, ref p, out long value);
        Finish(ref _cursor);
        return value;
    }

    /// <summary>A varint of 1 to 10 bytes.</summary>
    public ulong ReadUInt64()
    {
        ref byte p = ref Run(ref _cursor, VarInt.Max64, 0);
        _cursor = ref Scalars.ReadUInt64(ref this, ref p, out ulong value);
        Finish(ref _cursor);
        return value;
    }

    /// <summary>Two bytes. Held against the policy on non-finite floats.</summary>
    public Half ReadHalf()
    {
        ref byte p = ref Whole(2);
        if (Dispatch.RejectsNonFinite)
        {
            _cursor = ref Scalars.ReadHalfFinite(ref this, ref p, out Half finite);
            return finite;
        }
        _cursor = ref Scalars.ReadHalf(ref this, ref p, out Half value);
        return value;
    }

    /// <summary>Four bytes. Held against the policy on non-finite floats.</summary>
    public float ReadSingle()
    {
        ref byte p = ref Whole(4);
        if (Dispatch.RejectsNonFinite)
        {
            _cursor = ref Scalars.ReadSingleFinite(ref this, ref p, out float finite);
            return finite;
        }
        _cursor = ref Scalars.ReadSingle(ref this, ref p, out float value);
        return value;
    }

    /// <summary>Eight bytes. Held against the policy on non-finite floats.</summary>
    public double ReadDouble()
    {
        ref byte p = ref Whole(8);
        if (Dispatch.RejectsNonFinite)
        {
            _cursor = ref Scalars.ReadDoubleFinite(ref this, ref p, out double finite);
            return finite;
        }
        _cursor = ref Scalars.ReadDouble(ref this, ref p, out double value);
        return value;
    }

    /// <summary>Sign and scale, then two varints: 3 to 16 bytes.</summary>
    public decimal ReadDecimal()
    {
        ref byte p = ref Run(ref _cursor, DecimalSize, RunShape.DecimalHandle);
        _cursor = ref Scalars.ReadDecimal(ref this, ref p, out decimal value);
        Finish(ref _cursor);
        return value;
    }

    /// <summary>Eight bytes: ticks and kind, as they are.</summary>
    public DateTime ReadDateTime()
    {
        ref byte p = ref Whole(8);
        _cursor = ref Scalars.ReadDateTime(ref this, ref p, out DateTime value);
        return value;
    }

    /// <summary>Eight bytes of ticks and the offset in minutes.</summary>
    public DateTimeOffset ReadDateTimeOffset()
    {
        ref byte p = ref Run(ref _cursor, 13, RunShape.DateTimeOffsetHandle);
        _cursor = ref Scalars.ReadDateTimeOffset(ref this, ref p, out DateTimeOffset value);
        Finish(ref _cursor);
        return value;
    }

    /// <summary>Eight bytes of ticks.</summary>
    public TimeSpan ReadTimeSpan()
    {
        ref byte p = ref Whole(8);
        _cursor = ref Scalars.ReadTimeSpan(ref this, ref p, out TimeSpan value);
        return value;
    }

    /// <summary>The day number as a varint.</summary>
    public DateOnly ReadDateOnly()
    {
        ref byte p = ref Run(ref _cursor, VarInt.Max32, 0);
        _cursor = ref Scalars.ReadDateOnly(ref this, ref p, out DateOnly value);
        Finish(ref _cursor);
        return value;
    }

    /// <summary>Eight bytes of ticks.</summary>
    public TimeOnly ReadTimeOnly()
    {
        ref byte p = ref Whole(8);
        _cursor = ref Scalars.ReadTimeOnly(ref this, ref p, out TimeOnly value);
        return value;
    }

    /// <summary>Sixteen bytes.</summary>
    public Guid ReadGuid()
    {
        ref byte p = ref Whole(16);
        _cursor = ref Scalars.ReadGuid(ref this, ref p, out Guid value);
        return value;
    }

    /// <summary>Null, or a text.</summary>
    public string? ReadString()
    {
        _cursor = ref ReadString(ref _cursor, out string? value);
        Finish(ref _cursor);
        return value;
    }

    /// <summary>A text that is not null.</summary>
    public string ReadNonNullString()
    {
        _cursor = ref ReadString(ref _cursor, out string? value);
        if (value == null)
        {
            FailNullBody(ref _cursor);
        }
        return value!;
    }

    /// <summary>As many bytes as <paramref name="destination"/> has room for.</summary>
    public void ReadBytes(scoped Span<byte> destination) =>
        _cursor = ref ReadBytes(ref _cursor, ref MemoryMarshal.GetReference(destination), destination.Length);

    /// <summary>
    /// A count that <see cref="WireWriter.WriteCount(int)"/> wrote: within <see cref="SerializerLimits.MaxCollectionLength"/>, and no more than the
    /// rest of the input can hold. Memory for that many things is to be charged (<see cref="Charge(long)"/>) before it is allocated, and on a stream,
    /// whose length is unknown, better taken step by step.
    /// </summary>
    /// <param name="minimumSize">The least bytes that each of the things takes, 0 and up.</param>
    public int ReadCount(int minimumSize)
    {
        _cursor = ref ReadVarInt32(ref _cursor, out uint count);
        if (!CanHold(ref _cursor, count, minimumSize))
        {
            FailCount(ref _cursor, count, Position(ref _cursor) - VarInt.Length(count));
        }
        return (int)count;
    }

    /// <summary>
    /// Takes bytes of memory from the budget of the call (<see cref="SerializerLimits.MaxAllocatedBytes"/>), before they are allocated. Primitives,
    /// strings and nested values charge themselves.
    /// </summary>
    public void Charge(long bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        _ = UnderWay;
        Charge(ref _cursor, bytes);
    }

    /// <summary>A type of the model, by its id.</summary>
    public Type ReadType()
    {
        long item = Position(ref _cursor);
        _cursor = ref ReadVarInt32(ref _cursor, out uint id);
        Type? type = id == 0 ? null : Dispatch.FindType(id);
        if (type == null)
        {
            FailAt(ref _cursor, ErrorCode.UnknownTypeId, item, $"Type id {id} is not in the model. {Throw.UnknownIdCure}");
        }
        return type!;
    }

    /// <summary>A nested value: the mirror of <see cref="WireWriter.Write{T}"/>.</summary>
    /// <exception cref="InvalidOperationException">T is not among the nested types of the model's custom serializers.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public unsafe T? Read<T>()
    {
        if (Nested != null)
        {
            return ReadNested<T>();
        }
        NestedSlot slot = UnderWay.NestedSlot(NestedType<T>.Index, typeof(T));
        bool wasPending = _isPending;
        _isPending = true;
        _cursor = ref ((delegate*<void*, ref byte, out T?, ref byte>)slot.Reader)(Unsafe.AsPointer(ref this), ref _cursor, out T? value);
        Finish(ref _cursor);
        _isPending = wasPending;
        return value;
    }

    // A serializer that catches the failure of a nested value is found out.
    private T? ReadNested<T>()
    {
        bool wasPending = _isPending;
        _isPending = true;
        T? value = Nested!.Read<T>(ref this);
        _isPending = wasPending;
        return value;
    }

    /// <summary>
    /// The bytes are no value of the custom serializer: always throws <see cref="MalformedDataException"/> with
    /// <see cref="ErrorCode.CustomValueRejected"/>.
    /// </summary>
    /// <param name="reason">The problem, for people.</param>
    [DoesNotReturn]
    public readonly void Reject(string reason) => FailAt(ref _cursor, ErrorCode.CustomValueRejected, Position(ref _cursor), reason);

    /// <summary>Called by generated code: has a custom serializer read a value.</summary>
    internal ref byte ReadCustom<T>(ref byte p, int handle, out T value) =>
        ref ReadBy(ref p, Unsafe.As<ICustomSerializer<T>>(Dispatch.CustomSerializers[handle]), out value);

    /// <summary>Has a custom serializer read a value.</summary>
    internal ref byte ReadBy<T>(ref byte p, ICustomSerializer<T> serializer, out T value)
    {
        // Bytes behind the end of the input are the business of no user code.
        Finish(ref p);
        _cursor = ref Park(ref p);
        long item = Position(ref p);
        bool wasPending = _isPending;
        _isPending = false;
        try
        {
            value = serializer.Read(ref this);
        }
        // An exception of the stream is no failure of the code that asked for its bytes.
        catch (Exception failure) when (IsOfItsCode(failure) && _source is not { HasFailed: true })
        {
            Finish(ref _cursor);
            throw UserCode.Failed(failure, typeof(T), item);
        }
        if (_isPending)
        {
            _source?.ThrowIfFailed();
            FailCustom(item, typeof(T), "caught a failure and went on. A value that could not be read once is rejected.");
        }
        if (!typeof(T).IsValueType && value is null)
        {
            Finish(ref _cursor);
            FailCustom(item, typeof(T), "returned null.");
        }
        _isPending = wasPending;
        return ref _cursor;
    }

    [DoesNotReturn]
    private readonly void FailCustom(long item, Type type, string what) =>
        throw Noted(new(ErrorCode.CustomValueRejected, $"The custom serializer of {TypeNames.Display(type)} {what}", item));

    // As long as this reader has not failed, a verdict is about the bytes of another call. A serializer around this one may catch it, so now it has.
    private bool IsOfItsCode(Exception failure)
    {
        bool hasFailed = _isPending;
        _isPending = true;
        return hasFailed ? UserCode.IsToBeWrapped(failure) : UserCode.IsOfUser(failure);
    }
}
