using System.Buffers;
using System.IO.Compression;

namespace NetSerializer.Files;

/// <summary>The values of a record as bytes, with the reader for their schema. Immutable.</summary>
internal sealed class ValueBlock
{
    private readonly byte[] _content;
    private readonly (int Start, int Length)[] _values;

    private ValueBlock(byte[] content, (int Start, int Length)[] values, ModelReader reader) => (_content, _values, Reader) = (content, values, reader);

    public int Count => _values.Length;

    public ModelReader Reader { get; }

    public ReadOnlySpan<byte> this[int index] => _content.AsSpan(_values[index].Start, _values[index].Length);

    /// <summary>Reads the record at an offset, with memory for what the file has and the limits allow.</summary>
    public static ValueBlock Read(FileBytes file, long offset, RecordHead head, SerializerLimits limits, FileSchemas schemas)
    {
        RequirePossible(head, offset, limits);
        ModelReader reader = schemas.ReaderAt(head.Schema, offset);
        byte[] stored = file.TryReadContent(offset, head)
            ?? throw FileFormat.Malformed("The values of a record are damaged: their checksum is another.", offset);
        byte[] content = head.Codec == (byte)FileCompression.Brotli ? Unpack(stored, head.Length, offset) : stored;
        return new ValueBlock(content, FindValues(content, head.Count, offset), reader);
    }

    private static void RequirePossible(RecordHead head, long offset, SerializerLimits limits)
    {
        bool isPossible = (FileCompression)head.Codec switch
        {
            FileCompression.None => head.Stored == head.Length,
            FileCompression.Brotli => head.Stored < head.Length,
            _ => throw FileFormat.Malformed($"The values of a record are packed with codec {head.Codec}, which this version does not know.", offset),
        };
        // A value takes a byte, and its length another one.
        if (!isPossible || head.Length / 2 < head.Count || (head.Count > 1 && head.Length > FileFormat.MostBlockBytes))
        {
            throw FileFormat.Malformed("The head of a record has lengths or a count that no writer makes.", offset);
        }
        if (head.Count == 1 && head.Length - FileFormat.MaxVarint > limits.MaxInputBytes)
        {
            throw new MalformedDataException(
                ErrorCode.InputTooLong, $"The value is longer than {nameof(SerializerLimits.MaxInputBytes)} = {limits.MaxInputBytes}.", offset);
        }
    }

    // The length that the head claims is only a bound: memory grows with the bytes that come out.
    private static byte[] Unpack(ReadOnlySpan<byte> stored, int length, long offset)
    {
        byte[] content = new byte[Math.Min(length, 4L * stored.Length)];
        using var decoder = new BrotliDecoder();
        int written = 0;
        while (true)
        {
            OperationStatus status = decoder.Decompress(stored, content.AsSpan(written), out int taken, out int more);
            stored = stored[taken..];
            written += more;
            if (status == OperationStatus.DestinationTooSmall && content.Length < length)
            {
                Array.Resize(ref content, (int)Math.Min(length, 2L * content.Length));
            }
            else
            {
                return status == OperationStatus.Done && stored.IsEmpty && written == length
                    ? content : throw FileFormat.Malformed("The packed bytes of a record are not as many values as its head says.", offset);
            }
        }
    }

    private static (int Start, int Length)[] FindValues(byte[] content, int count, long offset)
    {
        var values = new (int Start, int Length)[count];
        int at = 0;
        for (int i = 0; i < count; i++)
        {
            int length = FileFormat.ReadVarint(content, ref at);
            if (length <= 0 || length > content.Length - at)
            {
                throw FileFormat.Malformed($"Value {i} of a record has no length, or one that goes beyond the end.", offset);
            }
            values[i] = (at, length);
            at += length;
        }
        return at == content.Length ? values : throw FileFormat.Malformed("Bytes are left behind the values of a record.", offset);
    }
}
