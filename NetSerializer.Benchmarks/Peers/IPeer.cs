namespace NetSerializer.Benchmarks.Peers;

/// <summary>
/// The calls of a serializer that users choose instead. Implemented by structs, so that the loop over the messages calls it directly.
/// </summary>
/// <typeparam name="T">The type of the root, which carries the attributes of the serializer.</typeparam>
internal interface IPeer<T>
{
    /// <summary>What the tables call it.</summary>
    static abstract string Name { get; }

    void Write(MessageBuffer destination, T value);

    T? Read(ReadOnlyMemory<byte> source);
}
