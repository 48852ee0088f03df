using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Wire;

namespace NetSerializer;

// Counts, and the memory that they may allocate. No count is used before it is held against the limits, the bytes left and the budget.
public ref partial struct WireReader
{
    /// <summary>Bytes of memory that a stream of unknown length may make a reader allocate before it has sent as much; a multiple of every block.</summary>
    private const int UnknownStep = 32 << 10;

    /// <summary>
    /// Texts of more characters, and arrays of more bytes, are collected in steps. The bytes of shorter ones are awaited before they are made, which
    /// costs a copy and spares the memory of the steps.
    /// </summary>
    private const int MostAwaited = 1 << 20;

    /// <summary>
    /// A stream of unknown length may still send the bytes that its collections announce. More than this many times the bytes that are there mean that
    /// nested collections announce the same ones.
    /// </summary>
    private const int MostLeastBytes = 8;

    /// <summary>Array header: method table, length and padding, in bytes.</summary>
    internal const int ArrayOverhead = 24;

    /// <summary>The memory of an array, in bytes: a multiple of eight.</summary>
    internal static long ArraySize(long length, int elementSize) => ArrayOverhead + 7 + length * elementSize & ~7L;

    /// <summary>Takes <paramref name="bytes"/> from the budget, before they are allocated.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Charge(ref byte p, long bytes)
    {
        if ((Budget -= bytes) < 0)
        {
            FailBudget(ref p);
        }
    }

    /// <summary>
    /// Reads "count + 1". <paramref name="count"/> is -1 for null; otherwise it is within the limit and, at <paramref name="minimumSize"/> bytes an
    /// element, within the input as far as that is known.
    /// </summary>
    internal ref byte ReadCount(ref byte p, int minimumSize, out int count)
    {
        p = ref ReadVarInt32(ref p, out uint header);
        count = (int)(header - 1);
        if (header > 1 && !Announce(ref p, header - 1, minimumSize))
        {
            FailCount(ref p, header - 1, Position(ref p) - VarInt.Length(header));
        }
        return ref header > 1 && _source is { HoldsValue: true } ? ref WaitFor(ref p, (long)count * minimumSize) : ref p;
    }

    /// <summary>
    /// As <see cref="CanHold"/>, for elements that follow right behind the count. No byte belongs to the elements of two collections, so together they
    /// need no more bytes than the input has: memory for nested counts cannot be announced twice over the same bytes.
    /// </summary>
    internal bool Announce(ref byte p, ulong count, int minimumSize)
    {
        if (!CanHold(ref p, count, minimumSize))
        {
            return false;
        }
        _announced = Math.Min(_announced + (long)count * minimumSize, long.MaxValue >> 1);
        long left = BytesLeft(ref p);
        return left < 0 || _announced <= Position(ref p) + left;
    }

    /// <summary>
    /// Whether a count that ends at the cursor is within the limit and, at <paramref name="minimumSize"/> bytes an element, within the input as far as
    /// that is known. The caller then says <see cref="FailCount"/>.
    /// </summary>
    internal readonly bool CanHold(ref byte p, ulong count, int minimumSize)
    {
        if (count > (ulong)Limits.MaxCollectionLength)
        {
            return false;
        }
        long left = BytesLeft(ref p);
        return left < 0 || (long)count * minimumSize <= left; // both below 2^31: no overflow
    }

    /// <summary>
    /// How many of <paramref name="count"/> elements may be allocated now, when <paramref name="done"/> are read: all where the input is known to
    /// hold them, otherwise twice <paramref name="done"/>. Charges the budget.
    /// </summary>
    internal int Step(ref byte p, int count, int elementSize, int done)
    {
        int step = count;
        if (BytesLeft(ref p) < 0 && Math.Max(_source!.Available, Unread(ref p).Length) is var there
            && (there < count || MostLeastBytes * (Position(ref p) + there) < _announced))
        {
            int first = Math.Max(128, UnknownStep / elementSize & ~127);
            step = (int)Math.Min(count, Math.Max(first, 2L * done));
        }
        Charge(ref p, ArraySize(step, elementSize));
        return step;
    }

    /// <summary>As <see cref="Step"/> for hash tables, whose capacity is the next prime of a row that begins with 3, 7, 11 and grows by a fifth.</summary>
    internal int TableStep(ref byte p, int count, int entrySize, int done)
    {
        int step = Step(ref p, count, entrySize, done);
        Charge(ref p, (step / 4 + 3L) * entrySize);
        return step;
    }

    /// <summary>
    /// For things that cannot grow: waits until a stream that does not say how long it is has really sent <paramref name="bytes"/> bytes, before
    /// anything is allocated for them.
    /// </summary>
    internal ref byte Vouch(ref byte p, long bytes)
    {
        if (BytesLeft(ref p) >= 0 || bytes <= UnknownStep)
        {
            return ref p;
        }
        return ref WaitFor(ref p, bytes);
    }

    /// <summary>As <see cref="Vouch"/> for all of an array, which is charged as a whole.</summary>
    internal ref byte TakeWhole(ref byte p, int count, int minimumSize, int elementSize)
    {
        p = ref VouchFor(ref p, (long)count * elementSize, (long)count * minimumSize);
        Charge(ref p, ArraySize(count, elementSize));
        return ref p;
    }

    /// <summary>
    /// As <see cref="Step"/>, for the first step of an array whose elements take <paramref name="minimumBytes"/> at least. So many bytes of a not too
    /// long one are awaited, and all of it is made then: steps would copy it several times.
    /// </summary>
    internal ref byte FirstStep(ref byte p, int count, int elementSize, long minimumBytes, out int step)
    {
        long bytes = (long)count * elementSize;
        if (bytes > MostAwaited)
        {
            step = Step(ref p, count, elementSize, 0);
            return ref p;
        }
        step = count;
        Charge(ref p, ArraySize(count, elementSize));
        return ref VouchFor(ref p, bytes, minimumBytes);
    }

    // So much memory is going to be made for so many bytes at least.
    private ref byte VouchFor(ref byte p, long memory, long bytes)
    {
        if (memory > UnknownStep && BytesLeft(ref p) < 0 && _source!.Available < bytes)
        {
            return ref WaitFor(ref p, bytes);
        }
        return ref p;
    }

    // The value has so many bytes at least. The buffer that they are collected in is charged to nobody, so the limit on input is asked before they are.
    private ref byte WaitFor(ref byte p, long bytes)
    {
        if (Position(ref p) > Limits.MaxInputBytes - bytes)
        {
            FailInputTooLong();
        }
        if (Unread(ref p).Length >= bytes)
        {
            return ref p;
        }
        int wanted = (int)Math.Min(bytes, 1 << 30);
        p = ref TakeWindow(ref p, wanted);
        if (Unread(ref p).Length < wanted)
        {
            FailTruncated();
        }
        return ref p;
    }

    /// <summary>The failure of a count that <see cref="CanHold"/> has refused, of a header at <paramref name="item"/>.</summary>
    [DoesNotReturn]
    internal readonly void FailCount(ref byte p, ulong count, long item) => throw CountTooLarge(ref p, count, item);

    private readonly MalformedDataException CountTooLarge(ref byte p, ulong count, long item) => count > (ulong)Limits.MaxCollectionLength
        ? FailureAt(ref p, ErrorCode.CollectionTooLong, item,
            $"A collection of {count} elements, but {nameof(SerializerLimits.MaxCollectionLength)} = {Limits.MaxCollectionLength}.")
        : _announced > Position(ref p) + BytesLeft(ref p) ? FailureAt(ref p, ErrorCode.LengthExceedsInput, item,
            $"A collection of {count} elements, but the {BytesLeft(ref p)} bytes that are left belong to the elements of others.")
        : FailureAt(ref p, ErrorCode.LengthExceedsInput, item, $"A collection of {count} elements, but only {BytesLeft(ref p)} bytes are left.");

    [DoesNotReturn]
    private readonly void FailBudget(ref byte p) => throw OverBudget(ref p);

    private readonly MalformedDataException OverBudget(ref byte p) =>
        FailureAt(ref p, ErrorCode.AllocationTooLarge, Position(ref p),
            $"The value needs more than {nameof(SerializerLimits.MaxAllocatedBytes)} = {Limits.MaxAllocatedBytes} bytes of memory.");
}
