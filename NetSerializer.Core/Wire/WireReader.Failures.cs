using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Wire;

namespace NetSerializer;

// The cold side of the reader: every rejection goes through here, and gets its offset here. Each method only throws, and has no NoInlining: the JIT
// compiler never inlines such a method but looks into it. So it knows that the call does not return, and callers keep nothing for afterwards. The parts
// of a message are made here too: in the method that fails they would have a place in its frame, which is cleared in every call.
public ref partial struct WireReader
{
    /// <summary>
    /// An item of <paramref name="length"/> bytes at <paramref name="item"/> is wrong. When it reaches past the end of the input, the failure is
    /// truncation.
    /// </summary>
    [DoesNotReturn]
    internal readonly void Fail(ErrorCode code, ref byte item, nint length, string message) => throw Failure(code, ref item, length, message);

    [DoesNotReturn]
    internal readonly void FailVarInt(ref byte item, nint length) =>
        throw Failure(ErrorCode.MalformedVarInt, ref item, length, "A varint is longer than necessary or too large for its type.");

    /// <summary>The value of a varint is wrong: as long as its shortest form, which it has.</summary>
    [DoesNotReturn]
    internal readonly void FailVarIntValue(ErrorCode code, ref byte item, ulong value, string message) =>
        throw Failure(code, ref item, VarInt.Length(value), message);

    [DoesNotReturn]
    private readonly void FailInputTooLong() =>
        throw Noted(new(ErrorCode.InputTooLong, $"The value is longer than {nameof(SerializerLimits.MaxInputBytes)} = {Limits.MaxInputBytes}.",
            Limits.MaxInputBytes));

    [DoesNotReturn]
    private readonly void FailTextTooLong(ref byte p, int length, long item) => throw FailureAt(ref p, ErrorCode.StringTooLong, item,
        $"A string of {length} characters takes more than {nameof(SerializerLimits.MaxStringBytes)} = {Limits.MaxStringBytes} bytes.");

    [DoesNotReturn]
    private readonly void FailTextLength(ref byte p, int length, long item) => throw FailureAt(ref p, ErrorCode.LengthExceedsInput, item,
        $"A string of {length} characters, but only {BytesLeft(ref p)} bytes are left.");

    /// <summary>The byte at <paramref name="item"/> is the number of no comparer.</summary>
    [DoesNotReturn]
    internal readonly void FailComparer(ref byte item) => throw Failure(ErrorCode.UnknownComparerId, ref item, 1, $"An unknown comparer, {item}.");

    [DoesNotReturn]
    internal readonly void FailTruncated() => throw Truncated();

    /// <summary>
    /// The bytes read up to the cursor are wrong, at <paramref name="offset"/>. When the cursor is past the end of the input, the failure is truncation.
    /// </summary>
    [DoesNotReturn]
    internal readonly void FailAt(ref byte p, ErrorCode code, long offset, string message) => throw FailureAt(ref p, code, offset, message);

    [DoesNotReturn]
    private readonly void Fail(ErrorCode code, long offset, string message) => throw Noted(new(code, message, offset));

    private readonly MalformedDataException Failure(ErrorCode code, ref byte item, nint length, string message) =>
        Unsafe.ByteOffset(ref item, ref _end) < length ? Truncated() : Noted(new(code, message, Position(ref item)));

    internal readonly MalformedDataException FailureAt(ref byte p, ErrorCode code, long offset, string message) =>
        Unsafe.ByteOffset(ref p, ref _end) < 0 ? Truncated() : Noted(new(code, message, offset));

    private readonly MalformedDataException Truncated() =>
        Noted(new(ErrorCode.Truncated, "The input ends inside a value.", _windowOffset + Unsafe.ByteOffset(in _start, in _end)));

    // A custom serializer may catch the exception, and still the value is not accepted. The mark is no part of the reader's position, so methods that
    // only look at the bytes and fail remain readonly.
    private readonly MalformedDataException Noted(MalformedDataException failure)
    {
        Unsafe.AsRef(in _isPending) = true;
        return failure;
    }
}
