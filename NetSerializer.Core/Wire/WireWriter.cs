using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;
using NetSerializer.Wire;
using NetSerializer.Wire.Tables;

namespace NetSerializer;

/// <summary>
/// The writing side of one call. The cursor itself is a <c>ref byte</c> threaded through arguments and return values of the generated methods, so
/// that it stays in a register, and one check covers a run of primitives. This struct holds only the end of the buffer and the slow path.
/// </summary>
public ref partial struct WireWriter
{
    /// <summary>No caller asks <see cref="Ensure"/> for more; larger data are written in pieces.</summary>
    internal const int MaxReserve = 1536;

    /// <summary>From this length on, bytes go to a sink as they are: half a buffer of a stream.</summary>
    private const int PassedOn = 32 << 10;

    private ref byte _start;
    private ref byte _end;
    // A WriteSink, an IBufferWriter<byte>, or a Stream for which a sink is opened when the first buffer is full; null for memory. One field, because
    // each one is cleared in every call.
    private object? _target;
    private RentedBuffers? _rented;

    /// <summary>The tables that find the writer of an object.</summary>
    internal readonly ObjectDispatch Dispatch;

    /// <summary>How many more levels of recursion may begin before <see cref="Descend"/> looks again.</summary>
    // No more than Recursion.Interval. A short keeps the struct smaller: each call clears it.
    internal short DepthCredit;
    // A nested value or a call of the target has begun and not come to its end. It stays true when a custom serializer catches the exception.
    private bool _isPending;
    private int _depthLeft;
    // Where a custom serializer goes on. Always in the buffer, or behind it, also when something in between has thrown.
    private ref byte _cursor;
    // Null in almost every call, so that nothing is paid for it.
    private WriterState? _state;

    /// <summary>Only in the traced twin.</summary>
    internal PathTrace? Trace;

    /// <summary>That of the model at work.</summary>
    internal object? UserContext;

    /// <summary>
    /// Writes to <paramref name="initial"/>. When that is full, the target gets the bytes written. Without a target, they go to arrays of the shared
    /// pool that double in size.
    /// </summary>
    /// <param name="dispatch">The tables.</param>
    /// <param name="target">A <see cref="WriteSink"/>, an <see cref="IBufferWriter{T}"/>, a <see cref="Stream"/>, for which
    /// <see cref="ObjectDispatch.OpenSink"/> makes a sink when it is needed, or null.</param>
    /// <param name="initial">The first buffer.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal WireWriter(ObjectDispatch dispatch, object? target, Span<byte> initial)
    {
        // All at once, by vectors: otherwise field by field, behind the clearing that the JIT compiler does anyway.
        this = default;
        Dispatch = dispatch;
        _target = target;
        DepthCredit = (short)dispatch.InitialDepthCredit;
        _depthLeft = dispatch.Limits.MaxDepth - dispatch.InitialDepthCredit;
        SetBuffer(initial);
    }

    /// <summary>Where the first byte goes.</summary>
    [System.Diagnostics.CodeAnalysis.UnscopedRef]
    internal readonly ref byte Start => ref _start;

    /// <summary>The sink, once there is one.</summary>
    internal readonly WriteSink? Sink => _target as WriteSink;

    /// <summary>The value has not outgrown the first buffer, so that <paramref name="stream"/> needed no sink.</summary>
    internal readonly bool IsInFirst(Stream stream) => ReferenceEquals(_target, stream);

    /// <summary>The bytes are no longer in the initial span.</summary>
    internal readonly bool IsRented => _rented != null;

    /// <summary>
    /// Makes sure of <paramref name="count"/> writable bytes from the cursor on. The distance is compared, never an address past the end formed.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ref byte Ensure(ref byte p, int count)
    {
        if (Unsafe.ByteOffset(ref p, ref _end) < count)
        {
            return ref Grow(ref p, count);
        }
        return ref p;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly bool HasRoom(ref byte p, int count) => Unsafe.ByteOffset(ref p, ref _end) >= count;

    /// <summary>How many bytes can be written without growing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly nint Room(ref byte p) => Unsafe.ByteOffset(ref p, ref _end);

    /// <summary>Copies bytes of any number.</summary>
    internal ref byte WriteBytes(ref byte p, scoped ref readonly byte source, nint count)
    {
        nint room = Room(ref p);
        if (room >= count)
        {
            Copy(ref p, in source, count);
            return ref Unsafe.Add(ref p, count);
        }
        ref byte from = ref Unsafe.AsRef(in source);
        if (_target is Stream || (count >= PassedOn && _target is WriteSink))
        {
            return ref Pass(ref p, MemoryMarshal.CreateReadOnlySpan(ref from, (int)count));
        }
        while (count > room)
        {
            Copy(ref p, ref from, room);
            from = ref Unsafe.Add(ref from, room);
            count -= room;
            p = ref Grow(ref Unsafe.Add(ref p, room), (int)Math.Min(count, MaxReserve));
            room = Room(ref p);
        }
        Copy(ref p, ref from, count);
        return ref Unsafe.Add(ref p, count);
    }

    // Past the buffer of a stream, which saves a copy. Past the first buffer, which is short, go all data that do not fit it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte Pass(ref byte p, scoped ReadOnlySpan<byte> data)
    {
        int used = (int)Unsafe.ByteOffset(ref _start, ref p);
        ReadOnlySpan<byte> written = MemoryMarshal.CreateReadOnlySpan(ref _start, used);
        bool wasPending = LeaveBuffer();
        WriteSink sink = _target as WriteSink ?? Dispatch.OpenSink((Stream)_target!);
        _target = sink;
        EnterBuffer(sink.Pass(written, data), wasPending);
        return ref _start;
    }

    /// <summary>The rest of the current buffer, for pieces of large values.</summary>
    internal readonly Span<byte> Rest(ref byte p) => MemoryMarshal.CreateSpan(ref p, (int)Room(ref p));

    private static void Copy(ref byte destination, ref readonly byte source, nint count) =>
        MemoryMarshal.CreateReadOnlySpan(in source, (int)count).CopyTo(MemoryMarshal.CreateSpan(ref destination, (int)count));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte Grow(ref byte p, int count)
    {
        _ = UnderWay;
        int used = (int)Unsafe.ByteOffset(ref _start, ref p);
        switch (_target)
        {
            case null:
                return ref GrowRented(used, count);
            // Streams that are buffer writers too come as streams.
            case WriteSink or Stream:
                ReadOnlySpan<byte> written = MemoryMarshal.CreateReadOnlySpan(ref _start, used);
                bool wasPending = LeaveBuffer();
                WriteSink sink = _target as WriteSink ?? Dispatch.OpenSink((Stream)_target);
                _target = sink;
                EnterBuffer(sink.Next(written, count), wasPending);
                break;
            default:
                IBufferWriter<byte> destination = (IBufferWriter<byte>)_target;
                wasPending = LeaveBuffer();
                destination.Advance(used);
                Span<byte> span = destination.GetSpan(count);
                if (span.Length < count)
                {
                    Throw.BufferWriterTooSmall(count);
                }
                EnterBuffer(span, wasPending);
                break;
        }
        return ref _start;
    }

    private ref byte GrowRented(int used, int count)
    {
        int capacity = (int)Unsafe.ByteOffset(ref _start, ref _end);
        long wanted = Math.Max(Math.Min(2L * capacity, Array.MaxLength), (long)used + count);
        if (wanted > Array.MaxLength)
        {
            Throw.ValueTooLargeForArray();
        }
        byte[] larger = (_rented ??= RentedBuffers.Take()).Rent((int)Math.Max(wanted, 4096));
        MemoryMarshal.CreateSpan(ref _start, used).CopyTo(larger);
        SetBuffer(larger);
        _cursor = ref Unsafe.Add(ref _start, used);
        return ref _cursor;
    }

    private void SetBuffer(Span<byte> buffer)
    {
        _start = ref MemoryMarshal.GetReference(buffer);
        _end = ref Unsafe.Add(ref _start, buffer.Length);
    }

    // While the target is at work there is no buffer, and when it throws none any more. So nothing can be written to memory that belongs to somebody
    // else then, even by a custom serializer that catches the exception.
    private bool LeaveBuffer()
    {
        SetBuffer(default);
        _cursor = ref _start;
        bool wasPending = _isPending;
        _isPending = true;
        return wasPending;
    }

    private void EnterBuffer(Span<byte> buffer, bool wasPending)
    {
        SetBuffer(buffer);
        _cursor = ref _start;
        _isPending = wasPending;
    }

    /// <summary>The bytes written into the initial span and its successors, as an array of exactly that length.</summary>
    internal readonly byte[] ToArray(ref byte p) => Complete(ref p).ToArray();

    /// <summary>The value is written: runs the callbacks that waited for its end, and returns the bytes in the current buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ReadOnlySpan<byte> Complete(ref byte p)
    {
        if (_state != null)
        {
            _state.Complete(UserContext);
        }
        return MemoryMarshal.CreateReadOnlySpan(ref _start, (int)Unsafe.ByteOffset(ref _start, ref p));
    }

    /// <summary>Gives the rented arrays back, and leaves a writer that refuses everything. Called exactly once, in a finally block.</summary>
    internal void Dispose()
    {
        RentedBuffers? rented = _rented;
        this = default;
        rented?.Return();
    }

    // For members that need the tables before they need room.
    private readonly ObjectDispatch UnderWay
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if (Dispatch == null)
            {
                Throw.NoCall(nameof(WireWriter));
            }
            return Dispatch;
        }
    }
}
