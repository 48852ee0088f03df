using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire;

namespace NetSerializer;

// Custom forms with their length in front (SerializerOptions.FrameCustomForms).
public ref partial struct WireWriter
{
    private const int FirstFrame = 256;

    /// <summary>Called by generated code: as <see cref="WriteCustom{T}"/>, with the length of the bytes in front of them.</summary>
    // The length is known when the bytes are there. So they go to an array of their own first, and the buffer around them stays as it is until then.
    internal ref byte WriteFramed<T>(ref byte p, int handle, T value)
    {
        object? target = _target;
        ref byte start = ref _start;
        ref byte end = ref _end;
        var frame = new ArrayBufferWriter<byte>(FirstFrame);
        _target = frame;
        SetBuffer(frame.GetSpan(FirstFrame));
        try
        {
            ref byte last = ref WriteCustom(ref _start, handle, value);
            frame.Advance((int)Unsafe.ByteOffset(ref _start, ref last));
        }
        finally
        {
            _target = target;
            _start = ref start;
            _end = ref end;
            _cursor = ref Park(ref p);
        }
        ReadOnlySpan<byte> bytes = frame.WrittenSpan;
        p = ref Ensure(ref p, VarInt.Max32);
        p = ref VarInt.Write32(ref p, (uint)bytes.Length);
        return ref bytes.IsEmpty ? ref p : ref WriteBytes(ref p, in MemoryMarshal.GetReference(bytes), bytes.Length);
    }
}
