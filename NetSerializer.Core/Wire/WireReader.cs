using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using NetSerializer.Errors;
using NetSerializer.Graph;
using NetSerializer.Wire;
using NetSerializer.Wire.Protocols;
using NetSerializer.Wire.Tables;

namespace NetSerializer;

/// <summary>
/// The reading side of one call: a window of bytes, the way to more of them, and the rest of the call's budget. The cursor is threaded as in
/// <see cref="WireWriter"/>. One check covers a run of members of bounded size. Near the end of the input the rest is copied into a scratch with
/// readable slack behind it, where decoding goes on without further checks. Values that are decoded out of the slack are thrown away: an over-run shows
/// at the next run, before any length is used, and at the end of the value. A failure over bytes that reach past the end is reported as truncation. So
/// the content of the slack does not matter, only that it can be read.
/// </summary>
public ref partial struct WireReader
{
    /// <summary>The longest run, in bytes.</summary>
    internal const int MaxRun = 256;
    /// <summary>The length of the scratch that a root call provides: a rest shorter than a run and a padding as long as one.</summary>
    internal const int ScratchLength = 2 * MaxRun;

    private ref byte _start;
    private ref byte _end;
    // The end of the bytes that may be decoded without a further look: of the window, or of the slack behind it. A run that begins before _end reaches
    // no further.
    private ref byte _runEnd;
    private readonly ref byte _scratch;
    private readonly ByteSource? _source;
    private long _windowOffset;

    /// <summary>Carries the value of a varint of three bytes and more out of its slow path.</summary>
    internal ulong Slow;

    /// <summary>How many more levels of recursion may begin before <see cref="Descend"/> looks again.</summary>
    internal int DepthCredit;
    private int _depthLeft;
    // The least bytes of all elements whose counts have been read.
    private long _announced;
    // In characters, two bytes of memory each.
    private int _longestText;
    // A nested value or a call of the source has begun and not come to its end, or something has failed. It stays true when a custom serializer catches
    // the exception.
    private bool _isPending;
    // Where a custom serializer goes on. Always in the window, or behind it, also when something in between has thrown.
    private ref byte _cursor;
    // Null in almost every call, so that nothing is paid for it.
    private Completions? _completions;
    // Null where nothing is numbered, so that trees pay nothing for it.
    private ReferenceReader? _references;

    /// <summary>Only in the traced twin.</summary>
    internal PathTrace? Trace;

    /// <summary>That of the model at work.</summary>
    internal object? UserContext;

    /// <summary>Reads nested values of custom serializers where another schema explains the bytes; null elsewhere.</summary>
    internal NestedReader? Nested;

    /// <summary>How many bytes the value may still allocate.</summary>
    internal long Budget;

    internal readonly ObjectDispatch Dispatch;
    internal readonly SerializerLimits Limits;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal WireReader(ObjectDispatch dispatch, SerializerLimits limits, ReadOnlySpan<byte> window, ref byte scratch, ByteSource? source,
        bool hasSlack = false)
    {
        Dispatch = dispatch;
        Limits = limits;
        _scratch = ref scratch;
        _source = source;
        Budget = limits.MaxAllocatedBytes;
        _longestText = limits.MaxStringBytes >> 1;
        int depth = limits.MaxDepth, credit = Math.Min(Recursion.InitialCredit, depth);
        DepthCredit = credit;
        _depthLeft = depth - credit;
        _start = ref MemoryMarshal.GetReference(window);
        _end = ref Unsafe.Add(ref _start, window.Length);
        _runEnd = ref Unsafe.Add(ref _start, window.Length + (hasSlack ? ByteSource.Slack : 0));
    }

    /// <summary>The first byte of the window.</summary>
    internal readonly ref byte Start => ref _start;

    /// <summary>The bytes of the window that are not read.</summary>
    internal readonly ReadOnlySpan<byte> Unread(ref byte p) => MemoryMarshal.CreateReadOnlySpan(ref p, (int)Math.Max(0, Unsafe.ByteOffset(ref p, ref _end)));

    /// <summary>The number of bytes of the window that are not read; negative behind an over-run.</summary>
    internal readonly nint Left(ref byte p) => Unsafe.ByteOffset(ref p, ref _end);

    /// <summary>Bytes of the value before the cursor.</summary>
    internal readonly long Position(ref byte p) => _windowOffset + Unsafe.ByteOffset(ref _start, ref p);

    /// <summary>
    /// Makes <paramref name="count"/> bytes readable from the cursor on, of which the input may hold fewer (then anything follows).
    /// <paramref name="shape"/> tells sessions how many the run really has.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ref byte Run(ref byte p, int count, int shape)
    {
        if (Unsafe.ByteOffset(ref p, ref _runEnd) < count)
        {
            return ref Refill(ref p, count, shape);
        }
        return ref p;
    }

    /// <summary>Whether so many bytes can be loaded at the cursor, bytes of the slack included.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly bool IsReadable(ref byte p, int count) => Unsafe.ByteOffset(ref p, ref _runEnd) >= count;

    /// <summary>A single varint that no run covers: an id, a count, a header.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ref byte ReadVarInt32(ref byte p, out uint value)
    {
        if (Unsafe.IsAddressLessThan(ref p, ref _end))
        {
            uint first = p;
            if (first < 0x80)
            {
                value = first;
                return ref Unsafe.Add(ref p, 1);
            }
        }
        p = ref ReadVarInt32Long(ref p);
        value = (uint)Slow;
        return ref p;
    }

    /// <inheritdoc cref="ReadVarInt32"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ref byte ReadVarInt64(ref byte p, out ulong value)
    {
        if (Unsafe.IsAddressLessThan(ref p, ref _end))
        {
            uint first = p;
            if (first < 0x80)
            {
                value = first;
                return ref Unsafe.Add(ref p, 1);
            }
        }
        p = ref ReadVarInt64Long(ref p);
        value = Slow;
        return ref p;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte ReadVarInt32Long(ref byte p)
    {
        p = ref NeedVarInt(ref p, VarInt.Max32);
        p = ref VarInt.Read32(ref this, ref p, out uint value);
        Slow = value;
        return ref p;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte ReadVarInt64Long(ref byte p)
    {
        p = ref NeedVarInt(ref p, VarInt.Max64);
        p = ref VarInt.Read64(ref this, ref p, out ulong value);
        Slow = value;
        return ref p;
    }

    // A varint that is not complete in the window is completed, or goes on in the scratch.
    private ref byte NeedVarInt(ref byte p, int maxLength)
    {
        if (Unsafe.ByteOffset(ref p, ref _runEnd) >= maxLength || VarInt.IsComplete(ref p, Unsafe.ByteOffset(ref p, ref _end), maxLength))
        {
            return ref p;
        }
        return ref Refill(ref p, maxLength, RunShape.OneVarInt);
    }

    /// <summary>Copies exactly <paramref name="count"/> bytes, over as many windows as it takes.</summary>
    internal ref byte ReadBytes(ref byte p, scoped ref byte destination, nint count)
    {
        nint rest = Unsafe.ByteOffset(ref p, ref _end);
        while (count > rest)
        {
            if (rest > 0)
            {
                Copy(ref destination, ref p, rest);
                destination = ref Unsafe.Add(ref destination, rest);
                count -= rest;
                p = ref Unsafe.Add(ref p, rest);
            }
            if (count >= ByteSource.DirectLength && _source is { IsDirect: true })
            {
                nint read = TakeDirect(ref p, MemoryMarshal.CreateSpan(ref destination, (int)Math.Min(count, int.MaxValue)));
                destination = ref Unsafe.Add(ref destination, read);
                count -= read;
                p = ref _start;
                rest = 0;
                continue;
            }
            p = ref RefillFor(ref p, count);
            rest = Unsafe.ByteOffset(ref p, ref _end);
            if (rest <= 0)
            {
                FailTruncated();
            }
        }
        Copy(ref destination, ref p, count);
        return ref Unsafe.Add(ref p, count);
    }

    /// <summary>The end of the value: returns its length. The caller judges the rest of the input before <see cref="Release"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly long Complete(ref byte p)
    {
        Finish(ref p);
        long length = Position(ref p);
        if (length > Limits.MaxInputBytes)
        {
            FailInputTooLong();
        }
        return length;
    }

    /// <summary>
    /// The value is whole and nothing is wrong with its bytes: runs the code of the user that waited for that, lets finalizers run, and leaves a reader that
    /// refuses everything.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Release()
    {
        RunWaiting();
        ReferenceReader? references = _references;
        this = default;
        references?.Return();
    }

    /// <summary>The value cannot be read: the rented state of the call goes back, and a reader is left that refuses everything.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void Abandon()
    {
        ReferenceReader? references = _references;
        this = default;
        references?.Return();
    }

    // For members that need the tables or the limits before they need bytes.
    private readonly ObjectDispatch UnderWay
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if (Dispatch == null)
            {
                Throw.NoCall(nameof(WireReader));
            }
            return Dispatch;
        }
    }

    /// <summary>Runs the calls that waited for the end of the value. The rest of <see cref="Release"/> can follow later.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void RunWaiting()
    {
        if (_completions != null)
        {
            RunCompletions();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RunCompletions()
    {
        try
        {
            _completions!.Complete(ref this);
            _completions = null;
        }
        catch (Exception failure)
        {
            Abandon();
            if (failure is MalformedDataException malformed)
            {
                SerializerMetrics.Failed(malformed);
            }
            throw;
        }
    }

    /// <summary>The end of the value: an over-run of the last run shows here.</summary>
    internal readonly void Finish(ref byte p)
    {
        if (Unsafe.ByteOffset(ref p, ref _end) < 0)
        {
            FailTruncated();
        }
    }

    /// <summary>How many bytes are left for the value, or -1 when the source cannot tell.</summary>
    internal readonly long BytesLeft(ref byte p)
    {
        long rest = Unsafe.ByteOffset(ref p, ref _end);
        if (rest < 0)
        {
            FailTruncated();
        }
        if (_source == null || _source.AtEnd)
        {
            return rest;
        }
        long remaining = _source.Remaining;
        return remaining < 0 ? -1 : rest + remaining;
    }

    private static void Copy(ref byte destination, ref byte source, nint count) =>
        MemoryMarshal.CreateReadOnlySpan(ref source, (int)count).CopyTo(MemoryMarshal.CreateSpan(ref destination, (int)count));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte Refill(ref byte p, int count, int shape)
    {
        nint rest = Unsafe.ByteOffset(ref p, ref _end);
        if (rest < 0)
        {
            FailTruncated();
        }
        if (_source != null && !_source.AtEnd)
        {
            if (_source.Interactive)
            {
                return ref RefillExactly(ref p, shape);
            }
            p = ref TakeWindow(ref p, count);
            rest = Unsafe.ByteOffset(ref p, ref _end);
            if (rest >= count)
            {
                return ref p;
            }
        }
        // With slack behind the rest, no run that begins in it comes here, but ReadBytes does.
        return ref Unsafe.AreSame(in _runEnd, in _end) ? ref CopyToScratch(ref p, rest) : ref p;
    }

    // The window is used up, and the value goes on for so many bytes.
    private ref byte RefillFor(ref byte p, nint count) => ref Refill(ref p, 1, _source is { HoldsValue: true } ? -(int)Math.Min(count, 1 << 30) : -1);

    private ref byte RefillExactly(ref byte p, int shape)
    {
        int missing;
        while ((missing = RunShape.Missing(Unread(ref p), shape, Dispatch.Shapes)) > 0)
        {
            int before = Unread(ref p).Length;
            p = ref TakeWindow(ref p, before + missing);
            if (Unread(ref p).Length == before)
            {
                FailTruncated();
            }
        }
        // The run is whole, so no decoder looks behind it. The slack of the session's buffer keeps the bytes readable that a decoder may load.
        return ref p;
    }

    // The window is used up: the next bytes go from the stream to where they belong, and an empty window stands behind them.
    private int TakeDirect(ref byte p, scoped Span<byte> destination)
    {
        bool wasPending = LeaveWindow(Position(ref p));
        int read = _source!.ReadDirect(destination);
        _isPending = wasPending;
        if (read <= 0)
        {
            FailTruncated();
        }
        _windowOffset += read;
        if (_windowOffset > Limits.MaxInputBytes)
        {
            FailInputTooLong();
        }
        return read;
    }

    // While the source is at work there is no window, and when it throws none any more: it may have given the buffer back.
    private bool LeaveWindow(long position)
    {
        _cursor = ref _start = ref _runEnd = ref _end = ref _scratch;
        _windowOffset = position;
        bool wasPending = _isPending;
        _isPending = true;
        return wasPending;
    }

    private ref byte TakeWindow(ref byte p, int count)
    {
        long position = Position(ref p);
        ReadOnlySpan<byte> rest = Unread(ref p);
        bool wasPending = LeaveWindow(position);
        ReadOnlySpan<byte> window = _source!.Next(rest, count);
        _isPending = wasPending;
        _cursor = ref _start = ref MemoryMarshal.GetReference(window);
        _end = ref Unsafe.Add(ref _start, window.Length);
        _runEnd = ref Unsafe.Add(ref _end, _source.AtEnd && _source.Padded ? ByteSource.Slack : 0);
        // The window of a session or of a sequence may hold the beginning of the next values. The value of a sequence may also be shorter than the
        // count asked for.
        if (position > Limits.MaxInputBytes - (_source.Interactive ? count : _source.IsOfOneValue ? window.Length : 0))
        {
            FailInputTooLong();
        }
        return ref _start;
    }

    // Overlapping vector copies, because a memmove of odd lengths costs more than the checks that it saves. Bytes behind the rest stay: see the class.
    private ref byte CopyToScratch(ref byte p, nint rest)
    {
        if (Dispatch == null)
        {
            Throw.NoCall(nameof(WireReader));
        }
        ref byte scratch = ref _scratch;
        if (rest >= 64)
        {
            Copy(ref scratch, ref p, rest);
        }
        else if (rest >= 16)
        {
            nint second = Math.Min(16, rest - 16), third = Math.Max(0, rest - 32);
            var a = Vector128.LoadUnsafe(ref p);
            var b = Vector128.LoadUnsafe(ref p, (nuint)second);
            var c = Vector128.LoadUnsafe(ref p, (nuint)third);
            var d = Vector128.LoadUnsafe(ref p, (nuint)(rest - 16));
            a.StoreUnsafe(ref scratch);
            b.StoreUnsafe(ref scratch, (nuint)second);
            c.StoreUnsafe(ref scratch, (nuint)third);
            d.StoreUnsafe(ref scratch, (nuint)(rest - 16));
        }
        else if (rest >= 8)
        {
            ulong low = Unsafe.ReadUnaligned<ulong>(ref p), high = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref p, rest - 8));
            Unsafe.WriteUnaligned(ref scratch, low);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref scratch, rest - 8), high);
        }
        else
        {
            for (nint i = 0; i < rest; i++)
            {
                Unsafe.Add(ref scratch, i) = Unsafe.Add(ref p, i);
            }
        }
        _windowOffset = Position(ref p);
        _cursor = ref _start = ref scratch;
        _end = ref Unsafe.Add(ref scratch, rest);
        _runEnd = ref Unsafe.Add(ref scratch, ScratchLength);
        return ref _start;
    }
}
