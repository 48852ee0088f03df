namespace NetSerializer;

/// <summary>
/// A type that writes and reads its own content with the writer and reader of the framework. It needs no attribute and no constructor: reading begins
/// with an object whose fields are zero. The content travels with its length in front; a reader that takes more or less than was written is refused.
/// </summary>
public interface ICustomBinarySerializable
{
    /// <summary>Writes the content.</summary>
    void WriteDataTo(BinaryWriter writer);

    /// <summary>
    /// Reads the content, exactly the bytes that <see cref="WriteDataTo"/> wrote. They may come from anybody: an exception reaches the caller as
    /// <see cref="MalformedDataException"/>.
    /// </summary>
    void SetDataFrom(BinaryReader reader);
}
