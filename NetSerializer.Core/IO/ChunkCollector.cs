using NetSerializer.Errors;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>Awaits all chunks of a value, and no byte behind the last one. Its memory is never more than twice the bytes that have arrived.</summary>
internal sealed class ChunkCollector(Stream stream, SerializerLimits limits) : IDisposable
{
    private readonly byte[] _one = new byte[1];
    private byte[] _bytes = Buffers.Rent(4096);
    private int _length;

    /// <summary>The value, once it is whole.</summary>
    public ReadOnlySpan<byte> Value => _bytes.AsSpan(0, _length);

    /// <exception cref="EndOfStreamException">The stream ends before the first byte.</exception>
    public async ValueTask CollectAsync(CancellationToken cancellationToken)
    {
        bool isLast;
        do
        {
            uint header = await ReadHeaderAsync(cancellationToken).ConfigureAwait(false);
            if (header == Chunk.Aborted)
            {
                Chunk.FailAborted(_length);
            }
            isLast = (header & 1) != 0;
            long end = _length + (long)(header >> 1);
            if (end > limits.MaxInputBytes)
            {
                throw new MalformedDataException(
                    ErrorCode.InputTooLong, $"The input is longer than {nameof(SerializerLimits.MaxInputBytes)} = {limits.MaxInputBytes}.",
                    limits.MaxInputBytes);
            }
            if (end > Array.MaxLength - ByteSource.Slack)
            {
                throw new MalformedDataException(
                    ErrorCode.InputTooLong, "The value takes more than 2 GB, which only the synchronous calls can read.", Array.MaxLength);
            }
            await FillAsync((int)end, cancellationToken).ConfigureAwait(false);
        }
        while (!isLast);
    }

    /// <summary>Gives the array back. Called once.</summary>
    public void Dispose()
    {
        byte[] bytes = _bytes;
        _bytes = [];
        _length = 0;
        Buffers.Return(bytes);
    }

    private async ValueTask FillAsync(int end, CancellationToken cancellationToken)
    {
        while (_length < end)
        {
            if (_length == _bytes.Length)
            {
                byte[] larger = Buffers.Rent((int)Math.Min(Array.MaxLength, 2L * _bytes.Length));
                _bytes.AsSpan(0, _length).CopyTo(larger);
                Buffers.Return(_bytes);
                _bytes = larger;
            }
            int wanted = Math.Min(end, _bytes.Length) - _length,
                read = await stream.ReadAsync(_bytes.AsMemory(_length, wanted), cancellationToken).ConfigureAwait(false);
            if (read <= 0)
            {
                Chunk.FailTruncated(_length);
            }
            if (read > wanted)
            {
                Throw.StreamGaveTooMuch();
            }
            _length += read;
        }
    }

    private async ValueTask<uint> ReadHeaderAsync(CancellationToken cancellationToken)
    {
        uint header = 0;
        for (int index = 0; ; index++)
        {
            if (await stream.ReadAsync(_one, cancellationToken).ConfigureAwait(false) <= 0)
            {
                if (index == 0 && _length == 0)
                {
                    throw new EndOfStreamException("The stream ends where a value should begin.");
                }
                Chunk.FailTruncated(_length);
            }
            if (Chunk.TakeOrFail(ref header, index, _one[0], _length))
            {
                return header;
            }
        }
    }
}
