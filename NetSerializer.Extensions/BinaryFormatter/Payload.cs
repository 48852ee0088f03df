using System.Formats.Nrbf;
using System.Reflection.Metadata;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;

namespace NetSerializer.Nrbf;

/// <summary>The records of a payload, with one kind of exception for all that can be wrong with them.</summary>
internal static class Payload
{
    /// <summary>A generic name has so many parts at most, with its arguments.</summary>
    public static readonly TypeNameParseOptions NameOptions = new() { MaxNodes = 256 };

    public static SerializationRecord Decode(ReadOnlyMemory<byte> source, SerializerLimits limits)
    {
        if (source.Length > limits.MaxInputBytes)
        {
            throw BoundedStream.TooLong(limits);
        }
        using MemoryStream stream = MemoryMarshal.TryGetArray(source, out ArraySegment<byte> array)
            ? new MemoryStream(array.Array!, array.Offset, array.Count, writable: false) : new MemoryStream(source.ToArray(), writable: false);
        SerializationRecord root = Decode(stream, () => false);
        return stream.Position == source.Length
            ? root : throw new MalformedDataException(ErrorCode.TrailingBytes, "Bytes follow the payload.", stream.Position);
    }

    public static SerializationRecord Decode(Stream source, SerializerLimits limits)
    {
        ArgumentNullException.ThrowIfNull(source);
        var bounded = new BoundedStream(source, limits);
        return Decode(bounded, () => bounded.HasFailed);
    }

    private static SerializationRecord Decode(Stream source, Func<bool> isStreamAtFault)
    {
        try
        {
            var options = new PayloadOptions { UndoTruncatedTypeNames = true, TypeNameParseOptions = NameOptions };
            return NrbfDecoder.Decode(source, options, leaveOpen: true);
        }
        catch (EndOfStreamException failure) when (!isStreamAtFault())
        {
            throw new MalformedDataException(ErrorCode.Truncated, "The payload ends in the middle.", MalformedDataException.NoOffset, innerException: failure);
        }
        catch (NotSupportedException failure) when (!isStreamAtFault())
        {
            throw new MalformedDataException(ErrorCode.ForeignDataMalformed,
                $"The payload is in a form of BinaryFormatter that cannot be read: {failure.Message} Of its settings only FormatterTypeStyle.TypesAlways is "
                    + "read, the default, and no array that begins at another index than 0.",
                MalformedDataException.NoOffset, innerException: failure);
        }
        catch (Exception failure) when (!isStreamAtFault() && IsVerdict(failure))
        {
            throw Malformed($"The bytes are no payload of BinaryFormatter that can be read: {failure.Message}", failure);
        }
    }

    /// <summary>The exceptions that the decoder throws at bytes.</summary>
    public static bool IsVerdict(Exception failure) =>
        failure is SerializationException and not NetSerializerException or FormatException or OverflowException or ArgumentException
            or InvalidOperationException or InvalidCastException or KeyNotFoundException or NotSupportedException or IndexOutOfRangeException or IOException;

    public static MalformedDataException Malformed(string message, Exception? cause = null) =>
        new(ErrorCode.ForeignDataMalformed, message, MalformedDataException.NoOffset, innerException: cause);

    public static MalformedDataException Mismatch(string message, Exception? cause = null) =>
        new(ErrorCode.ForeignDataMismatch, message, MalformedDataException.NoOffset, innerException: cause);
}
