using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Wire;

namespace NetSerializer;

// The cold side of the reader: every rejection goes through here, and gets its offset here.
public ref partial struct WireReader
{
    /// <summary>An item of <paramref name="length"/> bytes at <paramref name="item"/> is wrong. When it reaches past the end of the input, that is what is wrong.</summary>
    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal readonly void Fail(ErrorCode code, ref byte item, nint length, string message)
    {
        if (Unsafe.ByteOffset(ref item, ref _end) < length)
        {
            FailTruncated();
        }
        Fail(code, Position(ref item), message);
    }

    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal readonly void FailVarInt(ref byte item, nint length) =>
        Fail(ErrorCode.MalformedVarInt, ref item, length, "A varint is longer than necessary or too large for its type.");

    /// <summary>The value of a varint is wrong: as long as its shortest form, which it has.</summary>
    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal readonly void FailVarIntValue(ErrorCode code, ref byte item, ulong value, string message) => Fail(code, ref item, VarInt.Length(value), message);

    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void FailInputTooLong() =>
        Fail(ErrorCode.InputTooLong, Limits.MaxInputBytes, $"The value is longer than {nameof(SerializerLimits.MaxInputBytes)} = {Limits.MaxInputBytes}.");

    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal readonly void FailTruncated() => Fail(ErrorCode.Truncated, _windowOffset + Unsafe.ByteOffset(in _start, in _end), "The input ends inside a value.");

    /// <summary>What was read up to the cursor is wrong, at <paramref name="offset"/>. When the cursor is past the end of the input, that is what is wrong.</summary>
    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal readonly void FailAt(ref byte p, ErrorCode code, long offset, string message)
    {
        Finish(ref p);
        Fail(code, offset, message);
    }

    [DoesNotReturn]
    private static void Fail(ErrorCode code, long offset, string message) => throw new MalformedDataException(code, message, offset);
}
