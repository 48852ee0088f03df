using System.Buffers;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// The segments of a sequence as windows. A run that does not end in its segment is copied, with what follows of the next ones; behind the copy the reader goes on in the segment itself.
/// </summary>
internal sealed class SequenceSource : ByteSource, IDisposable
{
    [ThreadStatic]
    private static SequenceSource? s_spare; // at most one for each thread, and it refers to nothing while it waits

    private ReadOnlySequence<byte> _sequence;
    private long _windowEnd;
    private byte[]? _copy;

    private SequenceSource()
    {
    }

    public override bool Interactive => false;

    public override bool AtEnd => _windowEnd == _sequence.Length;

    public override bool Padded => false;

    public override long Remaining => _sequence.Length - _windowEnd;

    /// <summary>Takes a source, and its first window.</summary>
    public static SequenceSource Rent(in ReadOnlySequence<byte> sequence, out ReadOnlySpan<byte> window)
    {
        SequenceSource source = s_spare ?? new SequenceSource();
        s_spare = null;
        source._sequence = sequence;
        window = sequence.FirstSpan;
        source._windowEnd = window.Length;
        return source;
    }

    public override ReadOnlySpan<byte> Next(scoped ReadOnlySpan<byte> rest, int count)
    {
        long position = _windowEnd - rest.Length;
        // The cursor may stand in front of the window's end by the rest; what lies from there on in one segment needs no copy.
        ReadOnlySequence<byte> unread = _sequence.Slice(position);
        ReadOnlySpan<byte> window = unread.FirstSpan;
        if (window.Length < count && window.Length < unread.Length)
        {
            int length = (int)Math.Min(unread.Length, Math.Max(count, 2 * WireReader.MaxRun));
            if (_copy == null || _copy.Length < length)
            {
                Return();
                _copy = ArrayPool<byte>.Shared.Rent(length);
            }
            unread.Slice(0, length).CopyTo(_copy);
            window = _copy.AsSpan(0, length);
        }
        _windowEnd = position + window.Length;
        return window;
    }

    public void Dispose()
    {
        Return();
        _sequence = default;
        s_spare = this;
    }

    private void Return()
    {
        byte[]? copy = _copy;
        _copy = null;
        if (copy != null)
        {
            ArrayPool<byte>.Shared.Return(copy);
        }
    }
}
