using System.Buffers;
using System.IO.Pipelines;
using NetSerializer.IO;

namespace NetSerializer.Dispatch;

/// <summary>The calls of TypeModel on frames in buffers and pipes, documented there.</summary>
internal static class FramedRoot
{
    public static void SerializeFramed<T>(this RootSlot<T> root, ModelCore core, IBufferWriter<byte> destination, in T value)
    {
        ArgumentNullException.ThrowIfNull(destination);
        BufferWriterStream stream = BufferWriterStream.Rent(destination);
        try
        {
            root.Serialize(core, stream, in value);
        }
        finally
        {
            stream.Return();
        }
    }

    public static async ValueTask<FlushResult> SerializeFramedAsync<T>(
        this RootSlot<T> root, ModelCore core, PipeWriter destination, T value, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        root.SerializeFramed(core, destination, in value);
        return await destination.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    public static bool TryDeserializeFramed<T>(this RootSlot<T> root, ModelCore core, ref ReadOnlySequence<byte> source, out T? value)
    {
        var frame = new FrameScan(core.Limits.MaxInputBytes);
        try
        {
            if (!frame.TryFindEnd(source))
            {
                value = default;
                return false;
            }
            // The next value can be read also when this one is refused.
            ReadOnlySequence<byte> all = source;
            source = source.Slice(frame.Position);
            value = root.Deserialize(core, frame.Content(all), Extent.Whole, out _);
            return true;
        }
        catch (MalformedDataException failure) when (SerializerMetrics.Failed(failure))
        {
            throw;
        }
    }

    public static async ValueTask<T?> DeserializeFramedAsync<T>(
        this RootSlot<T> root, ModelCore core, PipeReader source, CancellationToken cancellationToken)
    {
        (bool found, T? value) = await root.TryDeserializeFramedAsync(core, source, cancellationToken).ConfigureAwait(false);
        return found ? value : throw new EndOfStreamException("The pipe ends where a value should begin.");
    }

    public static async ValueTask<(bool Found, T? Value)> TryDeserializeFramedAsync<T>(
        this RootSlot<T> root, ModelCore core, PipeReader source, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(source);
        var frame = new FrameScan(core.Limits.MaxInputBytes);
        while (true)
        {
            ReadResult read = await source.ReadAsync(cancellationToken).ConfigureAwait(false);
            ReadOnlySequence<byte> buffer = read.Buffer;
            SequencePosition consumed = buffer.Start, examined = buffer.Start;
            try
            {
                if (read.IsCanceled)
                {
                    throw new OperationCanceledException("The read of the pipe was cancelled by CancelPendingRead.");
                }
                if (frame.TryFindEnd(buffer))
                {
                    consumed = examined = buffer.GetPosition(frame.Position);
                    return (true, root.Deserialize(core, frame.Content(buffer), Extent.Whole, out _));
                }
                if (read.IsCompleted)
                {
                    if (buffer.IsEmpty)
                    {
                        return (false, default);
                    }
                    Chunk.FailTruncated(frame.Received(buffer.Length));
                }
                examined = buffer.End;
            }
            catch (MalformedDataException failure) when (SerializerMetrics.Failed(failure))
            {
                throw;
            }
            finally
            {
                // A pipe that was read from must be told, also after a failure.
                source.AdvanceTo(consumed, examined);
            }
        }
    }
}
