namespace NetSerializer.Tests.Graphs;

/// <summary>Shapes that nest by way of a nullable struct, a custom serializer and a surrogate.</summary>
internal static class NestingShapes
{
    public static IReadOnlyList<CustomSerializer> Serializers =>
        [CustomSerializer.For(new WrappedSerializer()), CustomSerializer.Surrogate<Sent, object?[]>(sent => [sent.Inner], inner => new Sent(inner[0]))];

    [Serializable]
    internal sealed class Held
    {
        public Holding? Value;
    }

    [Serializable]
    internal struct Holding
    {
        public Held? Inner;
    }

    internal sealed record Wrapped(object? Inner);

    internal sealed record Sent(object? Inner);

    private sealed class WrappedSerializer : ICustomSerializer<Wrapped>
    {
        public IReadOnlyList<Type> NestedTypes => [typeof(object)];

        public void Write(ref WireWriter writer, Wrapped value) => writer.Write(value.Inner);

        public Wrapped Read(ref WireReader reader) => new(reader.Read<object>());
    }
}
