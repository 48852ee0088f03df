using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>
/// The reading side of the floor. All bytes stand in an array of its own with slack behind them, so a run of bounded members in a frame needs no
/// check at all: where the frame ended is looked at once. In a session the same array is refilled.
/// </summary>
internal ref struct FloorReader
{
    /// <summary>Readable bytes behind the data; no run of bounded members is longer.</summary>
    private const int Slack = 256;

    private readonly FloorBuffer _buffer;
    private readonly Stream _stream;
    private readonly bool _session;
    private ref byte _runEnd;
    private ref byte _end;
    private bool _streamEnded;
    private readonly ArraySegment<byte> _memory;

    /// <summary>Length of the last varint of three bytes or more.</summary>
    public int SlowLength;

    /// <summary>Where the next root begins; moved by the codec at the end of a root only.</summary>
    public ref byte Position;

    public FloorReader(FloorBuffer buffer, Stream stream, bool session)
    {
        _buffer = buffer;
        _stream = stream;
        _session = session;
        if (!session && stream.GetType() == typeof(MemoryStream))
        {
            Unsafe.As<MemoryStream>(stream).TryGetBuffer(out _memory);
        }
        Position = ref MemoryMarshal.GetArrayDataReference(buffer.Bytes);
        _end = ref Position;
        _runEnd = ref Position;
    }

    /// <summary>Fetches the next frame; out of a plain <see cref="MemoryStream"/> it is read in place, where its array goes on for as long as a run.</summary>
    public void NextFrame()
    {
        if (_memory.Array is not null && TryFrameInPlace())
        {
            return;
        }
        int first = _stream.ReadByte();
        if (first is >= 0x80 and < 0xC0)
        {
            Fill(0, first & 0x3F);
            return;
        }
        NextLongFrame(first);
    }

    /// <summary>The cursor has to stand where the frame ends.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void EndFrame()
    {
        if (!Unsafe.AreSame(in Position, in _end))
        {
            throw new InvalidDataException("The frame and the value in it differ in length.");
        }
    }

    /// <summary>Makes a run of bounded members readable; in a frame the slack does that.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Run(ref byte p, nint count)
    {
        if (Unsafe.ByteOffset(ref p, ref _runEnd) < count)
        {
            return ref Refill(ref p, count);
        }
        return ref p;
    }

    /// <summary>Makes exactly this many bytes readable, or fails.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Bytes(ref byte p, nint count)
    {
        if (Unsafe.ByteOffset(ref p, ref _end) < count)
        {
            return ref RefillExactly(ref p, count);
        }
        return ref p;
    }

    /// <summary>Makes up to this many bytes readable, for blocks whose length shows only in their first bytes.</summary>
    public ref byte More(ref byte p, nint count) => ref _session ? ref Refill(ref p, count) : ref p;

    /// <summary>Copies bytes of any number; a session reads what is not in the buffer directly into the destination.</summary>
    public ref byte ReadBytes(ref byte p, Span<byte> destination)
    {
        nint there = Unsafe.ByteOffset(ref p, ref _end);
        if (!_session || there >= destination.Length)
        {
            p = ref Bytes(ref p, destination.Length);
            MemoryMarshal.CreateReadOnlySpan(ref p, destination.Length).CopyTo(destination);
            return ref Unsafe.Add(ref p, destination.Length);
        }
        MemoryMarshal.CreateReadOnlySpan(ref p, (int)there).CopyTo(destination);
        _stream.ReadExactly(destination[(int)there..]);
        _end = ref MemoryMarshal.GetArrayDataReference(_buffer.Bytes);
        _runEnd = ref _end;
        return ref _end;
    }

    /// <summary>Bytes that are known to follow: a claimed count beyond them is refused before anything is allocated. Sessions do not know.</summary>
    public readonly void CheckCount(ref byte p, uint count)
    {
        if (!_session && count > Unsafe.ByteOffset(ref p, ref _end))
        {
            throw new EndOfStreamException();
        }
    }

    /// <summary>The span of bytes up to the end of what was read.</summary>
    public readonly nint Left(ref byte p) => Unsafe.ByteOffset(ref p, ref _end);

    private bool TryFrameInPlace()
    {
        MemoryStream stream = Unsafe.As<MemoryStream>(_stream);
        int position = (int)stream.Position;
        int left = _memory.Count - position;
        byte[] bytes = _memory.Array!;
        if (left <= 0 || _memory.Offset + _memory.Count + Slack > bytes.Length)
        {
            return false;
        }
        ref byte p = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(bytes), _memory.Offset + position);
        uint header = (uint)(p & 0x3F) << 1 | 1;
        SlowLength = 1;
        if (p >= 0xC0)
        {
            uint low = (uint)p & 0x3F;
            Varint.Read(ref this, ref Unsafe.Add(ref p, 1), out uint high);
            header = low | (high << 6);
            SlowLength = 1 + (high < 0x80 ? 1 : high < 0x4000 ? 2 : SlowLength);
        }
        int length = (int)(header >> 1);
        if ((header & 1) == 0 || length > left - SlowLength)
        {
            return false;
        }
        stream.Position = position + SlowLength + length;
        Position = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(bytes), _memory.Offset + position + SlowLength);
        _end = ref Unsafe.Add(ref Position, length);
        _runEnd = ref Unsafe.Add(ref _end, Slack);
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void NextLongFrame(int first)
    {
        int filled = 0;
        while (true)
        {
            uint header = (uint)(first & 0x3F);
            if (first < 0xC0)
            {
                header = header << 1 | 1;
            }
            for (int shift = 6, next = first < 0xC0 ? 0 : 0x80; next >= 0x80; shift += 7)
            {
                next = _stream.ReadByte();
                first = Math.Min(first, next);
                header |= (uint)(next & 0x7F) << shift;
            }
            if (first < 0)
            {
                throw new EndOfStreamException();
            }
            Fill(filled, (int)(header >> 1));
            filled += (int)(header >> 1);
            if ((header & 1) != 0)
            {
                return;
            }
            first = _stream.ReadByte();
        }
    }

    private void Fill(int offset, int length)
    {
        byte[] bytes = _buffer.Bytes;
        if (offset + length > bytes.Length - Slack)
        {
            bytes = Enlarge(offset, length);
        }
        int end = offset + length;
        int read = _stream.Read(bytes, offset, length);
        if (read != length)
        {
            _stream.ReadExactly(bytes, offset + read, length - read);
        }
        Position = ref MemoryMarshal.GetArrayDataReference(bytes);
        _end = ref Unsafe.Add(ref Position, end);
        _runEnd = ref Unsafe.Add(ref _end, Slack);
    }

    private readonly byte[] Enlarge(int kept, int more)
    {
        byte[] larger = new byte[Math.Max((long)kept + more + Slack, 2L * _buffer.Bytes.Length)];
        _buffer.Bytes.AsSpan(0, kept).CopyTo(larger);
        _buffer.Bytes = larger;
        return larger;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte Refill(ref byte p, nint count)
    {
        nint rest = Unsafe.ByteOffset(ref p, ref _end);
        if (rest < 0 || !_session)
        {
            throw new EndOfStreamException();
        }
        if (_streamEnded)
        {
            return ref p;
        }
        byte[] bytes = _buffer.Bytes;
        int offset = (int)Unsafe.ByteOffset(ref MemoryMarshal.GetArrayDataReference(bytes), ref p);
        if (count > bytes.Length - Slack)
        {
            byte[] larger = new byte[Math.Max((long)count + Slack, 2L * bytes.Length)];
            bytes.AsSpan(offset, (int)rest).CopyTo(larger);
            _buffer.Bytes = bytes = larger;
        }
        else
        {
            bytes.AsSpan(offset, (int)rest).CopyTo(bytes);
        }
        int filled = (int)rest;
        while (filled < count)
        {
            int read = _stream.Read(bytes, filled, bytes.Length - Slack - filled);
            if (read == 0)
            {
                _streamEnded = true;
                break;
            }
            filled += read;
        }
        _end = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(bytes), filled);
        // Once the stream has ended the slack serves the last runs, as it does in a frame.
        _runEnd = ref Unsafe.Add(ref _end, _streamEnded ? Slack : 0);
        return ref MemoryMarshal.GetArrayDataReference(bytes);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte RefillExactly(ref byte p, nint count)
    {
        if (_session)
        {
            p = ref Refill(ref p, count);
        }
        if (Unsafe.ByteOffset(ref p, ref _end) < count)
        {
            throw new EndOfStreamException();
        }
        return ref p;
    }
}
