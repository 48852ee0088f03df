namespace NetSerializer.Benchmarks.Engine;

/// <summary>Roots of any type that both sides know. Generic code, as the calls of the peers are.</summary>
internal readonly struct DirectCalls<T> : IEngineCalls where T : notnull
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.SerializeDirect(stream, (T)item!);

    public static object? Deserialize(TypeModel model, Stream stream) => model.DeserializeDirect<T>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.WriteDirect((T)item!);

    public static object? Read(ValueReader reader) => reader.ReadDirect<T>();
}
