using System.Buffers;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// The segments of a sequence as windows. A run that does not end in its segment is copied, with bytes of the next ones; behind the copy the
/// reader goes on in the segment itself.
/// </summary>
internal sealed class SequenceSource : ByteSource, IDisposable
{
    [ThreadStatic]
    private static SequenceSource? s_spare; // at most one for each thread, and it refers to nothing while it waits

    // From the start of the window on: cut shorter from there and never from the beginning, which would take time quadratic in the number of segments.
    private ReadOnlySequence<byte> _unread;
    private long _windowLength;
    private long _remaining;
    private byte[]? _copy;

    private SequenceSource()
    {
    }

    public override bool Interactive => false;

    public override bool IsOfOneValue => false;

    public override bool AtEnd => _remaining == 0;

    public override bool Padded => false;

    public override long Remaining => _remaining;

    /// <summary>Takes a source, and its first window.</summary>
    public static SequenceSource Rent(in ReadOnlySequence<byte> sequence, out ReadOnlySpan<byte> window)
    {
        SequenceSource source = s_spare ?? new SequenceSource();
        s_spare = null;
        source._unread = sequence;
        window = sequence.FirstSpan;
        source._windowLength = window.Length;
        source._remaining = sequence.Length - window.Length;
        return source;
    }

    public override ReadOnlySpan<byte> Next(scoped ReadOnlySpan<byte> rest, int count)
    {
        _unread = _unread.Slice(_windowLength - rest.Length);
        long left = _remaining + rest.Length;
        ReadOnlySpan<byte> window = _unread.FirstSpan;
        if (window.Length < count && window.Length < left)
        {
            int length = (int)Math.Min(left, Math.Max(count, 2 * WireReader.MaxRun));
            if (_copy == null || _copy.Length < length)
            {
                Return();
                _copy = Buffers.Rent(length);
            }
            _unread.Slice(0, length).CopyTo(_copy);
            window = _copy.AsSpan(0, length);
        }
        _windowLength = window.Length;
        _remaining = left - window.Length;
        return window;
    }

    public void Dispose()
    {
        Return();
        _unread = default;
        s_spare = this;
    }

    private void Return()
    {
        byte[]? copy = _copy;
        _copy = null;
        if (copy != null)
        {
            Buffers.Return(copy);
        }
    }
}
