using System.Buffers;
using NetSerializer.IO;
using NetSerializer.Schema;

namespace NetSerializer;

// The fingerprint in front of values: all of it as a header, or the beginning of it as a tag.
public sealed partial class TypeModel
{
    /// <summary>How many bytes a header takes: a mark of four, the format's version and <see cref="Fingerprint"/>.</summary>
    public const int HeaderLength = 37;

    /// <summary>How many bytes a tag takes: the first ones of <see cref="Fingerprint"/>.</summary>
    public const int TagLength = 8;

    private ReadOnlySpan<byte> Tag => _core.Fingerprint[..TagLength];

    /// <summary>Writes the optional header of a stream: a mark, the format's version and <see cref="Fingerprint"/>, 37 bytes.</summary>
    public void WriteHeader(Stream destination)
    {
        ArgumentNullException.ThrowIfNull(destination);
        destination.Write([.. ModelHeader.Mark, .. _core.Fingerprint]);
    }

    /// <summary>Appends a header, in the bytes of <see cref="WriteHeader(Stream)"/>.</summary>
    public void WriteHeader(IBufferWriter<byte> destination)
    {
        ArgumentNullException.ThrowIfNull(destination);
        destination.Write([.. ModelHeader.Mark, .. _core.Fingerprint]);
    }

    /// <summary>Reads a header and refuses one of another format or model.</summary>
    /// <param name="source">The stream. No byte behind the header is read.</param>
    /// <param name="theirs">
    /// The text of <see cref="Schema"/> on the side that wrote the header, if it is at hand. A failure then names the differences.
    /// </param>
    /// <exception cref="MalformedDataException">The header is cut short or names another format or fingerprint.</exception>
    public void ReadHeader(Stream source, string? theirs = null)
    {
        ArgumentNullException.ThrowIfNull(source);
        Span<byte> header = stackalloc byte[HeaderLength];
        CheckHeader(header[..source.ReadAtLeast(header, HeaderLength, throwOnEndOfStream: false)], theirs);
    }

    /// <summary>Reads the header at the start of <paramref name="source"/>; <paramref name="consumed"/> is its length in bytes.</summary>
    /// <inheritdoc cref="ReadHeader(Stream, string?)"/>
    public void ReadHeader(ReadOnlySpan<byte> source, out int consumed, string? theirs = null)
    {
        CheckHeader(source[..Math.Min(HeaderLength, source.Length)], theirs);
        consumed = HeaderLength;
    }

    /// <summary>
    /// Reads the header at the start of <paramref name="source"/> and takes it off. Where more may come, wait for <see cref="HeaderLength"/> bytes before.
    /// </summary>
    /// <inheritdoc cref="ReadHeader(Stream, string?)"/>
    public void ReadHeader(ref ReadOnlySequence<byte> source, string? theirs = null)
    {
        ReadOnlySequence<byte> first = source.Slice(0, Math.Min(HeaderLength, source.Length));
        Span<byte> header = stackalloc byte[HeaderLength];
        first.CopyTo(header);
        CheckHeader(header[..(int)first.Length], theirs);
        source = source.Slice(HeaderLength);
    }

    /// <summary>
    /// Writes a value behind a tag of this model: for caches and files that may hold bytes of other types or options. A tag tells models apart by
    /// eight bytes of their fingerprints, enough against chance and not against somebody who makes bytes on purpose.
    /// </summary>
    /// <example><code>
    /// cache[key] = model.SerializeTagged(order);
    /// if (!model.TryDeserializeTagged(cache[key], out Order? order)) { order = Load(key); }
    /// </code></example>
    /// <exception cref="ValueNotSerializableException">The value cannot be written.</exception>
    public byte[] SerializeTagged<T>(T value)
    {
        using var buffer = new PooledBuffer();
        SerializeTagged(buffer, value);
        return buffer.Written.ToArray();
    }

    /// <summary>
    /// Appends a tag and a value, as <see cref="SerializeTagged{T}(T)"/>. When it fails, the destination may have been advanced over bytes of an
    /// unfinished value.
    /// </summary>
    /// <exception cref="ValueNotSerializableException">The value cannot be written.</exception>
    public void SerializeTagged<T>(IBufferWriter<byte> destination, T value)
    {
        ArgumentNullException.ThrowIfNull(destination);
        destination.Write(Tag);
        Serialize(destination, value);
    }

    /// <summary>Reads a value behind a tag, all of <paramref name="source"/>, if the tag is that of this model.</summary>
    /// <returns>False when the bytes begin with no tag or another model's: they are to be made anew.</returns>
    /// <exception cref="MalformedDataException">The tag is that of this model, but no T follows it. The offset counts from behind the tag.</exception>
    public bool TryDeserializeTagged<T>(ReadOnlySpan<byte> source, out T? value)
    {
        bool isOurs = source.StartsWith(Tag);
        value = isOurs ? Deserialize<T>(source[TagLength..]) : default;
        return isOurs;
    }

    /// <inheritdoc cref="TryDeserializeTagged{T}(ReadOnlySpan{byte}, out T)"/>
    public bool TryDeserializeTagged<T>(in ReadOnlySequence<byte> source, out T? value)
    {
        Span<byte> tag = stackalloc byte[TagLength];
        bool isOurs = source.Length >= TagLength;
        if (isOurs)
        {
            source.Slice(0, TagLength).CopyTo(tag);
            isOurs = tag.SequenceEqual(Tag);
        }
        value = isOurs ? Deserialize<T>(source.Slice(TagLength)) : default;
        return isOurs;
    }

    private void CheckHeader(ReadOnlySpan<byte> header, string? theirs) =>
        ModelHeader.Check(header, _core.Fingerprint, fingerprint => SchemaDifference.Describe(fingerprint, theirs, Schema));
}
