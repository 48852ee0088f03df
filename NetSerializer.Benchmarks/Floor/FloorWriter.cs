using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>
/// The writing side of the floor: one array that is kept from call to call, and the cursor threaded through the codecs. Frames grow the array until
/// the value fits; sessions send it off when it is full.
/// </summary>
internal ref struct FloorWriter
{
    /// <summary>Room for the length in front of a frame.</summary>
    public const int HeaderRoom = 8;

    /// <summary>Bytes behind the writable ones, so that a varint can be stored as eight bytes.</summary>
    private const int Tail = 16;

    private readonly FloorBuffer _buffer;
    private readonly Stream _stream;
    private readonly bool _session;
    private ref byte _end;

    public FloorWriter(FloorBuffer buffer, Stream stream, bool session)
    {
        _buffer = buffer;
        _stream = stream;
        _session = session;
        SetEnd();
    }

    /// <summary>Where the body of a frame, or the first byte of a session, goes.</summary>
    public readonly ref byte Start => ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_buffer.Bytes), HeaderRoom);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Ensure(ref byte p, nint count)
    {
        if (Unsafe.ByteOffset(ref p, ref _end) < count)
        {
            return ref Grow(ref p, count);
        }
        return ref p;
    }

    /// <summary>Sends the frame: its length stands directly in front of it, so that one call to the stream does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void SendFrame(ref byte p)
    {
        byte[] bytes = _buffer.Bytes;
        int length = (int)Unsafe.ByteOffset(ref Start, ref p);
        if (length < 64)
        {
            Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(bytes), HeaderRoom - 1) = (byte)(0x80 | length);
            _stream.Write(bytes, HeaderRoom - 1, length + 1);
            return;
        }
        SendLongFrame(bytes, length);
    }

    /// <summary>Sends what a session has gathered.</summary>
    public readonly void Flush(ref byte p)
    {
        int length = (int)Unsafe.ByteOffset(ref Start, ref p);
        _stream.Write(_buffer.Bytes, HeaderRoom, length);
        _stream.Flush();
    }

    /// <summary>Copies bytes of any number; a session sends large ones past the buffer.</summary>
    public ref byte WriteBytes(ref byte p, ReadOnlySpan<byte> source)
    {
        if (_session && Unsafe.ByteOffset(ref p, ref _end) < source.Length)
        {
            _stream.Write(_buffer.Bytes, HeaderRoom, (int)Unsafe.ByteOffset(ref Start, ref p));
            _stream.Write(source);
            return ref Start;
        }
        p = ref Ensure(ref p, source.Length);
        source.CopyTo(MemoryMarshal.CreateSpan(ref p, source.Length));
        return ref Unsafe.Add(ref p, source.Length);
    }

    private readonly void SendLongFrame(byte[] bytes, int length)
    {
        // Byte by byte and from the end: an eight-byte store would run into the body.
        uint header = ((uint)length << 1) | 1, high = header >> 6;
        int size = 2;
        for (uint rest = high >> 7; rest != 0; rest >>= 7)
        {
            size++;
        }
        bytes[HeaderRoom - size] = (byte)(0xC0 | (header & 0x3F));
        for (int i = 1; i < size; i++, high >>= 7)
        {
            bytes[HeaderRoom - size + i] = (byte)(i < size - 1 ? high | 0x80 : high);
        }
        _stream.Write(bytes, HeaderRoom - size, length + size);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte Grow(ref byte p, nint count)
    {
        int used = (int)Unsafe.ByteOffset(ref Start, ref p);
        if (_session)
        {
            _stream.Write(_buffer.Bytes, HeaderRoom, used);
            used = 0;
        }
        long needed = HeaderRoom + used + (long)count + Tail;
        if (needed > _buffer.Bytes.Length)
        {
            byte[] larger = new byte[Math.Max(needed, 2L * _buffer.Bytes.Length)];
            _buffer.Bytes.AsSpan(0, HeaderRoom + used).CopyTo(larger);
            _buffer.Bytes = larger;
        }
        SetEnd();
        return ref Unsafe.Add(ref Start, used);
    }

    private void SetEnd() =>
        _end = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_buffer.Bytes), _buffer.Bytes.Length - Tail);
}

/// <summary>The array of one floor, kept from call to call. Not thread-safe.</summary>
internal sealed class FloorBuffer
{
    public byte[] Bytes = new byte[64 * 1024];
}
