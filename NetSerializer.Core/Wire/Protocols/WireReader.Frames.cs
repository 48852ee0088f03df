using NetSerializer.Errors;

namespace NetSerializer;

// Custom forms with their length in front (SerializerOptions.FrameCustomForms).
public ref partial struct WireReader
{
    private const int PassedAtOnce = 256;

    /// <summary>Called by generated code: as <see cref="ReadCustom{T}"/>, of exactly as many bytes as the length in front of them says.</summary>
    internal ref byte ReadFramed<T>(ref byte p, int handle, out T value)
    {
        p = ref BeginFrame(ref p, out uint length);
        long start = Position(ref p);
        p = ref ReadCustom(ref p, handle, out value);
        Finish(ref p);
        EndFrame(ref p, start, length, typeof(T));
        return ref p;
    }

    /// <summary>Reads the length of a frame, of which the input has so many bytes as far as that is known. Nothing is allocated for it.</summary>
    internal ref byte BeginFrame(ref byte p, out uint length)
    {
        long item = Position(ref p);
        p = ref ReadVarInt32(ref p, out length);
        Finish(ref p);
        long left = BytesLeft(ref p);
        if (left >= 0 && length > left)
        {
            FailAt(ref p, ErrorCode.LengthExceedsInput, item, $"A custom form of {length} bytes, but only {left} bytes are left.");
        }
        return ref p;
    }

    /// <summary>Refuses a custom serializer that has taken another number of bytes than the writer wrote.</summary>
    internal readonly void EndFrame(ref byte p, long start, uint length, Type type)
    {
        long taken = Position(ref p) - start;
        if (taken != length)
        {
            FailAt(ref p, ErrorCode.CustomValueRejected, start,
                $"The custom serializer of {TypeNames.Display(type)} took {taken} of the {length} bytes that were written.");
        }
    }

    /// <summary>Goes past the bytes of a frame.</summary>
    internal void PassFrame(uint length)
    {
        Span<byte> passed = stackalloc byte[PassedAtOnce];
        for (uint left = length; left > 0;)
        {
            int piece = (int)Math.Min(left, PassedAtOnce);
            ReadBytes(passed[..piece]);
            left -= (uint)piece;
        }
    }
}
